import GPU
import Imaging

/// A picture that is decoded while it is exported; the exporting thread reads it.
extension RowStream: FramePixels {
    /// Throws ``RowStream/NotInMemory`` if another size than the picture's own is requested, or rows above
    /// those that have been read.
    package func makeTexture(
        of viewport: Viewport, precision: PixelFormat, on device: Device
    ) throws -> Texture {
        let region = viewport.region
        guard viewport.gridSize == SIMD2(header.width, header.height) else { throw NotInMemory() }
        let texture = try device.textures.texture(
            width: region.size.x, height: region.size.y, format: PixelFormat(holding: header.depth),
            mayBeHigher: true)
        let rows = try rows(region.origin.y..<region.end.y)
        if let base = rows.baseAddress {
            try device.upload(
                base + region.origin.x * header.depth.bytesPerPixel, pixelsPerRow: header.width, to: texture)
        }
        return texture
    }
}
