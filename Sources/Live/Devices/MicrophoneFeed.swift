import CLive
import Glibc
import Synchronization
import Localization

/// A block of audio from a microphone: stereo at 48 kHz as interleaved 32-bit floats.
package struct AudioBlock: Sendable {
    package let samples: [Float]
    /// The capture time of its first sample, in seconds of the system's monotonic clock.
    package let time: Double

    /// The peak of its samples, 0…1.
    package var peak: Double { Double(samples.reduce(0) { max($0, abs($1)) }) }
}

/// The audio captured by a microphone, as it arrives.
package final class MicrophoneFeed: Sendable {
    private let feed: DeviceFeed

    /// Opens a microphone, on a thread of its own, on which both closures are called.
    ///
    /// - Parameter microphone: nil for the system's default.
    package init(
        _ microphone: Microphone?, deliver: @escaping @Sendable (AudioBlock) -> Void,
        interrupted: @escaping @Sendable (LiveError) -> Void
    ) {
        let times = Mutex(SoundTimes())
        feed = DeviceFeed(
            .microphone(id: microphone?.id, name: microphone?.name ?? tr("the microphone")),
            take: { sample in
                let count = sample.byteCount / MemoryLayout<Float>.size
                let samples = [Float](unsafeUninitializedCapacity: count) { buffer, filled in
                    let isCopied = withUnsafePointer(to: sample) {
                        clive_sample_copy($0, buffer.baseAddress, count * MemoryLayout<Float>.size)
                    }
                    filled = isCopied ? count : 0
                }
                let time = times.withLock { $0.beginning(of: count / 2, cameAt: Double(sample.time) / 1e9) }
                deliver(AudioBlock(samples: samples, time: time))
            }, interrupted: interrupted)
    }

    /// Closes the microphone.
    package func stop() { feed.stop() }
}

/// The capture times of audio blocks: as regular as the audio itself, since the threads that deliver the
/// blocks are not.
struct SoundTimes {
    /// The expected start of the next block.
    private var next: Double?

    /// The maximum deviation of a block from its expected time, in seconds, before it counts as a pause or a
    /// loss.
    private static let tolerance = 0.15

    /// The start time of a block that has just arrived.
    ///
    /// - Parameter count: its samples per channel, at 48 kHz.
    mutating func beginning(of count: Int, cameAt time: Double) -> Double {
        let duration = Double(count) / 48_000
        let latest = time - duration
        let beginning = next.map { abs($0 - latest) < Self.tolerance ? $0 : latest } ?? latest
        next = beginning + duration
        return beginning
    }
}
