import Filters
import GPU

/// Collects passes stage by stage; consecutive point filters are fused into one pass.
struct PlanBuilder {
    private let precision: PixelFormat
    /// The stages with an effect that have been added so far.
    private(set) var stages: [Recipe.Stage] = []
    private var passes: [Plan.Pass] = []
    private var run: [(point: Plan.Point, values: [SIMD4<Float>])] = []
    /// The picture after the last stage.
    private var picture: WorkingPicture
    /// The result of the last stage, or of the pass that was added last.
    private var last = Plan.Input.source
    /// The picture before parts of it were made transparent; nil if no stage needs it.
    private var unkeyed: (result: Plan.Input, picture: WorkingPicture)?

    init(precision: PixelFormat, source: WorkingPicture) {
        self.precision = precision
        picture = source
    }

    /// Adds a point filter; throws ``FilterError`` if a mask cannot be used.
    mutating func append(point step: RecipeStep) throws(FilterError) {
        let (filter, stage) = (step.filter, step.stage)
        let conditions = filter.readsTime ? [TimeUniform.slot(step.time)] : []
        let parameters =
            conditions
            + filter.parameters.flatMap { PointUniforms.slots(step.values[$0.id] ?? $0.defaultValue, of: $0) }
        let blending = Blending(of: stage)
        if let blending, blending.readsMasks {
            endRun()
            let entering = last
            add(
                name: filter.title.lowercased(), .points([Plan.Point(filter: filter, blending: nil)]),
                reads: [entering], values: parameters)
            try blend(stage, by: blending, over: entering, frame: step.frame)
            return
        }
        let blendingValues = blending == nil ? [] : Blending.values(of: stage, over: picture.size)
        let room = KernelGenerator.maxValues - run.reduce(0) { $0 + $1.values.count }
        let isApart = filter.isOwn || run.last?.point.filter.isOwn == true
        if isApart || blendingValues.count + parameters.count > room { endRun() }
        run.append((Plan.Point(filter: filter, blending: blending), blendingValues + parameters))
        stages.append(stage)
    }

    /// Adds the passes of a multi-pass filter.
    ///
    /// - Parameters:
    ///   - leaving: the filter's output picture.
    ///   - fusesRun: whether preceding point filters may be fused into the filter's first pass.
    ///   - frame: the number of the frame, for numbered masks.
    ///
    /// Throws ``FilterError`` if a mask cannot be used.
    mutating func append(
        _ filterPasses: [FilterPass], of stage: Recipe.Stage, leaving: WorkingPicture, fusesRun: Bool,
        frame: Int
    ) throws(FilterError) {
        if leaving != picture { endRun() }
        guard let first = filterPasses.first else {
            // The size may still matter to later stages.
            picture = leaving
            stages.append(stage)
            return
        }
        let blending = leaving == picture ? Blending(of: stage) : nil
        let fused = fusesRun && blending == nil && saves(fusingInto: filterPasses) ? run : []
        if fused.isEmpty { endRun() }
        run = []
        // Textures of 8 bits are interpolated with 8 bits, which shaders that amplify differences would show.
        if last == .source, case .foreign = first.kernel {
            add(name: "convert", .points([]), reads: [.source], values: [])
            passes[passes.count - 1].format = .rgba32f
            passes[passes.count - 1].stagesDone = stages.count
        }
        let entering = last
        let start = passes.count
        add(filterPasses, leaving: leaving)
        if !fused.isEmpty {
            passes[start].name = Self.name(of: fused.map(\.point)) + " + " + first.name
            passes[start].fused = fused.map(\.point)
            passes[start].values = fused.flatMap(\.values)
        }
        if let blending { return try blend(stage, by: blending, over: entering, frame: frame) }
        stages.append(stage)
        passes[passes.count - 1].stagesDone = stages.count
    }

    /// Remembers the picture for stages that read it as it was before parts were made transparent.
    mutating func keepUnkeyed() {
        endRun()
        unkeyed = (last, picture)
    }

    /// Applies to the remembered picture what the stages since then have changed in the shape and the
    /// primaries of the picture.
    ///
    /// - Parameters:
    ///   - steps: these stages.
    ///   - grids: the working sizes before, between and after all stages.
    ///
    /// Throws ``FilterError`` if a stage cannot run with its values.
    mutating func reshapeUnkeyed(
        by steps: ArraySlice<RecipeStep>, grids: [SIMD2<Int>]
    ) throws(FilterError) {
        endRun()
        guard let unkeyed else { return }
        let (mainResult, mainPicture) = (last, picture)
        (last, picture) = unkeyed
        for (index, step) in zip(steps.indices, steps) {
            let leaving = WorkingPicture(size: step.leavingSize, grid: grids[index + 1])
            if PrimariesStep.isConversion(step) {
                let values = step.filter.parameters.flatMap {
                    PointUniforms.slots(step.values[$0.id] ?? $0.defaultValue, of: $0)
                }
                add(
                    name: step.filter.title.lowercased(),
                    .points([Plan.Point(filter: step.filter, blending: nil)]), reads: [last], values: values)
            } else if let geometry = step.multiPass as? any GeometryFilter, step.filter.group == "Geometry" {
                let conditions = PassConditions(
                    entering: picture, leaving: leaving, isExact: precision == .rgba32f, stage: step.index)
                add(try geometry.passes(values: step.values, conditions: conditions), leaving: leaving)
            }
            // Other filters that change the size scale the picture, or have been reduced afterward.
            if picture.grid != leaving.grid {
                for pass in Resize.passes(
                    from: picture.grid, to: leaving.grid, name: "resize", kernel: .cubic, isLinear: false)
                {
                    picture.grid = pass.grid ?? leaving.grid
                    add(pass, reads: [last])
                }
            }
            picture = leaving
        }
        self.unkeyed = (last, picture)
        (last, picture) = (mainResult, mainPicture)
    }

    /// Adds the passes of a filter.
    private mutating func add(_ filterPasses: [FilterPass], leaving: WorkingPicture) {
        let entering = last
        let start = passes.count
        for (index, filterPass) in filterPasses.enumerated() {
            // All passes but the last still work on the input's grid, unless an earlier one already maps it
            // to another.
            if filterPass.footprint.map != nil || index == filterPasses.count - 1 { picture = leaving }
            if let grid = filterPass.grid { picture.grid = grid }
            add(filterPass, entering: entering, start: start)
        }
    }

    /// Adds a pass of a filter that begins with the pass at `start`.
    private mutating func add(_ filterPass: FilterPass, entering: Plan.Input, start: Int) {
        let inputs = filterPass.inputs.map { input in
            switch input {
            case .previous: last
            case .entering: entering
            case .pass(let earlier): Plan.Input.pass(start + earlier)
            case .unkeyed: unkeyed?.result ?? entering
            }
        }
        add(filterPass, reads: inputs)
    }

    /// Blends the last result over the input of its stage, after the passes that compute its masks.
    private mutating func blend(
        _ stage: Recipe.Stage, by blending: Blending, over entering: Plan.Input, frame: Int
    ) throws(FilterError) {
        var inputs = [last, entering]
        for (index, region) in Blending.regions(of: stage).enumerated() where region.shape.isMask {
            let start = passes.count
            let number = "\(stages.count) \(index)"
            for pass in try MaskPasses.passes(of: region, in: picture, frame: frame, number: number) {
                add(pass, entering: entering, start: start)
            }
            inputs.append(last)
        }
        add(
            name: blending.name, .blend(blending), reads: inputs,
            values: Blending.values(of: stage, over: picture.size))
        passes[passes.count - 1].blendedPart = Blending.part(of: stage, in: picture)
        stages.append(stage)
        passes[passes.count - 1].stagesDone = stages.count
    }

    /// Scales the picture down after a filter that works at full size.
    mutating func reduce(to grid: SIMD2<Int>) {
        endRun()
        let stagesDone = passes.last?.stagesDone
        if !passes.isEmpty { passes[passes.count - 1].stagesDone = nil }
        var smaller = picture
        smaller.grid = grid
        for pass in Resize.passes(
            from: picture.grid, to: grid, name: "reduce", kernel: .cubic, isLinear: false)
        {
            picture.grid = pass.grid ?? grid
            add(pass, reads: [last])
        }
        picture = smaller
        if !passes.isEmpty { passes[passes.count - 1].stagesDone = stagesDone }
    }

    /// The passes. The last one writes `outputFormat`, if given.
    ///
    /// - Parameter wanted: the viewport. If the last pass computes whole rows or the whole picture, the
    ///   result is cropped to it.
    mutating func finish(outputFormat: PixelFormat?, wanted: Viewport) -> [Plan.Pass] {
        endRun()
        let cutsRows = passes.last?.footprint.isRows == true && wanted.region.size.x < wanted.gridSize.x
        // Fragment shaders cannot write every format.
        let cutsPicture =
            passes.last?.foreignShader != nil
            && (wanted.region.size != wanted.gridSize || outputFormat?.integerScale != nil)
        if cutsRows || cutsPicture {
            let stagesDone = passes[passes.count - 1].stagesDone
            passes[passes.count - 1].stagesDone = nil
            add(name: "cut out", .points([]), reads: [last], values: [])
            passes[passes.count - 1].stagesDone = stagesDone
        }
        guard let outputFormat else { return passes }
        if passes.isEmpty { add(name: "convert", .points([]), reads: [.source], values: []) }
        passes[passes.count - 1].format = outputFormat
        return passes
    }

    private mutating func endRun() {
        guard !run.isEmpty else { return }
        add(
            name: Self.name(of: run.map(\.point)), .points(run.map(\.point)), reads: [last],
            values: run.flatMap(\.values))
        passes[passes.count - 1].stagesDone = stages.count
        run = []
    }

    /// True if fusing saves time. A fused point filter runs once per pixel that the pass reads. A separate
    /// one runs once per pixel, but needs an extra pass that loads and stores pixels, which costs about as
    /// much as six point filters.
    private func saves(fusingInto filterPasses: [FilterPass]) -> Bool {
        let first = filterPasses[0]
        // The result of the point filters must be needed only once, and pixel by pixel.
        guard first.footprint.map == nil, !first.footprint.isWhole,
            [[.previous], [.entering]].contains(first.inputs),
            !filterPasses.dropFirst().contains(where: { $0.inputs.contains(.entering) })
        else { return false }
        let values = run.reduce(UniformLayout(first.uniforms).arrayCount) { $0 + $1.values.count }
        let outputs = first.pixelsPerInvocation.x * first.pixelsPerInvocation.y
        let halo = first.footprint.halo
        let reads = 1 + Double(2 * max(halo.x, halo.y)) / Double(outputs)
        return values <= KernelGenerator.maxValues && Double(run.count) * (reads - 1) < 6
            && canShareKernel(with: first)
    }

    /// True if the point filters and a pass can share a kernel without name collisions.
    private func canShareKernel(with pass: FilterPass) -> Bool {
        if run.contains(where: \.point.filter.isOwn) { return false }
        switch pass.kernel {
        case .point, .foreign: return false
        case .file: return true
        case .function(let function):
            // Checked last, since it reads the filters' sources.
            let names = function.filter.globalNames
            return !function.filter.isOwn && !run.contains { $0.point.filter.mentions(names) }
        }
    }

    private static func name(of run: [Plan.Point]) -> String {
        run.map { $0.filter.title.lowercased() }.joined(separator: " + ")
    }

    private mutating func add(_ pass: FilterPass, reads inputs: [Plan.Input]) {
        guard case .point(let filter, let values, let time) = pass.kernel else {
            return add(name: pass.name, .file(pass), reads: inputs, values: [])
        }
        var slots = filter.readsTime ? [TimeUniform.slot(time)] : []
        slots += filter.parameters.flatMap {
            PointUniforms.slots(values[$0.id] ?? $0.defaultValue, of: $0)
        }
        add(
            name: pass.name, .points([Plan.Point(filter: filter, blending: nil)]), reads: inputs,
            values: slots)
    }

    private mutating func add(
        name: String, _ work: Plan.Work, reads inputs: [Plan.Input], values: [SIMD4<Float>]
    ) {
        let needsFloats = if case .file(let pass) = work { pass.needsFloats } else { false }
        var pass = Plan.Pass(
            name: name, work: work, inputs: inputs, picture: picture, region: PixelRegion(size: .zero),
            format: needsFloats ? .rgba32f : precision, values: values)
        pass.rowVariant = pass.rowWork == nil ? nil : .streamed
        passes.append(pass)
        last = .pass(passes.count - 1)
    }
}
