import Filters
import GPU

/// Collects passes stage by stage; neighboring point filters end up in one pass.
struct PlanBuilder {
    private let precision: PixelFormat
    /// The stages so far that change something.
    private(set) var stages: [Recipe.Stage] = []
    private var passes: [Plan.Pass] = []
    private var run: [(point: Plan.Point, values: [SIMD4<Float>])] = []

    init(precision: PixelFormat) {
        self.precision = precision
    }

    /// Adds a point filter.
    mutating func append(_ filter: FilterDeclaration, _ stage: Recipe.Stage) {
        let parameters = filter.parameters.map { Self.slot(stage.value(of: $0), of: $0) }
        let opacity = stage.opacity < 1 ? [SIMD4(Float(stage.opacity), 0, 0, 0)] : []
        run.append((Plan.Point(filter: filter, isMixed: !opacity.isEmpty), opacity + parameters))
        stages.append(stage)
    }

    /// Adds the passes of a filter of several.
    ///
    /// - Parameter fusesRun: whether the point filters before it may go into its first pass.
    mutating func append(_ filterPasses: [FilterPass], of stage: Recipe.Stage, fusesRun: Bool) {
        guard let first = filterPasses.first else { return }
        let fused = fusesRun && stage.opacity == 1 && saves(fusingInto: first) ? run : []
        if fused.isEmpty { endRun() }
        run = []
        let stageInput = last
        for filterPass in filterPasses {
            add(name: filterPass.name, .file(filterPass), reads: [last], values: filterPass.values)
        }
        if !fused.isEmpty {
            let index = passes.count - filterPasses.count
            passes[index].name = Self.name(of: fused.map(\.point)) + " + " + first.name
            passes[index].fused = fused.map(\.point)
            passes[index].values += fused.flatMap(\.values)
        }
        if stage.opacity < 1 {
            add(
                name: "opacity", .mix, reads: [last, stageInput],
                values: [SIMD4(Float(stage.opacity), 0, 0, 0)])
        }
        stages.append(stage)
        passes[passes.count - 1].stagesDone = stages.count
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
            name: Self.name(of: run.map(\.point)), .points(run.map(\.point)), reads: [last],
            values: run.flatMap(\.values))
        passes[passes.count - 1].stagesDone = stages.count
        run = []
    }

    /// Fused, a point filter runs for every pixel that is read; on its own once, but with a pass more to load and
    /// store its pixels, which costs about as much as six point filters.
    private func saves(fusingInto pass: FilterPass) -> Bool {
        let outputs = pass.pixelsPerInvocation.x * pass.pixelsPerInvocation.y
        let reads = 1 + Double(2 * max(pass.halo.x, pass.halo.y)) / Double(outputs)
        return Double(run.count) * (reads - 1) < 6
    }

    private static func name(of run: [Plan.Point]) -> String {
        run.map { $0.filter.title.lowercased() }.joined(separator: " + ")
    }

    private mutating func add(
        name: String, _ work: Plan.Work, reads inputs: [Plan.Input], values: [SIMD4<Float>]
    ) {
        passes.append(
            Plan.Pass(
                name: name, work: work, inputs: inputs, region: PixelRegion(size: .zero), format: precision,
                values: values))
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
