extension ExifBlock {
    private static let sides: Set = [282, 283]
    private static let unit = 296
    static let resolutionTags = sides.union([unit])
    private static let inch = 2
    private static let entrySize = 12

    /// The block with the resolution added, unless it already has one; for file formats with no other field
    /// for it.
    ///
    /// The first directory is moved to the end of the block, with the new entries. Nothing else moves, so
    /// MakerNotes stay readable.
    static func stating(_ resolution: Metadata.Resolution, in block: [UInt8]?) -> [UInt8] {
        guard let exif = block.flatMap({ ExifBlock($0) }) ?? ExifBlock(TIFFDirectory().block),
            let table = exif.firstTable, !table.entries.contains(where: { sides.contains($0.tag) })
        else { return block ?? [] }
        var entries = table.entries.filter { $0.tag != unit }
        var bytes = exif.bytes + [UInt8](repeating: 0, count: exif.bytes.count % 2)
        let directory = bytes.count
        var values = directory + 2 + entrySize * (entries.count + sides.count + 1) + 4
        var ratios: [UInt8] = []
        for (tag, perMillimeter) in zip(sides.sorted(), [resolution.x, resolution.y]) {
            entries.append((tag, exif.entry(tag, type: 5, field: exif.number(values, 4))))
            ratios += exif.number(Int((perMillimeter * 25.4 * 100).rounded()), 4) + exif.number(100, 4)
            values += 8
        }
        entries.append((unit, exif.entry(unit, type: 3, field: exif.number(inch, 2) + [0, 0])))
        entries.sort { $0.tag < $1.tag }
        // Erases the old directory, so that only one copy remains.
        let old = exif.firstDirectory
        for offset in old..<min(old + 2 + entrySize * table.entries.count + 4, bytes.count) {
            bytes[offset] = 0
        }
        bytes += exif.number(entries.count, 2) + entries.flatMap(\.bytes) + table.next + ratios
        bytes.replaceSubrange(4..<8, with: exif.number(directory, 4))
        return bytes
    }

    /// The raw entries of the first directory, and the offset of the next one; nil if the block is truncated.
    private var firstTable: (entries: [(tag: Int, bytes: [UInt8])], next: [UInt8])? {
        let start = firstDirectory + 2
        guard start >= 10, let count = integer(at: start - 2, size: 2),
            count <= 0xFFFF - Self.sides.count - 1,
            case let end = start + Self.entrySize * count, end + 4 <= bytes.count
        else { return nil }
        let entries = stride(from: start, to: end, by: Self.entrySize).map { offset in
            (tag: integer(at: offset, size: 2) ?? 0, bytes: Array(bytes[offset..<offset + Self.entrySize]))
        }
        return (entries, Array(bytes[end..<end + 4]))
    }

    /// An entry with one value.
    private func entry(_ tag: Int, type: Int, field: [UInt8]) -> [UInt8] {
        number(tag, 2) + number(type, 2) + number(1, 4) + field
    }

    /// A number in the block's byte order.
    private func number(_ value: Int, _ size: Int) -> [UInt8] {
        isBigEndian ? littleEndian(value, size).reversed() : littleEndian(value, size)
    }
}
