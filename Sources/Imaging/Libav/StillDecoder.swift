import CVideo
import Glibc
import Localization

/// Decodes BMP, PNM, TGA, QOI, lossless JPEG and JPEG-LS through libavcodec.
enum StillDecoder {
    /// Properties that a format's own parser finds in addition to the pixels.
    struct Findings {
        var colors: FileColors?
        /// The color profile, unless the color space is already known.
        var profile: [UInt8]?
        var metadata = Metadata()
        /// True to ignore a fourth channel that is 0 everywhere.
        var ignoresEmptyAlpha = false
        /// The rotation that turns the pixels upright.
        var orientation = Orientation.upright
        /// The maximum number of pixels for a file of this length; nil for no limit.
        var maxPixels: Int?
    }

    /// - Parameters:
    ///   - codec: the decoder's name in libavcodec.
    ///   - findings: properties of the file; by default floats are linear light and integers sRGB.
    ///   - isWhole: whether the file is complete, which libavcodec does not check for all formats.
    static func decode(
        _ bytes: UnsafeRawBufferPointer, codec: String, findings: Findings = Findings(),
        format: PictureFormat? = nil, isWhole: Bool = true, options: DecodingOptions, name: String
    ) throws(ImagingError) -> Picture {
        guard isWhole || options.acceptsDamage else {
            throw .damaged(path: name, reason: tr("it ends too early"))
        }
        let claim = Claim(
            options: options, name: name,
            maxPixels: maxPixelsPerByte[codec].map { $0 * bytes.count } ?? findings.maxPixels)
        var info = CVideoStillInfo()
        var failure = CVideoFailure()
        let opened = withExtendedLifetime(claim) {
            cvideo_still_create(
                codec, bytes.baseAddress, bytes.count,
                { info, context in
                    guard let info, let context else { return false }
                    return Unmanaged<Claim>.fromOpaque(context).takeUnretainedValue().make(info.pointee)
                }, Unmanaged.passUnretained(claim).toOpaque(), &info, &failure)
        }
        guard let still = opened else { throw claim.error ?? error(failure, name) }
        defer { cvideo_still_destroy(still) }
        guard codec != "mjpeg" || info.isGray || info.usedBits < 16 else {
            // libavcodec decodes the differences incorrectly.
            throw .unsupported(path: name, reason: tr("it is a 16-bit lossless JPEG in color"))
        }
        let depth = PixelBuffer.Depth(rawValue: Int(info.bits)) ?? .eight
        var channels = Channels(isGray: info.isGray, hasAlpha: info.hasAlpha)
        let colors =
            findings.colors ?? findings.profile.map { FileColors(profile: $0, isGray: info.isGray) }
            ?? .space(depth == .float ? .linearSRGB : .sRGB)
        let (stored, _) = try PixelBuffer.working(
            width: Int(info.width), height: Int(info.height), depth: depth, from: colors,
            inksHaveAlpha: true, options: options, name: name
        ) { target throws(ImagingError) in
            var failure = CVideoFailure()
            guard cvideo_still_read(still, target.baseAddress, target.count, &failure) else {
                throw error(failure, name)
            }
            if findings.ignoresEmptyAlpha, depth == .eight,
                stride(from: 3, to: target.count, by: 4).allSatisfy({ target[$0] == 0 })
            {
                channels = Channels(isGray: info.isGray, hasAlpha: false)
            }
            if !channels.hasAlpha { makeOpaque(target, depth) }
            return Int(info.height)
        }
        let pixels = try stored.oriented(findings.orientation, name: name)
        var metadata = findings.metadata
        metadata.describe(
            width: pixels.width, height: pixels.height, turnedBy: findings.orientation,
            isSRGB: pixels.colorSpace.isSRGB)
        return Picture(pixels: pixels, channels: channels, depth: depth, metadata: metadata, format: format)
    }

    /// The maximum number of pixels per byte of the file, given by the longest run, for formats whose
    /// decoders would fill memory before they notice missing data. A BMP may also end a line early, which is
    /// unbounded, but no program writes that.
    private static let maxPixelsPerByte = [
        "targa": 64, "qoi": 62, "bmp": 1024, "pbm": 8, "pgm": 1, "ppm": 1, "pam": 8, "mjpeg": 8,
    ]

    /// Allocates memory for a picture before libavcodec does.
    private final class Claim {
        private let options: DecodingOptions
        private let name: String
        private let maxPixels: Int?
        private(set) var error: ImagingError?

        init(options: DecodingOptions, name: String, maxPixels: Int?) {
            self.options = options
            self.name = name
            self.maxPixels = maxPixels
        }

        func make(_ info: CVideoStillInfo) -> Bool {
            do throws(ImagingError) {
                let header = PictureHeader(
                    width: Int(info.width), height: Int(info.height),
                    depth: PixelBuffer.Depth(rawValue: Int(info.bits)) ?? .float, channels: .rgba, format: nil
                )
                try header.checkSize(options, path: name)
                if let maxPixels, header.width * header.height > maxPixels {
                    throw .damaged(
                        path: name,
                        reason:
                            tr(
                                """
                                the data ends too early for the \(header.width) × \(header.height) pixels it \
                                declares
                                """
                            )
                    )
                }
                return true
            } catch {
                self.error = error
                return false
            }
        }
    }

    private static func error(_ failure: CVideoFailure, _ name: String) -> ImagingError {
        let message = withUnsafeBytes(of: failure.message) { bytes in
            String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
        return switch failure.kind {
        case CVIDEO_NO_LIBRARY:
            .unsupported(
                path: name,
                reason: tr("FFmpeg's libraries, which read such files, cannot be loaded: \(message)"))
        case CVIDEO_NO_CODEC:
            .unsupported(
                path: name, reason: tr("FFmpeg's libraries were built without the decoder \(message)"))
        case CVIDEO_NO_PIXEL_FORMAT:
            .unsupported(
                path: name, reason: tr("Glint does not support its pixel format (\(message))"))
        case CVIDEO_NO_MEMORY: .file(.readFailed(path: name, reason: tr("out of memory")))
        case CVIDEO_UNSUPPORTED:
            .unsupported(path: name, reason: tr("FFmpeg's libraries do not support this kind of file"))
        // The libraries give no more specific reason for unsupported variants and pictures that are too
        // large.
        case CVIDEO_OTHER where failure.code == EINVAL:
            .unsupported(
                path: name,
                reason: tr(
                    """
                    FFmpeg's libraries reject it, as they do with unusual variants and pictures of more than \
                    268 megapixels
                    """))
        // Old decoders return this for any invalid data.
        case CVIDEO_SYSTEM where failure.code == EPERM:
            .unsupported(
                path: name,
                reason: tr("FFmpeg's libraries do not support this kind of file, or its data is invalid"))
        default: .damaged(path: name, reason: tr("its data is invalid or ends too early"))
        }
    }

    private static func makeOpaque(_ pixels: UnsafeMutableRawBufferPointer, _ depth: PixelBuffer.Depth) {
        func fill<Sample>(_ one: Sample) {
            let samples = pixels.assumingMemoryBound(to: Sample.self)
            for index in stride(from: 3, to: samples.count, by: 4) { samples[index] = one }
        }
        switch depth {
        case .eight: fill(UInt8.max)
        case .sixteen: fill(UInt16.max)
        case .float: fill(Float(1))
        }
    }
}

extension StillDecoder {
    /// Decodes a lossless JPEG, which has the same segments as any other JPEG.
    static func decodeJPEG(
        _ bytes: UnsafeRawBufferPointer, options: DecodingOptions, name: String
    ) throws(ImagingError) -> Picture {
        guard let metadata = JPEGMetadata.read(bytes) else {
            throw .damaged(path: name, reason: tr("it has too many metadata blocks"))
        }
        var findings = Findings(metadata: metadata)
        findings.orientation = metadata.exif.map(ExifBlock.orientation) ?? .upright
        findings.profile = JPEGMetadata.profile(bytes)
        return try decode(
            bytes, codec: "mjpeg", findings: findings, format: .jpeg,
            isWhole: TruncationCheck.hasEndOfImage(bytes),
            options: options, name: name)
    }

    /// Decodes a JPEG-LS file without its SPIFF header, which libavcodec would treat as another picture.
    ///
    /// The header's last directory entry ends with a second start-of-image marker (ISO/IEC 10918-3, annex
    /// F.2.2.3).
    static func decodeJPEGLS(
        _ bytes: UnsafeRawBufferPointer, options: DecodingOptions, name: String
    ) throws(ImagingError) -> Picture {
        let isWhole = TruncationCheck.hasEndOfImage(bytes)
        // One bit may represent thousands of equal pixels, so some memory is allowed regardless of the file's
        // length.
        let findings = Findings(maxPixels: max(1 << 25, 1024 * bytes.count))
        // Other segments with this marker define color transforms.
        let isSPIFF =
            bytes.dropFirst(2).starts(with: [0xFF, 0xE8]) && bytes.dropFirst(6).starts(with: "SPIFF".utf8)
        var offset = 2
        while isSPIFF, offset + 4 <= bytes.count, bytes[offset] == 0xFF, bytes[offset + 1] == 0xE8,
            !bytes[(offset + 4)...].starts(with: "mrfx".utf8)
        {
            offset += 2 + Int(bytes[offset + 2]) << 8 + Int(bytes[offset + 3])
        }
        guard offset > 2, offset < bytes.count else {
            return try decode(
                bytes, codec: "jpegls", findings: findings, isWhole: isWhole, options: options, name: name)
        }
        let plain = Array(bytes[..<2]) + Array(bytes[offset...])
        return try plain.withUnsafeBytes { plain in
            Result { () throws(ImagingError) in
                try decode(
                    plain, codec: "jpegls", findings: findings, isWhole: isWhole, options: options, name: name
                )
            }
        }.get()
    }
}
