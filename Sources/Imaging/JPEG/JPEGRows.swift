import CImageFormats
import Localization

/// A JPEG opened by libjpeg-turbo, with its rows as RGBA or CMYK.
final class JPEGRows {
    /// The picture's properties according to the file.
    let header: CJPEGHeader
    /// The size of the rows in pixels: that of the picture, unless they are reduced.
    private(set) var width: Int
    private(set) var height: Int
    private let reader: OpaquePointer
    private let acceptsDamage: Bool
    private let name: String

    /// - Parameters:
    ///   - file: the whole file, which must outlive this object.
    ///   - acceptsDamage: whether it invents pixels if the decoder can continue.
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

    /// Reduces the rows to a half, a quarter or an eighth of the picture's size; before the first of them is
    /// read.
    func reduce(by denominator: Int) throws(ImagingError) {
        var (width, height): (Int32, Int32) = (0, 0)
        guard cjpeg_reader_reduce(reader, Int32(denominator), &width, &height) else { throw damaged }
        (self.width, self.height) = (Int(width), Int(height))
    }

    /// Number of rows read so far.
    var count: Int { cjpeg_reader_row_count(reader) }

    /// Reads the next rows, four bytes a pixel: RGBA, or CMYK with 255 for full ink.
    func read(into target: UnsafeMutableRawBufferPointer, count: Int) throws(ImagingError) {
        guard cjpeg_reader_read_rows(reader, target.baseAddress, count) else { throw damaged }
    }

    /// Reads to the end of the file after the last row; throws if a part of the picture is missing, unless
    /// damage is accepted.
    func readEnd() throws(ImagingError) {
        guard cjpeg_reader_read_end(reader) || acceptsDamage else { throw damaged }
    }

    private var reason: String { translatedFromC(String(cString: cjpeg_reader_message(reader))) }

    private var damaged: ImagingError { .damaged(path: name, reason: reason) }
}
