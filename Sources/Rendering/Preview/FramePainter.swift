import GPU
import Imaging
import Shaders

/// Draws finished frames in a window. The window's context must be current during every call.
package final class FramePainter {
    private var programs: [Variant: QuadProgram] = [:]
    private let log: DebugLog
    /// The display's color lookup table; nil if the display is assumed to be sRGB.
    private let cube: ColorCube?

    /// The options for compiling the quad's shaders.
    package struct Variant: Hashable, CaseIterable {
        /// True if colors are interpolated between the picture's pixels.
        var isSmooth: Bool
        /// True if the quad is drawn over the existing content.
        var isOverlay = false
        /// The ends of the range of values at which clipped pixels are marked.
        var marks: Set<Histogram.End> = []
        /// True if clipping is determined in the primaries of the picture's file, which differ from the
        /// picture's.
        var marksByFile = false
        /// True if the primaries of the picture and the display differ.
        var convertsColors = false
        /// True if the display has a profile.
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

    /// - Parameter display: the display's color profile; nil if windows are assumed to be sRGB.
    ///
    /// Throws ``GPUError`` if the context is too old or a program does not compile.
    package init(log: DebugLog = DebugLog(), display: [UInt8]? = nil) throws(GPUError) {
        self.log = log
        _ = try DeviceTraits.ofCurrentContext()
        log.attachToCurrentContext()
        cube = display.flatMap(DisplayTable.init).map {
            ColorCube(side: DisplayTable.side, samples: $0.samples)
        }
        // Compiled in advance, so that the first frame does not have to wait.
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

    /// The source of one of the quad's shaders.
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

    /// Frees the driver's resources; the painter cannot be used afterward.
    package func delete() {
        for program in programs.values { program.delete() }
        programs = [:]
        cube?.delete()
    }

    /// The primaries to which colors are converted. If there is no table for the display, desktops assume
    /// that windows are sRGB.
    private var target: Primaries { cube == nil ? .sRGB : DisplayTable.primaries }

    /// From this magnification on, pixels are drawn as sharp squares.
    private static let sharpEnlargement: Float = 2

    /// Draws a frame at its picture's placement, over a uniform background.
    ///
    /// - Parameters:
    ///   - surround: the background's red, green and blue, 0…1.
    ///   - scale: device pixels per logical pixel.
    ///   - columns: the columns of the area to paint; all if nil.
    ///   - ends: pixels with a value at one of these ends are drawn in blue for black, or in red for white.
    ///
    /// Throws ``GPUError`` if a program does not compile.
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

    /// Draws a mask over the frame just painted: a color, blended by its alpha.
    ///
    /// Throws ``GPUError`` if a program does not compile.
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
        // In a mirrored area the right side comes first.
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

    /// The side of the checkerboard's squares behind transparent parts, in logical pixels.
    private static let squareSide: Float = 8
}
