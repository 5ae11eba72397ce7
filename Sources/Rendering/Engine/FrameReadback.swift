import Filters
import GPU
import Imaging
import Localization

/// Renders whole frames of a stream at full size and reads them back, for recording or forwarding.
package final class FrameReadback {
    private let engine: Engine
    private let readback: Readback
    private let memory = FrameMemory()

    package init(on engine: Engine) {
        self.engine = engine
        readback = Readback(on: engine.device, depth: 1)
    }

    /// The pixels of a filtered frame, with 8 bits per channel. If a preview has already rendered the whole
    /// frame at full size, its result is reused.
    package func pixels(
        of recipe: Recipe, over source: SourceFrame, shouldStop: @escaping () -> Bool = { false }
    ) throws -> PixelBuffer {
        let size = try engine.catalog.size(of: recipe, entering: source.size)
        let texture = try engine.render(
            recipe, of: source, viewport: Viewport(gridSize: size, region: PixelRegion(size: size)),
            outputFormat: .rgba8, shouldStop: shouldStop)
        let byteCount = texture.width * texture.height * PixelBuffer.Depth.eight.bytesPerPixel
        let buffer = memory.borrow(byteCount: byteCount)
        try readback.start(texture) {
            buffer?.bytes.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[..<byteCount]))
        }
        try readback.finish()
        let pixels = buffer.flatMap { buffer in
            PixelBuffer(
                width: texture.width, height: texture.height, depth: .eight, memory: buffer.bytes,
                owner: buffer)
        }
        guard let pixels else { throw GPUError.outOfMemory(what: tr("not enough memory for a frame")) }
        return pixels
    }
}
