/// A box of ISO/IEC 14496-12, of which HEIF, AVIF and some raw files are made.
struct ISOBox {
    let type: String
    /// All of it, in the bytes that it was found in.
    let range: Range<Int>
    /// What follows its length and type.
    let content: Range<Int>

    /// More than any picture has beside each other.
    private static let mostBoxes = 100_000

    /// The boxes that follow each other in a part of the bytes, up to the first that is not whole.
    static func list(_ bytes: UnsafeRawBufferPointer, in part: Range<Int>) -> [ISOBox] {
        var boxes: [ISOBox] = []
        var reader = BigEndianReader(bytes, part)
        while boxes.count < mostBoxes {
            let start = reader.place
            guard let short = reader.number(4), let type = reader.text(4) else { break }
            // 1 is followed by a length of eight bytes; 0 stands for the rest.
            guard let length = short == 1 ? reader.number(8) : short == 0 ? part.upperBound - start : short,
                length >= reader.place - start, length <= part.upperBound - start
            else { break }
            boxes.append(
                ISOBox(type: type, range: start..<start + length, content: reader.place..<start + length))
            reader.place = start + length
        }
        return boxes
    }
}

/// Reads numbers, the most significant byte first, and nothing outside of a part of the bytes.
struct BigEndianReader {
    private let bytes: UnsafeRawBufferPointer
    private let end: Int
    /// What is read next.
    var place: Int

    init(_ bytes: UnsafeRawBufferPointer, _ part: Range<Int>) {
        self.bytes = bytes
        place = max(0, part.lowerBound)
        end = min(part.upperBound, bytes.count)
    }

    /// A number of at most eight bytes, 0 of none; nil where there are not as many, or none that an integer holds.
    mutating func number(_ size: Int) -> Int? {
        guard (0...8).contains(size), size <= end - place else { return nil }
        defer { place += size }
        return Int(exactly: bytes[place..<place + size].reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
    }

    /// As many characters.
    mutating func text(_ count: Int) -> String? {
        guard count >= 0, count <= end - place else { return nil }
        defer { place += count }
        return String(decoding: bytes[place..<place + count], as: UTF8.self)
    }
}
