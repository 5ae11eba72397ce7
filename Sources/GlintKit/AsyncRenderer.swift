import Filters
import GPU
import Imaging
import Rendering
import CustomFilters

/// A ``Renderer`` for concurrent code. It runs on its own thread, which has the OpenGL context, so that no
/// thread of the cooperative pool waits for a device.
///
///     let renderer = try await AsyncRenderer()
///     try await withThrowingTaskGroup(of: Void.self) { group in
///         for path in paths {
///             group.addTask {
///                 let photo = try Picture(contentsOf: path)
///                 try await renderer.render(photo, chain, to: path + ".webp")
///             }
///         }
///         try await group.waitForAll()
///     }
///
/// Calls run one after another. If its task is cancelled, a call throws `CancellationError` before it begins
/// or between two dispatches, and leaves no file. ``Renderer/shouldStop`` is not needed here.
public actor AsyncRenderer {
    private let thread = RenderThread()
    private let filters: [CustomFilter]
    private lazy var made = Result { try Renderer(filters: filters) }

    /// The thread on which the renderer works.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

    /// Opens a device, as ``Renderer/init(filters:)`` does.
    ///
    /// - Parameter filters: custom filters, if any.
    /// - Throws: ``GPUError`` if there is no device, ``CustomFilterError`` if a filter does not work.
    public init(filters: [CustomFilter] = []) async throws {
        self.filters = filters
        // From here on, the actor is fully initialized and its thread runs this code.
        _ = try traits
    }

    /// The properties and capabilities of the device.
    public var traits: DeviceTraits {
        get throws { try made.get().traits }
    }

    /// Applies `recipe` to a picture at full size, as ``Renderer/render(_:_:depth:progress:)`` does.
    ///
    /// - Parameters:
    ///   - picture: the picture to filter.
    ///   - recipe: the filters.
    ///   - depth: bits per channel of the result; if nil, the same as the picture's.
    ///   - progress: called on the renderer's thread with the completed fraction, which never falls, and
    ///     exactly once with 1, at the end.
    /// - Returns: the filtered picture.
    /// - Throws: ``RecipeError``, ``FilterError``, ``GPUError``, ``ImagingError`` or `CancellationError`.
    public func render(
        _ picture: Picture, _ recipe: Recipe, depth: PixelBuffer.Depth? = nil,
        progress: @Sendable (Double) -> Void = { _ in }
    ) throws -> Picture {
        try withRenderer { try $0.render(picture, recipe, depth: depth, progress: progress) }
    }

    /// Applies `recipe` to a picture and saves the result, as
    /// ``Renderer/render(_:_:to:options:overwrite:progress:)`` does.
    ///
    /// - Parameters:
    ///   - picture: the picture to filter.
    ///   - recipe: the filters.
    ///   - path: the destination; its extension determines the format.
    ///   - options: the encoding options.
    ///   - overwrite: whether a file at `path` may be replaced.
    ///   - progress: called on the renderer's thread with the completed fraction, which never falls, and
    ///     exactly once with 1, when the file is in place.
    /// - Returns: the metadata of the picture that the file lacks.
    /// - Throws: ``RecipeError``, ``FilterError``, ``GPUError``, ``ImagingError`` or `CancellationError`.
    @discardableResult
    public func render(
        _ picture: Picture, _ recipe: Recipe, to path: String, options: EncodingOptions = EncodingOptions(),
        overwrite: Bool = false, progress: @Sendable (Double) -> Void = { _ in }
    ) throws -> [MetadataLoss] {
        try withRenderer {
            try $0.render(
                picture, recipe, to: path, options: options, overwrite: overwrite, progress: progress)
        }
    }

    /// Applies `recipe` to a picture and encodes the result, as
    /// ``Renderer/render(_:_:as:options:name:progress:)`` does.
    ///
    /// - Parameters:
    ///   - picture: the picture to filter.
    ///   - recipe: the filters.
    ///   - format: the file format.
    ///   - options: the encoding options.
    ///   - name: the picture's name in errors.
    ///   - progress: called on the renderer's thread with the completed fraction, which never falls, and
    ///     exactly once with 1, at the end.
    /// - Returns: the bytes of the file.
    /// - Throws: ``RecipeError``, ``FilterError``, ``GPUError``, ``ImagingError`` or `CancellationError`.
    public func render(
        _ picture: Picture, _ recipe: Recipe, as format: PictureFormat,
        options: EncodingOptions = EncodingOptions(), name: String = "the picture",
        progress: @Sendable (Double) -> Void = { _ in }
    ) throws -> [UInt8] {
        try withRenderer {
            try $0.render(picture, recipe, as: format, options: options, name: name, progress: progress)
        }
    }

    /// Calls `body` with the renderer, on the renderer's thread, for everything that has no method of its own
    /// here.
    ///
    ///     let histogram = try await renderer.withRenderer { try $0.histogram(of: photo, chain) }
    ///
    /// - Parameter body: receives the renderer, which it must not store.
    /// - Throws: `CancellationError` if the task is already cancelled, and the errors of `body`.
    public func withRenderer<Result: Sendable>(
        _ body: @Sendable (Renderer) throws -> Result
    ) throws -> Result {
        try Task.checkCancellation()
        return try body(made.get())
    }
}
