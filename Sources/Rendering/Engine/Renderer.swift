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
public final class Renderer {
    let engine: Engine
    private lazy var frames = FrameReadback(on: engine)
    /// How the device was reached, such as `EGL device 0`.
    public let origin: String
    /// Asked between dispatches of a save; if it returns true, the save throws ``Cancelled`` and leaves no file.
    package var shouldStop: () -> Bool = { false }
    /// Whether several saves are under way at once, each on a thread of its own, and take turns with the renderer.
    package var isShared: Bool {
        get { engine.isShared }
        set { engine.isShared = newValue }
    }

    /// Opens the first device with OpenGL 4.3, or a software renderer if there is no other.
    ///
    /// Throws ``GPUError/noContext(reason:)`` or ``GPUError/tooOld(version:renderer:)``.
    public convenience init() throws(GPUError) {
        try self.init(catalog: .builtIn)
    }

    /// Opens a device for the filters of a catalog.
    package init(
        catalog: FilterCatalog, readPicture: @escaping PictureReading = { try Picture(contentsOf: $0) }
    ) throws(GPUError) {
        let context = try HeadlessContext()
        origin = context.origin
        engine = try Engine(context: context, catalog: catalog, readPicture: readPicture)
        context.resignCurrent()
    }

    /// What the device is and can do.
    public var traits: DeviceTraits { engine.device.traits }

    /// The picture with `recipe` applied at full size.
    ///
    /// - Parameters:
    ///   - depth: bits per channel of the result, the picture's own where nil.
    /// - Throws: ``RecipeError`` if the recipe does not fit the filters, ``FilterError`` if a filter cannot do what it
    ///   is told, ``GPUError`` if the device fails,
    ///   ``ImagingError/tooLarge(path:width:height:)`` if the result does not fit in memory.
    public func render(
        _ picture: Picture, _ recipe: Recipe, depth: PixelBuffer.Depth? = nil
    ) throws -> Picture {
        try render(picture, at: .zero, recipe, depth: depth)
    }

    /// The picture with `recipe` applied at full size, as it is at a time.
    package func render(
        _ picture: Picture, at time: FrameTime, _ recipe: Recipe, depth: PixelBuffer.Depth? = nil
    ) throws -> Picture {
        try engine.catalog.validate(recipe)
        let bits = depth ?? picture.pixels.depth
        let size = try engine.catalog.size(
            of: recipe, entering: SIMD2(picture.width, picture.height))
        var metadata = picture.metadata
        if try engine.catalog.movesPixels(recipe, of: picture) { metadata.pixelsHaveMoved() }
        let pixels = try PixelBuffer(
            width: size.x, height: size.y, depth: bits, name: tr("the filtered picture")
        ) { result in
            try engine.device.withContext {
                var filled = 0
                let exporter = try Exporter(
                    picture.pixels, at: time, recipe: recipe, depth: bits, on: engine
                ) { rows, _ in
                    UnsafeMutableRawBufferPointer(rebasing: result[filled...]).copyMemory(from: rows)
                    filled += rows.count
                }
                while try exporter.step() {}
            }
        }
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

    /// Applies `recipe` to a picture and saves the result, row by row as it is made.
    ///
    /// Nothing is left at `path` unless the whole picture was written.
    ///
    /// - Parameters:
    ///   - path: where to save; its extension tells the format.
    ///   - overwrite: whether a file at `path` may be replaced.
    ///   - progress: told how much is done, 0…1.
    /// - Returns: the picture's metadata that the file lacks.
    /// - Throws: ``RecipeError``, ``FilterError``, ``GPUError`` or ``ImagingError``.
    @discardableResult
    public func render(
        _ picture: Picture, _ recipe: Recipe, to path: String, options: EncodingOptions = EncodingOptions(),
        overwrite: Bool = false, progress: (Double) -> Void = { _ in }
    ) throws -> [MetadataLoss] {
        try engine.catalog.validate(recipe)
        return try save(progress: progress) { engine, shouldStop in
            try PictureSave(
                picture, recipe: recipe, to: path, options: options, overwrite: overwrite, on: engine,
                shouldStop: shouldStop)
        } result: {
            $0.allLosses
        }
    }

    /// Makes a save and carries it out.
    ///
    /// - Parameters:
    ///   - result: what is wanted of the save at its end; the save itself needs the context.
    ///   - pause: called between steps where the renderer ``isShared``, with what waits for the save's other threads;
    ///     another thread may use the renderer until it returns.
    package func save<Save: SteppedSave, Result>(
        progress: (Double) -> Void, _ begin: (Engine, @escaping () -> Bool) throws -> Save,
        result: (Save) -> Result, pause: (_ rest: () -> Void) -> Void = { $0() }
    ) throws -> Result {
        let made: Result
        if isShared {
            let held = HeldSave(try engine.device.withContext { try begin(engine, shouldStop) })
            // What a save has on the device goes while the context is current.
            defer { try? engine.device.withContext { held.save = nil } }
            while try engine.device.withContext({ try held.save?.step() == true }) {
                progress(held.save?.progress ?? 0)
                pause { held.save?.rest() }
            }
            guard let end = try engine.device.withContext({ held.save.map(result) }) else {
                throw Cancelled()
            }
            made = end
        } else {
            made = try engine.device.withContext {
                let save = try begin(engine, shouldStop)
                while try save.step() { progress(save.progress) }
                return result(save)
            }
        }
        progress(1)
        return made
    }

    /// The only reference to a save, so that it goes when that is wanted.
    private final class HeldSave<Save> {
        var save: Save?

        init(_ save: Save) { self.save = save }
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
