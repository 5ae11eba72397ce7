import GPU
import Imaging
import Shaders

/// Draws finished frames in a window's context, which has to be current in every call.
package final class FramePainter {
    private var programs: [Variant: QuadProgram] = [:]
    private let log: DebugLog
    /// How the display shows colors; nil where it is taken for sRGB.
    private let cube: ColorCube?

    /// What the quad's shaders are compiled with.
    package struct Variant: Hashable, CaseIterable {
        /// Whether colors between the picture's pixels are mixed.
        var isSmooth: Bool
        /// Whether it is laid over what is there.
        var isOverlay = false
        /// The ends of the range of values at which clipped pixels are marked.
        var marks: Set<Histogram.End> = []
        /// Whether what clips is told by other primaries than the picture's: those of its file.
        var marksByFile = false
        /// Whether the picture has other primaries than the display.
        var convertsColors = false
        /// Whether the display has a profile.
        var hasCube = false

        package static var allCases: [Variant] {
            let ends: [Set<Histogram.End>] = [[], [.black], [.white], [.black, .white]]
            var all: [Variant] = []
            for isSmooth in [true, false] {
                all.append(Variant(isSmooth: isSmooth, isOverlay: true))
                for (convertsColors, hasCube) in [(false, false), (true, false), (true, true)] {
                    for (marks, byFile) in ends.map({ ($0, false) }) + ends.dropFirst().map({ ($0, true) }) {
                        all.append(
                            Variant(
                                isSmooth: isSmooth, marks: marks, marksByFile: byFile,
                                convertsColors: convertsColors, hasCube: hasCube))
                    }
                }
            }
            return all
        }
    }

    /// - Parameter display: the display's color profile; nil where windows are taken for sRGB.
    ///
    /// Throws ``GPUError`` where the context is too old or the program does not compile.
    package init(log: DebugLog = DebugLog(), display: [UInt8]? = nil) throws(GPUError) {
        self.log = log
        _ = try DeviceTraits.ofCurrentContext()
        log.attachToCurrentContext()
        cube = display.flatMap(DisplayTable.init).map {
            ColorCube(side: DisplayTable.side, samples: $0.samples)
        }
        // The first frame does not wait for these.
        for isSmooth in [true, false] {
            _ = try program(
                Variant(isSmooth: isSmooth, convertsColors: cube != nil, hasCube: cube != nil))
        }
    }

    private func program(_ variant: Variant) throws(GPUError) -> QuadProgram {
        if let program = programs[variant] { return program }
        let program = try QuadProgram(
            vertex: Self.source("engine/quad.vert", variant),
            fragment: Self.source("engine/quad.frag", variant))
        programs[variant] = program
        return program
    }

    /// The text of one of the quad's shaders.
    package static func source(_ file: String, _ variant: Variant) -> KernelSource {
        var source = KernelSource(label: "quad")
        let definitions = [
            ("SMOOTH", variant.isSmooth), ("OVERLAY", variant.isOverlay),
            ("BLACKS", variant.marks.contains(.black)), ("WHITES", variant.marks.contains(.white)),
            ("FILE", variant.marksByFile), ("CONVERTS", variant.convertsColors),
            ("CUBE", variant.hasCube),
        ]
        let lines = ["#version 430 core"] + definitions.map { "#define \($0) \($1 ? 1 : 0)" }
        source.add(text: lines.joined(separator: "\n"), file: "prelude")
        source.add(text: Shaders.text[file] ?? "", file: file)
        return source
    }

    /// Frees what the driver holds; the painter cannot be used afterwards.
    package func delete() {
        for program in programs.values { program.delete() }
        programs = [:]
        cube?.delete()
    }

    /// What colors are brought to: desktops take windows for sRGB, where there is no table for their display.
    private var target: Primaries { cube == nil ? .sRGB : DisplayTable.primaries }

    /// From this enlargement on, pixels are shown as sharp squares.
    private static let sharpEnlargement: Float = 2

    /// Draws a frame at its picture's placement, over a plain surround.
    ///
    /// - Parameters:
    ///   - surround: red, green and blue, 0…1.
    ///   - scale: device pixels to a logical one.
    ///   - columns: the part of the area that is painted; all of it where nil.
    ///   - ends: where a value of a pixel is at one of these, the pixel is blue, for black, or red, for white.
    ///
    /// Throws ``GPUError`` where a program does not compile.
    package func paint(
        _ frame: RenderQueue.Frame?, at placement: Placement?, surround: SIMD3<Float>, scale: Int,
        columns: Range<Int>? = nil, marking ends: Set<Histogram.End> = []
    ) throws(GPUError) {
        QuadProgram.limit(to: columns)
        defer { QuadProgram.limit(to: nil) }
        QuadProgram.clear(surround)
        guard let frame, let placement else { return }
        let primaries = frame.job.source.primaries
        let file = frame.job.source.outputValues?.rows ?? []
        try draw(
            frame, at: placement, scale: scale,
            Variant(
                isSmooth: false, marks: ends, marksByFile: !ends.isEmpty && !file.isEmpty,
                convertsColors: cube != nil || primaries != target,
                hasCube: cube != nil),
            matrix: primaries.matrix(to: target), file: file)
    }

    /// Lays a mask over the frame that was painted: its color, weighed by its alpha, lets the picture shine through.
    ///
    /// Throws ``GPUError`` where a program does not compile.
    package func overlay(
        _ mask: RenderQueue.Frame, at placement: Placement, columns: Range<Int>? = nil
    ) throws(GPUError) {
        QuadProgram.limit(to: columns)
        defer { QuadProgram.limit(to: nil) }
        try draw(mask, at: placement, scale: 1, Variant(isSmooth: false, isOverlay: true))
    }

    private func draw(
        _ frame: RenderQueue.Frame, at placement: Placement, scale: Int, _ variant: Variant,
        matrix: Matrix3? = nil, file: [SIMD3<Float>] = []
    ) throws(GPUError) {
        let rectangle = placement.rectangle(of: frame.job.viewport)
        let sides = rectangle.highHalf - rectangle.lowHalf
        // In a mirror the right side comes first.
        let shown = SIMD2(abs(sides.x), sides.y)
        let enlargement = shown / SIMD2(Float(frame.texture.width), Float(frame.texture.height))
        let isExact = enlargement == .one && rectangle == rectangle.rounded(.toNearestOrEven)
        var variant = variant
        variant.isSmooth = !isExact && enlargement.min() < Self.sharpEnlargement
        try program(variant).draw(
            frame.texture, rectangle: rectangle, areaSize: SIMD2<Float>(placement.areaSize),
            squareSize: Self.squareSide * Float(scale), blends: variant.isOverlay,
            colors: variant.convertsColors ? matrix?.numbers.map(Float.init) : nil,
            file: variant.marksByFile ? file.flatMap { [$0.x, $0.y, $0.z] } : nil,
            cube: variant.hasCube ? cube : nil)
    }

    /// The side of the squares behind transparent parts, in logical pixels.
    private static let squareSide: Float = 8
}
