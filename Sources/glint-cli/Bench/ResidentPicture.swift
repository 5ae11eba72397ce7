import Filters
import GPU
import Imaging
import Rendering

/// A whole picture already on the device, so that only the filters are measured.
struct ResidentPicture: TextureProvider {
    let frameID = FrameID()
    private let texture: Texture

    var size: SIMD2<Int> { SIMD2(texture.width, texture.height) }

    /// Uploads the pixels to the engine's device, in their own format or in another.
    init(_ pixels: PixelBuffer, format: PixelFormat? = nil, on engine: Engine) throws {
        // The peers reuse their output memory. Whole-picture results, which a window or an export never requests, would
        // be new memory each time, and touching that takes longer than some filters.
        engine.device.textures.idleBudget = .max
        let provider = PictureProvider(pixels)
        texture = try engine.render(
            Recipe(), of: provider, viewport: Viewport(wholeAt: provider.size), outputFormat: format,
            keepsResults: false)
    }

    func makeTexture(of viewport: Viewport, precision: PixelFormat, on device: Device) throws -> Texture {
        texture
    }

    /// The picture with a recipe applied; returns when the device has finished.
    func filtered(
        _ recipe: Recipe, precision: PixelFormat = .rgba16f, outputFormat: PixelFormat? = nil,
        on engine: Engine
    ) throws -> Texture {
        defer { engine.device.finish() }
        return try engine.render(
            recipe, of: self, viewport: Viewport(wholeAt: size), precision: precision,
            outputFormat: outputFormat, keepsResults: false)
    }
}
