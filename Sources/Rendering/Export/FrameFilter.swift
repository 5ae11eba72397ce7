import Filters
import GPU
import Imaging

/// A recipe for frames of one layout that another program sends one at a time.
///
/// It holds resources of the device, so its last reference is released in ``Renderer/release(_:)``.
package final class FrameFilter {
    /// The layout of the frames.
    package let source: RawLayout
    /// The layout of the filtered frames, which have the same depth.
    package let result: RawLayout
    fileprivate let recipe: Recipe
    fileprivate let exports: FrameExports

    /// Throws ``FilterError`` if a filter of the recipe cannot run with its values.
    fileprivate init(_ recipe: Recipe, over source: RawLayout, on engine: Engine) throws(FilterError) {
        let size = SIMD2(source.width, source.height)
        self.source = source
        self.recipe = recipe
        let entering = try engine.catalog.size(of: recipe, entering: size)
        result = RawLayout(
            width: entering.x, height: entering.y,
            channels: engine.catalog.channels(of: recipe, over: source.channels), depth: source.depth)
        exports = try FrameExports(of: recipe, over: size, from: source.depth, to: source.depth, on: engine)
    }
}

extension Renderer {
    /// Prepares a recipe for frames of a layout.
    ///
    /// Throws ``RecipeError`` if the recipe does not fit the filters, and ``FilterError``.
    package func frameFilter(_ recipe: Recipe, over source: RawLayout) throws -> FrameFilter {
        try prepare(for: recipe)
        return try engine.device.withContext { try FrameFilter(recipe, over: source, on: engine) }
    }

    /// Filters a frame.
    ///
    /// If it throws, the filter must not be used again, since the device may still be working on the frame.
    ///
    /// - Parameters:
    ///   - pixels: the frame, with the size and depth of the filter's source.
    ///   - time: the frame's time, which filters read.
    ///   - shouldStop: called between dispatches; if it returns true, the call throws `CancellationError`.
    ///   - sink: receives the rows as RGBA.
    package func filter(
        _ pixels: PixelBuffer, at time: FrameTime, with filter: FrameFilter,
        shouldStop: @escaping () -> Bool, sink: @escaping RowSink
    ) throws {
        try prepare(for: filter.recipe)
        try save(progress: { _ in }) { engine, stops in
            FrameExport(
                try Exporter(
                    .pixels(pixels), isOpaque: !filter.source.channels.hasAlpha, at: time,
                    recipe: filter.recipe, depth: filter.source.depth, on: engine, frames: filter.exports,
                    shouldStop: { stops() || shouldStop() }, sink: sink),
                readback: filter.exports.readback)
        } result: { _ in
        }
    }

    /// Releases a filter, whose resources belong to the device.
    package func release(_ filter: inout FrameFilter?) {
        // Without a context there is nothing left to release.
        try? engine.device.withContext { filter = nil }
        filter = nil
    }
}

/// The steps of filtering one frame.
private final class FrameExport: SteppedExport {
    private let exporter: Exporter
    private let readback: Readback

    init(_ exporter: Exporter, readback: Readback) {
        self.exporter = exporter
        self.readback = readback
    }

    var progress: Double { exporter.progress * 0.99 }
    var losses: [SaveRemark] { [] }

    func step() throws -> Bool {
        if try exporter.step() { return true }
        try readback.finish()
        return false
    }

    func rest() {}
    func cancel() -> Bool { true }
}
