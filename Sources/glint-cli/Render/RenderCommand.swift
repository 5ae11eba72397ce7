import Batch
import Clips
import Decoding
import Filters
import GPU
import Imaging
import Rendering
import Wording

/// `render`: applies filters to pictures and saves the results.
struct RenderCommand {
    private let options: RenderOptions

    init(_ options: RenderOptions) {
        self.options = options
    }

    /// Saves what can be saved; one bad file does not stop the rest.
    func run() throws(CommandError) -> ExitStatus {
        var stages: [Recipe.Stage] = []
        for path in options.recipes { stages += try RecipeFile.read(path).stages }
        let recipe = Recipe(stages + options.stages)
        try FilterSet.requireWorking(in: recipe)
        tellOfPresets(in: recipe)
        let plan = try plan()
        for job in plan.kept {
            Console.note("\(job.output.shortened) exists already and is left as it is")
            try report(job, nil, since: nil, error: nil)
        }
        for (job, problem) in plan.problems {
            Console.complain(sentence(problem))
            try report(job, nil, since: nil, error: sentence(problem))
        }
        var status = plan.problems.isEmpty ? ExitStatus.done : .files
        Interruption.watch()
        var session = Session(options: options, recipe: recipe)
        var (size, start): (SIMD2<Int>?, ContinuousClock.Instant) = (nil, .now)
        var failure: CommandError?
        Batch.run(plan.jobs) {
            failure != nil
        } render: { job in
            (size, start) = (nil, .now)
            size = try session.render(job)
        } ended: { job, outcome in
            var problem: String?
            switch outcome {
            case .saved: break
            case .cancelled:
                ProgressBar.erase()
                problem = "it was cancelled"
            case .failed(let error):
                let sentence = sentence(error, about: job)
                Console.complain(sentence)
                problem = sentence
                status = .files
            }
            do throws(CommandError) {
                try report(job, size, since: start, error: problem)
            } catch {
                failure = error
            }
            if Interruption.isWanted { Interruption.endProgram() }
        }
        if let failure { throw failure }
        return status
    }

    /// Tells what became of a file, as far as that is wanted.
    ///
    /// - Parameters:
    ///   - size: that of the result; nil where it is not known, or there is none.
    ///   - start: when it was begun; nil where nothing was to be done.
    private func report(
        _ job: BatchPlan.Job, _ size: SIMD2<Int>?, since start: ContinuousClock.Instant?, error: String?
    ) throws(CommandError) {
        let milliseconds = start.map { Int(((.now - $0) / .milliseconds(1)).rounded()) }
        if options.isVerbose, error == nil, let milliseconds {
            let pixels = size.map { ", \($0.x) × \($0.y) pixels" } ?? ""
            Console.note("\(job.output.shortened)\(pixels), \(milliseconds) ms")
        }
        guard options.writesJSON else { return }
        func number(_ value: Int?) -> JSONValue {
            error == nil ? value.map { .number(Double($0)) } ?? .null : .null
        }
        try Console.print(
            JSONValue.object([
                "input": .string(job.input), "output": .string(job.output), "width": number(size?.x),
                "height": number(size?.y), "milliseconds": number(milliseconds),
                "error": error.map(JSONValue.string) ?? .null,
            ]).line)
    }

    /// Reports unknown settings in analog video presets.
    private func tellOfPresets(in recipe: Recipe) {
        for stage in recipe.stages where stage.filter == NTSC.id {
            // An unreadable preset is reported where it is used.
            guard case .text(let path)? = stage.parameters["preset"]?.value(of: .file), !path.isEmpty,
                let remark = try? NTSCPreset.read(path).remark
            else { continue }
            Console.note("\(path.shortened): \(remark)")
        }
    }

    private func plan() throws(CommandError) -> BatchPlan {
        if options.format != nil { return BatchPlan(input: options.inputs[0], piped: options.output) }
        do throws(BatchPlan.Impossible) {
            return try BatchPlan(
                inputs: options.inputs, output: options.output, existing: options.existing)
        } catch {
            throw .files(sentence(error))
        }
    }

    private func sentence(_ error: BatchPlan.Impossible) -> String {
        guard case .sameOutput = error else { return error.description }
        return "\(error); name a folder or a pattern such as small/\(BatchPlan.stemMark).png"
    }

    private func sentence(_ problem: BatchPlan.Problem) -> String {
        if case .exists = problem { return "\(problem); -y replaces it, -n leaves it as it is" }
        return problem.description
    }

    private func sentence(_ error: any Error, about job: BatchPlan.Job) -> String {
        if let error = error as? RecipeError {
            return "\((options.recipes.first ?? job.input).shortened): \(error.sentence)"
        }
        if let error = error as? ImagingError { return error.sentenceWithOption }
        if let error = error as? ClipError { return error.sentenceWithOption }
        return Batch.sentence(error, about: job)
    }

    /// The device, opened while the first picture is decoded.
    private struct Session {
        let options: RenderOptions
        let recipe: Recipe
        private var device: Background<Renderer, GPUError>?

        init(options: RenderOptions, recipe: Recipe) {
            self.options = options
            self.recipe = recipe
        }

        /// Returns the size of the result in pixels; nil where several have been made.
        mutating func render(_ job: BatchPlan.Job) throws -> SIMD2<Int>? {
            let start = ContinuousClock.now
            let device =
                device
                ?? Background { () throws(GPUError) in try Renderer.forFilters() }
            self.device = device
            // The program must not end while a driver starts, even if the picture is damaged.
            defer { device.wait() }
            let product = Product(of: job.output, options: options.clip)
            let isPiped = StandardStreams.isPipe(job.input)
            let medium =
                isPiped
                ? Medium.picture
                : try Medium(of: job.input, wantsFrames: !product.isPicture || options.clip.frame != nil)
            if isPiped, !product.isPicture { throw PipeError.noPicture(output: job.output) }
            let picture: Picture? =
                medium == .picture && product.isPicture ? try read(job.input, isPiped: isPiped) : nil
            let decoded = ContinuousClock.now
            let renderer = try device.result()
            if renderer.measuresTime != options.showsTimings { renderer.measuresTime = options.showsTimings }
            renderer.shouldStop = { Interruption.isWanted }
            // Times of a failed picture must not count for the next one.
            defer { _ = renderer.takeTimings() }
            let opened = ContinuousClock.now
            let size: SIMD2<Int>?
            if let picture {
                try save(picture, of: job, with: renderer)
                size = try FilterSet.catalog.size(of: recipe, entering: SIMD2(picture.width, picture.height))
            } else {
                size = try ClipRendering(options: options, recipe: recipe, renderer: renderer)
                    .render(job, medium, as: product)
            }
            guard options.showsTimings else { return size }
            TimingReport(
                decode: decoded - start, open: opened - decoded, render: .now - opened, total: .now - start,
                passes: renderer.takeTimings()
            ).write(about: options.inputs.count > 1 ? job.input : nil)
            return size
        }

        private func save(_ picture: Picture, of job: BatchPlan.Job, with renderer: Renderer) throws {
            if options.clip.frame != nil { throw MediumError.notAVideo(input: job.input) }
            let (input, output) = (
                StandardStreams.inputName(job.input), StandardStreams.outputName(job.output)
            )
            let bar = ProgressBar(input)
            let losses = try PictureOutput(options: options, recipe: recipe, renderer: renderer)
                .save(picture, of: job, progress: bar.draw)
            ProgressBar.erase()
            picture.tellOfDamage(in: input)
            if picture.page.count > 1 { Console.note("\(input): this is \(picture.page)") }
            for loss in picture.metadata.losses { Console.note("\(input): \(loss)") }
            for loss in losses { Console.note("\(output): \(loss)") }
        }

        private func read(_ path: String, isPiped: Bool) throws -> Picture {
            guard isPiped else {
                return try PictureLoader.shared.picture(contentsOf: path, options: options.decoding)
            }
            let bytes = try StandardStreams.bytes(of: path)
            do throws(ImagingError) {
                return try PictureLoader.shared.picture(
                    encoded: bytes, name: StandardStreams.inputName(path), options: options.decoding)
            } catch {
                if case .notAPicture = error { throw PipeError.notAPicture(path: path) }
                throw error
            }
        }
    }
}
