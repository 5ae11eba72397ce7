import Filters
import GPU
import Imaging

/// Predicts which kernels a recipe may need when its sliders are moved, and compiles them in advance.
///
/// A driver compiles a kernel when it first runs. That takes tenths of a second, or milliseconds if an
/// earlier run of the program left the kernel in the driver's disk cache. The work is done in small steps,
/// since previews have priority.
struct KernelWarmup {
    private var start: Start?
    private var subject: Subject?
    /// Sliders whose values have yet to be tried, one slider at a time.
    private var sliders: [Slider] = []
    private var waiting: [KernelShape] = []
    private var known: Set<KernelShape> = []

    /// What a prediction depends on; it is valid for all slider values.
    private struct Subject: Equatable {
        let filters: [String]
        /// Together with the grid, this determines how lengths in pixels are scaled.
        let sourceSize: SIMD2<Int>
        let primaries: Primaries
        let isOpaque: Bool
        let gridSize: SIMD2<Int>
        let sourceFormat: PixelFormat?
    }

    /// The starting point of a prediction. It is not a job, since a job keeps its picture in memory and the
    /// prediction outlives it.
    private struct Start {
        let recipe: Recipe
        let sourceSize: SIMD2<Int>
        let primaries: Primaries
        let isOpaque: Bool
        let photograph: Photograph?
        let viewport: Viewport
    }

    private struct Slider {
        let stage: Int
        let parameter: String
        var values: [Double]
        /// The number of consecutive values that needed no new kernel.
        var misses = 0
    }

    /// The number of steps into which a slider's range is divided.
    private static let steps = 64
    /// A slider is done when this many consecutive values need no new kernel.
    private static let maxMisses = 32

    /// Begins the prediction for a job; kernels left over from an earlier job are compiled after the new
    /// ones.
    mutating func begin(_ job: RenderQueue.Job, on engine: Engine) {
        let subject = Subject(
            filters: job.recipe.stages.map { "\($0.filter) \($0.isEnabled) \($0.changes)" },
            sourceSize: job.source.size, primaries: job.source.primaries, isOpaque: job.source.isOpaque,
            gridSize: job.viewport.gridSize,
            sourceFormat: engine.lastSourceFormat)
        if subject == self.subject { return }
        self.subject = subject
        let start = Start(
            recipe: job.recipe, sourceSize: job.source.size, primaries: job.source.primaries,
            isOpaque: job.source.isOpaque, photograph: job.source.photograph, viewport: job.viewport)
        self.start = start
        sliders = Self.sliders(of: job.recipe, catalog: engine.catalog)
        let before = waiting
        waiting = []
        let times = job.recipe.sampleTimes
        for changing in [nil] + job.recipe.stages.indices.map(Optional.some) {
            for time in times {
                note(job.recipe, at: time, changing: changing, from: start, on: engine)
            }
        }
        noteAdjustments(to: job.recipe, from: start, on: engine)
        waiting += before
    }

    /// Adds the kernels of adjustments that are not in the recipe yet, since the user may move any of their
    /// sliders next.
    private mutating func noteAdjustments(to recipe: Recipe, from start: Start, on engine: Engine) {
        let count = recipe.adjustmentCount(in: engine.catalog)
        for adjustment in Adjustment.all
        where recipe.value(of: adjustment, within: count, in: engine.catalog) == nil {
            let adjusted = recipe.adjusting(
                adjustment, to: adjustment.sample(in: engine.catalog), within: count, in: engine.catalog)
            let index = adjusted.stages.prefix(count + 1).firstIndex { $0.filter == adjustment.filter }
            note(adjusted, changing: index, from: start, on: engine)
        }
    }

    /// Does a small amount of work: compiles a kernel, or looks for more; false when nothing is left.
    mutating func step(on engine: Engine) -> Bool {
        if !waiting.isEmpty {
            // If a filter does not compile, the error is reported when the filter is used.
            try? engine.prepare(waiting.removeFirst())
            return true
        }
        guard let start, var slider = sliders.popLast() else { return false }
        guard let value = slider.values.popLast(), slider.misses < Self.maxMisses else { return true }
        var recipe = start.recipe
        recipe.stages[slider.stage].set(slider.parameter, to: .number(value))
        let count = known.count
        note(recipe, changing: nil, from: start, on: engine)
        note(recipe, changing: slider.stage, from: start, on: engine)
        slider.misses = known.count == count ? slider.misses + 1 : 0
        sliders.append(slider)
        return true
    }

    /// Adds the kernels that one recipe needs.
    private mutating func note(
        _ recipe: Recipe, at time: FrameTime = .zero, changing: Int?, from start: Start, on engine: Engine
    ) {
        guard
            let plan = try? engine.fitted(
                Plan(
                    recipe: recipe, catalog: engine.catalog, sourceSize: start.sourceSize,
                    primaries: start.primaries, isOpaque: start.isOpaque, viewport: start.viewport,
                    precision: .rgba16f,
                    outputFormat: .rgba8, time: time, photograph: start.photograph, changing: changing))
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

    /// The slider values to try: for multi-pass filters, the whole range, since different values may need
    /// different kernels; for point filters, both ends.
    private static func sliders(of recipe: Recipe, catalog: FilterCatalog) -> [Slider] {
        var sliders: [Slider] = []
        for (index, stage) in recipe.stages.enumerated().reversed() {
            let steps = catalog.multiPass(of: stage) == nil ? 1 : steps
            for parameter in catalog.filter(of: stage)?.parameters ?? [] {
                guard let low = parameter.min, let high = parameter.max else { continue }
                // Small values are spaced more closely, since usually the ratio matters. The order jumps
                // around the range.
                let values = (0...steps).map { step in
                    let fraction = Double(step * 27 % (steps + 1)) / Double(steps)
                    return low + fraction * fraction * (high - low)
                }
                sliders.append(Slider(stage: index, parameter: parameter.id, values: values))
            }
        }
        return sliders
    }
}
