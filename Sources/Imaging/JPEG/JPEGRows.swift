import CJPEG

/// The rows of a JPEG through libjpeg-turbo, which writes RGBA by itself and tells of damage that libvips passes over.
struct JPEGRows {
    /// How many were read.
    private(set) var count = 0
    /// Whether they are CMYK, 255 for full ink, and not RGBA.
    private(set) var areCMYK = false
    /// What is wrong with the file; nil where all is well, and where damage is accepted that the decoder can go on after.
    private(set) var failure: String?

    /// Decodes `file` into `target`, four bytes a pixel.
    init(
        of file: UnsafeRawBufferPointer, width: Int, height: Int, acceptsDamage: Bool,
        into target: UnsafeMutableRawBufferPointer
    ) {
        guard let reader = cjpeg_reader_create(file.baseAddress, file.count, acceptsDamage) else {
            failure = "no memory left"
            return
        }
        defer { cjpeg_reader_destroy(reader) }
        var kind = CJPEG_RGBX
        let isRead =
            cjpeg_reader_read_header(reader, Int32(width), Int32(height), &kind)
            && cjpeg_reader_read_rows(reader, target.baseAddress)
        count = cjpeg_reader_row_count(reader)
        areCMYK = kind == CJPEG_CMYK
        if !isRead || (!cjpeg_reader_read_end(reader) && !acceptsDamage) {
            failure = String(cString: cjpeg_reader_message(reader))
        }
    }
}
