import Filters
import GPU
import Imaging
import Wording

/// Runs recipes over pictures without a display, on the GPU or on Mesa's software renderer.
///
/// A renderer owns an OpenGL context, which it uses from one thread at a time:
///
///     let renderer = try Renderer()
///     let photo = try Picture(contentsOf: "photo.jpg")
///     let edited = try renderer.render(photo, [.saturation(amount: 0.3), .gaussianBlur(radius: 10)])
///     try edited.write(to: "edited.png")
///
/// In a task that is cancelled, and where ``shouldStop`` says so, whatever it runs throws `CancellationError` between two
/// dispatches, a few milliseconds of work, and leaves no file.
public final class Renderer {
    let engine: Engine
    private lazy var frames = FrameReadback(on: engine)
    /// How the device was reached, such as `EGL device 0`.
    public let origin: String
    /// Asked between dispatches; if it returns true, what runs throws `CancellationError` and leaves no file.
    public var shouldStop: () -> Bool = { false }
    /// Whether several saves are under way at once, each on a thread of its own, and take turns with the renderer.
    package var isShared: Bool {
        get { engine.isShared }
        set { engine.isShared = newValue }
    }
    /// The most seconds that a dispatch of a recipe with a person's own filters may take; nil for no limit.
    package var secondsPerDispatch: Int?

    /// Opens the first device with OpenGL 4.3, or a software renderer if there is no other.
    ///
    /// - Throws: ``GPUError/noContext(reason:)`` or ``GPUError/tooOld(version:renderer:)``.
    public convenience init() throws(GPUError) {
        try self.init(catalog: .builtIn)
    }

    /// Opens a device for the filters of a catalog, which is asked for when the driver has started.
    package init(
        catalog: @autoclosure () -> FilterCatalog,
        readPicture: @escaping PictureReading = { try Picture(contentsOf: $0) }
    ) throws(GPUError) {
        let context = try HeadlessContext()
        origin = context.origin
        engine = try Engine(context: context, catalog: catalog(), readPicture: readPicture)
        context.resignCurrent()
    }

    /// What the device is and can do.
    public var traits: DeviceTraits { engine.device.traits }

    /// The filters that recipes may have: those that come with Glint, and the renderer's own.
    public var catalog: FilterCatalog { engine.catalog }

    /// Whether to stop between two dispatches.
    func stops() -> Bool { shouldStop() || Task.isCancelled }

    /// Checks a recipe before it is run, and limits the time of its dispatches if it has filters of a person's own; throws
    /// ``RecipeError``.
    package func prepare(for recipe: Recipe) throws(RecipeError) {
        try catalog.validate(recipe)
        let isOwn = recipe.stages.contains { catalog.filter($0.filter)?.isOwn == true }
        engine.device.secondsPerDispatch = isOwn ? secondsPerDispatch : nil
    }

    /// The picture with `recipe` applied at full size.
    ///
    /// - Parameters:
    ///   - picture: what the filters are applied to.
    ///   - recipe: the filters.
    ///   - depth: bits per channel of the result, the picture's own where nil.
    ///   - progress: told how much is done, rising, and 1 once at the end.
    /// - Throws: ``RecipeError`` if the recipe does not fit the filters, ``FilterError`` if a filter cannot do what it
    ///   is told, ``GPUError`` if the device fails, `CancellationError` if it was told to stop,
    ///   ``ImagingError/tooLarge(path:width:height:)`` if the result does not fit in memory.
    public func render(
        _ picture: Picture, _ recipe: Recipe, depth: PixelBuffer.Depth? = nil,
        progress: (Double) -> Void = { _ in }
    ) throws -> Picture {
        try render(picture, at: .zero, recipe, depth: depth, progress: progress)
    }

    /// The picture with `recipe` applied at full size, as it is at a time.
    package func render(
        _ picture: Picture, at time: FrameTime, _ recipe: Recipe, depth: PixelBuffer.Depth? = nil,
        progress: (Double) -> Void = { _ in }
    ) throws -> Picture {
        try prepare(for: recipe)
        let bits = depth ?? picture.pixels.depth
        let size = try engine.catalog.size(
            of: recipe, entering: SIMD2(picture.width, picture.height))
        var metadata = picture.metadata
        if try engine.catalog.movesPixels(recipe, entering: SIMD2(picture.width, picture.height)) {
            metadata.pixelsHaveMoved(
                turned: try engine.catalog.turnsPixels(
                    recipe, entering: SIMD2(picture.width, picture.height)))
        }
        let pixels = try PixelBuffer(
            width: size.x, height: size.y, depth: bits, name: tr("the filtered picture")
        ) { result in
            var (filled, exporter) = (0, Exporter?.none)
            try RisingProgress.reporting({ exporter?.progress ?? 0 }, to: progress) { rising in
                try engine.device.withContext {
                    defer { exporter = nil }
                    let made = try Exporter(
                        picture.pixels, isOpaque: !picture.channels.hasAlpha, at: time, recipe: recipe,
                        depth: bits, on: engine,
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
        return Picture(
            pixels: pixels.with(picture.colorSpace),
            channels: engine.catalog.channels(of: recipe, over: picture.channels),
            depth: depth ?? picture.depth, metadata: metadata, format: picture.format)
    }

    /// A frame of a stream with `recipe` applied at full size, with 8 bits a channel.
    ///
    /// What does not change from frame to frame is made once.
    package func frame(_ source: SourceFrame, _ recipe: Recipe) throws -> PixelBuffer {
        try engine.device.withContext { try frames.pixels(of: recipe, over: source) }
    }

    /// The size and the channels of what a recipe makes of a picture; throws ``RecipeError`` and ``FilterError``.
    package func result(
        of recipe: Recipe, entering size: SIMD2<Int>, channels: Channels
    ) throws -> (size: SIMD2<Int>, channels: Channels) {
        try engine.catalog.validate(recipe)
        return (
            try engine.catalog.size(of: recipe, entering: size),
            engine.catalog.channels(of: recipe, over: channels)
        )
    }

    /// The faster form of filters along rows on the device; measured when first asked for.
    package func rowForm() throws -> RowForm {
        try engine.device.withContext { try engine.measuredRowForm() }
    }

    /// The fastest form of other kernels on the device; measured when first asked for.
    package func kernelForm() throws -> KernelForm {
        try engine.device.withContext { try engine.measuredKernelForm() }
    }

    /// Whether every dispatch is measured.
    package var measuresTime: Bool {
        get { engine.device.timer != nil }
        set { engine.device.timer = newValue ? DispatchTimer(for: traits) : nil }
    }

    /// The times of the dispatches since the last call, in order.
    package func takeTimings() -> [DispatchTimer.Entry] {
        (try? engine.device.withContext { engine.device.timer?.takeEntries() }) ?? []
    }
}
