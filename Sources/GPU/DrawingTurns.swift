import Dispatch
import Synchronization

/// Keeps the use of textures and buffers on one thread apart from the drawing of windows on another.
///
/// llvmpipe, Mesa's software renderer, looks through what every context of the display is about to draw whenever one of
/// them uses a texture or a buffer. It took no lock for that in Mesa 22.3 (25.0 takes one), so that it read lists half written,
/// and crashed, when a window was drawn at that moment.
package final class DrawingTurns: Sendable {
    /// Held by whoever uses the driver.
    private let turn = DispatchSemaphore(value: 1)
    /// Held by drawing that waits or is under way; work passes through, so that drawing waits for one piece of it at most.
    private let entrance = DispatchSemaphore(value: 1)
    /// Whether drawing has the turn, rather than work that was too slow to be waited for.
    private let isDrawingsTurn = Mutex(false)
    private let longestWait: DispatchTimeInterval

    /// - Parameter longestWait: the longest that drawing waits for a piece of work. By then that has long looked through the
    ///   lists, which the driver does first, and runs or compiles a kernel.
    package init(longestWait: DispatchTimeInterval = .milliseconds(100)) {
        self.longestWait = longestWait
    }

    /// Waits for the piece of work under way, unless it is slow; no other begins until ``endDrawing()``.
    package func beginDrawing() {
        entrance.wait()
        let hasTurn = turn.wait(timeout: .now() + longestWait) == .success
        isDrawingsTurn.withLock { $0 = hasTurn }
    }

    /// Ends what ``beginDrawing()`` began.
    package func endDrawing() {
        if isDrawingsTurn.withLock({ $0 }) { turn.signal() }
        entrance.signal()
    }

    /// Runs a piece of work while nothing is drawn.
    package func work<Result, Failure>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
        entrance.wait()
        entrance.signal()
        turn.wait()
        defer { turn.signal() }
        return try body()
    }
}
