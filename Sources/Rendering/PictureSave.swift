import Filters
import Imaging

/// Saves a picture with a recipe applied, a strip at a time.
package final class PictureSave {
    private let exporter: Exporter
    private let writer: PictureWriter
    private let overwrite: Bool

    /// How much is done, 0…1.
    package var progress: Double { exporter.progress }

    /// Checks the place to save at and opens a temporary file there; throws ``ImagingError``.
    package init(
        _ picture: Picture, recipe: Recipe, to path: String, options: EncodingOptions, overwrite: Bool,
        on engine: Engine, shouldStop: @escaping () -> Bool = { false }
    ) throws {
        guard let format = PictureFormat(fileName: path) else {
            throw ImagingError.unknownExtension(path: path)
        }
        let depth =
            format.supportsSixteenBit ? options.depth ?? picture.pixels.depth : PixelBuffer.Depth.eight
        let writer = try PictureWriter(
            path: path, format: format, width: picture.width, height: picture.height,
            channels: engine.catalog.channels(of: recipe, over: picture.channels), depth: depth,
            options: options, metadata: picture.metadata)
        self.writer = writer
        self.overwrite = overwrite
        exporter = Exporter(
            picture.pixels, recipe: recipe, depth: depth, on: engine, shouldStop: shouldStop
        ) { rows, count in
            try writer.write(rows: rows, count: count)
        }
    }

    /// Leaves what was at the path before, and nothing else.
    package func cancel() {
        writer.cancel()
    }

    /// Makes and writes the next strip; false when the file is in place.
    ///
    /// An error leaves what was at the path before, and nothing else.
    package func step() throws -> Bool {
        do {
            if try exporter.step() { return true }
            try writer.finish(overwrite: overwrite)
            return false
        } catch {
            writer.cancel()
            throw error
        }
    }
}
