import Localization

/// How to interpret a TIFF's samples, from tags that libvips does not expose.
struct TIFFColors {
    /// The index of alpha among the extra samples after the colors, starting at 0; nil if there is none.
    let alphaSample: Int?
    /// The reason why libvips would decode wrong colors; nil if it decodes them correctly.
    let problem: String?

    /// The layout of samples that libtiff must decode directly: gray or RGB floats of 16 or 64 bits; nil for
    /// all others.
    let floats: (colorCount: Int, alpha: Int?)?

    private enum Tag: Int, CaseIterable {
        case bitsPerSample = 258
        case compression = 259
        case photometric = 262
        case samplesPerPixel = 277
        case planarConfiguration = 284
        case tileWidth = 322
        case extraSamples = 338
        case sampleFormat = 339
    }

    private enum Photometric {
        static let whiteIsZero = 0
        static let blackIsZero = 1
        static let rgb = 2
        static let separated = 5
        static let ycbcr = 6
        static let lab = 8
        static let logarithmic = [32_844, 32_845]
    }

    private enum Alpha {
        /// Colors are premultiplied by alpha.
        static let associated = 1
        static let unassociated = 2
    }

    private static let jpegCompression = 7
    /// The numbers that various programs use for JPEG 2000 and JPEG XL.
    private static let unreadCompressions = [33_003, 33_004, 33_005, 34_712, 50_002, 52_546]
    private static let readBits = [1, 2, 4, 8, 16, 32, 64]
    private static let separatePlanes = 2
    private static let unsignedSamples = 1
    private static let signedSamples = 2
    private static let floatSamples = 3

    /// - Parameter page: the number of the picture, starting at 1.
    init(_ file: UnsafeRawBufferPointer, page: Int = 1) {
        let tags = Set(Tag.allCases.map(\.rawValue))
        let entries = TIFFReader(file).map { reader in
            reader.entries(at: reader.directory(ofPage: page), wanted: tags.contains)
        }
        func values(_ tag: Tag) -> [Int] {
            guard let bytes = entries?.first(where: { $0.tag == tag.rawValue })?.bytes else { return [] }
            return stride(from: 0, to: bytes.count - 1, by: 2).map {
                Int(bytes[$0]) | Int(bytes[$0 + 1]) << 8
            }
        }
        let extra = values(.extraSamples)
        let photometric = values(.photometric).first
        let isUnsigned = values(.sampleFormat).first ?? Self.unsignedSamples == Self.unsignedSamples
        // A single extra sample of unspecified type is treated as alpha, as in other programs, since many
        // writers omit the tag.
        alphaSample =
            extra.firstIndex { $0 == Alpha.associated || $0 == Alpha.unassociated }
            ?? (extra.count > 1 ? nil : 0)
        let isSmall = isUnsigned && values(.bitsPerSample).allSatisfy { $0 <= 16 }
        let (bits, count) = (values(.bitsPerSample), values(.samplesPerPixel).first ?? 1)
        let colorCount = photometric == Photometric.rgb ? 3 : photometric == Photometric.blackIsZero ? 1 : 0
        floats =
            values(.sampleFormat).first == Self.floatSamples && [16, 64].contains(bits.first ?? 0)
                && bits.allSatisfy { $0 == bits[0] } && colorCount > 0 && count >= colorCount
            ? (colorCount, count > colorCount ? alphaSample.map { colorCount + $0 } : nil) : nil
        problem =
            if let photometric, Photometric.logarithmic.contains(photometric) {
                tr("its colors are LogLuv")
            } else if let count = bits.first(where: { !Self.readBits.contains($0) }) {
                tr("its samples have \(count) bits")
            } else if let number = values(.compression).first, Self.unreadCompressions.contains(number) {
                tr("it is compressed as JPEG 2000 or JPEG XL")
            } else if values(.planarConfiguration).first == Self.separatePlanes, !values(.tileWidth).isEmpty,
                floats == nil
            {
                tr("its tiles contain one channel each")
            } else if values(.sampleFormat).first == Self.signedSamples, photometric != Photometric.lab {
                tr("its samples are signed, which leaves black and white undefined")
            } else if photometric == Photometric.ycbcr, values(.compression).first != Self.jpegCompression {
                tr("its colors are YCbCr without JPEG compression")
            } else if photometric == Photometric.whiteIsZero, !isUnsigned {
                tr("zero means white in it, but its sample type has no maximum")
            } else if values(.planarConfiguration).first == Self.separatePlanes,
                values(.samplesPerPixel).first ?? 1 > 1, photometric != Photometric.rgb,
                photometric != Photometric.separated
            {
                tr("its channels are in separate planes, which Glint supports only for RGB and CMYK")
            } else if extra.contains(Alpha.associated), !isSmall {
                tr("its colors are premultiplied with alpha, which Glint supports only for 8 and 16 bits")
            } else {
                nil
            }
    }
}
