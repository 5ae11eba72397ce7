import System
import CImageFormats

/// Encodes TIFF and WebP through libvips.
struct VipsEncoder {
    private let shape: RowEncoderShape
    private let format: CVipsFormat
    private let options: EncodingOptions
    private let metadata: Metadata

    init(
        _ shape: RowEncoderShape, format: PictureFormat, options: EncodingOptions, metadata: Metadata
    ) throws(ImagingError) {
        try Vips.start()
        self.shape = shape
        self.format = format == .tiff ? CVIPS_TIFF : CVIPS_WEBP
        self.options = options
        self.metadata = metadata
    }

    /// - Parameter rows: already in the file's format.
    func encode(_ rows: MemoryBlock, to file: any ByteSink) throws(ImagingError) {
        var message = Vips.Message()
        var length = 0
        let encoded = message.fill { encode(rows, &length, $0) }
        guard let encoded else { throw .encodingFailed(path: shape.path, reason: message.text) }
        defer { cvips_free(encoded) }
        let bytes = UnsafeMutableRawBufferPointer(start: encoded, count: length)
        if format == CVIPS_WEBP {
            return try WebPMetadata.add(
                metadata, profile: shape.profile, to: UnsafeRawBufferPointer(bytes), path: shape.path
            ) {
                bytes throws(ImagingError) in try file.write(bytes)
            }
        }
        guard let addition = TIFFMetadata.addition(metadata, to: UnsafeRawBufferPointer(bytes)) else {
            return try file.write(UnsafeRawBufferPointer(bytes))
        }
        bytes[addition.pointer.offset...].copyBytes(from: addition.pointer.bytes)
        try file.write(UnsafeRawBufferPointer(bytes))
        try addition.bytes.withUnsafeBytes { bytes in
            Result { () throws(ImagingError) in try file.write(bytes) }
        }.get()
    }

    private func encode(
        _ rows: MemoryBlock, _ length: inout Int, _ message: UnsafeMutablePointer<CChar>?
    ) -> UnsafeMutableRawPointer? {
        // Other metadata is added to the file afterwards, since libvips would drop or rewrite it.
        let xmp = format == CVIPS_TIFF ? metadata.xmp ?? [] : []
        let profile = format == CVIPS_TIFF ? shape.profile ?? [] : []
        return xmp.withUnsafeBufferPointer { xmp in
            profile.withUnsafeBufferPointer { profile in
                var settings = CVipsSettings()
                settings.width = Int32(shape.width)
                settings.height = Int32(shape.height)
                settings.channels = Int32(shape.channels.count)
                settings.bits = Int32(shape.depth.rawValue)
                settings.quality = Int32(min(max(options.quality, 1), 100))
                settings.isLossless = options.isLossless
                settings.compression =
                    switch options.tiffCompression {
                    case .none: CVIPS_UNCOMPRESSED
                    case .lzw: CVIPS_LZW
                    case .deflate: CVIPS_DEFLATE
                    case .zstd: CVIPS_ZSTD
                    }
                settings.resolutionX = metadata.resolution?.x ?? 0
                settings.resolutionY = metadata.resolution?.y ?? 0
                settings.xmp = xmp.baseAddress
                settings.xmpLength = xmp.count
                settings.profile = profile.baseAddress
                settings.profileLength = profile.count
                return cvips_encode(format, rows.bytes.baseAddress, &settings, &length, message)
            }
        }
    }
}
