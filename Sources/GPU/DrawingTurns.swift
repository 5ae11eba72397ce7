import Dispatch
import Synchronization

/// Prevents one thread from using textures and buffers while another thread draws windows.
///
/// Whenever a context uses a texture or a buffer, llvmpipe, Mesa's software renderer, walks the pending draws
/// of all contexts of the display. Mesa 22.3 did not take a lock for that (25.0 does), so it read
/// half-written lists and crashed if a window was being drawn at that moment.
package final class DrawingTurns: Sendable {
    /// Held while the driver is in use.
    private let turn = DispatchSemaphore(value: 1)
    /// Held while drawing waits or is in progress. Jobs only acquire and release it, so that drawing waits
    /// for at most one job.
    private let entrance = DispatchSemaphore(value: 1)
    /// True if drawing holds the turn; false if it gave up waiting for a slow job.
    private let isDrawingsTurn = Mutex(false)
    private let longestWait: DispatchTimeInterval

    /// - Parameter longestWait: the maximum time that drawing waits for a job. After that time, the driver
    ///   has long finished walking the lists, which it does first, and is compiling or running a kernel.
    package init(longestWait: DispatchTimeInterval = .milliseconds(100)) {
        self.longestWait = longestWait
    }

    /// Waits for the job in progress, unless it is slow. No other job starts until ``endDrawing()``.
    package func beginDrawing() {
        entrance.wait()
        let hasTurn = turn.wait(timeout: .now() + longestWait) == .success
        isDrawingsTurn.withLock { $0 = hasTurn }
    }

    /// Ends the drawing begun by ``beginDrawing()``.
    package func endDrawing() {
        if isDrawingsTurn.withLock({ $0 }) { turn.signal() }
        entrance.signal()
    }

    /// Runs a job while no window is being drawn.
    package func work<Result, Failure>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
        entrance.wait()
        entrance.signal()
        turn.wait()
        defer { turn.signal() }
        return try body()
    }
}
