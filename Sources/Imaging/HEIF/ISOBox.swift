/// A box as defined by ISO/IEC 14496-12, the building block of HEIF, AVIF and some raw files.
struct ISOBox {
    let type: String
    /// The range of the whole box within the enclosing bytes.
    let range: Range<Int>
    /// The range of its content, after the length and type.
    let content: Range<Int>

    /// A limit far above the number of boxes on one level in any picture.
    private static let maxBoxes = 100_000

    /// The consecutive boxes in a range, up to the first incomplete one.
    static func list(_ bytes: UnsafeRawBufferPointer, in part: Range<Int>) -> [ISOBox] {
        var boxes: [ISOBox] = []
        var reader = BigEndianReader(bytes, part)
        while boxes.count < maxBoxes {
            let start = reader.position
            guard let short = reader.number(4), let type = reader.text(4) else { break }
            // A length of 1 is followed by an eight-byte length; 0 means to the end of the enclosing range.
            guard let length = short == 1 ? reader.number(8) : short == 0 ? part.upperBound - start : short,
                length >= reader.position - start, length <= part.upperBound - start
            else { break }
            boxes.append(
                ISOBox(type: type, range: start..<start + length, content: reader.position..<start + length))
            reader.position = start + length
        }
        return boxes
    }
}

/// Reads big-endian numbers within a range of bytes.
struct BigEndianReader {
    private let bytes: UnsafeRawBufferPointer
    private let end: Int
    /// The offset of the next byte to read.
    var position: Int

    init(_ bytes: UnsafeRawBufferPointer, _ part: Range<Int>) {
        self.bytes = bytes
        position = max(0, part.lowerBound)
        end = min(part.upperBound, bytes.count)
    }

    /// Reads a number of up to eight bytes; 0 bytes give 0. Nil if there are too few bytes, or the number
    /// does not fit in an integer.
    mutating func number(_ size: Int) -> Int? {
        guard (0...8).contains(size), size <= end - position else { return nil }
        defer { position += size }
        return Int(exactly: bytes[position..<position + size].reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
    }

    /// Reads a string of this length.
    mutating func text(_ count: Int) -> String? {
        guard count >= 0, count <= end - position else { return nil }
        defer { position += count }
        return String(decoding: bytes[position..<position + count], as: UTF8.self)
    }
}
