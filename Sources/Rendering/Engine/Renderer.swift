import Filters
import GPU
import Imaging
import Localization

/// Applies recipes to pictures without a display, on the GPU or on Mesa's software renderer.
///
/// A renderer owns an OpenGL context, so only one thread at a time may use it:
///
///     let renderer = try Renderer()
///     let photo = try Picture(contentsOf: "photo.jpg")
///     let edited = try renderer.render(photo, [.saturation(amount: 0.3), .gaussianBlur(radius: 10)])
///     try edited.write(to: "edited.png")
///
/// In a cancelled task, or when ``shouldStop`` returns true, every operation throws `CancellationError`
/// between two dispatches, which take a few milliseconds each, and leaves no file.
public final class Renderer {
    let engine: Engine
    private lazy var frames = FrameReadback(on: engine)
    /// How the device was opened, such as `EGL device 0`.
    public let origin: String
    /// Called between dispatches; if it returns true, the running operation throws `CancellationError` and
    /// leaves no file.
    public var shouldStop: () -> Bool = { false }
    /// Called between the steps of a save if several saves, each on its own thread, take turns using the
    /// renderer; nil if there is only one save.
    ///
    /// The function gives another thread a turn, calls `rest`, which waits for the save's own other threads,
    /// and returns when it is this thread's turn again.
    package var betweenSteps: ((_ rest: () -> Void) -> Void)? {
        didSet { engine.isShared = betweenSteps != nil }
    }
    /// The time limit in seconds for a dispatch of a recipe with custom filters; nil for no limit.
    package var secondsPerDispatch: Int?
    /// True if stages whose shader file is missing are skipped instead of being an error.
    package var skipsMissingShaders = false

    /// Opens the first device with OpenGL 4.3, or a software renderer if there is no other.
    ///
    /// - Throws: ``GPUError/noContext(reason:)`` or ``GPUError/tooOld(version:renderer:)``.
    public convenience init() throws(GPUError) {
        try self.init(catalog: .builtIn)
    }

    /// Opens a device; `catalog` is called once the driver has started.
    package init(
        catalog: @autoclosure () -> FilterCatalog,
        readPicture: @escaping PictureReading = { try Picture(contentsOf: $0) }
    ) throws(GPUError) {
        let context = try HeadlessContext()
        origin = context.origin
        engine = try Engine(context: context, catalog: catalog(), readPicture: readPicture)
        context.resignCurrent()
    }

    /// The device's properties and capabilities.
    public var traits: DeviceTraits { engine.device.traits }

    /// The filters that recipes may use: the built-in ones and the renderer's custom filters.
    public var catalog: FilterCatalog { engine.catalog }

    /// Called between dispatches; true stops the operation.
    func stops() -> Bool { shouldStop() || Task.isCancelled }

    /// Checks a recipe before it runs, and sets the dispatch time limit if the recipe has custom filters;
    /// throws ``RecipeError``.
    package func prepare(for recipe: Recipe) throws(RecipeError) {
        try catalog.validate(recipe)
        if !skipsMissingShaders, let stage = recipe.stages.first(where: catalog.lacksShader),
            let source = catalog.shaderSource(of: stage)
        {
            throw .badValue(filter: stage.filter, problem: ShaderFile.missing(source.path).description)
        }
        let isOwn = recipe.stages.contains {
            catalog.isBuiltIn($0, FilterCatalog.shader) || catalog.filter($0.filter)?.isOwn == true
        }
        engine.device.secondsPerDispatch = isOwn ? secondsPerDispatch : nil
    }

    /// Applies `recipe` to a picture at full size.
    ///
    /// - Parameters:
    ///   - picture: the input.
    ///   - recipe: the filters.
    ///   - depth: bits per channel of the result; if nil, the same as the picture's.
    ///   - progress: called with the completed fraction, which never falls, and exactly once with 1, at the
    ///     end.
    /// - Returns: the filtered picture.
    /// - Throws: ``RecipeError`` if the recipe does not fit the filters, ``FilterError`` if a filter cannot
    ///   run with its values, ``GPUError`` if the device fails, `CancellationError` if the run was stopped,
    ///   ``ImagingError/tooLarge(path:width:height:)`` if the result does not fit in memory.
    public func render(
        _ picture: Picture, _ recipe: Recipe, depth: PixelBuffer.Depth? = nil,
        progress: (Double) -> Void = { _ in }
    ) throws -> Picture {
        try render(picture, at: .zero, recipe, depth: depth, progress: progress)
    }

    /// Applies `recipe` to a picture at full size, with `time` as the time that filters read.
    package func render(
        _ picture: Picture, at time: FrameTime, _ recipe: Recipe, depth: PixelBuffer.Depth? = nil,
        progress: (Double) -> Void = { _ in }
    ) throws -> Picture {
        try prepare(for: recipe)
        return try rendered(picture, at: time, recipe, depth: depth, progress: progress)
    }

    /// The same for a recipe that has been checked.
    func rendered(
        _ picture: Picture, at time: FrameTime, _ recipe: Recipe, depth: PixelBuffer.Depth?,
        progress: (Double) -> Void
    ) throws -> Picture {
        let bits = depth ?? picture.pixels.depth
        let size = try engine.catalog.size(
            of: recipe, entering: SIMD2(picture.width, picture.height))
        var metadata = picture.metadata
        if try engine.catalog.movesPixels(
            recipe, entering: SIMD2(picture.width, picture.height), at: time)
        {
            metadata.pixelsHaveMoved(
                turned: try engine.catalog.turnsPixels(
                    recipe, entering: SIMD2(picture.width, picture.height), at: time))
        }
        let pixels = try PixelBuffer(
            width: size.x, height: size.y, depth: bits, name: tr("the filtered picture")
        ) { result in
            var (filled, exporter) = (0, Exporter?.none)
            try RisingProgress.reporting({ exporter?.progress ?? 0 }, to: progress) { rising in
                try engine.device.withContext {
                    defer { exporter = nil }
                    let made = try Exporter(
                        picture.pixels, isOpaque: !picture.channels.hasAlpha, at: time,
                        photograph: Photograph(picture), recipe: recipe, depth: bits, on: engine,
                        shouldStop: {
                            rising.report()
                            return self.stops()
                        }
                    ) { rows, _ in
                        UnsafeMutableRawBufferPointer(rebasing: result[filled...]).copyMemory(from: rows)
                        filled += rows.count
                    }
                    exporter = made
                    while try made.step() { rising.report() }
                }
            }
        }
        progress(1)
        var result = Picture(
            pixels: pixels.with(picture.colorSpace),
            channels: engine.catalog.channels(of: recipe, over: picture.channels),
            depth: depth ?? picture.depth, metadata: metadata, format: picture.format)
        result.name = picture.name
        return result
    }

    /// Applies `recipe` to a frame of a stream at full size, and scales the result to a format's size.
    ///
    /// Results that do not change from frame to frame are computed once.
    package func frame(
        _ source: SourceFrame, _ recipe: Recipe, as format: PlanarFormat
    ) throws -> FramePlanes {
        try engine.device.withContext { try frames.frame(of: recipe, over: source, as: format) }
    }

    /// The size and channels that a recipe's result has for a picture; throws ``RecipeError`` and
    /// ``FilterError``.
    package func result(
        of recipe: Recipe, entering size: SIMD2<Int>, channels: Channels
    ) throws -> (size: SIMD2<Int>, channels: Channels) {
        try engine.catalog.validate(recipe)
        return (
            try engine.catalog.size(of: recipe, entering: size),
            engine.catalog.channels(of: recipe, over: channels)
        )
    }

    /// The kernel variant for row filters that is faster on the device; measured on first use.
    package func rowVariant() throws -> RowVariant {
        try engine.device.withContext { try engine.measuredRowVariant() }
    }

    /// The variant of all other kernels that is fastest on the device; measured on first use.
    package func kernelVariant() throws -> KernelVariant {
        try engine.device.withContext { try engine.measuredKernelVariant() }
    }

    /// True if every dispatch is timed.
    package var measuresTime: Bool {
        get { engine.device.timer != nil }
        set { engine.device.timer = newValue ? DispatchTimer(for: traits) : nil }
    }

    /// The durations of the dispatches since the last call, in order.
    package func takeTimings() -> [DispatchTimer.Entry] {
        (try? engine.device.withContext { engine.device.timer?.takeEntries() }) ?? []
    }
}
