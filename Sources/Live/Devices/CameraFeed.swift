import CLive
import Imaging
import Video

/// A frame of a camera or a screen.
public struct CameraFrame: Sendable {
    /// RGBA of 8 bits, opaque.
    public let pixels: PixelBuffer
    /// When it was recorded, in seconds of the system's monotonic clock.
    public let time: Double
}

/// The frames of a camera or a screen as they come. A frame that comes while the one before is being taken replaces those
/// that wait, so there is never a queue.
package final class CameraFeed: Sendable {
    private let feed: DeviceFeed

    /// What a feed tells, on its own thread.
    package enum Event: Sendable {
        case frame(CameraFrame)
        /// No frames come, for this reason. Unless it is lasting they may come again.
        case interrupted(LiveError)
    }

    /// Opens the source, on a thread of its own, once the feed before is closed.
    package init(
        _ source: LiveSource, after previous: CameraFeed? = nil, deliver: @escaping @Sendable (Event) -> Void
    ) {
        let memory = FrameMemory()
        feed = DeviceFeed(
            source, after: previous?.feed,
            take: { sample in
                guard let frame = CameraFrame(sample, in: memory) else { return }
                deliver(.frame(frame))
            },
            interrupted: { deliver(.interrupted($0)) })
    }

    /// Closes the source.
    package func stop() { feed.stop() }

    /// Closes the source, and waits until that is done.
    package func close() {
        feed.stop()
        feed.waitUntilClosed()
    }
}

extension CameraFrame {
    /// Nil where it has no pixels, or there is no memory for them.
    fileprivate init?(_ sample: CLiveSample, in memory: FrameMemory) {
        let byteCount = 4 * Int(sample.width) * Int(sample.height)
        guard byteCount > 0, sample.byteCount >= byteCount, let loan = memory.lend(byteCount: byteCount),
            withUnsafePointer(to: sample, { clive_sample_copy($0, loan.bytes.baseAddress, byteCount) }),
            let pixels = PixelBuffer(
                width: Int(sample.width), height: Int(sample.height), depth: .eight, memory: loan.bytes,
                owner: loan)
        else { return nil }
        self.init(pixels: pixels, time: Double(sample.time) / 1e9)
    }
}

extension Camera {
    /// The frames of the camera as they come, 8-bit RGBA; those that nobody waited for are left out.
    ///
    /// The camera is open until the iteration ends, by `break`, an error or the end of its task. It throws a ``LiveError``
    /// when the camera cannot be opened or is unplugged.
    ///
    /// - Parameter mode: one of ``modes``; nil for the one nearest to 1280 × 720 pixels, 30 times a second.
    public func frames(_ mode: Mode? = nil) -> AsyncThrowingStream<CameraFrame, any Error> {
        let source = LiveSource.camera(id: id, name: name, mode: mode ?? usualMode(), remote: nil)
        return AsyncThrowingStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            let feed = CameraFeed(source) { event in
                switch event {
                case .frame(let frame): continuation.yield(frame)
                case .interrupted(let error): continuation.finish(throwing: error)
                }
            }
            continuation.onTermination = { _ in feed.stop() }
        }
    }
}
