import CVips

/// TIFF and WebP through libvips, which wants the picture whole.
final class VipsEncoder: RowEncoder {
    private let shape: RowEncoderShape
    private let format: CVipsFormat
    private let quality: Int
    private let metadata: Metadata
    private var rows: [UInt8] = []
    /// One row as the file has it.
    private let packed: UnsafeMutableRawBufferPointer

    init(
        _ shape: RowEncoderShape, format: PictureFormat, quality: Int, metadata: Metadata
    ) throws(ImagingError) {
        try Vips.start()
        self.shape = shape
        self.format = format == .tiff ? CVIPS_TIFF : CVIPS_WEBP
        self.quality = min(max(quality, 1), 100)
        self.metadata = metadata
        packed = .allocate(byteCount: shape.bytesPerRow, alignment: 16)
        rows.reserveCapacity(shape.bytesPerRow * shape.height)
    }

    deinit { packed.deallocate() }

    func add(_ rows: UnsafeRawBufferPointer, count: Int, to file: AtomicFile) throws(ImagingError) {
        for row in 0..<count {
            shape.packing.pack(shape.row(row, of: rows), pixelCount: shape.width, into: packed)
            self.rows.append(contentsOf: packed)
        }
    }

    func finish(_ file: AtomicFile) throws(ImagingError) {
        var message = Vips.Message()
        var length = 0
        let encoded = message.fill { encode(&length, $0) }
        rows = []
        guard let encoded else { throw .encodingFailed(path: shape.path, reason: message.text) }
        defer { cvips_free(encoded) }
        let bytes = UnsafeMutableRawBufferPointer(start: encoded, count: length)
        if format == CVIPS_WEBP {
            return try WebPMetadata.add(metadata, to: UnsafeRawBufferPointer(bytes), path: shape.path) {
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
        _ length: inout Int, _ message: UnsafeMutablePointer<CChar>?
    ) -> UnsafeMutableRawPointer? {
        // Other metadata joins the file after: libvips would leave out or write anew what it has.
        let xmp = format == CVIPS_TIFF ? metadata.xmp ?? [] : []
        return xmp.withUnsafeBufferPointer { xmp in
            var settings = CVipsSettings()
            settings.width = Int32(shape.width)
            settings.height = Int32(shape.height)
            settings.channels = Int32(shape.channels.count)
            settings.isSixteenBit = shape.depth == .sixteen
            settings.quality = Int32(quality)
            settings.resolutionX = metadata.resolution?.x ?? 0
            settings.resolutionY = metadata.resolution?.y ?? 0
            settings.xmp = xmp.baseAddress
            settings.xmpLength = xmp.count
            return rows.withUnsafeBytes {
                cvips_encode(format, $0.baseAddress, &settings, &length, message)
            }
        }
    }
}
