/// A directory of a TIFF structure: that of a TIFF file, or of an EXIF block, which is one without pixels.
struct TIFFDirectory {
    /// A tag and its values, little-endian whatever they were read from.
    struct Entry {
        let tag: Int
        let type: Int
        let count: Int
        let bytes: [UInt8]
    }

    /// Entries whose values are known, sorted by tag when written.
    var entries: [Entry] = []
    /// Twelve-byte little-endian entries that stay as they are, with offsets into the file they come from.
    var fixedEntries: [(tag: Int, bytes: [UInt8])] = []
    /// Directories by the tag that points at them.
    var children: [Int: TIFFDirectory] = [:]

    var isEmpty: Bool { entries.isEmpty && children.isEmpty && fixedEntries.isEmpty }

    /// The bytes of the directory and all below it when they begin at `offset`, which must be even.
    func encoded(at offset: Int) -> [UInt8] {
        let tableSize = 2 + 12 * (entries.count + fixedEntries.count + children.count) + 4
        var values: [UInt8] = []
        func place(_ bytes: [UInt8]) -> [UInt8] {
            let position = offset + tableSize + values.count
            values += bytes
            if values.count % 2 == 1 { values.append(0) }
            return littleEndian(position, 4)
        }
        var table = fixedEntries.map { (tag: $0.tag, bytes: $0.bytes) }
        for entry in entries {
            let field =
                entry.bytes.count <= 4
                ? entry.bytes + [UInt8](repeating: 0, count: 4 - entry.bytes.count) : place(entry.bytes)
            table.append(
                (
                    entry.tag,
                    littleEndian(entry.tag, 2) + littleEndian(entry.type, 2) + littleEndian(entry.count, 4)
                        + field
                ))
        }
        for (tag, child) in children.sorted(by: { $0.key < $1.key }) {
            let position = offset + tableSize + values.count
            let field = place(child.encoded(at: position))
            table.append((tag, littleEndian(tag, 2) + littleEndian(4, 2) + littleEndian(1, 4) + field))
        }
        table.sort { $0.tag < $1.tag }
        return littleEndian(table.count, 2) + table.flatMap(\.bytes) + [0, 0, 0, 0] + values
    }
}

/// The `size` lowest bytes of a number, lowest first.
func littleEndian(_ value: Int, _ size: Int) -> [UInt8] {
    (0..<size).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
}

/// Reads directories of a TIFF structure; whatever lies outside the bytes is left out.
struct TIFFReader {
    private let bytes: UnsafeRawBufferPointer
    private let isBigEndian: Bool
    let firstDirectory: Int

    /// Nil for anything but a classic TIFF header.
    init?(_ bytes: UnsafeRawBufferPointer) {
        guard bytes.count >= 8, bytes[0] == bytes[1], bytes[0] == 0x49 || bytes[0] == 0x4D else { return nil }
        self.bytes = bytes
        isBigEndian = bytes[0] == 0x4D
        let header = (magic: bytes[2...3], first: bytes[4...7])
        func number(_ field: Slice<UnsafeRawBufferPointer>, _ isBigEndian: Bool) -> Int {
            (isBigEndian ? Array(field) : field.reversed()).reduce(0) { $0 << 8 | Int($1) }
        }
        guard number(header.magic, isBigEndian) == 42 else { return nil }
        firstDirectory = number(header.first, isBigEndian)
    }

    /// The bytes of one value, by TIFF's type number.
    private static let typeSizes = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8]

    /// The directory's entries that `wanted` names.
    func entries(at offset: Int, wanted: (Int) -> Bool) -> [TIFFDirectory.Entry] {
        guard offset >= 8, let count = number(at: offset, 2) else { return [] }
        // Broken offsets must not gather more than the file has.
        var budget = bytes.count
        return (0..<count).compactMap { index in
            let start = offset + 2 + index * 12
            guard let tag = number(at: start, 2), wanted(tag), let type = number(at: start + 2, 2),
                let valueCount = number(at: start + 4, 4), let position = number(at: start + 8, 4),
                Self.typeSizes.indices.contains(type), type > 0
            else { return nil }
            let size = Self.typeSizes[type] * valueCount
            let from = size <= 4 ? start + 8 : position
            guard size > 0, from <= bytes.count, size <= bytes.count - from, size <= budget else {
                return nil
            }
            budget -= size
            var value = Array(bytes[from..<from + size])
            if isBigEndian { swap(&value, type: type) }
            return .init(tag: tag, type: type, count: valueCount, bytes: value)
        }
    }

    /// The directory that an entry of the directory at `offset` points at.
    func child(_ tag: Int, of offset: Int) -> Int? {
        entries(at: offset) { $0 == tag }.first.flatMap { entry in
            entry.bytes.count == 4 ? entry.bytes.reversed().reduce(0) { $0 << 8 | Int($1) } : nil
        }
    }

    /// All entries as they stand in the file.
    func fixedEntries(at offset: Int) -> [(tag: Int, bytes: [UInt8])] {
        guard let count = number(at: offset, 2) else { return [] }
        return (0..<count).compactMap { index in
            let start = offset + 2 + index * 12
            guard start + 12 <= bytes.count, let tag = number(at: start, 2) else { return nil }
            return (tag, Array(bytes[start..<start + 12]))
        }
    }

    private func swap(_ value: inout [UInt8], type: Int) {
        // Rationals are pairs of four bytes.
        let unit = type == 5 || type == 10 ? 4 : Self.typeSizes[type]
        for start in stride(from: 0, to: value.count, by: unit) {
            value[start..<start + unit].reverse()
        }
    }

    private func number(at offset: Int, _ size: Int) -> Int? {
        guard offset >= 0, offset + size <= bytes.count else { return nil }
        let field = bytes[offset..<offset + size]
        return (isBigEndian ? Array(field) : field.reversed()).reduce(0) { $0 << 8 | Int($1) }
    }
}
