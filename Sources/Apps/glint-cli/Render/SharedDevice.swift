import Dispatch
import GPU
import Rendering
import Synchronization

/// The graphics device of a run, opened in the background. Threads that render concurrently take turns using
/// it.
final class SharedDevice: @unchecked Sendable {
    // The renderer is only used by the thread whose turn it is.

    /// True if several threads render concurrently; set before they start.
    var isShared = false
    /// True if a signal does not stop what is being rendered; set before the device is opened.
    var finishesAfterSignal = false
    private let hasBegun = Mutex(false)
    private let opening = DispatchGroup()
    /// Written only by the thread that opens the device, before ``opening`` ends, and read only afterward.
    private var opened: Result<Renderer, GPUError>?
    /// The thread that has waited longest gets the next turn.
    private let turn = DispatchSemaphore(value: 0)

    init() {
        // Created with the value 0 and then signaled, since libdispatch aborts the program if a semaphore is
        // freed while its value is below the initial one.
        turn.signal()
    }

    /// Starts opening the device, unless that has already been started.
    func open() {
        hasBegun.withLock { hasBegun in
            guard !hasBegun else { return }
            hasBegun = true
            DispatchQueue.global(qos: .userInitiated).async(group: opening) { [self] in
                opened = Result { () throws(GPUError) in
                    let renderer = try Renderer.forFilters()
                    if !finishesAfterSignal { renderer.shouldStop = { Interruption.isWanted } }
                    return renderer
                }
            }
        }
    }

    /// Waits until the device is open; throws ``GPUError`` if it cannot be opened.
    func requireOpen() throws(GPUError) { _ = try renderer() }

    /// Calls `body` with exclusive use of the renderer. Between the steps of a save, other threads may use
    /// it.
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

    /// Starts measuring how long each pass takes. Earlier times, such as those of a failed picture, are
    /// discarded.
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
