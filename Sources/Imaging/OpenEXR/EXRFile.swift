import COpenEXR
import Localization

/// An open OpenEXR file: the properties of its picture according to the header, and its rows.
final class EXRFile {
    static let mark: [UInt8] = [0x76, 0x2F, 0x31, 0x01]

    let header: EXRHeader
    private let file: OpaquePointer
    private let name: String

    /// Opens the first part that contains a picture; `bytes` must outlive this object.
    init(_ bytes: UnsafeRawBufferPointer, name: String) throws(ImagingError) {
        var result = COPENEXR_DONE
        guard EXRAttributes.areSound(bytes) else { throw Self.error(COPENEXR_DAMAGED, name) }
        guard let file = copenexr_open(bytes.baseAddress, bytes.count, &result) else {
            throw Self.error(result, name)
        }
        do throws(ImagingError) {
            header = try EXRHeader(of: file, name: name)
        } catch {
            copenexr_close(file)
            throw error
        }
        (self.file, self.name) = (file, name)
    }

    deinit { copenexr_close(file) }

    /// Reads rows of the data window as floats, each channel into a separate buffer.
    func read(_ rows: Range<Int>, into rooms: [COpenEXRRoom]) throws(ImagingError) {
        let result = copenexr_read(
            file, header.part, rooms, Int32(rooms.count), Int32(rows.lowerBound), Int32(rows.upperBound - 1))
        guard result == COPENEXR_DONE else { throw Self.error(result, name) }
    }

    private static func error(_ result: COpenEXRResult, _ name: String) -> ImagingError {
        switch result {
        case COPENEXR_NO_MEMORY: .file(.readFailed(path: name, reason: tr("out of memory")))
        case COPENEXR_UNSUPPORTED:
            .unsupported(path: name, reason: tr("OpenEXR's library does not support this kind of file"))
        default: .damaged(path: name, reason: tr("its data is invalid or ends too early"))
        }
    }
}
