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
        let ledger = RenderLedger(options, passedOver: found.otherCount)
        for report in found.problems { ledger.enter(report) }
        for job in plan.kept {
            Console.note("\(job.output.shortened) already exists and was skipped")
            ledger.enter(JobReport(job, .kept))
        }
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

/// Counts results and reports those that the user wants reported. Used by several threads.
private final class RenderLedger: Sendable {
    private struct Counts {
        var saved = 0
        var kept = 0
        var failed = 0
        /// The error that occurred when writing a report, after which nothing more is reported.
        var failure: CommandError?
    }

    private let writesJSON: Bool
    private let isVerbose: Bool
    private let sumsUp: Bool
    /// The number of skipped files that are not pictures.
    private let passedOver: Int
    private let counts = Mutex(Counts())

    init(_ options: RenderOptions, passedOver: Int) {
        sumsUp = options.inputs.count > 1 || options.isRecursive
        self.passedOver = passedOver
        writesJSON = options.writesJSON
        isVerbose = options.isVerbose
    }

    /// True if more files should be written.
    var isOpen: Bool { !Interruption.isWanted && counts.withLock { $0.failure == nil } }

    func enter(_ report: JobReport) {
        counts.withLock { counts in
            switch report.outcome {
            case .saved: counts.saved += 1
            case .kept: counts.kept += 1
            case .cancelled: break
            case .failed(let sentence):
                counts.failed += 1
                Console.complain(sentence)
            }
            if isVerbose, let remark = report.remark { Console.note(remark) }
            guard writesJSON, counts.failure == nil else { return }
            do throws(CommandError) {
                try Console.print(JSONValue.object(report.keys).line)
            } catch {
                counts.failure = error
            }
        }
    }

    /// Prints a summary if there were several files.
    func close() throws(CommandError) -> ExitStatus {
        let counts = counts.withLock { $0 }
        if let failure = counts.failure { throw failure }
        if sumsUp {
            let parts = [
                (counts.saved, "saved"), (counts.kept, "skipped"), (counts.failed, "failed"),
                (passedOver, passedOver == 1 ? "is not a picture" : "are not pictures"),
            ]
            let reported = parts.enumerated().filter { $0.offset == 0 || $0.element.0 > 0 }.map(\.element)
            Console.note(reported.map { "\($0.0) \($0.1)" }.joined(separator: ", "))
        }
        return counts.failed == 0 ? .done : .files
    }
}
