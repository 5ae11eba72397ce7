import CVideo
import Filters
import GPU
import Imaging
import Shaders

/// The samples of a decoded frame, which the device converts to R'G'B' while it reduces them to the grid of a
/// view: memory and bus carry one and a half bytes for a pixel of 4:2:0 in 8 bits, and a preview never needs
/// the whole frame in R'G'B'.
struct PlanarPixels: FramePixels {
    let planes: FramePlanes

    func makeTexture(of viewport: Viewport, precision: PixelFormat, on device: Device) throws -> Texture {
        let region = viewport.region
        guard viewport.gridSize != planes.size else {
            return try convert(region, to: ownFormat, on: device)
        }
        var format: PixelFormat { precision == .rgba16f ? .rgba16f : .rgba32f }
        let width = viewport.gridSize.x == planes.size.x ? nil : viewport.gridSize.x
        let along = Resize.passes(
            from: SIMD2(viewport.gridSize.x, planes.size.y), to: viewport.gridSize,
            name: FrameTimings.sourceName, kernel: .cubic, isLinear: false)
        guard var filterPass = along.first else {
            return try convert(region, reducedTo: width, to: format, on: device)
        }
        // Between the axes colors stay multiplied by alpha, which the kernel's negative lobes can make
        // negative.
        if width != nil { filterPass.constants["PREMULTIPLY"] = 0 }
        let pass = Plan.Pass(
            name: FrameTimings.sourceName, work: .file(filterPass), inputs: [.source],
            picture: WorkingPicture(size: planes.size, grid: viewport.gridSize), region: region,
            format: format, values: [])
        // The pass maps rows alone.
        let bounds = PixelRegion(size: SIMD2(viewport.gridSize.x, planes.size.y))
        let read = region.mapped(by: filterPass.footprint.map ?? ProjectiveMap())
            .grown(by: filterPass.footprint.halo, within: bounds)
        let columns = try convert(
            read, reducedTo: width, keepsPremultiplied: true, to: format, on: device)
        let result = try device.textures.texture(
            width: region.size.x, height: region.size.y, format: format)
        try PassRunner(device: device).run(
            pass, reading: [.init(texture: columns, region: read)],
            into: .init(texture: result, region: region))
        return result
    }

    /// A format with as many bits as the samples have. Integers could not represent the highlights of a high
    /// dynamic range that is kept.
    private var ownFormat: PixelFormat {
        if planes.format.layout.conversion.isInvertible { return .rgba32f }
        return planes.depth == .eight ? .rgba8 : .rgba16
    }

    // Conversion

    /// Converts a part of the frame.
    ///
    /// - Parameters:
    ///   - region: its columns count pixels of the result, its rows those of the upright frame.
    ///   - width: the width of the whole result, if it is reduced along x; nil for that of the frame.
    ///   - keepsPremultiplied: whether reduced colors stay multiplied by alpha.
    private func convert(
        _ region: PixelRegion, reducedTo width: Int? = nil, keepsPremultiplied: Bool = false,
        to format: PixelFormat, on device: Device
    ) throws(GPUError) -> Texture {
        let (columns, rows) = storedPart(of: region, isReduced: width != nil)
        let conversion = planes.format.layout.conversion
        var textures: [Texture] = []
        var formats: [PixelFormat] = []
        for (index, plane) in planes.format.planes.enumerated() {
            let texture = try upload(
                plane, columns: planes.format.texels(columns, ofPlane: index),
                rows: planes.format.rows(rows, ofPlane: index), on: device)
            textures.append(texture)
            formats.append(texture.format)
        }
        let shape = Shape(
            planes, isReduced: width != nil, keepsPremultiplied: keepsPremultiplied, formats: formats,
            result: format)
        let kernel = try device.kernels.kernel(for: shape) { shape.source }
        let result = try device.textures.texture(width: region.size.x, height: region.size.y, format: format)
        var uniforms = VectorUniforms()
        uniforms.add(region.origin.x, region.origin.y, region.end.x, region.end.y)
        uniforms.add(
            planes.format.size.x, planes.format.size.y, planes.quarterTurns, planes.isMirrored ? 1 : 0)
        uniforms.add(width ?? planes.size.x, planes.size.x, 0, 0)
        uniforms.add(
            rows.lowerBound, rows.lowerBound >> conversion.log2Down, columns.lowerBound,
            columns.lowerBound >> conversion.log2Across)
        let matrix = conversion.matrix
        let offset = conversion.offset
        uniforms.add(matrix.0.0, matrix.0.1, matrix.0.2, offset.0)
        uniforms.add(matrix.1.0, matrix.1.1, matrix.1.2, offset.1)
        uniforms.add(matrix.2.0, matrix.2.1, matrix.2.2, offset.2)
        uniforms.add(
            conversion.sitingAcross, conversion.sitingDown, conversion.alphaScale, conversion.toneParameter)
        let primaries = conversion.primaries
        uniforms.add(primaries.0, primaries.1, primaries.2, 0)
        uniforms.add(primaries.3, primaries.4, primaries.5, 0)
        uniforms.add(primaries.6, primaries.7, primaries.8, 0)
        try device.run(
            Device.Dispatch(
                label: FrameTimings.sourceName, kernel: kernel, inputs: textures, output: result,
                uniforms: uniforms.bytes, data: [], groups: Self.groups(for: region.size),
                sampled: textures.count))
        return result
    }

    /// The part of the stored frame that a part is computed from, with the samples of chroma beside it.
    ///
    /// - Parameter isReduced: whether the columns of `region` count those of a reduced result, which depend
    ///   on whole rows.
    private func storedPart(
        of region: PixelRegion, isReduced: Bool
    ) -> (columns: Range<Int>, rows: Range<Int>) {
        let size = planes.format.size
        let across = isReduced ? 0..<planes.size.x : region.origin.x..<region.end.x
        let down = region.origin.y..<region.end.y
        func reversed(_ range: Range<Int>, in length: Int) -> Range<Int> {
            length - range.upperBound..<length - range.lowerBound
        }
        var (columns, rows): (Range<Int>, Range<Int>)
        switch planes.quarterTurns {
        case 1: (columns, rows) = (down, reversed(across, in: size.y))
        case 2: (columns, rows) = (reversed(across, in: size.x), reversed(down, in: size.y))
        case 3: (columns, rows) = (reversed(down, in: size.x), across)
        default: (columns, rows) = (across, down)
        }
        if planes.isMirrored { columns = reversed(columns, in: size.x) }
        let conversion = planes.format.layout.conversion
        // Two rows of a field are four rows of the frame.
        func widened(_ range: Range<Int>, in length: Int, by margin: Int) -> Range<Int> {
            max(0, range.lowerBound - margin) / margin * margin..<min(length, range.upperBound + margin)
        }
        return (
            widened(columns, in: size.x, by: 4 << conversion.log2Across),
            widened(rows, in: size.y, by: 4 << conversion.log2Down)
        )
    }

    private func upload(
        _ plane: PlanarFormat.Plane, columns: Range<Int>, rows: Range<Int>, on device: Device
    ) throws(GPUError) -> Texture {
        let texture = try device.textures.texture(
            width: columns.count, height: rows.count,
            format: PixelFormat(samples: plane.samplesPerTexel, ofBytes: plane.bytesPerSample),
            mayBeHigher: true)
        try planes.withUnsafeBytes { bytes throws(GPUError) in
            guard let base = bytes.baseAddress else { return }
            try device.upload(
                base + plane.offset + rows.lowerBound * plane.bytesPerRow
                    + columns.lowerBound * plane.bytesPerTexel,
                pixelsPerRow: plane.width,
                to: texture, lacksAlpha: plane.samplesPerTexel == 3)
        }
        return texture
    }

    private static func groups(for size: SIMD2<Int>) -> SIMD2<Int> {
        SIMD2((size.x + KernelGenerator.workgroupWidth - 1) / KernelGenerator.workgroupWidth, size.y)
    }
}

extension PixelFormat {
    /// The format of a texture of samples.
    ///
    /// - Parameter samples: per texel; three take the place of four.
    init(samples: Int, ofBytes bytes: Int) {
        self =
            switch (samples, bytes) {
            case (1, 1): .r8ui
            case (2, 1): .rg8ui
            case (_, 1): .rgba8ui
            case (1, _): .r16ui
            case (2, _): .rg16ui
            default: .rgba16ui
            }
    }
}

/// Everything that the source of a conversion kernel depends on.
private struct Shape: Sendable, Hashable {
    private let components: [PlanarFormat.Component]
    private let isReduced: Bool
    private let keepsPremultiplied: Bool
    private let subsampling: SIMD2<Int>
    private let isGray: Bool
    private let hasAlpha: Bool
    private let isInterlaced: Bool
    private let toneMap: Int
    private let isInvertible: Bool
    private let formats: [PixelFormat]
    private let result: PixelFormat

    init(
        _ planes: FramePlanes, isReduced: Bool, keepsPremultiplied: Bool, formats: [PixelFormat],
        result: PixelFormat
    ) {
        let conversion = planes.format.layout.conversion
        components = planes.format.components
        self.isReduced = isReduced
        self.keepsPremultiplied = keepsPremultiplied
        subsampling = conversion.isYCbCr ? SIMD2(Int(conversion.log2Across), Int(conversion.log2Down)) : .zero
        isGray = conversion.isGray
        hasAlpha = conversion.hasAlpha
        isInterlaced = conversion.isInterlaced
        toneMap = Int(conversion.toneMap.rawValue)
        isInvertible = conversion.isInvertible
        self.formats = formats
        self.result = result
    }

    var label: String { isReduced ? "convert and reduce columns" : "convert" }

    var source: KernelSource {
        var source = KernelSource(label: label)
        var lines = ["#version 430 core", "layout(local_size_x = \(KernelGenerator.workgroupWidth)) in;"]
        lines += formats.indices.map { "layout(binding = \($0)) uniform usampler2D plane\($0);" }
        lines.append(
            "layout(binding = \(formats.count), \(result.glslQualifier)) uniform writeonly restrict image2D result;"
        )
        for (index, component) in components.enumerated() {
            let isAlpha = hasAlpha && index == components.count - 1
            let channel = Array("rgba")[component.channel]
            let position = "ivec2((p).x * \(component.step) + \(component.first), (p).y)"
            let sample = "texelFetch(plane\(component.plane), \(position), 0).\(channel)"
            let mask = (1 << component.bits) - 1
            lines.append(
                "#define \(isAlpha ? "ALPHA" : "SAMPLE\(index)")(p) float(\(sample) >> \(component.shift) & \(mask)u)"
            )
        }
        lines += [
            "#define COLORS \(isGray ? 1 : 3)",
            "#define SUBSAMPLED \(subsampling == .zero ? 0 : 1)",
            "#define SUBSAMPLING ivec2(\(subsampling.x), \(subsampling.y))",
            "#define INTERLACED \(isInterlaced)",
            "#define TONE_MAP \(toneMap)",
            "#define INVERTIBLE \(isInvertible ? 1 : 0)",
            "#define REDUCED \(isReduced ? 1 : 0)",
            "#define UNPREMULTIPLY \(keepsPremultiplied ? 0 : 1)",
        ]
        source.add(text: lines.joined(separator: "\n"), file: "prelude")
        for file in ["alpha", "cubic", "high-range", "transfer"] { source.addShader("include/\(file).glsl") }
        source.addShader("engine/yuv-to-rgb.glsl")
        return source
    }
}

extension KernelSource {
    /// Adds a file of `Shaders/` that includes no other.
    mutating func addShader(_ file: String) { add(text: Shaders.text[file] ?? "", file: file) }
}
