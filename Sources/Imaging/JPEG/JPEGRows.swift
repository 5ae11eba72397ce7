import CJPEG
import Wording

/// Reads a JPEG's rows through libjpeg-turbo, which outputs RGBA itself and reports damage that libvips ignores.
final class JPEGRows {
    private let reader: OpaquePointer
    private let acceptsDamage: Bool
    private let name: String

    /// - Parameters:
    ///   - file: the whole file, which must outlast this object.
    ///   - width: the width in pixels that its header is to have, and `height` likewise.
    ///   - acceptsDamage: whether it makes pixels up where the decoder can go on.
    init(
        of file: UnsafeRawBufferPointer, width: Int, height: Int, acceptsDamage: Bool, name: String
    ) throws(ImagingError) {
        guard let reader = cjpeg_reader_create(file.baseAddress, file.count, acceptsDamage) else {
            throw .readFailed(path: name, reason: tr("no memory left"))
        }
        self.reader = reader
        self.acceptsDamage = acceptsDamage
        self.name = name
        var kind = CJPEG_RGBX
        guard cjpeg_reader_read_header(reader, Int32(width), Int32(height), &kind) else { throw damaged }
    }

    deinit { cjpeg_reader_destroy(reader) }

    /// Number of rows read so far.
    var count: Int { cjpeg_reader_row_count(reader) }

    /// Reads the next rows, four bytes a pixel: RGBA, or CMYK with 255 for full ink.
    func read(into target: UnsafeMutableRawBufferPointer, count: Int) throws(ImagingError) {
        guard cjpeg_reader_read_rows(reader, target.baseAddress, count) else { throw damaged }
    }

    /// Reads on after the last row; throws if the file lacks a part of the picture, unless damage is accepted.
    func readEnd() throws(ImagingError) {
        guard cjpeg_reader_read_end(reader) || acceptsDamage else { throw damaged }
    }

    private var damaged: ImagingError {
        .damaged(path: name, reason: translatedFromC(String(cString: cjpeg_reader_message(reader))))
    }
}
