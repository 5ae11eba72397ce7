import Dispatch
import GPU
import Rendering
import Synchronization

/// The one graphics device of a run, opened in the background; threads that render at once take turns with it.
final class SharedDevice: @unchecked Sendable {
    // Only who has the turn uses the renderer.

    /// Whether several threads render at once; set before they begin.
    var isShared = false
    private let opening = Mutex<Background<Renderer, GPUError>?>(nil)
    /// Whoever waits longest has the next turn.
    private let turn = DispatchSemaphore(value: 0)

    init() {
        // Made with 0: libdispatch ends the program where a semaphore is freed with a value below its first.
        turn.signal()
    }

    /// Begins to open the device, unless that has been done.
    func open() { _ = begun() }

    /// Waits until the device is open; throws ``GPUError`` where it cannot be opened.
    func requireOpen() throws(GPUError) { _ = try begun().result() }

    /// Gives the renderer to `body`, which nobody else uses meanwhile.
    func inTurn<Result>(_ body: (Renderer) throws -> Result) throws -> Result {
        let renderer = try begun().result()
        turn.wait()
        defer { turn.signal() }
        renderer.isShared = isShared
        return try body(renderer)
    }

    /// Measures how long each pass takes from now on; times so far, as of a picture that failed, are forgotten.
    func measureTimes() throws {
        try inTurn { renderer in
            if !renderer.measuresTime { renderer.measuresTime = true }
            _ = renderer.takeTimings()
        }
    }

    /// Makes a save and carries it out; others have the device between its steps.
    ///
    /// - Parameter result: what is wanted of the save at its end.
    func save<Save: SteppedSave, Result>(
        progress: (Double) -> Void, _ begin: (Engine, @escaping () -> Bool) throws -> Save,
        result: (Save) -> Result
    ) throws -> Result {
        try inTurn { renderer in
            try renderer.save(progress: progress, begin, result: result) { rest in
                turn.signal()
                rest()
                turn.wait()
            }
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
