import CImageFormats
import Localization

/// A JPEG opened by libjpeg-turbo, which decodes rows to RGBA or CMYK.
final class JPEGRows {
    /// The picture's properties, from the file's header.
    let header: CJPEGHeader
    /// The width of the rows in pixels; likewise the height. Equal to the picture's size unless it is
    /// reduced.
    private(set) var width: Int
    private(set) var height: Int
    private let reader: OpaquePointer
    private let acceptsDamage: Bool
    private let name: String

    /// - Parameters:
    ///   - file: the whole file, which must outlive this object.
    ///   - acceptsDamage: whether to continue after damage, with invented pixels, if the decoder can.
    init(of file: UnsafeRawBufferPointer, acceptsDamage: Bool, name: String) throws(ImagingError) {
        guard let reader = cjpeg_reader_create(file.baseAddress, file.count, acceptsDamage) else {
            throw .file(.readFailed(path: name, reason: tr("out of memory")))
        }
        var header = CJPEGHeader()
        let isRead = cjpeg_reader_read_header(reader, &header)
        self.reader = reader
        self.header = header
        self.acceptsDamage = acceptsDamage
        self.name = name
        (width, height) = (Int(header.width), Int(header.height))
        guard isRead else {
            throw header.hasUnknownColors ? .unsupported(path: name, reason: reason) : damaged
        }
    }

    deinit { cjpeg_reader_destroy(reader) }

    /// Reduces the rows to a half, a quarter or an eighth of the picture's size. Call it before reading the
    /// first row.
    func reduce(by denominator: Int) throws(ImagingError) {
        var (width, height): (Int32, Int32) = (0, 0)
        guard cjpeg_reader_reduce(reader, Int32(denominator), &width, &height) else { throw damaged }
        (self.width, self.height) = (Int(width), Int(height))
    }

    /// The number of rows read so far.
    var count: Int { cjpeg_reader_row_count(reader) }

    /// Reads the next rows with four bytes per pixel: RGBA, or CMYK with 255 for full ink.
    func read(into target: UnsafeMutableRawBufferPointer, count: Int) throws(ImagingError) {
        guard cjpeg_reader_read_rows(reader, target.baseAddress, count) else { throw damaged }
    }

    /// Reads the rest of the file after the last row; throws if a part of the picture is missing, unless
    /// damage is accepted.
    func readEnd() throws(ImagingError) {
        guard cjpeg_reader_read_end(reader) || acceptsDamage else { throw damaged }
    }

    private var reason: String { translatedFromC(String(cString: cjpeg_reader_message(reader))) }

    private var damaged: ImagingError { .damaged(path: name, reason: reason) }
}
