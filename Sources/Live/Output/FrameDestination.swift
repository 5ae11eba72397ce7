import CVideo
import Imaging
import Localization
import Synchronization
import System
import Video

/// A filtered frame for another program or a file.
package struct LiveFrame: Sendable {
    /// The samples, in the destination's format.
    package let planes: FramePlanes
    /// The capture time, in seconds of the monotonic clock.
    package let time: Double

    package init(_ planes: FramePlanes, time: Double) {
        self.planes = planes
        self.time = time
    }
}

/// An output for filtered frames. It never blocks the caller: it has a thread of its own, which drops the
/// frames that it has no time for.
package protocol FrameDestination: AnyObject, Sendable {
    /// The format of the frames that it takes.
    var format: PlanarFormat { get }
    /// Takes a frame.
    func show(_ frame: LiveFrame)
    /// Ends the output, and waits until its resources are closed.
    func close()
    /// Why it accepts no frames any more; nil while it does.
    var problem: LiveError? { get }
    /// The number of frames dropped for lack of time.
    var leftOutCount: Int { get }
}

/// The size and the rate of the output frames.
package struct LiveFormat: Sendable, Equatable {
    /// In pixels.
    package let width: Int
    /// In pixels.
    package let height: Int
    /// The maximum frames per second, which is reported to readers.
    package let rate: Double

    /// The width for YUYV: an odd width is increased by one column.
    var evenWidth: Int { (width + 1) / 2 * 2 }
    /// The rate in whole frames per second.
    var framesPerSecond: Int { max(1, Int(rate.rounded())) }

    /// - Parameter size: the size of the frames.
    package init(size: SIMD2<Int>, rate: Double) {
        width = max(1, size.x)
        height = max(1, size.y)
        self.rate = rate
    }

    /// The format in which cameras deliver frames: YUYV, with the limited range of BT.601.
    func yuyv() throws(LiveError) -> PlanarFormat {
        var stored = CVideoPlanes()
        stored.pixelFormat = cvideo_pixel_format("yuyv422")
        (stored.width, stored.height) = (Int32(evenWidth), Int32(height))
        // Code points of ITU-T H.273.
        (stored.matrix, stored.range) = (6, 1)
        guard let format = PlanarFormat(stored) else {
            throw .failed(
                name: tr("the virtual camera"),
                reason: stored.pixelFormat < 0
                    ? "\(VideoError.noLibraries(reason: "libavutil"))"
                    : tr("frames of \(evenWidth) × \(height) pixels are too large"))
        }
        return format
    }
}

/// The thread of an output, and its error.
final class DestinationThread: Sendable {
    /// The state shared with its callers.
    private final class Line: Sendable {
        let slot = NewestSlot<LiveFrame>()
        let problem = Mutex<LiveError?>(nil)
    }

    private let line = Line()
    private let thread: WorkerThread

    /// Waits for the newest frame; nil at the end. Its argument is called for each second without a frame,
    /// and throws an error to end the waiting.
    typealias Take = (_ check: () throws(LiveError) -> Void) throws(LiveError) -> LiveFrame?

    /// - Parameter run: takes frames until there are none; an error that it throws becomes the problem.
    init(_ label: String, run: @escaping @Sendable (Take) throws(LiveError) -> Void) {
        thread = WorkerThread(label) { [line] in
            do throws(LiveError) {
                try run { check throws(LiveError) in
                    while true {
                        if let frame = line.slot.take(atMost: .seconds(1)) { return frame }
                        if line.slot.isEnded { return nil }
                        try check()
                    }
                }
            } catch {
                line.problem.withLock { $0 = error }
                // Frames that still arrive are dropped.
                while line.slot.take() != nil {}
            }
        }
    }

    deinit { line.slot.end() }

    var problem: LiveError? { line.problem.withLock { $0 } }
    var leftOutCount: Int { line.slot.replacedCount }

    func show(_ frame: LiveFrame) { line.slot.put(frame) }

    func close() {
        line.slot.end()
        thread.wait()
    }
}
