import Filters
import GPU

/// Which kernels a recipe may come to need while its sliders move: they are made before someone waits for them.
///
/// A driver compiles a kernel when it first runs, which takes tenths of a second once, and milliseconds when the
/// driver has kept it from an earlier start of the program. A forecast goes on in small steps, for previews come first.
struct KernelWarmup {
    private var start: Start?
    private var subject: Subject?
    /// Sliders still to be moved, one at a time.
    private var sliders: [Slider] = []
    private var waiting: [KernelShape] = []
    private var known: Set<KernelShape> = []

    /// What a forecast is made for: it holds for whatever numbers the sliders stand at.
    private struct Subject: Equatable {
        let filters: [String]
        /// With the grid it makes the scale that lengths in pixels are worked at.
        let sourceSize: SIMD2<Int>
        let gridSize: SIMD2<Int>
        let sourceFormat: PixelFormat?
    }

    /// What is looked at from. Not a job, for that holds its picture, and a forecast outlives it.
    private struct Start {
        let recipe: Recipe
        let sourceSize: SIMD2<Int>
        let viewport: Viewport
    }

    private struct Slider {
        let stage: Int
        let parameter: String
        var values: [Double]
        /// Values in a row that led to no kernel that was not known.
        var misses = 0
    }

    /// Places of a slider that are looked at.
    private static let steps = 64
    /// A slider of which so many places need nothing new is done with.
    private static let mostMisses = 16

    /// Begins with what a job may become; kernels that wait from before come after its own.
    mutating func begin(_ job: RenderQueue.Job, on engine: Engine) {
        let subject = Subject(
            filters: job.recipe.stages.map { "\($0.filter) \($0.isEnabled)" },
            sourceSize: job.source.size, gridSize: job.viewport.gridSize,
            sourceFormat: engine.lastSourceFormat)
        if subject == self.subject { return }
        self.subject = subject
        let start = Start(recipe: job.recipe, sourceSize: job.source.size, viewport: job.viewport)
        self.start = start
        sliders = Self.sliders(of: job.recipe, catalog: engine.catalog)
        let before = waiting
        waiting = []
        for changing in [nil] + job.recipe.stages.indices.map(Optional.some) {
            note(job.recipe, changing: changing, from: start, on: engine)
        }
        waiting += before
    }

    /// Does a little: makes a kernel, or looks for more; false when there is nothing left.
    mutating func step(on engine: Engine) -> Bool {
        if !waiting.isEmpty {
            // A filter that does not compile says so when it is used.
            try? engine.prepare(waiting.removeFirst())
            return true
        }
        guard let start, var slider = sliders.popLast() else { return false }
        guard let value = slider.values.popLast(), slider.misses < Self.mostMisses else { return true }
        var recipe = start.recipe
        recipe.stages[slider.stage].set(slider.parameter, to: .number(value))
        let count = known.count
        note(recipe, changing: nil, from: start, on: engine)
        note(recipe, changing: slider.stage, from: start, on: engine)
        slider.misses = known.count == count ? slider.misses + 1 : 0
        sliders.append(slider)
        return true
    }

    /// Adds the kernels of one recipe.
    private mutating func note(
        _ recipe: Recipe, changing: Int?, from start: Start, on engine: Engine
    ) {
        guard
            let plan = try? engine.fitted(
                Plan(
                    recipe: recipe, catalog: engine.catalog, sourceSize: start.sourceSize,
                    viewport: start.viewport,
                    precision: .rgba16f, outputFormat: .rgba8, changing: changing))
        else { return }
        for pass in plan.passes {
            let formats = pass.inputs.map { input in
                if case .pass(let index) = input {
                    plan.passes[index].format
                } else {
                    engine.lastSourceFormat ?? .rgba16f
                }
            }
            let shape = KernelShape(of: pass, inputFormats: formats, outputFormat: pass.format)
            if known.insert(shape).inserted { waiting.append(shape) }
        }
    }

    /// The sliders of a recipe: those of a filter of several passes over the whole range, since other values may take
    /// other kernels, those of a point filter at both ends.
    private static func sliders(of recipe: Recipe, catalog: FilterCatalog) -> [Slider] {
        var sliders: [Slider] = []
        for (index, stage) in recipe.stages.enumerated().reversed() {
            let steps = catalog.multiPass(stage.filter) == nil ? 1 : steps
            for parameter in catalog.filter(stage.filter)?.parameters ?? [] {
                guard let low = parameter.min, let high = parameter.max else { continue }
                // Small values are closer together: what counts is mostly the ratio. The order jumps over the range.
                let values = (0...steps).map { step in
                    let place = Double(step * 27 % (steps + 1)) / Double(steps)
                    return low + place * place * (high - low)
                }
                sliders.append(Slider(stage: index, parameter: parameter.id, values: values))
            }
        }
        return sliders
    }
}
