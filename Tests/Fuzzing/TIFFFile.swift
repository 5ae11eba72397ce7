/// A minimal TIFF file: one pixel, and directory entries given by a test.
enum TIFFFile {
    /// A field of the directory.
    struct Field {
        let tag: Int
        let value: Value

        enum Value {
            /// A single SHORT.
            case short(Int)
            /// Raw bytes, anywhere in the file.
            case bytes([UInt8])
            /// The offset of a directory within `trailer`, the data at the end of the file.
            case directory
        }
    }

    /// The bytes of a file whose pixel has `samples` bytes; `photometric` is TIFF's number for the color
    /// space.
    static func pixel(samples: Int, photometric: Int, fields: [Field], trailer: [UInt8] = []) -> [UInt8] {
        var values: [UInt8] = []
        let fields =
            [
                Field(tag: 256, value: .short(1)), Field(tag: 257, value: .short(1)),
                Field(tag: 258, value: .short(8)), Field(tag: 259, value: .short(1)),
                Field(tag: 262, value: .short(photometric)), Field(tag: 277, value: .short(samples)),
                Field(tag: 278, value: .short(1)), Field(tag: 279, value: .short(samples)),
            ] + fields
        // Header, directory, pixel, values of fields, trailer.
        let count = fields.count + 1
        let pixelStart = 8 + 2 + 12 * count + 4
        let valuesStart = pixelStart + 8
        for case .bytes(let bytes) in fields.map(\.value) where bytes.count > 4 { values += bytes }
        var next = valuesStart
        let stripOffset = number(273, 2) + number(4, 2) + number(1, 4) + number(pixelStart, 4)
        var entries = [(tag: 273, bytes: stripOffset)]
        for field in fields {
            let head = number(field.tag, 2)
            switch field.value {
            case .short(let value):
                // A single value: BitsPerSample should have one per sample, but readers accept one for all.
                entries.append((field.tag, head + number(3, 2) + number(1, 4) + number(value, 4)))
            case .bytes(let bytes):
                let isInside = bytes.count <= 4
                let valueField = isInside ? (bytes + [0, 0, 0, 0]).prefix(4) + [] : number(next, 4)
                entries.append((field.tag, head + number(7, 2) + number(bytes.count, 4) + valueField))
                if !isInside { next += bytes.count }
            case .directory:
                let valueField = number(valuesStart + values.count, 4)
                entries.append((field.tag, head + number(4, 2) + number(1, 4) + valueField))
            }
        }
        entries.sort { $0.tag < $1.tag }
        let pixel = [UInt8](repeating: 128, count: 8)
        return [0x49, 0x49, 42, 0] + number(8, 4) + number(count, 2) + entries.flatMap(\.bytes)
            + number(0, 4) + pixel + values + trailer
    }

    /// Little-endian.
    private static func number(_ value: Int, _ size: Int) -> [UInt8] {
        (0..<size).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
}
