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
    private let hasBegun = Mutex(false)
    private let opening = DispatchGroup()
    /// Written only by the thread that opens the device, before the end of ``opening``, and read only
    /// afterwards.
    private var opened: Result<Renderer, GPUError>?
    /// The thread that has waited longest has the next turn.
    private let turn = DispatchSemaphore(value: 0)

    init() {
        // Created with 0, then signaled: libdispatch aborts the program if a semaphore is freed with a value
        // below its initial one.
        turn.signal()
    }

    /// Begins to open the device, unless that has already begun.
    func open() {
        hasBegun.withLock { hasBegun in
            guard !hasBegun else { return }
            hasBegun = true
            DispatchQueue.global(qos: .userInitiated).async(group: opening) { [self] in
                opened = Result { () throws(GPUError) in
                    let renderer = try Renderer.forFilters()
                    renderer.shouldStop = { Interruption.isWanted }
                    return renderer
                }
            }
        }
    }

    /// Waits until the device is open; throws ``GPUError`` if it cannot be opened.
    func requireOpen() throws(GPUError) { _ = try renderer() }

    /// Calls `body` with exclusive use of the renderer; other threads may use it between the steps of a save.
    func inTurn<Value>(_ body: (Renderer) throws -> Value) throws -> Value {
        let renderer = try renderer()
        turn.wait()
        defer { turn.signal() }
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

    private func renderer() throws(GPUError) -> Renderer {
        open()
        opening.wait()
        guard let opened else { preconditionFailure("the group ends after the result is there") }
        return try opened.get()
    }
}
