import Dispatch
import Synchronization

/// Prevents one thread from using textures and buffers while another draws windows.
///
/// llvmpipe, Mesa's software renderer, walks the pending draws of every context of the display whenever one
/// of them uses a texture or a buffer. Mesa 22.3 took no lock for that (25.0 does), so it read half-written
/// lists and crashed if a window was being drawn at that moment.
package final class DrawingTurns: Sendable {
    /// Held while the driver is in use.
    private let turn = DispatchSemaphore(value: 1)
    /// Held while drawing waits or is in progress; work only passes through, so that drawing waits for one
    /// job at most.
    private let entrance = DispatchSemaphore(value: 1)
    /// True if drawing holds the turn; false if it stopped waiting for a slow job.
    private let isDrawingsTurn = Mutex(false)
    private let longestWait: DispatchTimeInterval

    /// - Parameter longestWait: the maximum time that drawing waits for a job. By then the driver has long
    ///   finished walking the lists, which it does first, and is running or compiling a kernel.
    package init(longestWait: DispatchTimeInterval = .milliseconds(100)) {
        self.longestWait = longestWait
    }

    /// Waits for the job in progress, unless it is slow; no other job starts until ``endDrawing()``.
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

    /// Runs a job while nothing is drawn.
    package func work<Result, Failure>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
        entrance.wait()
        entrance.signal()
        turn.wait()
        defer { turn.signal() }
        return try body()
    }
}
