import Filters
import GPU
import Imaging
import Rendering

/// A whole picture that is already on the device, so that only the filters are measured.
struct ResidentPicture {
    private let source: SourceFrame

    var size: SIMD2<Int> { source.size }

    private struct Pixels: FramePixels {
        let texture: Texture

        func makeTexture(of viewport: Viewport, precision: PixelFormat, on device: Device) throws -> Texture {
            texture
        }
    }

    /// Uploads the pixels to the engine's device, in their own format or in another one.
    init(_ picture: Picture, format: PixelFormat? = nil, on engine: Engine) throws {
        // The peers reuse their output memory. Without a budget for whole-picture results, which windows and
        // exports never request, the engine would allocate new memory each time, and touching that takes
        // longer than some filters.
        engine.device.textures.idleBudget = .max
        let isOpaque = !picture.channels.hasAlpha
        let picture = SourceFrame(picture)
        let texture = try engine.render(
            Recipe(), of: picture, viewport: Viewport(wholeAt: picture.size), outputFormat: format,
            keepsResults: false)
        source = SourceFrame(still: Pixels(texture: texture), size: picture.size, isOpaque: isOpaque)
    }

    /// Applies a recipe to the picture; returns when the device has finished.
    func filtered(
        _ recipe: Recipe, precision: PixelFormat = .rgba16f, outputFormat: PixelFormat? = nil,
        on engine: Engine
    ) throws -> Texture {
        defer { engine.device.finish() }
        return try engine.render(
            recipe, of: source, viewport: Viewport(wholeAt: size), precision: precision,
            outputFormat: outputFormat, keepsResults: false)
    }
}
