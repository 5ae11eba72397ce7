import CLive
import Glibc
import Synchronization
import Wording

/// A stretch of sound from a microphone: stereo at 48 kHz as 32-bit floats, left and right in turns.
package struct SoundStretch: Sendable {
    package let samples: [Float]
    /// When its first sample was heard, in seconds of the system's monotonic clock.
    package let time: Double

    /// The greatest of its samples, 0…1.
    package var peak: Double { Double(samples.reduce(0) { max($0, abs($1)) }) }
}

/// What a microphone hears, as it comes.
package final class MicrophoneFeed: Sendable {
    private let feed: DeviceFeed

    /// Opens a microphone, on a thread of its own, on which both closures are called.
    ///
    /// - Parameter microphone: nil for the one that the system prefers.
    package init(
        _ microphone: Microphone?, deliver: @escaping @Sendable (SoundStretch) -> Void,
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
                deliver(SoundStretch(samples: samples, time: time))
            }, interrupted: interrupted)
    }

    /// Closes the microphone.
    package func stop() { feed.stop() }
}

/// The times of sound that comes in stretches: as even as the sound itself, since the threads it comes by are not.
struct SoundTimes {
    /// When the next stretch begins, if all goes on.
    private var next: Double?

    /// How far what comes may be from what was expected, in seconds, before it counts as a pause or a loss.
    private static let tolerance = 0.15

    /// When a stretch began that has just come.
    ///
    /// - Parameter count: its samples of each channel, at 48 kHz.
    mutating func beginning(of count: Int, cameAt time: Double) -> Double {
        let duration = Double(count) / 48_000
        let latest = time - duration
        let beginning = next.map { abs($0 - latest) < Self.tolerance ? $0 : latest } ?? latest
        next = beginning + duration
        return beginning
    }
}
