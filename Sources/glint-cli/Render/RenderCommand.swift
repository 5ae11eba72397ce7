import Filters
import GPU
import Imaging
import Rendering

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
        let plan = try OutputPlan(options)
        for path in plan.kept { Console.note("\(path) exists already and is left as it is") }
        for problem in plan.problems { Console.complain(problem) }
        var status = plan.problems.isEmpty ? ExitStatus.done : .files
        Interruption.watch()
        var session = Session(options: options, recipe: recipe)
        for job in plan.jobs {
            do {
                try session.render(job)
            } catch is Cancelled {
                ProgressBar.erase()
            } catch {
                Console.complain(sentence(error, about: job))
                status = .files
            }
            if Interruption.isWanted { Interruption.endProgram() }
        }
        return status
    }

    /// Errors of files name their file; the others get the input's name.
    private func sentence(_ error: any Error, about job: OutputPlan.Job) -> String {
        switch error {
        case let error as ImagingError: error.description
        case let error as RecipeError: "\(options.recipe ?? job.input): \(error.sentence)"
        default: "\(job.input): \(error)"
        }
    }

    /// The device, opened when the first picture is there to use it.
    private struct Session {
        let options: RenderOptions
        let recipe: Recipe
        private var renderer: Renderer?

        init(options: RenderOptions, recipe: Recipe) {
            self.options = options
            self.recipe = recipe
        }

        mutating func render(_ job: OutputPlan.Job) throws {
            let clock = ContinuousClock()
            let start = clock.now
            let picture = try Picture(contentsOf: job.input)
            let decoded = clock.now
            let renderer = try openedRenderer()
            // The times of a picture that fails are not the next one's.
            defer { _ = renderer.takeTimings() }
            let opened = clock.now
            let bar = ProgressBar(job.input)
            try renderer.render(
                picture, recipe, to: job.output, options: options.encoding,
                overwrite: options.existing == .overwrite, progress: bar.draw)
            ProgressBar.erase()
            guard options.showsTimings else { return }
            TimingReport(
                decode: decoded - start, open: opened - decoded, render: clock.now - opened,
                total: clock.now - start,
                passes: renderer.takeTimings()
            ).write(about: options.inputs.count > 1 ? job.input : nil)
        }

        private mutating func openedRenderer() throws -> Renderer {
            if let renderer { return renderer }
            let renderer = try Renderer(catalog: FilterSet.catalog)
            renderer.measuresTime = options.showsTimings
            renderer.shouldStop = { Interruption.isWanted }
            self.renderer = renderer
            return renderer
        }
    }
}
