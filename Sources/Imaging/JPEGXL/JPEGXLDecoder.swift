@preconcurrency import CImageFormats
import Glibc
import Localization

/// Decodes JPEG XL through libjxl.
enum JPEGXLDecoder {
    /// The signatures of a bare codestream and of one in a container.
    static let marks: [[UInt8]] = [
        [0xFF, 0x0A], [0, 0, 0, 0x0C, 0x4A, 0x58, 0x4C, 0x20, 0x0D, 0x0A, 0x87, 0x0A],
    ]

    static func checkLibrary() throws(ImagingError) {
        guard let problem = libjxl_problem() else { return }
        throw .noDecoder(library: "libjxl", reason: String(cString: problem))
    }

    static func decode(
        _ bytes: UnsafeRawBufferPointer, options: DecodingOptions, name: String
    ) throws(ImagingError) -> Picture {
        let file = try OpenJPEGXL(bytes, decodesPixels: true, options: options, name: name)
        let (stored, _) = try PixelBuffer.working(
            width: Int(file.info.xsize), height: Int(file.info.ysize), depth: file.depth, from: file.colors,
            inksHaveAlpha: true, options: options, name: name
        ) { target throws(ImagingError) in
            try file.stream.readPixels(
                into: target, file.depth, frame: options.page - 1, acceptsDamage: options.acceptsDamage)
            return Int(file.info.ysize)
        }
        let pixels = try stored.oriented(file.orientation, name: name)
        return Picture(
            pixels: file.meaning.map(pixels.with) ?? pixels, channels: file.channels, depth: file.depth,
            metadata: file.metadata(isSRGB: pixels.colorSpace.isSRGB), format: .jpegXL,
            page: PageNumber(options.page, count: file.frameCount), dynamicRange: file.colors.dynamicRange)
    }

    /// The properties known without decoding; nil if the color conversion depends on the pixels.
    static func header(
        of bytes: UnsafeRawBufferPointer, options: DecodingOptions, name: String
    ) throws(ImagingError) -> PictureHeader? {
        let file = try OpenJPEGXL(bytes, decodesPixels: false, options: options, name: name)
        guard let space = file.colors.space(of: file.depth) else { return nil }
        try file.stream.readBoxes()
        let size = file.uprightSize
        return PictureHeader(
            width: size.x, height: size.y, depth: file.depth, channels: file.channels,
            colorSpace: file.meaning ?? space, format: .jpegXL,
            ending: PictureTrailer(
                orientation: .upright, metadata: file.metadata(isSRGB: space.isSRGB), wholeSize: size,
                page: PageNumber(options.page, count: file.frameCount),
                dynamicRange: file.colors.dynamicRange))
    }
}

/// A file whose header libjxl has read.
private struct OpenJPEGXL {
    let stream: JPEGXLStream
    let info: JxlBasicInfo
    let frameCount: Int
    /// How to interpret the decoded samples, and the picture's color space if that differs.
    let colors: FileColors
    let meaning: ColorSpace?

    init(
        _ bytes: UnsafeRawBufferPointer, decodesPixels: Bool, options: DecodingOptions, name: String
    ) throws(ImagingError) {
        try JPEGXLDecoder.checkLibrary()
        stream = try JPEGXLStream(bytes, decodesPixels: decodesPixels, name: name)
        info = try stream.readHeader()
        frameCount = info.have_animation == 0 ? 1 : JPEGXLStream.frameCount(bytes)
        guard options.page <= frameCount else {
            throw .noSuchPage(path: name, page: options.page, count: frameCount)
        }
        guard !stream.hasBlack else {
            throw .unsupported(path: name, reason: tr("it is a JPEG XL with a black ink channel (CMYK)"))
        }
        (colors, meaning) = try stream.colors(
            isGray: info.num_color_channels == 1, isXYB: info.uses_original_profile == 0)
    }

    var depth: PixelBuffer.Depth {
        info.exponent_bits_per_sample > 0 || info.bits_per_sample > 16
            ? .float : info.bits_per_sample > 8 ? .sixteen : .eight
    }

    var channels: Channels { Channels(isGray: info.num_color_channels == 1, hasAlpha: info.alpha_bits > 0) }

    var orientation: Orientation { Orientation(rawValue: Int(info.orientation.rawValue)) ?? .upright }

    var uprightSize: SIMD2<Int> {
        let (width, height) = (Int(info.xsize), Int(info.ysize))
        return orientation.swapsSides ? SIMD2(height, width) : SIMD2(width, height)
    }

    /// The metadata in the boxes read so far, adapted to the upright picture.
    func metadata(isSRGB: Bool) -> Metadata {
        var metadata = Metadata(xmp: stream.xmp)
        // The first four bytes are the offset of the TIFF header within the box.
        if let exif = stream.exif, exif.count > 4 {
            let start = 4 + exif.prefix(4).reduce(0) { $0 << 8 | Int($1) }
            let block = Array(exif.dropFirst(min(start, exif.count)))
            metadata.exif = ExifBlock(block) == nil ? nil : block
            metadata.resolution = metadata.exif.flatMap(TIFFMetadata.resolution)
            if metadata.exif == nil { metadata.losses.append(.unreadable(.exif)) }
        }
        if stream.lacksProfile { metadata.losses.append(.unreadable(.profile)) }
        let size = uprightSize
        metadata.describe(width: size.x, height: size.y, turnedBy: orientation, isSRGB: isSRGB)
        return metadata
    }
}

/// A file that libjxl reads incrementally.
private final class JPEGXLStream {
    private let decoder: OpaquePointer
    private let runner: UnsafeMutableRawPointer?
    private let name: String
    private var box: Box?
    private var boxBytes: [UInt8] = []
    private(set) var exif: [UInt8]?
    private(set) var xmp: [UInt8]?

    private enum Box: String { case exif = "Exif", xmp = "xml " }

    /// Boxes may be compressed; real ones are all smaller than this.
    private static let largestBox = 64 << 20

    /// - Parameter decodesPixels: false to read only metadata.
    init(_ bytes: UnsafeRawBufferPointer, decodesPixels: Bool, name: String) throws(ImagingError) {
        guard let decoder = libjxl.JxlDecoderCreate(nil) else {
            throw .file(.readFailed(path: name, reason: tr("out of memory")))
        }
        self.decoder = decoder
        self.name = name
        runner = decodesPixels ? libjxl.JxlResizableParallelRunnerCreate(nil) : nil
        if let runner {
            libjxl.JxlResizableParallelRunnerSetThreads(runner, max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))))
            _ = libjxl.JxlDecoderSetParallelRunner(decoder, libjxl.JxlResizableParallelRunner, runner)
        }
        let events =
            [JXL_DEC_BASIC_INFO, JXL_DEC_COLOR_ENCODING, JXL_DEC_BOX]
            + (decodesPixels ? [JXL_DEC_FULL_IMAGE] : [])
        _ = libjxl.JxlDecoderSubscribeEvents(decoder, Int32(events.reduce(0) { $0 | $1.rawValue }))
        _ = libjxl.JxlDecoderSetDecompressBoxes(decoder, 1)
        _ = libjxl.JxlDecoderSetUnpremultiplyAlpha(decoder, 1)
        _ = libjxl.JxlDecoderSetKeepOrientation(decoder, 1)
        _ = libjxl.JxlDecoderSetInput(
            decoder, bytes.assumingMemoryBound(to: UInt8.self).baseAddress, bytes.count)
        libjxl.JxlDecoderCloseInput(decoder)
    }

    deinit {
        libjxl.JxlDecoderDestroy(decoder)
        if let runner { libjxl.JxlResizableParallelRunnerDestroy(runner) }
    }

    /// Continues to the next event that does not concern a box.
    private func next() throws(ImagingError) -> JxlDecoderStatus {
        while true {
            let status = libjxl.JxlDecoderProcessInput(decoder)
            switch status {
            case JXL_DEC_BOX:
                endBox()
                beginBox()
            case JXL_DEC_BOX_NEED_MORE_OUTPUT:
                let unused = libjxl.JxlDecoderReleaseBoxBuffer(decoder)
                let used = boxBytes.count - unused
                guard used < Self.largestBox else { throw damaged(tr("a box in it is too large")) }
                boxBytes += [UInt8](repeating: 0, count: max(65536, boxBytes.count))
                giveBoxBuffer(from: used)
            case JXL_DEC_SUCCESS:
                endBox()
                return status
            default: return status
            }
        }
    }

    private func beginBox() {
        var type: (CChar, CChar, CChar, CChar) = (0, 0, 0, 0)
        let isKnown = withUnsafeMutableBytes(of: &type) { bytes in
            libjxl.JxlDecoderGetBoxType(decoder, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), 1)
                == JXL_DEC_SUCCESS
        }
        let text = withUnsafeBytes(of: type) { String(decoding: $0, as: UTF8.self) }
        guard isKnown, let kind = Box(rawValue: text) else { return }
        box = kind
        boxBytes = [UInt8](repeating: 0, count: 65536)
        giveBoxBuffer(from: 0)
    }

    /// libjxl writes to the buffer until it is released, so the array must not be reallocated before that.
    private func giveBoxBuffer(from start: Int) {
        boxBytes.withUnsafeMutableBufferPointer { bytes in
            guard let base = bytes.baseAddress else { return }
            _ = libjxl.JxlDecoderSetBoxBuffer(decoder, base + start, bytes.count - start)
        }
    }

    private func endBox() {
        guard let box else { return }
        let unused = libjxl.JxlDecoderReleaseBoxBuffer(decoder)
        let contents = Array(boxBytes.dropLast(unused))
        switch box {
        case .exif: exif = exif ?? contents
        case .xmp: xmp = xmp ?? contents
        }
        self.box = nil
        boxBytes = []
    }

    private func damaged(_ reason: String) -> ImagingError { .damaged(path: name, reason: reason) }

    func readHeader() throws(ImagingError) -> JxlBasicInfo {
        guard try next() == JXL_DEC_BASIC_INFO else { throw damaged(tr("it has no header")) }
        var info = JxlBasicInfo()
        guard libjxl.JxlDecoderGetBasicInfo(decoder, &info) == JXL_DEC_SUCCESS else {
            throw damaged(tr("it has no header"))
        }
        if let runner {
            libjxl.JxlResizableParallelRunnerSetThreads(
                runner,
                min(
                    Int(
                        libjxl.JxlResizableParallelRunnerSuggestThreads(
                            UInt64(info.xsize), UInt64(info.ysize))),
                    sysconf(Int32(_SC_NPROCESSORS_ONLN))))
        }
        hasBlack = (0..<Int(info.num_extra_channels)).contains { index in
            var channel = JxlExtraChannelInfo()
            return libjxl.JxlDecoderGetExtraChannelInfo(decoder, index, &channel) == JXL_DEC_SUCCESS
                && channel.type == JXL_CHANNEL_BLACK
        }
        return info
    }

    /// True if there is a channel for black ink.
    private(set) var hasBlack = false

    /// True if the file's profile is ignored; set when its colors are determined.
    private(set) var lacksProfile = false

    /// How to interpret the decoded samples, and the picture's color space if that differs.
    ///
    /// - Parameter isXYB: whether colors are stored in libjxl's own XYB space, from which it can convert them
    ///   to any other.
    func colors(isGray: Bool, isXYB: Bool) throws(ImagingError) -> (FileColors, ColorSpace?) {
        guard try next() == JXL_DEC_COLOR_ENCODING else { throw damaged(tr("it does not state its colors")) }
        var encoding = JxlColorEncoding()
        let isStated =
            libjxl_get_color_encoding(
                decoder, JXL_COLOR_PROFILE_TARGET_ORIGINAL, &encoding) == JXL_DEC_SUCCESS
        if isStated, encoding.transfer_function == JXL_TRANSFER_FUNCTION_SRGB,
            encoding.primaries == JXL_PRIMARIES_SRGB || isGray, encoding.white_point == JXL_WHITE_POINT_D65
        {
            return (.space(.sRGB), nil)
        }
        let range: HighDynamicRange? =
            switch encoding.transfer_function {
            case JXL_TRANSFER_FUNCTION_PQ: .pq
            case JXL_TRANSFER_FUNCTION_HLG: .hlg
            default: nil
            }
        if isStated, let range {
            func chromaticity(_ xy: (Double, Double)) -> SIMD2<Double> { SIMD2(xy.0, xy.1) }
            let primaries = Primaries(
                red: chromaticity(encoding.primaries_red_xy),
                green: chromaticity(encoding.primaries_green_xy),
                blue: chromaticity(encoding.primaries_blue_xy), white: chromaticity(encoding.white_point_xy))
            return (.highDynamicRange(range, primaries: primaries ?? .rec2020), nil)
        }
        let original = profile(JXL_COLOR_PROFILE_TARGET_ORIGINAL).flatMap { profile -> FileColors? in
            let colors = FileColors(profile: profile, isGray: isGray)
            lacksProfile = colors.lacks(profile)
            if case .space(let space) = colors, space == .sRGB { return nil }
            return colors
        }
        guard let original else { return (.space(.sRGB), nil) }
        guard isXYB else { return (original, nil) }
        // libjxl converts to the picture's own primaries with the sRGB curve, which is the working format.
        if case .space(let space) = original, !isGray, prefer(space.primaries) {
            return (.space(space.working), space)
        }
        let decoded = profile(JXL_COLOR_PROFILE_TARGET_DATA).map { FileColors(profile: $0, isGray: isGray) }
        return (decoded ?? original, nil)
    }

    private func prefer(_ primaries: Primaries) -> Bool {
        var wanted = JxlColorEncoding()
        libjxl.JxlColorEncodingSetToSRGB(&wanted, 0)
        wanted.primaries = JXL_PRIMARIES_CUSTOM
        let chromaticities = primaries.chromaticitiesUnderD65
        wanted.primaries_red_xy = (chromaticities[0].x, chromaticities[0].y)
        wanted.primaries_green_xy = (chromaticities[1].x, chromaticities[1].y)
        wanted.primaries_blue_xy = (chromaticities[2].x, chromaticities[2].y)
        return libjxl.JxlDecoderSetPreferredColorProfile(decoder, &wanted) == JXL_DEC_SUCCESS
    }

    private func profile(_ target: JxlColorProfileTarget) -> [UInt8]? {
        var size = 0
        guard libjxl_get_profile_size(decoder, target, &size) == JXL_DEC_SUCCESS, size > 0 else {
            return nil
        }
        var bytes = [UInt8](repeating: 0, count: size)
        guard libjxl_get_profile(decoder, target, &bytes, size) == JXL_DEC_SUCCESS else {
            return nil
        }
        return bytes
    }

    /// The number of animation frames, counted without decoding them; for a truncated file, the number
    /// present.
    static func frameCount(_ bytes: UnsafeRawBufferPointer) -> Int {
        guard let decoder = libjxl.JxlDecoderCreate(nil) else { return 1 }
        defer { libjxl.JxlDecoderDestroy(decoder) }
        _ = libjxl.JxlDecoderSubscribeEvents(decoder, Int32(JXL_DEC_FRAME.rawValue))
        _ = libjxl.JxlDecoderSetInput(
            decoder, bytes.assumingMemoryBound(to: UInt8.self).baseAddress, bytes.count)
        libjxl.JxlDecoderCloseInput(decoder)
        var count = 0
        while libjxl.JxlDecoderProcessInput(decoder) == JXL_DEC_FRAME { count += 1 }
        return max(1, count)
    }

    /// Reads all boxes to the end of the file; for a stream that decodes no pixels.
    func readBoxes() throws(ImagingError) { _ = try next() }

    /// Decodes the frame with an index starting at 0, and reads the boxes after it.
    func readPixels(
        into target: UnsafeMutableRawBufferPointer, _ depth: PixelBuffer.Depth, frame: Int,
        acceptsDamage: Bool
    ) throws(ImagingError) {
        if frame > 0 { libjxl.JxlDecoderSkipFrames(decoder, frame) }
        let type =
            switch depth {
            case .eight: JXL_TYPE_UINT8
            case .sixteen: JXL_TYPE_UINT16
            case .float: JXL_TYPE_FLOAT
            }
        var format = JxlPixelFormat(
            num_channels: 4, data_type: type, endianness: JXL_NATIVE_ENDIAN, align: 0)
        var isWhole = false
        while true {
            switch try next() {
            case JXL_DEC_NEED_IMAGE_OUT_BUFFER:
                let isGiven =
                    libjxl.JxlDecoderSetImageOutBuffer(decoder, &format, target.baseAddress, target.count)
                    == JXL_DEC_SUCCESS
                guard isGiven else {
                    throw damaged(tr("libjxl cannot decode its pixel format"))
                }
            case JXL_DEC_FULL_IMAGE:
                isWhole = true
                // Skips the frames after the decoded one.
                libjxl.JxlDecoderSkipFrames(decoder, .max)
            case JXL_DEC_SUCCESS:
                guard isWhole else { throw damaged(tr("it has no pixels")) }
                return
            default:
                // Only boxes can be damaged after the pixels.
                if isWhole || acceptsDamage && libjxl.JxlDecoderFlushImage(decoder) == JXL_DEC_SUCCESS {
                    return
                }
                throw damaged(tr("its data is invalid or ends too early"))
            }
        }
    }
}
