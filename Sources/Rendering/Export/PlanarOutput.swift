import CVideo
import Filters
import GPU
import Imaging
import Shaders

/// Converts rendered pictures to the samples of a video frame, so that no more bytes are read back than an
/// encoder or a camera takes.
package struct PlanarOutput: Sendable {
    /// The format of the frames.
    package let format: PlanarFormat
    /// The position of the picture in the frame.
    private let origin: SIMD2<Int>
    /// The size of the picture.
    private let size: SIMD2<Int>
    /// True if the frame is black outside of the picture; otherwise the last column and row are repeated.
    private let hasBars: Bool
    /// True if pixels may be transparent; a frame without alpha then shows them over white.
    private let hasAlpha: Bool

    /// A picture at the upper left of a frame that may have one more column and row, as codecs require.
    /// Nil if a texture with such texels cannot be written.
    package init?(of size: SIMD2<Int>, hasAlpha: Bool, as format: PlanarFormat) {
        guard format.planes.allSatisfy({ $0.samplesPerTexel != 3 }) else { return nil }
        self.init(size, at: .zero, hasBars: false, hasAlpha: hasAlpha, format)
    }

    /// An opaque picture in the middle of a frame, between black bars.
    package init(centering size: SIMD2<Int>, in format: PlanarFormat) {
        let isOneColumnShort = size &+ SIMD2(1, 0) == format.size
        self.init(
            size, at: (format.size &- size) / 2, hasBars: !isOneColumnShort && size != format.size,
            hasAlpha: false, format)
    }

    private init(
        _ size: SIMD2<Int>, at origin: SIMD2<Int>, hasBars: Bool, hasAlpha: Bool, _ format: PlanarFormat
    ) {
        self.format = format
        self.origin = origin
        self.size = size
        self.hasBars = hasBars
        self.hasAlpha = hasAlpha
    }

    /// Strips of a frame begin at multiples of this number of rows: chroma of interlaced frames depends on
    /// four.
    static let rowStep = 4

    /// The planes of a frame, or those of some of its rows.
    ///
    /// - Parameters:
    ///   - picture: integers that represent 0…1.
    ///   - firstRow: the row of the picture that the texture begins with.
    ///   - rows: the rows of the picture to convert, from a multiple of ``rowStep`` on; the last ones include
    ///     the frame's rows below the picture.
    func textures(
        of picture: Texture, firstRow: Int, rows: Range<Int>, on device: Device
    ) throws(GPUError) -> [Texture] {
        let frameRows = rows.lowerBound..<(rows.upperBound == size.y ? format.size.y : rows.upperBound)
        var textures: [Texture] = []
        for (index, plane) in format.planes.enumerated() {
            let planeRows = format.rows(frameRows, ofPlane: index)
            let shape = Shape(format, plane: index, blends: hasAlpha && !format.layout.conversion.hasAlpha)
            let texture = try device.textures.texture(
                width: plane.width, height: planeRows.count, format: PixelFormat(plane))
            let kernel = try device.kernels.kernel(for: shape) { shape.source }
            try device.run(
                Device.Dispatch(
                    label: FrameTimings.outputName, kernel: kernel, inputs: [picture], output: texture,
                    uniforms: uniforms(picture, firstRow: firstRow, plane, planeRows).bytes, data: [],
                    groups: SIMD2(
                        (plane.width + KernelGenerator.workgroupWidth - 1) / KernelGenerator.workgroupWidth,
                        planeRows.count),
                    sampled: 1))
            textures.append(texture)
        }
        return textures
    }

    private func uniforms(
        _ picture: Texture, firstRow: Int, _ plane: PlanarFormat.Plane, _ rows: Range<Int>
    ) -> VectorUniforms {
        var uniforms = VectorUniforms()
        uniforms.add(plane.width, rows.count, rows.lowerBound, hasBars ? 1 : 0)
        uniforms.add(origin.x, origin.y, size.x, size.y)
        uniforms.add(firstRow, format.size.x, format.size.y, 0)
        let encoding = format.layout.encoding
        let offset = encoding.offset
        for (row, offset) in [
            (encoding.weights.0, offset.0), (encoding.weights.1, offset.1), (encoding.weights.2, offset.2),
        ] {
            uniforms.add(Float(row.0), Float(row.1), Float(row.2), Float(offset))
        }
        uniforms.add(
            Float(encoding.most), Float(encoding.alphaScale),
            1 / Float(picture.format.integerScale ?? 1), 0)
        return uniforms
    }
}

/// Everything that the source of a kernel depends on.
private struct Shape: Sendable, Hashable {
    private let components: [PlanarFormat.Component]
    private let plane: Int
    private let result: PixelFormat
    private let subsampling: SIMD2<Int>
    private let isInterlaced: Bool
    private let hasAlpha: Bool
    private let blends: Bool

    init(_ format: PlanarFormat, plane: Int, blends: Bool) {
        let conversion = format.layout.conversion
        components = format.components
        self.plane = plane
        result = PixelFormat(format.planes[plane])
        subsampling = conversion.isYCbCr ? SIMD2(Int(conversion.log2Across), Int(conversion.log2Down)) : .zero
        isInterlaced = conversion.isInterlaced
        hasAlpha = conversion.hasAlpha
        self.blends = blends
    }

    /// The level of a channel of a texel `p`.
    private func level(ofChannel channel: Int) -> String {
        var level = "0u"
        for (index, component) in components.enumerated()
        where component.plane == plane && component.channel == channel {
            let isAlpha = hasAlpha && index == components.count - 1
            let column = "((p).x - \(component.first)) / \(component.step)"
            let function = !isAlpha && index > 0 && subsampling != .zero ? "chromaAt" : "sampleAt"
            let sample =
                "(\(function)(\(isAlpha ? 3 : index), ivec2(\(column), (p).y)) << \(component.shift))"
            let isHere = "(p).x % \(component.step) == \(component.first)"
            level = component.step == 1 ? sample : "(\(isHere) ? \(sample) : \(level))"
        }
        return level
    }

    var source: KernelSource {
        var source = KernelSource(label: "convert to samples")
        var lines = [
            "#version 430 core", "layout(local_size_x = \(KernelGenerator.workgroupWidth)) in;",
            "layout(binding = 0) uniform usampler2D picture;",
            "layout(binding = 1, \(result.glslQualifier)) uniform writeonly restrict uimage2D result;",
            "#define SUBSAMPLING ivec2(\(subsampling.x), \(subsampling.y))",
            "#define INTERLACED \(isInterlaced)",
            "#define BLENDS \(blends ? 1 : 0)",
        ]
        lines += (0..<4).map { "#define CHANNEL\($0)(p) \(level(ofChannel: $0))" }
        source.add(text: lines.joined(separator: "\n"), file: "prelude")
        source.add(text: Shaders.text["engine/rgb-to-yuv.glsl"] ?? "", file: "engine/rgb-to-yuv.glsl")
        return source
    }
}
