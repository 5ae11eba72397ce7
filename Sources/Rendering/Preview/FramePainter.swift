import GPU
import Shaders

/// Draws finished frames in a window's context, which has to be current in every call.
package final class FramePainter {
    private let smooth: QuadProgram
    private let sharp: QuadProgram
    private let log: DebugLog

    /// Throws ``GPUError`` where the context is too old or the program does not compile.
    package init(log: DebugLog = DebugLog()) throws(GPUError) {
        self.log = log
        _ = try DeviceTraits.ofCurrentContext()
        log.attachToCurrentContext()
        smooth = try Self.program(smooth: true)
        sharp = try Self.program(smooth: false)
    }

    private static func program(smooth: Bool) throws(GPUError) -> QuadProgram {
        try QuadProgram(
            vertex: source("engine/quad.vert", smooth: smooth),
            fragment: source("engine/quad.frag", smooth: smooth))
    }

    /// The text of one of the quad's shaders.
    package static func source(_ file: String, smooth: Bool) -> KernelSource {
        var source = KernelSource(label: "quad")
        source.add(text: "#version 430 core\n#define SMOOTH \(smooth ? 1 : 0)", file: "prelude")
        source.add(text: Shaders.text[file] ?? "", file: file)
        return source
    }

    /// Frees what the driver holds; the painter cannot be used afterwards.
    package func delete() {
        smooth.delete()
        sharp.delete()
    }

    /// From this enlargement on, pixels are shown as sharp squares.
    private static let sharpEnlargement: Float = 2

    /// Draws a frame at its picture's placement, over a plain surround.
    ///
    /// - Parameters:
    ///   - surround: red, green and blue, 0…1.
    ///   - scale: device pixels to a logical one.
    ///   - columns: the part of the area that is painted; all of it where nil.
    package func paint(
        _ frame: RenderQueue.Frame?, at placement: Placement?, surround: SIMD3<Float>, scale: Int,
        columns: Range<Int>? = nil
    ) {
        QuadProgram.limit(to: columns)
        defer { QuadProgram.limit(to: nil) }
        QuadProgram.clear(surround)
        guard let frame, let placement else { return }
        let rectangle = placement.rectangle(of: frame.job.viewport)
        let sides = rectangle.highHalf - rectangle.lowHalf
        // In a mirror the right side comes first.
        let shown = SIMD2(abs(sides.x), sides.y)
        let enlargement = shown / SIMD2(Float(frame.texture.width), Float(frame.texture.height))
        let isExact = enlargement == .one && rectangle == rectangle.rounded(.toNearestOrEven)
        let program = isExact || enlargement.min() >= Self.sharpEnlargement ? sharp : smooth
        program.draw(
            frame.texture, rectangle: rectangle, areaSize: SIMD2<Float>(placement.areaSize),
            squareSize: Self.squareSide * Float(scale))
    }

    /// The side of the squares behind transparent parts, in logical pixels.
    private static let squareSide: Float = 8
}
