import Dispatch
import Filters
import GPU
import Imaging

/// Reads the picture at a path; Glint's programs decode it in a separate process.
package typealias PictureReading = @Sendable (String) throws -> Picture

/// Thrown when a run is asked to stop; a cancelled task that runs a recipe throws it, too.
package typealias Cancelled = CancellationError

/// Renders plans on one device, by pulling: the last pass requests the result of the previous one, and so on
/// down to the source.
///
/// Results cached by earlier runs are reused. An engine belongs to one thread, like its device.
package final class Engine {
    /// The device that the engine uses.
    package let device: Device
    /// The available filters.
    package private(set) var catalog: FilterCatalog
    /// How often each pass has run, by name; tests use it to check that nothing runs twice.
    package private(set) var runs: [String: Int] = [:]
    /// The format of the most recent source.
    private(set) var lastSourceFormat: PixelFormat?
    /// The kernel variant for row filters; measured when first needed, unless set by the caller.
    package var rowVariant: RowVariant?
    /// The variant of all other kernels; measured when first needed, unless set by the caller.
    package var kernelVariant: KernelVariant?
    /// True if several threads, each with its own save, take turns using the engine. Then no step of a save
    /// waits for the save's other threads; see ``SteppedExport/rest()``.
    package var isShared = false
    /// The maximum time that one step of a save waits for the save's other threads.
    package var timeout: DispatchTimeInterval { isShared ? .milliseconds(0) : Self.stepTimeout }
    /// The maximum if the same thread also renders previews, which must not be delayed.
    package static let stepTimeout = DispatchTimeInterval.milliseconds(10)
    /// Reads the pictures that filters use as textures.
    private let readPicture: PictureReading
    /// Called before a shader that was made for another program is compiled; throws if it must not be, for
    /// example because it has failed in a process of its own.
    package var tryShader: (ShaderFile.Text) throws -> Void = { _ in }
    /// The shaders that were tried, by version, with the reason why one must not be compiled.
    private var triedShaders: [String: (any Error)?] = [:]
    /// The plan of the last run.
    private(set) var lastPlan: Plan?
    /// How many dispatches the current or last render has issued, and how many it has planned.
    private var dispatches = (made: 0, planned: 0)
    private let results: ResultCache
    private let persistent = PersistentBuffers()
    private var changing = ChangingStage()
    var pointColors = PointColors()

    /// The graphics memory available for cached results.
    private static let resultBudget = 256 << 20
    /// The budget on software renderers, whose results share main memory with the pictures.
    private static let softwareResultBudget = 96 << 20

    /// Makes `context` current on this thread, which owns the engine from now on.
    ///
    /// - Parameters:
    ///   - resultBudget: the maximum size of the cached results in bytes; chosen for the device if nil.
    ///   - readPicture: reads the pictures that filters use as textures.
    package init(
        context: any GLContext, catalog: FilterCatalog = .builtIn, log: DebugLog = DebugLog(),
        resultBudget: Int? = nil, readPicture: @escaping PictureReading = { try Picture(contentsOf: $0) }
    ) throws(GPUError) {
        self.readPicture = readPicture
        device = try Device(context: context, log: log)
        self.catalog = catalog
        results = ResultCache(
            budget: resultBudget
                ?? (device.traits.isSoftware ? Self.softwareResultBudget : Self.resultBudget))
    }

    /// The completed fraction, 0…1, of the current or last ``render``, measured in dispatches, which take
    /// about equally long.
    package var renderProgress: Double { Double(dispatches.made) / Double(max(1, dispatches.planned)) }

    /// Applies `recipe` to part of a frame, at the frame's time.
    ///
    /// - Parameters:
    ///   - viewport: the part to render, and the size at which the picture is shown.
    ///   - precision: the format between passes.
    ///   - outputFormat: the format of the result; if nil, `precision`, or the source's format if the recipe
    ///     has no effect.
    ///   - keepsResults: whether results are cached for the next run; exports run once and cache none.
    ///   - catalog: filters to use instead of the engine's; results computed with them must not be cached.
    ///   - buffers: the buffers that shaders keep from frame to frame; those of the engine if nil.
    ///   - shouldStop: called between dispatches; if it returns true, the run throws ``Cancelled``.
    package func render(
        _ recipe: Recipe, of source: SourceFrame, viewport: Viewport,
        precision: PixelFormat = .rgba16f, outputFormat: PixelFormat? = nil, keepsResults: Bool = true,
        catalog: FilterCatalog? = nil, buffers: PersistentBuffers? = nil,
        shouldStop: @escaping () -> Bool = { false }
    ) throws -> Texture {
        let catalog = catalog ?? self.catalog
        let recipe = try retryingWithFreeMemory {
            try withPointColors(recipe, of: source, catalog: catalog, shouldStop: shouldStop)
        }
        let plan = try fitted(
            Plan(
                recipe: recipe, catalog: catalog, sourceSize: source.size,
                primaries: source.primaries, isOpaque: source.isOpaque, viewport: viewport,
                precision: precision,
                outputFormat: outputFormat, time: source.time, photograph: source.photograph,
                changing: keepsResults ? changing.note(recipe, of: source, in: self.catalog) : 0))
        lastPlan = plan
        if keepsResults { results.beginRun() }
        let planned = try dispatchCount(of: plan)
        return try retryingWithFreeMemory {
            dispatches = (0, planned)
            return try result(
                of: Run(
                    plan: plan, source: source, precision: precision, keepsResults: keepsResults,
                    buffers: buffers ?? persistent, shouldStop: shouldStop))
        }
    }

    private func retryingWithFreeMemory<Result>(_ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch GPUError.outOfMemory {
            // The cached results may be what fills the memory.
            releaseMemory()
            return try body()
        }
    }

    private func dispatchCount(of plan: Plan) throws(GPUError) -> Int {
        let runner = PassRunner(device: device, variant: try measuredKernelVariant())
        return plan.passes.reduce(0) { $0 + runner.bands(of: $1).count }
    }

    /// Runs a plan in 32-bit floats and reads back its result.
    package func floats(
        of plan: Plan, from source: SourceFrame, shouldStop: @escaping () -> Bool = { false }
    ) throws -> [SIMD4<Float>] {
        let plan = try fitted(plan)
        let texture = try result(
            of: Run(
                plan: plan, source: source, precision: .rgba32f, keepsResults: false, buffers: persistent,
                shouldStop: shouldStop))
        return try device.floats(of: texture)
    }

    /// The plan with the kernel variants that are fastest on the device.
    func fitted(_ plan: Plan) throws(GPUError) -> Plan {
        guard plan.rowVariant != nil else { return plan }
        var plan = plan
        plan.rowVariant = try measuredRowVariant()
        return plan
    }

    /// The kernel variant for row filters: ``rowVariant``, or the faster one on this device.
    package func measuredRowVariant() throws(GPUError) -> RowVariant {
        if let rowVariant { return rowVariant }
        let variant = try RowVariantChoice.variant(on: device)
        rowVariant = variant
        return variant
    }

    /// The variant of all other kernels: ``kernelVariant``, or the fastest one on this device.
    package func measuredKernelVariant() throws(GPUError) -> KernelVariant {
        if let kernelVariant { return kernelVariant }
        let variant = try KernelVariantChoice.variant(on: device)
        kernelVariant = variant
        return variant
    }

    /// Replaces the filters. Cached results are dropped, since a filter may have changed under the same id.
    package func use(_ catalog: FilterCatalog) {
        self.catalog = catalog
        results.removeAll()
        pointColors = PointColors()
    }

    /// Compiles a kernel, so that the first frame that needs it does not wait for the compiler.
    package func prepare(_ shape: KernelShape) throws {
        if case .foreign(let shader) = shape.body, let origin = shader.origin { try requireTried(origin) }
        try PassRunner(device: device, variant: measuredKernelVariant()).prepare(shape)
    }

    /// Frees every cached result and idle texture.
    package func releaseMemory() {
        results.removeAll()
        persistent.removeAll()
        device.textureCache.removeAll()
        device.textures.deleteIdle()
    }

    /// Frees idle textures, results that have not been used recently, and on a software renderer all but the
    /// most recently used kernels.
    package func releaseUnused() {
        results.removeUnused()
        device.textures.deleteIdle()
        if device.traits.isSoftware { device.kernels.keepNewest(Self.kernelsAtRest) }
    }

    /// The number of kernels that the recipes of a few windows need. On a software renderer each takes
    /// megabytes, while recompiling one takes a few milliseconds if it is in the driver's disk cache.
    private static let kernelsAtRest = 16

    /// A single traversal of a plan.
    private final class Run {
        let plan: Plan
        let source: SourceFrame
        let precision: PixelFormat
        let keepsResults: Bool
        let buffers: PersistentBuffers
        let shouldStop: () -> Bool
        /// Results that other passes of this plan still read, each with the number of remaining readers.
        var shared: [Plan.Input: (texture: Texture, readers: Int)] = [:]

        init(
            plan: Plan, source: SourceFrame, precision: PixelFormat, keepsResults: Bool,
            buffers: PersistentBuffers, shouldStop: @escaping () -> Bool
        ) {
            self.plan = plan
            self.source = source
            self.precision = precision
            self.keepsResults = keepsResults
            self.buffers = buffers
            self.shouldStop = shouldStop
        }

        /// The source whose frames follow each other; nil in a save.
        var continuedSource: SourceID? { keepsResults ? source.sourceID : nil }

        /// The cache key of a result, or nil for a result within a stage: it is needed again only if that
        /// stage's filter changes, unless it depends on its pass alone.
        func key(of input: Plan.Input) -> ResultCache.Key? {
            guard keepsResults else { return nil }
            let pass: Plan.Pass? = if case .pass(let index) = input { plan.passes[index] } else { nil }
            if let pass, let lasting = pass.lasting {
                let group = ResultCache.Group(
                    sourceID: source.sourceID, viewport: plan.viewport, precision: precision,
                    filters: [lasting.group])
                return ResultCache.Key(
                    group: group, frame: FrameID(sourceID: source.sourceID, time: nil),
                    gridSize: pass.picture.grid, region: pass.region, format: pass.format, stages: [],
                    files: [lasting.name])
            }
            guard let count = pass == nil ? 0 : pass?.stagesDone else { return nil }
            let stages = plan.stages.prefix(count)
            let group = ResultCache.Group(
                sourceID: source.sourceID, viewport: plan.viewport, precision: precision,
                filters: stages.map(\.filter))
            return ResultCache.Key(
                group: group, frame: source.id(readsTime: count > plan.stagesBeforeTime),
                gridSize: pass?.picture.grid ?? plan.source.gridSize,
                region: plan.region(of: input), format: pass?.format, stages: stages,
                files: plan.files(of: input))
        }
    }

    private func result(of run: Run) throws -> Texture {
        try texture(of: run.plan.passes.isEmpty ? .source : .pass(run.plan.passes.count - 1), in: run)
    }

    private func texture(of input: Plan.Input, in run: Run) throws -> Texture {
        if let (texture, readers) = run.shared[input] {
            run.shared[input] = readers > 1 ? (texture, readers - 1) : nil
            return texture
        }
        let key = run.key(of: input)
        if let key, let held = results.texture(for: key) { return held }
        if run.shouldStop() { throw Cancelled() }
        let result: Texture
        switch input {
        case .source:
            result = try run.source.makeTexture(
                of: run.plan.source, precision: run.precision, on: device)
            runs["source", default: 0] += 1
            lastSourceFormat = result.format
        case .pass(let index): result = try make(index, in: run)
        }
        let readers = run.plan.passes.reduce(0) { $0 + $1.inputs.count { $0 == input } }
        if readers > 1 { run.shared[input] = (result, readers - 1) }
        if let key { results.keep(result, for: key) }
        return result
    }

    private func requireTried(_ shader: ShaderFile.Text) throws {
        if let failure = triedShaders[shader.version] {
            if let failure { throw failure }
            return
        }
        let result = Result { try tryShader(shader) }
        if case .failure(let error) = result { triedShaders[shader.version] = .some(error) }
        try result.get()
        triedShaders[shader.version] = .some(nil)
    }

    private func make(_ index: Int, in run: Run) throws -> Texture {
        let pass = run.plan.passes[index]
        if pass.region.isEmpty {
            // Nothing of the result is read, but each input of a kernel needs a texture.
            return try device.textures.texture(width: 1, height: 1, format: pass.format)
        }
        if let shader = pass.foreignShader?.origin { try requireTried(shader) }
        let inputs = try pass.inputs.map { input in
            PassRunner.Placed(texture: try texture(of: input, in: run), region: run.plan.region(of: input))
        }
        let result = try device.textures.texture(
            width: pass.region.size.x, height: pass.region.size.y, format: pass.format,
            // Where a fragment lies in a texture depends on the whole height.
            mayBeHigher: !run.keepsResults && pass.foreignShader == nil)
        let runner = PassRunner(
            device: device, variant: try measuredKernelVariant(), shouldStop: run.shouldStop,
            didDispatch: { self.dispatches.made += 1 },
            content: { run.buffers.content(of: $0, source: run.continuedSource) },
            readPicture: readPicture)
        let placed = PassRunner.Placed(texture: result, region: pass.region)
        if case .file(let filterPass) = pass.work, let solver = filterPass.solver, let input = inputs.first {
            try LaplaceRunner(solver: solver, runner: runner).run(input, into: placed)
        } else {
            try runner.run(pass, reading: inputs, into: placed)
        }
        if case .file(let filterPass) = pass.work, let buffer = filterPass.keeps {
            run.buffers.keep(result, in: buffer, source: run.continuedSource)
        }
        runs[pass.name, default: 0] += 1
        return result
    }
}
