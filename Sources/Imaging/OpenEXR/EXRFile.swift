import COpenEXR
import Wording

/// An open OpenEXR file: what the header of its picture says, and its rows.
final class EXRFile {
    static let mark: [UInt8] = [0x76, 0x2F, 0x31, 0x01]

    let header: EXRHeader
    private let file: OpaquePointer
    private let name: String

    /// Opens the first part that is a picture; `bytes` have to last as long as this.
    init(_ bytes: UnsafeRawBufferPointer, name: String) throws(ImagingError) {
        var result = COPENEXR_DONE
        guard Self.hasAttributes(bytes) else { throw Self.error(COPENEXR_DAMAGED, name) }
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

    /// Reads rows of the data window as floats, each channel into its room.
    func read(_ rows: Range<Int>, into rooms: [COpenEXRRoom]) throws(ImagingError) {
        let result = copenexr_read(
            file, header.part, rooms, Int32(rooms.count), Int32(rows.lowerBound), Int32(rows.upperBound - 1))
        guard result == COPENEXR_DONE else { throw Self.error(result, name) }
    }

    /// Whether the attributes of all headers lie within the file; the library takes memory for as long ones as they claim to be.
    ///
    /// "OpenEXR File Layout", <https://openexr.com/en/latest/OpenEXRFileLayout.html>.
    private static func hasAttributes(_ file: UnsafeRawBufferPointer) -> Bool {
        guard file.starts(with: mark), file.count > 8 else { return false }
        let multipartFlag: UInt8 = 0x10
        let hasParts = file[5] & multipartFlag != 0
        var place = 8
        // A text that ends with a zero; nil where there is none.
        func skipText() -> Int? {
            guard let end = file[place...].prefix(256).firstIndex(of: 0) else { return nil }
            defer { place = end + 1 }
            return end - place
        }
        var attributeCount = 0
        while let length = skipText() {
            if length == 0 {
                // An empty name ends a header, and an empty header those of several parts.
                if !hasParts || attributeCount == 0 { return true }
                attributeCount = 0
                continue
            }
            guard skipText() != nil, place + 4 <= file.count else { return false }
            let size = Int(file.loadUnaligned(fromByteOffset: place, as: UInt32.self).littleEndian)
            guard size <= file.count - place - 4 else { return false }
            place += 4 + size
            attributeCount += 1
        }
        return false
    }

    private static func error(_ result: COpenEXRResult, _ name: String) -> ImagingError {
        switch result {
        case COPENEXR_NO_MEMORY: .readFailed(path: name, reason: tr("no memory left"))
        case COPENEXR_UNSUPPORTED:
            .unsupported(path: name, reason: tr("it is of a kind that OpenEXR's library does not read"))
        default: .damaged(path: name, reason: tr("its data is wrong or ends too early"))
        }
    }
}
