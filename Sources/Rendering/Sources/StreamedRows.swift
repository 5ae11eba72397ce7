import GPU
import Imaging

/// The rows of a picture that is decoded while it is exported: those that a strip needs, at their own size.
/// Used by the exporting thread.
final class StreamedRows: FramePixels, @unchecked Sendable {
    let stream: RowStream
    private var held = 0..<0
    private var bytes = UnsafeRawBufferPointer(start: nil, count: 0)

    init(_ stream: RowStream) {
        self.stream = stream
    }

    /// Reads up to the end of the range; rows above the range are discarded.
    func hold(_ rows: Range<Int>) throws {
        bytes = try stream.rows(rows)
        held = rows
    }

    /// Some of the rows in memory.
    func withBytes(of rows: Range<Int>, _ body: (UnsafeRawBufferPointer) throws -> Void) throws {
        guard rows.lowerBound >= held.lowerBound, rows.upperBound <= held.upperBound else {
            throw RowStream.Unsuitable()
        }
        let bytesPerRow = stream.header.bytesPerRow
        let start = (rows.lowerBound - held.lowerBound) * bytesPerRow
        try body(UnsafeRawBufferPointer(rebasing: bytes[start..<start + rows.count * bytesPerRow]))
    }

    func makeTexture(of viewport: Viewport, precision: PixelFormat, on device: Device) throws -> Texture {
        let (header, region) = (stream.header, viewport.region)
        guard viewport.gridSize == SIMD2(header.width, header.height) else {
            throw RowStream.Unsuitable()
        }
        let texture = try device.textures.texture(
            width: region.size.x, height: region.size.y, format: PixelFormat(holding: header.depth),
            mayBeHigher: true)
        try withBytes(of: region.origin.y..<region.end.y) { rows in
            guard let base = rows.baseAddress else { return }
            try device.upload(
                base + region.origin.x * header.depth.bytesPerPixel, pixelsPerRow: header.width, to: texture)
        }
        return texture
    }
}
