import CLibRaw
import Localization

/// Develops raw files of cameras through LibRaw, with the camera's white balance and without brightening, to
/// 16-bit ProPhoto RGB, whose gamut covers that of sensors.
enum RawDecoder {
    /// The working space: ProPhoto primaries, encoded with the sRGB curve.
    private static let space = ColorSpace(primaries: .proPhoto)

    /// - Parameter isHalved: whether each 2×2 block of the sensor becomes one pixel, which takes a fraction
    ///   of the time, since no demosaicing is needed.
    static func decode(
        _ bytes: UnsafeRawBufferPointer, isHalved: Bool = false, options: DecodingOptions, name: String
    ) throws(ImagingError) -> Picture {
        let balanced = DNGWhite.statingNeutral(bytes)
        defer { withExtendedLifetime(balanced) {} }
        let raw = try RawReader(balanced?.bytes ?? bytes, name: name)
        raw.data.pointee.params.half_size = isHalved ? 1 : 0
        let expected = raw.size
        // Allocated before LibRaw allocates its own memory.
        let claimed = try PixelBuffer.claimed(
            width: expected.x, height: expected.y, depth: .sixteen, atMost: options.largestPixelCount,
            isOverwritten: true, name: name)
        try raw.check(libraw_unpack(raw.data))
        if raw.hasWrongData, !options.acceptsDamage {
            throw .damaged(path: name, reason: tr("its data is invalid or ends too early"))
        }
        try raw.check(libraw_dcraw_process(raw.data))
        var status: Int32 = 0
        guard let made = libraw_dcraw_make_mem_image(raw.data, &status) else {
            try raw.check(status)
            throw .damaged(path: name, reason: tr("LibRaw cannot produce a picture from it"))
        }
        defer { libraw_dcraw_clear_mem(made) }
        // For sensors with a non-square grid, LibRaw's output has a different size.
        let size = SIMD2(Int(made.pointee.width), Int(made.pointee.height))
        let channelCount = Int(made.pointee.colors)
        guard made.pointee.type == LIBRAW_IMAGE_BITMAP, made.pointee.bits == 16,
            channelCount == 3 || channelCount == 1,
            Int(made.pointee.data_size) >= size.x * size.y * channelCount * 2
        else {
            throw .unsupported(
                path: name, reason: tr("LibRaw cannot produce an RGB or gray picture from it"))
        }
        let pixels =
            size == expected
            ? claimed
            : try PixelBuffer.claimed(
                width: size.x, height: size.y, depth: .sixteen, atMost: options.largestPixelCount,
                isOverwritten: true, name: name)
        let samples =
            UnsafeRawPointer(made) + (MemoryLayout<libraw_processed_image_t>.offset(of: \.data) ?? 0)
        pixels.withBytesWhileMaking { target in
            let target = target.bindMemory(to: UInt16.self)
            let last = channelCount - 1
            for pixel in 0..<size.x * size.y {
                for channel in 0..<3 {
                    let sample = samples.loadUnaligned(
                        fromByteOffset: 2 * (pixel * channelCount + min(channel, last)), as: UInt16.self)
                    target[4 * pixel + channel] = encoded[Int(sample)]
                }
                target[4 * pixel + 3] = .max
            }
        }
        return Picture(
            pixels: pixels.with(space), channels: channelCount == 1 ? .gray : .rgb,
            metadata: metadata(of: bytes, raw, size: size))
    }

    private static func metadata(
        of bytes: UnsafeRawBufferPointer, _ raw: RawReader, size: SIMD2<Int>
    ) -> Metadata {
        var metadata =
            RawMetadata.read(bytes)
            ?? Metadata(
                exif: TIFFMetadata.exif(of: bytes), iptc: TIFFMetadata.iptc(of: bytes).records,
                losses: TIFFMetadata.hasMakerNotes(bytes) ? [.notKept(.makerNotes)] : [])
        metadata.xmp = raw.xmp ?? metadata.xmp
        metadata.describe(width: size.x, height: size.y, turnedBy: raw.turn, isSRGB: false)
        return metadata
    }

    /// The properties known without developing; nil if LibRaw's output may have a different size.
    static func header(of bytes: UnsafeRawBufferPointer, name: String) throws(ImagingError) -> PictureHeader?
    {
        let raw = try RawReader(bytes, name: name)
        guard raw.hasSquarePixels else { return nil }
        let size = try raw.developedSize()
        return PictureHeader(
            width: size.x, height: size.y, depth: .sixteen, channels: raw.isGray ? .gray : .rgb,
            colorSpace: space,
            format: nil,
            ending: PictureTrailer(
                orientation: .upright, metadata: metadata(of: bytes, raw, size: size), wholeSize: size))
    }

    /// The upright size of the developed picture.
    static func size(of bytes: UnsafeRawBufferPointer, name: String) throws(ImagingError) -> SIMD2<Int> {
        try RawReader(bytes, name: name).size
    }

    /// A table that encodes linear light with the sRGB curve.
    private static let encoded: [UInt16] = (0..<65536).map { level in
        UInt16((SRGBCurve.sample(of: Double(level) / 65535) * 65535).rounded())
    }
}

/// A file that LibRaw has opened.
private final class RawReader {
    let data: UnsafeMutablePointer<libraw_data_t>
    private let name: String
    /// True if LibRaw replaced data that it could not decode.
    private(set) var hasWrongData = false

    /// LibRaw's number for ProPhoto RGB.
    private static let proPhoto: Int32 = 4

    /// - Parameter bytes: must outlive the reader.
    init(_ bytes: UnsafeRawBufferPointer, name: String) throws(ImagingError) {
        guard let data = libraw_init(0) else {
            throw .file(.readFailed(path: name, reason: tr("out of memory")))
        }
        self.data = data
        self.name = name
        data.pointee.params.use_camera_wb = 1
        data.pointee.params.no_auto_bright = 1
        data.pointee.params.output_bps = 16
        data.pointee.params.output_color = Self.proPhoto
        // A gamma of 1 gives linear light.
        data.pointee.params.gamm.0 = 1
        data.pointee.params.gamm.1 = 1
        // The default handler would print to standard error and continue.
        libraw_set_dataerror_handler(
            data,
            { reader, _, _ in
                guard let reader else { return }
                Unmanaged<RawReader>.fromOpaque(reader).takeUnretainedValue().hasWrongData = true
            }, Unmanaged.passUnretained(self).toOpaque())
        // LibRaw does not modify the bytes.
        try check(libraw_open_buffer(data, UnsafeMutableRawPointer(mutating: bytes.baseAddress), bytes.count))
    }

    deinit { libraw_close(data) }

    var isGray: Bool { data.pointee.idata.colors == 1 }

    /// The rotation that LibRaw applies.
    var turn: Orientation {
        switch data.pointee.sizes.flip {
        case 3: .upsideDown
        case 5: .turnedRight
        case 6: .turnedLeft
        default: .upright
        }
    }

    /// True if pixels are square.
    var hasSquarePixels: Bool { data.pointee.sizes.pixel_aspect == 1 }

    /// The upright output size for the current parameters.
    var size: SIMD2<Int> {
        let sizes = data.pointee.sizes
        var size = SIMD2(Int(sizes.width), Int(sizes.height))
        if data.pointee.params.half_size != 0 { size = (size &+ 1) / 2 }
        // The flag for a quarter turn in either direction.
        return sizes.flip & 4 != 0 ? SIMD2(size.y, size.x) : size
    }

    /// The upright output size, also for Fujifilm sensors that are rotated by 45°. After this call, the
    /// picture cannot be developed.
    func developedSize() throws(ImagingError) -> SIMD2<Int> {
        try check(libraw_adjust_sizes_info_only(data))
        return SIMD2(Int(data.pointee.sizes.iwidth), Int(data.pointee.sizes.iheight))
    }

    /// The file's XMP packet.
    var xmp: [UInt8]? {
        let count = Int(data.pointee.idata.xmplen)
        guard count > 0, let start = data.pointee.idata.xmpdata else { return nil }
        return UnsafeRawBufferPointer(start: start, count: count).prefix { $0 != 0 }.map { $0 }
    }

    /// Throws an error for a failure status from LibRaw; ignores warnings.
    func check(_ status: Int32) throws(ImagingError) {
        guard status != LIBRAW_SUCCESS.rawValue else { return }
        let reason = libraw_strerror(status).map { String(cString: $0) } ?? tr("error \(status)")
        switch status {
        case LIBRAW_FILE_UNSUPPORTED.rawValue:
            throw .unsupported(path: name, reason: tr("LibRaw does not support the raw files of this camera"))
        case LIBRAW_TOO_BIG.rawValue, LIBRAW_UNSUFFICIENT_MEMORY.rawValue:
            throw .tooLarge(path: name, width: size.x, height: size.y)
        default: throw .damaged(path: name, reason: reason)
        }
    }
}
