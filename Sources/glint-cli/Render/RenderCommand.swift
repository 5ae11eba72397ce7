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
        let recipe = Recipe((try options.recipe.map(RecipeFile.read)?.stages ?? []) + options.stages)
        try FilterSet.requireWorking(in: recipe)
        tellOfPresets(in: recipe)
        let plan = try plan()
        for path in plan.kept { Console.note("\(path.shortened) exists already and is left as it is") }
        for (_, problem) in plan.problems { Console.complain(sentence(problem)) }
        var status = plan.problems.isEmpty ? ExitStatus.done : .files
        Interruption.watch()
        var session = Session(options: options, recipe: recipe)
        Batch.run(plan.jobs) { job in
            try session.render(job)
        } ended: { job, outcome in
            switch outcome {
            case .saved: break
            case .cancelled: ProgressBar.erase()
            case .failed(let error):
                Console.complain(sentence(error, about: job))
                status = .files
            }
            if Interruption.isWanted { Interruption.endProgram() }
        }
        return status
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
            return "\((options.recipe ?? job.input).shortened): \(error.sentence)"
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

        mutating func render(_ job: BatchPlan.Job) throws {
            let start = ContinuousClock.now
            let device =
                device
                ?? Background { () throws(GPUError) in try Renderer.forFilters() }
            self.device = device
            // The program must not end while a driver starts, even if the picture is damaged.
            defer { device.wait() }
            let product = Product(of: job.output, options: options.clip)
            let medium = try Medium(
                of: job.input, wantsFrames: !product.isPicture || options.clip.frame != nil)
            let picture: Picture? =
                medium == .picture && product.isPicture
                ? try PictureLoader.shared.picture(contentsOf: job.input, options: options.decoding) : nil
            let decoded = ContinuousClock.now
            let renderer = try device.result()
            if renderer.measuresTime != options.showsTimings { renderer.measuresTime = options.showsTimings }
            renderer.shouldStop = { Interruption.isWanted }
            // Times of a failed picture must not count for the next one.
            defer { _ = renderer.takeTimings() }
            let opened = ContinuousClock.now
            if let picture {
                try save(picture, of: job, with: renderer)
            } else {
                try ClipRendering(options: options, recipe: recipe, renderer: renderer)
                    .render(job, medium, as: product)
            }
            guard options.showsTimings else { return }
            TimingReport(
                decode: decoded - start, open: opened - decoded, render: .now - opened, total: .now - start,
                passes: renderer.takeTimings()
            ).write(about: options.inputs.count > 1 ? job.input : nil)
        }

        private func save(_ picture: Picture, of job: BatchPlan.Job, with renderer: Renderer) throws {
            if options.clip.frame != nil { throw MediumError.notAVideo(input: job.input) }
            let bar = ProgressBar(job.input)
            var encoding = options.encoding
            if options.keepsRecipe {
                encoding.keptRecipe = .init(json: recipe.json, version: GlintVersion.current)
            }
            let losses = try renderer.render(
                picture, recipe, to: job.output, options: encoding,
                overwrite: options.existing == .overwrite, progress: bar.draw)
            ProgressBar.erase()
            picture.tellOfDamage(in: job.input)
            if picture.page.count > 1 { Console.note("\(job.input): this is \(picture.page)") }
            for loss in picture.metadata.losses { Console.note("\(job.input): \(loss)") }
            for loss in losses { Console.note("\(job.output): \(loss)") }
        }
    }
}
