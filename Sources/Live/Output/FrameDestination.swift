import Imaging
import Synchronization

/// A filtered frame on its way to another program or a file.
package struct LiveFrame: Sendable {
    /// RGBA of 8 bits.
    package let pixels: PixelBuffer
    /// When it was recorded, in seconds of the monotonic clock.
    package let time: Double

    package init(_ pixels: PixelBuffer, time: Double) {
        self.pixels = pixels
        self.time = time
    }
}

/// Where filtered frames go. It never keeps who shows them waiting: it has a thread of its own, which leaves out what it has
/// no time for.
package protocol FrameDestination: AnyObject, Sendable {
    /// Takes a frame, of any size.
    func show(_ frame: LiveFrame)
    /// Ends, and waits until what was opened is closed.
    func close()
    /// Why it takes no frames any more; nil while it does.
    var problem: LiveError? { get }
    /// How many frames were left out for want of time.
    var leftOutCount: Int { get }
}

/// What frames are passed on as.
package struct LiveForm: Sendable, Equatable {
    /// In pixels.
    package let width: Int
    /// In pixels.
    package let height: Int
    /// Frames a second at most, which others are told.
    package let rate: Double

    /// The width where pairs of pixels share their color: an odd one gets a column more.
    var evenWidth: Int { (width + 1) / 2 * 2 }
    /// The rate in whole frames.
    var framesPerSecond: Int { max(1, Int(rate.rounded())) }

    /// - Parameter size: of the frames.
    package init(size: SIMD2<Int>, rate: Double) {
        width = max(1, size.x)
        height = max(1, size.y)
        self.rate = rate
    }
}

/// A destination's thread, and what it tells.
final class DestinationThread: Sendable {
    /// What it shares with its callers.
    private final class Line: Sendable {
        let slot = NewestSlot<LiveFrame>()
        let problem = Mutex<LiveError?>(nil)
    }

    private let line = Line()
    private let ending = Ending()

    /// Waits for the newest frame; nil at the end. What it is given is called each second in which none comes, and throws
    /// what ends the waiting.
    typealias Take = (_ check: () throws(LiveError) -> Void) throws(LiveError) -> LiveFrame?

    /// - Parameter run: takes frames until there is none; what it throws is the problem.
    init(_ label: String, run: @escaping @Sendable (Take) throws(LiveError) -> Void) {
        ending.begin(label) { [line] in
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
                // What still comes is left out.
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
        ending.wait()
    }
}
