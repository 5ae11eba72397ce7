import Filters
import GPU
import Imaging

extension Renderer {
    /// Applies `recipe` to a picture and saves the result as rows are computed.
    ///
    /// No file is left at `path` unless the whole picture was written.
    ///
    /// - Parameters:
    ///   - picture: the input.
    ///   - recipe: the filters.
    ///   - path: the destination; its extension determines the format.
    ///   - options: the encoding options.
    ///   - overwrite: whether a file at `path` may be replaced.
    ///   - progress: called with the completed fraction, which never falls, and exactly once with 1, when the
    ///     file is in place.
    /// - Returns: the metadata of the picture that the file lacks.
    /// - Throws: ``RecipeError``, ``FilterError``, ``GPUError``, ``ImagingError`` or `CancellationError`.
    @discardableResult
    public func render(
        _ picture: Picture, _ recipe: Recipe, to path: String, options: EncodingOptions = EncodingOptions(),
        overwrite: Bool = false, progress: (Double) -> Void = { _ in }
    ) throws -> [MetadataLoss] {
        try prepare(for: recipe)
        return try save(progress: progress) { engine, shouldStop in
            try ExportJob(
                picture, recipe: recipe, to: path, options: options, overwrite: overwrite, on: engine,
                shouldStop: shouldStop)
        } result: {
            $0.allLosses
        }
    }

    /// Applies `recipe` to a picture and encodes the result in memory as rows are computed.
    ///
    ///     let bytes = try renderer.render(photo, chain, as: .webp, options: EncodingOptions(quality: 80))
    ///
    /// - Parameters:
    ///   - picture: the input.
    ///   - recipe: the filters.
    ///   - format: the file format.
    ///   - options: the encoding options.
    ///   - name: the picture's name in errors.
    ///   - progress: called with the completed fraction, which never falls, and exactly once with 1, at the
    ///     end.
    /// - Returns: the bytes of the file.
    /// - Throws: ``RecipeError``, ``FilterError``, ``GPUError``, ``ImagingError`` or `CancellationError`.
    public func render(
        _ picture: Picture, _ recipe: Recipe, as format: PictureFormat,
        options: EncodingOptions = EncodingOptions(), name: String = "the picture",
        progress: (Double) -> Void = { _ in }
    ) throws -> [UInt8] {
        try prepare(for: recipe)
        return try save(progress: progress) { engine, shouldStop in
            try ExportJob(
                ExportInput(picture), recipe: recipe, as: format, to: .memory(name: name), options: options,
                on: engine, shouldStop: shouldStop)
        } result: {
            $0.bytes ?? []
        }
    }

    /// A picture that is decoded while it is saved with these arguments; nil if the recipe needs the whole
    /// picture. Throws ``RecipeError``, ``FilterError`` and ``ImagingError``.
    package func input(
        _ stream: RowStream, for recipe: Recipe, as format: PictureFormat, options: EncodingOptions
    ) throws -> ExportInput? {
        try catalog.validate(recipe)
        return try ExportInput(stream, for: recipe, as: format, options: options, on: engine)
    }

    /// Creates a save and runs it to completion.
    ///
    /// - Parameters:
    ///   - progress: called with the completed fraction, also between dispatches; the fraction never falls,
    ///     and 1 is reported exactly once, at the end.
    ///   - result: extracts the result from the finished save, which needs the context.
    package func save<Save: SteppedExport, Result>(
        progress: (Double) -> Void, _ begin: (Engine, @escaping () -> Bool) throws -> Save,
        result: (Save) -> Result
    ) throws -> Result {
        // The only reference to the save, whose device resources must be freed while the context is current.
        var save: Save?
        let made = try RisingProgress.reporting({ save?.progress ?? 0 }, to: progress) { rising in
            let stops = {
                rising.report()
                return self.stops()
            }
            if let betweenSteps {
                defer { try? engine.device.withContext { save = nil } }
                try engine.device.withContext { save = try begin(engine, stops) }
                while try engine.device.withContext({ try save?.step() == true }) {
                    rising.report()
                    betweenSteps { save?.rest() }
                }
                guard let end = try engine.device.withContext({ save.map(result) }) else {
                    throw Cancelled()
                }
                return end
            }
            return try engine.device.withContext {
                defer { save = nil }
                let begun = try begin(engine, stops)
                save = begun
                while try begun.step() { rising.report() }
                return result(begun)
            }
        }
        progress(1)
        return made
    }
}

/// Forwards progress only when it has risen, and never forwards 1 before the end.
final class RisingProgress {
    private let part: () -> Double
    /// Nil once the caller has returned, even if this object is still referenced.
    private var receiver: ((Double) -> Void)?
    private var last = 0.0

    private init(_ part: @escaping () -> Double) { self.part = part }

    /// Lets `body` report progress, but only until `body` returns.
    ///
    /// - Parameter part: the completed fraction, 0…1.
    static func reporting<Result>(
        _ part: @escaping () -> Double, to progress: (Double) -> Void,
        _ body: (RisingProgress) throws -> Result
    ) rethrows -> Result {
        let rising = RisingProgress(part)
        return try withoutActuallyEscaping(progress) { progress in
            rising.receiver = progress
            defer { rising.receiver = nil }
            return try body(rising)
        }
    }

    /// Reports the current progress, if it has risen.
    func report() {
        let part = part()
        guard part > last, part < 1 else { return }
        last = part
        receiver?(part)
    }
}
