import Filters
import GPU

/// Collects passes stage by stage; neighboring point filters end up in one pass.
struct PlanBuilder {
    private let precision: PixelFormat
    private var passes: [Plan.Pass] = []
    private var run: [(filter: FilterDeclaration, values: [SIMD4<Float>])] = []

    init(precision: PixelFormat) {
        self.precision = precision
    }

    /// Adds a point filter.
    mutating func append(_ filter: FilterDeclaration, _ stage: Recipe.Stage) {
        let parameters = filter.parameters.map { Self.slot(stage.value(of: $0), of: $0) }
        run.append((filter, [SIMD4(Float(stage.opacity), 0, 0, 0)] + parameters))
    }

    /// Adds the passes of a filter of several.
    mutating func append(_ filterPasses: [FilterPass], opacity: Double) {
        guard !filterPasses.isEmpty else { return }
        endRun()
        let stageInput = last
        for filterPass in filterPasses {
            add(name: filterPass.name, .file(filterPass), reads: [last], values: filterPass.values)
        }
        if opacity < 1 {
            add(
                name: "opacity", .mix, reads: [last, stageInput],
                values: [SIMD4(Float(opacity), 0, 0, 0)])
        }
        passes[passes.count - 1].endsStage = true
    }

    /// The passes, the last one writing `outputFormat` where that is asked for.
    mutating func finish(outputFormat: PixelFormat?) -> [Plan.Pass] {
        endRun()
        guard let outputFormat else { return passes }
        if passes.isEmpty { add(name: "convert", .points([]), reads: [.source], values: []) }
        passes[passes.count - 1].format = outputFormat
        return passes
    }

    private var last: Plan.Input { passes.isEmpty ? .source : .pass(passes.count - 1) }

    private mutating func endRun() {
        guard !run.isEmpty else { return }
        add(
            name: run.map { $0.filter.title.lowercased() }.joined(separator: " + "),
            .points(run.map(\.filter)), reads: [last], values: run.flatMap(\.values))
        passes[passes.count - 1].endsStage = true
        run = []
    }

    private mutating func add(
        name: String, _ work: Plan.Work, reads inputs: [Plan.Input], values: [SIMD4<Float>]
    ) {
        passes.append(
            Plan.Pass(
                name: name, work: work, inputs: inputs, region: PixelRegion(size: .zero), format: precision,
                values: values, endsStage: false))
    }

    /// A parameter's place in the uniform block.
    private static func slot(
        _ value: ParameterValue, of parameter: ParameterDeclaration
    ) -> SIMD4<Float> {
        switch value {
        case .number(let number): SIMD4(Float(number), 0, 0, 0)
        case .toggle(let isOn): SIMD4(isOn ? 1 : 0, 0, 0, 0)
        case .color(let color): SIMD4(Float(color.x), Float(color.y), Float(color.z), 1)
        case .point(let point): SIMD4(Float(point.x), Float(point.y), 0, 0)
        case .text(let text):
            // A choice is its number in the list; texts and files do not reach a point filter.
            SIMD4(Float(parameter.choices.firstIndex { $0.id == text } ?? 0), 0, 0, 0)
        case .curve: .zero
        }
    }
}
