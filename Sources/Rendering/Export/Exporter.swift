import System
import Filters
import GPU
import Imaging

/// Receives finished rows of a picture, from top to bottom.
package typealias RowSink = (_ rows: UnsafeRawBufferPointer, _ count: Int) throws -> Void

/// Applies a recipe to a whole picture in strips with halos, and passes on the rows as they are finished.
///
/// An exporter works strip by strip, so that its thread can render previews in between. The pixels are the
/// same as if the picture were rendered in one piece.
package final class Exporter {
    /// The completed fraction, 0…1, which rises with each dispatch.
    package var progress: Double {
        let ofStrip = isInStrip ? (Double(tilesMade) + engine.renderProgress) / Double(tiling.tiles.count) : 0
        return (Double(stripsMade) + ofStrip) / Double(tiling.strips.count)
    }
    /// How the picture is divided.
    package let tiling: ExportTiling

    private let engine: Engine
    /// The filters available when the export began: a change during the export would affect only part of the
    /// picture.
    private let catalog: FilterCatalog
    private let pixels: ExportInput.Pixels
    private let source: SourceFrame
    private let recipe: Recipe
    private let depth: PixelBuffer.Depth
    private let precision: PixelFormat
    private let destination: Destination
    private let shouldStop: () -> Bool
    /// True if the recipe has no effect at the time of the frame.
    private let hasNoEffect: Bool
    /// True if the recipe has no effect and the result is the file's own pixels, bit for bit.
    private var isUnchanged: Bool {
        hasNoEffect && depth == pixels.depth && pixels.areRows && planes == nil
    }
    /// The samples of a frame that the recipe does not change, and whose format is that of the result.
    private var unchangedPlanes: FramePlanes? {
        guard hasNoEffect, let planes, case .whole(.planes(let frame), _) = pixels,
            frame.isStored(as: planes.format)
        else { return nil }
        return frame
    }
    /// Transfers the previous strip to memory while the device renders the next.
    private let readback: Readback
    /// What shaders keep from the frames before; nil for a picture.
    private let buffers: PersistentBuffers?
    /// Converts rows to samples before they are read back.
    private let planes: PlanarOutput?
    /// True if the readback continues into the next frame of a clip.
    private let sharesReadback: Bool
    private var stripsMade = 0
    /// The number of finished tiles of the current strip.
    private var tilesMade = 0
    private var isInStrip = false
    /// The buffer in which rows are assembled. It is reused for all strips, which are passed on in order.
    private var assembled: MemoryBlock?

    private enum Destination {
        case rows(RowSink)
        case textures(TextureSink)
    }

    /// Receives finished textures that stay on the device, each with the part that is not in any other
    /// texture.
    package typealias TextureSink = (_ texture: Texture, _ part: PixelRegion) throws -> Void

    /// Exports a picture in memory; see the export of a frame.
    package convenience init(
        _ picture: PixelBuffer, isOpaque: Bool = false, at time: FrameTime = .zero,
        photograph: Photograph? = nil, recipe: Recipe, depth: PixelBuffer.Depth,
        on engine: Engine, frames: FrameExports? = nil, shouldStop: @escaping () -> Bool = { false },
        sink: @escaping RowSink
    ) throws(FilterError) {
        try self.init(
            .whole(.pixels(picture), isOpaque: isOpaque), at: time, photograph: photograph, recipe: recipe,
            depth: depth, on: engine, frames: frames, shouldStop: shouldStop, sink: sink)
    }

    /// Exports a frame of a clip, or a picture.
    ///
    /// - Parameters:
    ///   - isOpaque: whether every pixel's alpha is known to be 1, which makes blurs faster.
    ///   - time: the time that is passed to filters.
    ///   - photograph: what is known about the clip.
    ///   - depth: bits per channel of the rows passed to `sink`; above 8, the filters run in 32-bit floats.
    ///   - frames: the state shared by all frames of a clip; nil for a picture.
    ///   - shouldStop: called between dispatches; if it returns true, ``step()`` throws ``Cancelled``.
    ///
    /// Throws ``FilterError`` if a filter of the recipe cannot run with its values.
    package convenience init(
        _ content: FrameContent, isOpaque: Bool, at time: FrameTime, photograph: Photograph? = nil,
        recipe: Recipe, depth: PixelBuffer.Depth, on engine: Engine, frames: FrameExports? = nil,
        shouldStop: @escaping () -> Bool = { false }, sink: @escaping RowSink
    ) throws(FilterError) {
        try self.init(
            .whole(content, isOpaque: isOpaque), at: time, photograph: photograph, recipe: recipe,
            depth: depth, on: engine, frames: frames, shouldStop: shouldStop, sink: sink)
    }

    /// Exports pixels that are in memory, or decoded during the export; in the latter case, the last
    /// ``step()`` reads the file to its end.
    convenience init(
        _ pixels: ExportInput.Pixels, at time: FrameTime, photograph: Photograph?, recipe: Recipe,
        depth: PixelBuffer.Depth, on engine: Engine, frames: FrameExports? = nil,
        shouldStop: @escaping () -> Bool,
        sink: @escaping RowSink
    ) throws(FilterError) {
        let tiling: ExportTiling
        switch pixels {
        case .stream(_, let divided, _): tiling = divided
        case .whole:
            if let frames {
                tiling = frames.tiling
            } else {
                tiling = try Self.tiling(
                    of: recipe, over: pixels.frame.size, from: pixels.depth, to: depth, at: time,
                    photograph: photograph, on: engine)
            }
        }
        // The tiling is that of all frames of a clip.
        let hasNoEffect =
            frames == nil
            ? tiling.hasNoEffect
            : try tiling.hasNoEffect(
                of: recipe, over: pixels.frame.size, at: time, photograph: photograph,
                catalog: engine.catalog)
        self.init(
            pixels, at: time, photograph: photograph, recipe: recipe, depth: depth, on: engine,
            tiling: tiling, hasNoEffect: hasNoEffect, frames: frames, shouldStop: shouldStop, to: .rows(sink))
    }

    /// Exports a picture to textures that stay on the device.
    package convenience init(
        _ picture: PixelBuffer, isOpaque: Bool = false, photograph: Photograph? = nil, recipe: Recipe,
        depth: PixelBuffer.Depth, on engine: Engine, shouldStop: @escaping () -> Bool = { false },
        textures: @escaping TextureSink
    ) throws(FilterError) {
        let tiling = try Self.tiling(
            of: recipe, over: SIMD2(picture.width, picture.height), from: picture.depth, to: depth,
            photograph: photograph, on: engine)
        self.init(
            .whole(.pixels(picture), isOpaque: isOpaque), at: .zero, photograph: photograph, recipe: recipe,
            depth: depth, on: engine, tiling: tiling, hasNoEffect: tiling.hasNoEffect, frames: nil,
            shouldStop: shouldStop, to: .textures(textures))
    }

    private init(
        _ pixels: ExportInput.Pixels, at time: FrameTime, photograph: Photograph?, recipe: Recipe,
        depth: PixelBuffer.Depth, on engine: Engine, tiling: ExportTiling, hasNoEffect: Bool,
        frames: FrameExports?,
        shouldStop: @escaping () -> Bool,
        to destination: Destination
    ) {
        self.engine = engine
        catalog = engine.catalog
        self.pixels = pixels
        self.recipe = recipe
        self.depth = depth
        self.destination = destination
        self.shouldStop = shouldStop
        readback = frames?.readback ?? Readback(on: engine.device, depth: 1)
        buffers = frames?.buffers
        planes = frames?.planes
        sharesReadback = frames != nil
        var source = pixels.frame
        source.photograph = photograph
        self.source = source.at(time)
        precision = Self.precision(from: pixels.depth, to: depth)
        self.tiling = tiling
        self.hasNoEffect = hasNoEffect
    }

    /// The tiling of a picture that is not a frame of a clip.
    static func tiling(
        of recipe: Recipe, over size: SIMD2<Int>, from depth: PixelBuffer.Depth, to result: PixelBuffer.Depth,
        at time: FrameTime = .zero, photograph: Photograph?, on engine: Engine
    ) throws(FilterError) -> ExportTiling {
        try ExportTiling(
            of: recipe, over: size, precision: Self.precision(from: depth, to: result), times: [time],
            photograph: photograph, on: engine, stripPixels: ExportTiling.stripPixels)
    }

    /// The format between passes, given the depths of the input and the result.
    static func precision(from depth: PixelBuffer.Depth, to result: PixelBuffer.Depth) -> PixelFormat {
        max(depth, result) > .eight ? .rgba32f : .rgba16f
    }

    /// Renders the next strip; false when the whole picture is done.
    ///
    /// Throws ``GPUError``, ``Cancelled`` and the errors of the sink.
    package func step() throws -> Bool {
        if shouldStop() { throw Cancelled() }
        guard stripsMade < tiling.strips.count else { return false }
        let strip = tiling.strips[stripsMade]
        tilesMade = 0
        defer { isInStrip = false }
        try pixels.prepare(strip: stripsMade)
        var strips = 1
        switch destination {
        case .rows(let sink) where isUnchanged: try passThrough(strip.new, to: sink)
        case .rows(let sink):
            if let unchangedPlanes {
                // The file's own samples, all at once.
                try readback.finish()
                try unchangedPlanes.withUnsafeBytes { try sink($0, tiling.size.y) }
                strips = tiling.strips.count
            } else {
                try render(strip, to: sink)
            }
        case .textures(let sink): try render(strip, to: sink)
        }
        stripsMade += strips
        let isDone = stripsMade == tiling.strips.count
        if isDone, !sharesReadback { try readback.finish() }
        if isDone { try pixels.finish() }
        return !isDone
    }

    private func passThrough(_ rows: Range<Int>, to sink: RowSink) throws {
        // The readback of an earlier frame may still be in progress.
        try readback.finish()
        try pixels.withBytes(of: rows) { try sink($0, rows.count) }
    }

    private func render(_ rows: Tiling.Part, to sink: TextureSink) throws {
        for columns in tiling.tiles {
            let made = SIMD2(columns.made.lowerBound, rows.made.lowerBound)
            let region = PixelRegion(from: made, to: SIMD2(columns.made.upperBound, rows.made.upperBound))
            let part = PixelRegion(
                from: SIMD2(columns.new.lowerBound, rows.new.lowerBound) &- made,
                to: SIMD2(columns.new.upperBound, rows.new.upperBound) &- made)
            try sink(try texture(of: region, output: .rgba8ui), part)
        }
    }

    private func render(_ rows: Tiling.Part, to sink: @escaping RowSink) throws {
        let keepsRange = planes?.format.layout.conversion.isInvertible == true
        let output = keepsRange ? .rgba32f : PixelFormat(readBackAs: depth)
        let strip = try tiling.tiles.count == 1 ? nil : strip(rows: rows.new.count)
        for columns in tiling.tiles {
            let region = PixelRegion(
                from: SIMD2(columns.made.lowerBound, rows.made.lowerBound),
                to: SIMD2(columns.made.upperBound, rows.made.upperBound))
            let texture = try texture(of: region, output: output)
            if let planes {
                let samples = try planes.textures(
                    of: texture, firstRow: rows.made.lowerBound, rows: rows.new, on: engine.device)
                try readback.start(samples) { try sink($0, rows.new.count) }
                continue
            }
            let bytesPerRow = columns.made.count * depth.bytesPerPixel
            let isLast = columns == tiling.tiles.last
            try readback.start(texture) { pixels in
                let known = (rows.new.lowerBound - rows.made.lowerBound) * bytesPerRow
                let new = UnsafeRawBufferPointer(rebasing: pixels[known...])
                guard let strip else { return try sink(new, rows.new.count) }
                strip.put(new, columns)
                if isLast { try sink(UnsafeRawBufferPointer(strip.bytes), rows.new.count) }
            }
        }
    }

    private func strip(rows: Int) throws(OutOfMemory) -> Strip {
        let bytesPerRow = tiling.size.x * depth.bytesPerPixel
        let memory =
            if let assembled, assembled.bytes.count >= rows * bytesPerRow { assembled } else {
                try MemoryBlock(byteCount: rows * bytesPerRow)
            }
        assembled = memory
        return Strip(memory: memory, rows: rows, bytesPerRow: bytesPerRow, bytesPerPixel: depth.bytesPerPixel)
    }

    /// Rows assembled from tiles.
    private struct Strip {
        let memory: MemoryBlock
        let rows: Int
        let bytesPerRow: Int
        let bytesPerPixel: Int

        var bytes: UnsafeMutableRawBufferPointer {
            UnsafeMutableRawBufferPointer(rebasing: memory.bytes[..<(rows * bytesPerRow)])
        }

        func put(_ tile: UnsafeRawBufferPointer, _ columns: Tiling.Part) {
            let count = columns.new.count * bytesPerPixel
            let known = (columns.new.lowerBound - columns.made.lowerBound) * bytesPerPixel
            for row in 0..<rows {
                let source = row * columns.made.count * bytesPerPixel + known
                let target = row * bytesPerRow + columns.new.lowerBound * bytesPerPixel
                UnsafeMutableRawBufferPointer(rebasing: bytes[target..<target + count])
                    .copyMemory(from: .init(rebasing: tile[source..<source + count]))
            }
        }
    }

    private func texture(
        of region: PixelRegion, output: PixelFormat
    ) throws -> Texture {
        let viewport = Viewport(gridSize: tiling.size, region: region)
        isInStrip = true
        defer { (isInStrip, tilesMade) = (false, tilesMade + 1) }
        return try engine.render(
            recipe, of: source, viewport: viewport, precision: precision, outputFormat: output,
            keepsResults: false, catalog: catalog, buffers: buffers, shouldStop: shouldStop)
    }
}
