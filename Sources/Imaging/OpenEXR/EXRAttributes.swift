/// Validates the attributes in an OpenEXR file's headers before the library reads them, since it allocates as
/// much memory as they claim and trusts the contents or sizes of some.
///
/// "OpenEXR File Layout", <https://openexr.com/en/latest/OpenEXRFileLayout.html>.
enum EXRAttributes {
    /// The sizes of fixed-size types.
    private static let sizes = [
        "box2f": 16, "box2i": 16, "chromaticities": 32, "compression": 1, "deepImageState": 1, "double": 8,
        "envmap": 1, "float": 4, "int": 4, "keycode": 28, "lineOrder": 1, "m33d": 72, "m33f": 36, "m44d": 128,
        "m44f": 64, "rational": 8, "tiledesc": 9, "timecode": 8, "v2d": 16, "v2f": 8, "v2i": 8, "v3d": 24,
        "v3f": 12, "v3i": 12,
    ]
    /// The flag for a file with several parts, each with its own header.
    private static let multipartFlag: UInt8 = 0x10

    /// True if all attributes lie within the file and match their types and sizes.
    static func areSound(_ file: UnsafeRawBufferPointer) -> Bool {
        guard file.starts(with: EXRFile.mark), file.count > 8 else { return false }
        let hasParts = file[5] & multipartFlag != 0
        var (offset, isEmpty) = (8, true)
        while let name = text(file, &offset) {
            if name.isEmpty {
                // An empty name ends a header; in a file with several parts, an empty header ends the list of
                // headers.
                if !hasParts || isEmpty { return true }
                isEmpty = true
                continue
            }
            guard let type = text(file, &offset), let size = number(file, offset),
                size <= file.count - offset - 4
            else { return false }
            let value = UnsafeRawBufferPointer(rebasing: file[offset + 4..<offset + 4 + size])
            guard isSound(value, type) else { return false }
            (offset, isEmpty) = (offset + 4 + size, false)
        }
        return false
    }

    private static func isSound(_ value: UnsafeRawBufferPointer, _ type: String) -> Bool {
        if let size = sizes[type] { return value.count == size }
        switch type {
        case "chlist":
            var offset = 0
            while let name = text(value, &offset) {
                if name.isEmpty { return offset == value.count }
                guard offset + 16 <= value.count else { return false }
                offset += 16
            }
            return false
        case "preview":
            guard let width = number(value, 0), let height = number(value, 4) else { return false }
            let (count, isTooLarge) = width.multipliedReportingOverflow(by: height)
            return !isTooLarge && count <= value.count && value.count == 8 + 4 * count
        case "stringvector":
            var offset = 0
            while let length = number(value, offset), length <= value.count - offset - 4 {
                offset += 4 + length
            }
            return offset == value.count
        default: return true
        }
    }

    /// Reads a null-terminated string; nil if it exceeds the maximum length of names or has no end.
    private static func text(_ bytes: UnsafeRawBufferPointer, _ offset: inout Int) -> String? {
        let rest = bytes[offset...].prefix(256)
        guard let end = rest.firstIndex(of: 0) else { return nil }
        defer { offset = end + 1 }
        return String(decoding: rest[..<end], as: UTF8.self)
    }

    private static func number(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> Int? {
        guard offset + 4 <= bytes.count else { return nil }
        return Int(bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self).littleEndian)
    }
}
