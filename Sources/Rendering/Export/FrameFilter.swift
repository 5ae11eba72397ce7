import Filters
import GPU
import Imaging

/// A recipe for frames of one layout that another program sends one at a time.
///
/// It holds resources of the device, so its last reference is released in ``Renderer/release(_:)``.
package final class FrameFilter {
    /// The layout of the frames.
    package let source: FrameLayout
    /// The layout of the filtered frames, which have the same depth.
    package let result: FrameLayout
    /// The planes of frames of YCbCr, for the device; nil for others.
    package let sourceFormat: PlanarFormat?
    fileprivate let recipe: Recipe
    fileprivate let exports: FrameExports
    /// True if pixels of filtered frames may be transparent.
    fileprivate let hasAlpha: Bool
    /// The format of filtered frames if the processor converts YCbCr, which is faster where it also runs the
    /// shaders; nil if the device does.
    fileprivate let processorFormat: PlanarFormat?
    /// Memory for filtered frames in RGBA, which the processor converts.
    private let memory = FrameMemory()

    /// Throws ``FilterError`` if a filter of the recipe cannot run with its values, and ``FrameFilterError``.
    fileprivate init(_ recipe: Recipe, over source: FrameLayout, on engine: Engine) throws {
        self.source = source
        self.recipe = recipe
        let channels = engine.catalog.channels(of: recipe, over: source.channels)
        hasAlpha = channels.hasAlpha
        result = source.with(try engine.catalog.size(of: recipe, entering: source.size), channels)
        sourceFormat = try FrameFilter.format(of: source)
        let format = try FrameFilter.format(of: result)
        let isMadeOnProcessor =
            !engine.device.traits.convertsPlanes && format?.canBeMadeOnProcessor == true
        processorFormat = isMadeOnProcessor ? format : nil
        exports = try FrameExports(
            of: recipe, over: source.size, from: source.depth, to: source.depth,
            as: processorFormat == nil ? format.map { ($0, channels.hasAlpha) } : nil, on: engine)
        // Only frames that are wider than a texture would be divided.
        if format != nil, processorFormat == nil, exports.planes == nil {
            throw FrameFilterError.tooLarge(result)
        }
    }

    private static func format(of layout: FrameLayout) throws(FrameFilterError) -> PlanarFormat? {
        guard case .planar(let planar) = layout else { return nil }
        if let format = planar.format { return format }
        // A small frame fits any texture.
        var small = planar
        (small.width, small.height) = (2, 2)
        throw small.format == nil ? FrameFilterError.noLibraries : FrameFilterError.tooLarge(layout)
    }

    /// Memory for the filtered frame in RGBA; nil if the device makes its samples.
    fileprivate func rgba() throws(FrameFilterError) -> (any BorrowedFrame)? {
        guard processorFormat != nil else { return nil }
        let byteCount = result.size.x * result.size.y * source.depth.bytesPerPixel
        guard let rgba = memory.borrow(byteCount: byteCount) else { throw .noMemory }
        return rgba
    }

    /// Puts some rows of a filtered frame where they belong.
    ///
    /// - Parameters:
    ///   - bytes: rows of RGBA, or of each plane.
    ///   - rows: their numbers.
    ///   - target: space for a whole frame.
    fileprivate func put(
        _ bytes: UnsafeRawBufferPointer, _ rows: Range<Int>, into target: UnsafeMutableRawBufferPointer
    ) {
        switch result {
        case .raw(let layout):
            let start = rows.lowerBound * layout.bytesPerRow
            layout.pack(
                bytes, count: rows.count,
                into: UnsafeMutableRawBufferPointer(
                    rebasing: target[start..<start + rows.count * layout.bytesPerRow]))
        case .planar where processorFormat != nil:
            let start = rows.lowerBound * result.size.x * source.depth.bytesPerPixel
            UnsafeMutableRawBufferPointer(rebasing: target[start..<start + bytes.count])
                .copyMemory(from: bytes)
        case .planar:
            var start = 0
            for part in exports.planes?.format.parts(ofRows: rows) ?? [] {
                UnsafeMutableRawBufferPointer(rebasing: target[part])
                    .copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[start..<start + part.count]))
                start += part.count
            }
        }
    }
}

/// Why frames of a layout cannot be filtered.
package enum FrameFilterError: Error, CustomStringConvertible {
    /// FFmpeg's libraries, which know the formats of YCbCr, are not installed.
    case noLibraries
    /// Textures cannot hold the planes.
    case tooLarge(FrameLayout)
    case noMemory

    package var description: String {
        switch self {
        case .noLibraries:
            "frames of YCbCr need FFmpeg's libraries, which cannot be loaded: install FFmpeg, or use rgb8"
        case .tooLarge(let layout):
            "frames of YCbCr with \(layout.size.x) × \(layout.size.y) pixels are too large; at most "
                + "\(PlanarFormat.longestSide) on each side are possible: use rgb8"
        case .noMemory: "there is no memory for the conversion of a frame"
        }
    }
}

extension Renderer {
    /// Prepares a recipe for frames of a layout.
    ///
    /// Throws ``RecipeError`` if the recipe does not fit the filters, ``FilterError`` and
    /// ``FrameFilterError``.
    package func frameFilter(_ recipe: Recipe, over source: FrameLayout) throws -> FrameFilter {
        try prepare(for: recipe)
        return try engine.device.withContext { try FrameFilter(recipe, over: source, on: engine) }
    }

    /// Filters a frame.
    ///
    /// If it throws, the filter must not be used again, since the device may still be working on the frame.
    ///
    /// - Parameters:
    ///   - frame: the frame, with the size and depth of the filter's source.
    ///   - time: the frame's time, which filters read.
    ///   - shouldStop: called between dispatches; if it returns true, the call throws `CancellationError`.
    ///   - target: space for a frame in the layout of the filter's result.
    package func filter(
        _ frame: FrameContent, at time: FrameTime, with filter: FrameFilter,
        shouldStop: @escaping () -> Bool, into target: UnsafeMutableRawBufferPointer
    ) throws {
        try prepare(for: filter.recipe)
        if let format = filter.processorFormat, case .planes(let planes) = frame,
            planes.isStored(as: format),
            try filter.exports.tiling.hasNoEffect(
                of: filter.recipe, over: planes.size, at: time, photograph: nil, catalog: engine.catalog)
        {
            planes.withUnsafeBytes { target.copyMemory(from: $0) }
            return
        }
        let rgba = try filter.rgba()
        defer { withExtendedLifetime(rgba) {} }
        let rows = rgba?.bytes ?? target
        var rowsDone = 0
        try save(progress: { _ in }) { engine, stops in
            FrameExport(
                try Exporter(
                    rgba == nil ? frame : .pixels(frame.pixels), isOpaque: !filter.source.channels.hasAlpha,
                    at: time, recipe: filter.recipe, depth: filter.source.depth, on: engine,
                    frames: filter.exports, shouldStop: { stops() || shouldStop() },
                    sink: { bytes, count in
                        filter.put(bytes, rowsDone..<rowsDone + count, into: rows)
                        rowsDone += count
                    }),
                readback: filter.exports.readback)
        } result: { _ in
        }
        guard let format = filter.processorFormat, let rgba else { return }
        let isConverted = format.write(
            rgba.bytes, depth: filter.source.depth, hasAlpha: filter.hasAlpha, into: target)
        guard isConverted else { throw FrameFilterError.noMemory }
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
