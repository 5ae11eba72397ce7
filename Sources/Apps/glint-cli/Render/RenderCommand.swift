import Exporting
import Filters
import Synchronization
import Localization

/// `render`: applies filters to pictures and saves the results.
struct RenderCommand {
    private let options: RenderOptions
    private let device: SharedDevice

    init(_ options: RenderOptions, on device: SharedDevice) {
        self.options = options
        self.device = device
    }

    /// Saves everything that can be saved; a file with an error does not stop the others.
    func run() throws(CommandError) -> ExitStatus {
        Console.isQuiet.store(options.isQuiet, ordering: .relaxed)
        // Two progress lines would overwrite each other.
        if options.atOnce > 1 { Console.showsProgress.store(false, ordering: .relaxed) }
        let recipe = try options.recipe()
        let found = options.foundInputs()
        let plan = try options.piped == nil ? options.plan(found.inputs) : options.plan()
        let ledger = RenderLedger(
            writesJSON: options.writesJSON, isVerbose: options.isVerbose,
            sumsUp: options.inputs.count > 1 || options.isRecursive, passedOver: found.otherCount)
        for report in found.problems { ledger.enter(report) }
        for job in plan.kept { ledger.enter(JobReport(job, .kept)) }
        for (job, problem) in plan.problems {
            ledger.enter(JobReport(job, .failed(options.sentence(problem))))
        }
        Interruption.watch()
        device.isShared = options.atOnce > 1
        let rendering = JobRendering(options: options, recipe: recipe, device: device)
        let rest = Mutex(plan.jobs[...])
        Workers.run(min(options.atOnce, plan.jobs.count)) {
            while ledger.isOpen, let job = rest.withLock({ $0.popFirst() }) {
                ledger.enter(rendering.run(job))
            }
        }
        if Interruption.isWanted { Interruption.endProgram() }
        return try ledger.close()
    }
}
