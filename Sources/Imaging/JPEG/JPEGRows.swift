import CJPEG
import Wording

/// A JPEG's rows, read through libjpeg-turbo, which outputs RGBA itself and reports damage that libvips ignores.
struct JPEGRows {
    /// Number of rows read.
    private(set) var count = 0
    /// The file's problem; nil if there is none, or if damage is accepted and the decoder could continue.
    private(set) var failure: String?

    /// Decodes `file` into `target`, four bytes a pixel: RGBA, or CMYK with 255 for full ink.
    init(
        of file: UnsafeRawBufferPointer, width: Int, height: Int, acceptsDamage: Bool,
        into target: UnsafeMutableRawBufferPointer
    ) {
        guard let reader = cjpeg_reader_create(file.baseAddress, file.count, acceptsDamage) else {
            failure = tr("no memory left")
            return
        }
        defer { cjpeg_reader_destroy(reader) }
        var kind = CJPEG_RGBX
        let isRead =
            cjpeg_reader_read_header(reader, Int32(width), Int32(height), &kind)
            && cjpeg_reader_read_rows(reader, target.baseAddress)
        count = cjpeg_reader_row_count(reader)
        if !isRead || (!cjpeg_reader_read_end(reader) && !acceptsDamage) {
            failure = translatedFromC(String(cString: cjpeg_reader_message(reader)))
        }
    }
}
