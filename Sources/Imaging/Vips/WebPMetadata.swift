import CImageLibraries
import Localization

/// EXIF, XMP and color profiles of WebP files. libvips would rewrite EXIF blocks and drop the parts that it
/// does not recognize.
enum WebPMetadata {
    /// The file's EXIF block, unchanged.
    static func exif(of file: UnsafeRawBufferPointer) -> [UInt8]? {
        var whole = WebPData(bytes: file.assumingMemoryBound(to: UInt8.self).baseAddress, size: file.count)
        guard let mux = WebPMuxCreate(&whole, 0) else { return nil }
        defer { WebPMuxDelete(mux) }
        var block = WebPData()
        guard WebPMuxGetChunk(mux, "EXIF", &block) == WEBP_MUX_OK else { return nil }
        return Array(UnsafeBufferPointer(start: block.bytes, count: block.size))
    }

    /// Adds the profile and the supported metadata to a WebP file, and passes the result to `write`.
    static func add(
        _ metadata: Metadata, profile: [UInt8]?, to file: UnsafeRawBufferPointer, path: String,
        _ write: (UnsafeRawBufferPointer) throws(ImagingError) -> Void
    ) throws(ImagingError) {
        // WebP has no other field for the resolution than its EXIF block.
        let exif = metadata.resolution.map { ExifBlock.stating($0, in: metadata.exif) } ?? metadata.exif
        let noMemory = ImagingError.encodingFailed(path: path, reason: tr("out of memory"))
        var picture = WebPData(
            bytes: file.assumingMemoryBound(to: UInt8.self).baseAddress, size: file.count)
        guard let mux = WebPMuxCreate(&picture, 0) else { throw noMemory }
        defer { WebPMuxDelete(mux) }
        // Some versions of libvips always create an EXIF block.
        WebPMuxDeleteChunk(mux, "EXIF")
        for (name, block) in [("ICCP", profile), ("EXIF", exif), ("XMP ", metadata.xmp)] {
            guard let block, !block.isEmpty else { continue }
            let isSet = block.withUnsafeBufferPointer { block in
                var data = WebPData(bytes: block.baseAddress, size: block.count)
                return WebPMuxSetChunk(mux, name, &data, 1) == WEBP_MUX_OK
            }
            guard isSet else { throw noMemory }
        }
        var assembled = WebPData()
        guard WebPMuxAssemble(mux, &assembled) == WEBP_MUX_OK else { throw noMemory }
        defer { WebPFree(UnsafeMutableRawPointer(mutating: assembled.bytes)) }
        try write(UnsafeRawBufferPointer(start: assembled.bytes, count: assembled.size))
    }
}
