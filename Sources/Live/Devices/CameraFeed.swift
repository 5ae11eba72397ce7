import CLive
import Imaging
import Video

/// A frame of a camera or a screen.
public struct CameraFrame: Sendable {
    /// 8-bit RGBA, opaque.
    public var pixels: PixelBuffer { content.pixels }
    /// The pixels, or the camera's samples, from which they are computed each time.
    package let content: FrameContent
    /// The capture time, in seconds of the system's monotonic clock.
    public let time: Double
}

/// The frames of a camera or a screen as they arrive. A frame that arrives while the previous one is being
/// processed replaces a waiting one, so there is never a queue.
package final class CameraFeed: Sendable {
    private let feed: DeviceFeed

    /// Events of a feed, reported on its own thread.
    package enum Event: Sendable {
        case frame(CameraFrame)
        /// No frames arrive, for this reason. Unless it is permanent, they may resume.
        case interrupted(LiveError)
    }

    /// Opens the source, on a thread of its own, once the previous feed is closed.
    ///
    /// - Parameter readsPlanes: whether frames stay as the camera stores them, for devices that convert them;
    ///   otherwise they are converted to RGBA.
    package init(
        _ source: LiveSource, after previous: CameraFeed? = nil, readsPlanes: Bool = false,
        deliver: @escaping @Sendable (Event) -> Void
    ) {
        let memory = FrameMemory()
        feed = DeviceFeed(
            source, after: previous?.feed, format: readsPlanes ? .stored : .rgba,
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
    /// Nil if it has no pixels, or if allocation fails.
    fileprivate init?(_ sample: CLiveSample, in memory: FrameMemory) {
        guard let content = FrameContent(sample, in: memory) else { return nil }
        self.init(content: content, time: Double(sample.time) / 1e9)
    }
}

extension Camera {
    /// The frames of the camera as they arrive, 8-bit RGBA; frames that the caller is too slow for are
    /// dropped.
    ///
    /// The camera is open until the iteration ends, by `break`, an error or the end of its task. It throws a
    /// ``LiveError`` when the camera cannot be opened or is unplugged.
    ///
    /// - Parameter mode: one of ``modes``; nil for the one nearest to 1280 × 720 pixels at 30 frames per
    ///   second.
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
