import Dispatch

/// Keeps the use of textures on one thread apart from the drawing of windows on another.
///
/// llvmpipe, Mesa's software renderer, looks through what every context of the display is about to draw whenever one of
/// them uses a texture. It took no lock for that at least until Mesa 22.3, so that it read lists half written, and
/// crashed, when a window was drawn at that moment.
package final class DrawingTurns: Sendable {
    /// Held by whoever uses the driver.
    private let turn = DispatchSemaphore(value: 1)
    /// Held by drawing that waits or is under way; work passes through, so that drawing waits for one piece of it at most.
    private let entrance = DispatchSemaphore(value: 1)

    package init() {}

    /// Waits for the piece of work under way; no other begins until ``endDrawing()``.
    package func beginDrawing() {
        entrance.wait()
        turn.wait()
    }

    /// Ends what ``beginDrawing()`` began.
    package func endDrawing() {
        turn.signal()
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
