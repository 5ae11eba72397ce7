import Exporting
import Filters
import GPU
import Localization
import Synchronization
import System

/// `watch`: renders the pictures and videos that appear in a folder, until a signal arrives or the folder is
/// removed.
///
/// All files share the device, the decoders and the kernels.
struct WatchCommand {
    static let existing = CommandOption(
        long: "existing", summary: "Also process the files that are already in INPUT and have no OUTPUT.")

    /// The options of `render` for single files, pipes and measurements.
    private static let excluded: Set = [
        RenderOptions.format, RenderOptions.timings, RenderOptions.verbose, .inputFormat, .channels,
        .inputDepth,
    ]

    /// The options, in the groups shown by help.
    static var groups: [(title: String, options: [CommandOption])] {
        var groups = RenderOptions.groups.map { group in
            (title: group.title, options: group.options.filter { !excluded.contains($0) })
        }
        groups[0].options.append(existing)
        return groups
    }

    static var options: [CommandOption] { groups.flatMap(\.options) }

    private let options: RenderOptions
    private let path: String
    private let rendersExisting: Bool
    private let device = SharedDevice()

    init(_ arguments: ParsedArguments) throws(CommandError) {
        guard arguments.operands.count == 1, let path = arguments.operands.first else {
            throw .usage("watch needs one folder: \(Command.watch.usage)")
        }
        guard path != StandardStreams.mark, arguments.value(of: RenderOptions.output) != StandardStreams.mark
        else { throw .usage("watch needs folders, not standard input or output") }
        options = try RenderOptions(arguments)
        for mark in [BatchPlan.indexMark, BatchPlan.numberMark] where options.output.contains(mark) {
            throw .usage("\(mark) numbers the inputs of render; watch has no number for a file, only {stem}")
        }
        self.path = path
        rendersExisting = arguments.has(Self.existing)
    }

    func run() throws(CommandError) -> ExitStatus {
        Console.isQuiet.store(options.isQuiet, ordering: .relaxed)
        // Two progress lines would overwrite each other.
        if options.atOnce > 1 { Console.showsProgress.store(false, ordering: .relaxed) }
        device.isShared = options.atOnce > 1
        device.finishesAfterSignal = true
        device.open()
        let recipe = try options.recipe()
        let folder = try watchedFolder()
        do throws(GPUError) {
            try device.requireOpen()
        } catch {
            throw .files("\(error)")
        }
        let ledger = RenderLedger(
            writesJSON: options.writesJSON, isVerbose: !options.writesJSON, sumsUp: true)
        let watch = Watch(
            folder: folder, ledger: ledger,
            rendering: JobRendering(options: options, recipe: recipe, device: device))
        Interruption.watch(timeout: nil) { watch.remarkOnSignal() }
        Console.note("Watching \(path.shortened); Ctrl+C ends it")
        Workers.run(options.atOnce) { watch.work() }
        _ = try ledger.close()
        try watch.requireWhole()
        Interruption.endProgram()
    }

    private func watchedFolder() throws(CommandError) -> WatchedFolder {
        try options.requireSeveral()
        var passedOver: String?
        if options.isRecursive, let results = options.folderOfResults, !FileIdentity.isSame(results, path) {
            // Only an existing folder can be recognized as the one to pass over.
            do throws(FileError) {
                try PathName.makeSharedFolder(results)
            } catch {
                throw .files("\(error)")
            }
            passedOver = results
        }
        let folder = try WatchedFolder(path, isRecursive: options.isRecursive, passingOver: passedOver) {
            input throws(CommandError) in
            guard rendersExisting else { return true }
            let plan = try options.plan([input])
            let job = plan.jobs.first ?? plan.kept.first ?? plan.problems.first?.job
            return job.map { PathName.exists(NumberedPictures.path(of: 0, in: $0.output)) } ?? true
        }
        let sample =
            PathName.isFolder(options.output)
            ? options.output + "/-" : options.output.prefix { $0 != "{" } + "-"
        if folder.contains(String(sample)) { throw .files(options.sentenceOnWatched(options.output)) }
        return folder
    }
}

extension RenderOptions {
    /// Throws unless OUTPUT is a folder or a pattern.
    fileprivate func requireSeveral() throws(CommandError) {
        guard BatchPlan.acceptsSeveral(output) else {
            throw .files("\(BatchPlan.Impossible.noFolder(output: output))")
        }
    }

    fileprivate func sentenceOnWatched(_ output: String) -> String {
        "\(output.shortened) would be in the watched folder \(inputs[0].shortened); choose another folder"
    }
}

/// State shared by the threads that render.
private final class Watch: Sendable {
    private let folder: WatchedFolder
    private let ledger: RenderLedger
    private let rendering: JobRendering
    /// The error that ended the watching.
    private let failure = Mutex<CommandError?>(nil)
    /// The input of each output written in this run.
    private let inputs = Mutex<[String: String]>([:])
    private let countInProgress = Atomic(0)

    init(folder: WatchedFolder, ledger: RenderLedger, rendering: JobRendering) {
        self.folder = folder
        self.ledger = ledger
        self.rendering = rendering
    }

    func requireWhole() throws(CommandError) {
        if let error = failure.withLock({ $0 }) { throw error }
    }

    func remarkOnSignal() {
        guard countInProgress.load(ordering: .relaxed) > 0 else { return }
        Console.note("Ends after the file in progress; a second signal discards it")
    }

    private var isAlone: Bool { rendering.options.atOnce == 1 }
    private var isOver: Bool { !ledger.isOpen || failure.withLock { $0 != nil } }

    /// Renders files until there can be no more.
    func work() {
        do throws(CommandError) {
            while !isOver, let input = try folder.next(isOver: isAlone ? nil : { self.isOver }) {
                countInProgress.add(1, ordering: .relaxed)
                ledger.enter(report(on: input))
                countInProgress.subtract(1, ordering: .relaxed)
            }
        } catch {
            failure.withLock { $0 = $0 ?? error }
        }
    }

    private func report(on input: BatchPlan.Input) -> JobReport {
        do throws(CommandError) {
            try rendering.options.requireSeveral()
            let plan = try rendering.options.plan([input])
            guard let job = plan.jobs.first else { return try rendering.run(plan) }
            // Later results in a watched folder would be inputs themselves.
            guard !folder.contains(job.output) else {
                return JobReport(job, .failed(rendering.options.sentenceOnWatched(job.output)))
            }
            let other = inputs.withLock { inputs in
                defer { inputs[job.output] = job.input }
                return inputs[job.output]
            }
            if let other, other != job.input, PathName.exists(other) {
                inputs.withLock { $0[job.output] = other }
                let problem = BatchPlan.Problem.sameOutput(other: other, output: job.output)
                return JobReport(job, .failed(rendering.options.sentence(problem)))
            }
            return rendering.run(job)
        } catch {
            return JobReport(input: input.path, output: "", .failed(error.sentence))
        }
    }
}
