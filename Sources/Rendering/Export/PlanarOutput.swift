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

    /// A picture, whose alpha is ignored, in the middle of a frame, between black bars unless it fills the
    /// frame.
    init(centering size: SIMD2<Int>, in format: PlanarFormat) {
        let hasBars = !Self.fills(format, size)
        self.init(
            size, at: hasBars ? (format.size &- size) / 2 : .zero, hasBars: hasBars, hasAlpha: false, format)
    }

    /// True if frames have the size of a picture, or one more column or row, as codecs require.
    static func fills(_ format: PlanarFormat, _ size: SIMD2<Int>) -> Bool {
        let missing = format.size &- size
        return missing.min() >= 0 && missing.max() <= 1
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

    /// The number of rows above a strip that its chroma depends on: those of a field, if chroma is at a row.
    static func rowsAbove(as format: PlanarFormat) -> Int {
        let conversion = format.layout.conversion
        let readsAbove = conversion.isYCbCr && conversion.log2Down > 0 && conversion.sitingDown == 0
        return readsAbove ? conversion.isInterlaced ? 2 : 1 : 0
    }

    /// The planes of a frame, or those of some of its rows.
    ///
    /// - Parameters:
    ///   - picture: integers that represent 0…1, or floats.
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
            let shape = Shape(
                format, plane: index, of: picture.format,
                // The faster one; see ``KernelVariant/Reading``.
                reading: device.traits.isSoftware ? .image : .texture,
                blends: hasAlpha && !format.layout.conversion.hasAlpha, hasBars: hasBars)
            let width = plane.width / shape.texelsInOne
            let texture = try device.textures.texture(
                width: width, height: planeRows.count, format: shape.result)
            let kernel = try device.kernels.kernel(for: shape) { shape.source }
            var uniforms = VectorUniforms()
            uniforms.add(width, planeRows.count, planeRows.lowerBound, 0)
            add(to: &uniforms, scale: 1 / Float(picture.format.integerScale ?? 1), firstRow: firstRow)
            try device.run(
                Device.Dispatch(
                    label: "output", kernel: kernel, inputs: [picture], output: texture,
                    uniforms: uniforms.bytes, data: [],
                    groups: SIMD2(
                        (width + KernelGenerator.workgroupWidth - 1) / KernelGenerator.workgroupWidth,
                        planeRows.count),
                    sampled: shape.reading == .texture ? 1 : 0))
            textures.append(texture)
        }
        return textures
    }

    /// Adds what all planes share.
    private func add(to uniforms: inout VectorUniforms, scale: Float, firstRow: Int) {
        uniforms.add(origin.x, origin.y, size.x, size.y)
        uniforms.add(firstRow, format.size.x, format.size.y, 0)
        let encoding = format.layout.encoding
        let offset = encoding.offset
        for (row, offset) in [
            (encoding.weights.0, offset.0), (encoding.weights.1, offset.1), (encoding.weights.2, offset.2),
        ] {
            uniforms.add(row.0, row.1, row.2, offset)
        }
        uniforms.add(
            encoding.most, encoding.alphaScale, scale, format.layout.conversion.toneParameter)
    }
}

/// Everything that the source of a kernel depends on.
private struct Shape: Sendable, Hashable {
    private let components: [PlanarFormat.Component]
    private let index: Int
    private let plane: PlanarFormat.Plane
    private let picture: PixelFormat
    let reading: KernelVariant.Reading
    private let subsampling: SIMD2<Int>
    /// True if chroma is at a column and at a row of the pixels that it stands for, not in their middle.
    private let isSitedAtColumn: Bool
    private let isSitedAtRow: Bool
    private let isInterlaced: Bool
    private let hasAlpha: Bool
    /// That of a high dynamic range which is kept; 0 if there is none.
    private let toneMap: Int
    private let blends: Bool
    private let hasBars: Bool

    init(
        _ format: PlanarFormat, plane index: Int, of picture: PixelFormat, reading: KernelVariant.Reading,
        blends: Bool, hasBars: Bool
    ) {
        let conversion = format.layout.conversion
        components = format.components
        self.index = index
        plane = format.planes[index]
        subsampling = conversion.isYCbCr ? SIMD2(Int(conversion.log2Across), Int(conversion.log2Down)) : .zero
        isSitedAtColumn = conversion.sitingAcross == 0
        isSitedAtRow = conversion.sitingDown == 0
        isInterlaced = conversion.isInterlaced
        hasAlpha = conversion.hasAlpha
        toneMap = conversion.isInvertible ? Int(conversion.toneMap.rawValue) : 0
        self.picture = picture
        self.reading = reading
        self.blends = blends
        self.hasBars = hasBars
    }

    /// The number of texels of the plane that a texel of the result holds: as many as possible, since one
    /// invocation for several samples is faster, and their colors are read once.
    var texelsInOne: Int {
        let most = 4 / plane.samplesPerTexel
        return plane.width.isMultiple(of: most) ? most : plane.width.isMultiple(of: 2) ? most / 2 : 1
    }

    /// The format of the result.
    var result: PixelFormat {
        PixelFormat(samples: plane.samplesPerTexel * texelsInOne, ofBytes: plane.bytesPerSample)
    }

    /// The level of a channel of a texel `p`.
    private func level(ofChannel channel: Int) -> String {
        let (texel, channel) = channel.quotientAndRemainder(dividingBy: plane.samplesPerTexel)
        let component = components.enumerated().first { _, component in
            component.plane == index && component.channel == channel && texel < texelsInOne
                && texel % component.step == component.first % component.step
        }
        guard let (number, component) = component else { return "0u" }
        let columns = "\(texelsInOne / component.step) + \(texel / component.step)"
        let column = "ivec2((p).x * \(columns), (p).y)"
        let isAlpha = hasAlpha && number == components.count - 1
        let sample =
            isAlpha
            ? "alphaAt(\(column))"
            : "\(number > 0 && subsampling != .zero ? "chromaAt" : "sampleAt")(\(number), \(column))"
        return "(\(sample) << \(component.shift))"
    }

    var source: KernelSource {
        var source = KernelSource(label: "convert to samples")
        let kind = picture.integerScale == nil ? "" : "u"
        var lines = [
            "#version 430 core", "layout(local_size_x = \(KernelGenerator.workgroupWidth)) in;",
            reading == .image
                ? "layout(binding = 0, \(picture.glslQualifier)) uniform readonly restrict \(kind)image2D picture;"
                : "layout(binding = 0) uniform \(kind)sampler2D picture;",
            reading == .image
                ? "#define LOAD(p) imageLoad(picture, p)" : "#define LOAD(p) texelFetch(picture, p, 0)",
            "layout(binding = 1, \(result.glslQualifier)) uniform writeonly restrict uimage2D result;",
            "#define SUBSAMPLING ivec2(\(subsampling.x), \(subsampling.y))",
            "#define SITED_AT_COLUMN \(isSitedAtColumn)",
            "#define SITED_AT_ROW \(isSitedAtRow)",
            "#define INTERLACED \(isInterlaced)",
            "#define BLENDS \(blends ? 1 : 0)",
            "#define TONE_MAP \(toneMap)",
            "#define BARS \(hasBars ? 1 : 0)",
        ]
        lines += (0..<4).map { "#define CHANNEL\($0)(p) \(level(ofChannel: $0))" }
        source.add(text: lines.joined(separator: "\n"), file: "prelude")
        source.addShader("include/high-range.glsl")
        source.addShader("engine/rgb-to-yuv.glsl")
        return source
    }
}
