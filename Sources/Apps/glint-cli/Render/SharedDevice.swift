import Dispatch
import GPU
import Rendering
import Synchronization

/// The graphics device of a run, opened in the background; threads that render concurrently take turns with
/// it.
final class SharedDevice: @unchecked Sendable {
    // Only the thread that has the turn uses the renderer.

    /// True if several threads render concurrently; set before they begin.
    var isShared = false
    private let opening = Mutex<Background<Renderer, GPUError>?>(nil)
    /// The thread that has waited longest has the next turn.
    private let turn = DispatchSemaphore(value: 0)

    init() {
        // Created with 0, then signaled: libdispatch aborts the program if a semaphore is freed with a value
        // below its initial one.
        turn.signal()
    }

    /// Begins to open the device, unless that has already begun.
    func open() { _ = begun() }

    /// Waits until the device is open; throws ``GPUError`` if it cannot be opened.
    func requireOpen() throws(GPUError) { _ = try begun().result() }

    /// Calls `body` with exclusive use of the renderer.
    func inTurn<Result>(_ body: (Renderer) throws -> Result) throws -> Result {
        let renderer = try begun().result()
        turn.wait()
        defer { turn.signal() }
        // Other threads may use the device between the steps of a save.
        renderer.betweenSteps =
            isShared
            ? { [turn] rest in
                turn.signal()
                rest()
                turn.wait()
            } : nil
        return try body(renderer)
    }

    /// Measures how long each pass takes from now on; earlier times, such as those of a picture that failed,
    /// are discarded.
    func measureTimes() throws {
        try inTurn { renderer in
            if !renderer.measuresTime { renderer.measuresTime = true }
            _ = renderer.takeTimings()
        }
    }

    private func begun() -> Background<Renderer, GPUError> {
        opening.withLock { opening in
            let begun =
                opening
                ?? Background { () throws(GPUError) in
                    let renderer = try Renderer.forFilters()
                    renderer.shouldStop = { Interruption.isWanted }
                    return renderer
                }
            opening = begun
            return begun
        }
    }
}
