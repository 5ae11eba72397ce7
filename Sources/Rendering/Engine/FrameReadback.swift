import Filters
import GPU
import Imaging
import Localization

/// An output for whole frames of a stream, such as a recording or a virtual camera.
package struct FrameOutput: Sendable {
    /// The format of its frames; pictures of another size are scaled to fit, between black bars.
    let format: PlanarFormat
    /// Receives each filtered frame and its time. Called on the engine's thread.
    let take: @Sendable (FramePlanes, FrameTime) -> Void

    package init(format: PlanarFormat, take: @escaping @Sendable (FramePlanes, FrameTime) -> Void) {
        self.format = format
        self.take = take
    }
}

/// Renders whole frames of a stream at full size, and reads back the samples that their outputs need.
package final class FrameReadback {
    private let engine: Engine
    /// The buffers for frames of a size, since those of several outputs alternate; the last used first.
    private var buffers: [Buffers] = []

    private struct Buffers {
        let byteCount: Int
        let readback: Readback
        let memory = FrameMemory()
    }

    /// The number of outputs at a time: a recording and a virtual camera.
    private static let maxOutputs = 2

    package init(on engine: Engine) { self.engine = engine }

    private func buffers(of byteCount: Int) -> Buffers {
        let index = buffers.firstIndex { $0.byteCount == byteCount }
        let found =
            index.map { buffers.remove(at: $0) }
            ?? Buffers(byteCount: byteCount, readback: Readback(on: engine.device, depth: 1))
        buffers = [found] + buffers.prefix(Self.maxOutputs - 1)
        return found
    }

    /// The samples of a filtered frame, in a format for opaque frames. If a preview has already rendered the
    /// whole frame at full size, its result is reused.
    package func frame(
        of recipe: Recipe, over source: SourceFrame, as format: PlanarFormat,
        shouldStop: @escaping () -> Bool = { false }
    ) throws -> FramePlanes {
        var recipe = recipe
        var size = try engine.catalog.size(of: recipe, entering: source.size)
        if !PlanarOutput.fills(format, size) {
            recipe.stages.append(Self.fitting(in: format.size))
            size = try engine.catalog.size(of: recipe, entering: source.size)
        }
        let texture = try engine.render(
            recipe, of: source, viewport: Viewport(gridSize: size, region: PixelRegion(size: size)),
            outputFormat: .rgba8, shouldStop: shouldStop)
        let textures = try PlanarOutput(centering: size, in: format).textures(
            of: texture, firstRow: 0, rows: 0..<size.y, on: engine.device)
        let buffers = buffers(of: format.byteCount)
        let buffer = buffers.memory.borrow(byteCount: format.byteCount)
        try buffers.readback.start(textures) { [count = format.byteCount] in
            buffer?.bytes.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[..<count]))
        }
        try buffers.readback.finish()
        guard let planes = buffer.flatMap({ FramePlanes(format, in: $0) }) else {
            throw GPUError.outOfMemory(what: tr("not enough memory for a frame"))
        }
        return planes
    }

    /// A stage that scales the picture to fit a frame.
    private static func fitting(in size: SIMD2<Int>) -> Recipe.Stage {
        Recipe.Stage(
            "resize",
            [
                "width": .number(Double(size.x)), "height": .number(Double(size.y)), "fit": .text("inside"),
            ])
    }
}
