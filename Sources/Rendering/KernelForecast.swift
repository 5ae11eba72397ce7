import Filters
import GPU

/// Which kernels a recipe may come to need while its sliders move: they are made before someone waits for them.
///
/// A driver compiles a kernel when it first runs, which takes tenths of a second once, and milliseconds when the
/// driver has kept it from an earlier start of the program.
struct KernelForecast {
    private var waiting: [KernelShape] = []
    private var known: Set<KernelShape> = []
    private var last: Subject?

    /// What a forecast is made for: it holds for whatever numbers the sliders stand at.
    private struct Subject: Equatable {
        let filters: [String]
        let gridSize: SIMD2<Int>
        let sourceFormat: PixelFormat?
    }

    /// Places of a slider that are looked at, from one end to the other.
    private static let steps = 64

    /// Adds the kernels of what a job may become when one of its sliders moves; they come before those that wait.
    mutating func add(_ job: RenderQueue.Job, on engine: Engine) {
        let subject = Subject(
            filters: job.recipe.stages.map { "\($0.filter) \($0.isEnabled)" },
            gridSize: job.viewport.gridSize, sourceFormat: engine.lastSourceFormat)
        if subject == last { return }
        last = subject
        var found: [KernelShape] = []
        for recipe in [job.recipe] + Self.variations(of: job.recipe, catalog: engine.catalog) {
            for changing in [nil] + recipe.stages.indices.map(Optional.some) {
                guard
                    let plan = try? Plan(
                        recipe: recipe, catalog: engine.catalog, sourceSize: job.source.size,
                        viewport: job.viewport, precision: .rgba16f, outputFormat: .rgba8, changing: changing)
                else { continue }
                for pass in plan.passes {
                    let formats = pass.inputs.map { input in
                        if case .pass(let index) = input {
                            plan.passes[index].format
                        } else {
                            engine.lastSourceFormat ?? .rgba16f
                        }
                    }
                    let shape = KernelShape(of: pass, inputFormats: formats, outputFormat: pass.format)
                    if known.insert(shape).inserted { found.append(shape) }
                }
            }
        }
        waiting = found + waiting
    }

    /// The next kernel to make.
    mutating func next() -> KernelShape? {
        waiting.isEmpty ? nil : waiting.removeFirst()
    }

    /// The recipe with one slider moved: over its whole range where that may take other passes, else to either end,
    /// since a point filter has one kernel whatever its numbers.
    private static func variations(of recipe: Recipe, catalog: FilterCatalog) -> [Recipe] {
        var variations: [Recipe] = []
        for (index, stage) in recipe.stages.enumerated() {
            let steps = catalog.multiPass(stage.filter) == nil ? 1 : steps
            for parameter in catalog.filter(stage.filter)?.parameters ?? [] {
                guard let low = parameter.min, let high = parameter.max else { continue }
                for step in 0...steps {
                    // Small values are closer together: what counts is mostly the ratio.
                    let place = Double(step * step) / Double(steps * steps)
                    var varied = recipe
                    varied.stages[index].set(parameter.id, to: .number(low + place * (high - low)))
                    variations.append(varied)
                }
            }
        }
        return variations
    }
}
