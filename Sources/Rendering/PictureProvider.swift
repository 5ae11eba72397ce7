import GPU
import Imaging

/// A picture in memory as a source of textures.
package struct PictureProvider: TextureProvider {
    package let frameID = FrameID()
    private let pixels: PixelBuffer

    package init(_ pixels: PixelBuffer) {
        self.pixels = pixels
    }

    package var size: SIMD2<Int> { SIMD2(pixels.width, pixels.height) }

    package func makeTexture(
        of viewport: Viewport, precision: PixelFormat, on device: Device
    ) throws -> Texture {
        if viewport.gridSize == size { return try upload(viewport.region, on: device) }
        let resampler = Resampler(sourceSize: size, viewport: viewport)
        let result = try device.textures.texture(
            width: viewport.region.size.x, height: viewport.region.size.y, format: precision)
        for tile in resampler.tiles(sideLimit: min(Self.tileSide, device.textures.sizeLimit)) {
            let source = try upload(tile.source, on: device)
            try resampler.run(tile, from: source, into: result, precision: precision, on: device)
        }
        return result
    }

    /// The largest tile of the source that is uploaded at once, in pixels a side: 67 MB at 8 bits.
    private static let tileSide = 4096

    /// The format that takes the buffer's bytes as they are.
    private var uploadFormat: PixelFormat {
        pixels.depth == .eight ? .rgba8 : .rgba16
    }

    private func upload(_ region: PixelRegion, on device: Device) throws -> Texture {
        let texture = try device.textures.texture(
            width: region.size.x, height: region.size.y, format: uploadFormat)
        let offset =
            region.origin.y * pixels.bytesPerRow + region.origin.x * pixels.depth.bytesPerPixel
        try pixels.withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress else { return }
            try device.upload(base + offset, pixelsPerRow: pixels.width, to: texture)
        }
        return texture
    }
}
