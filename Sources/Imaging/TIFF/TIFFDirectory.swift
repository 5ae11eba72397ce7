/// The two variants of TIFF: classic TIFF with four-byte offsets, and BigTIFF with eight-byte offsets.
struct TIFFLayout: Equatable {
    /// The size in bytes of an offset, of a value count, and of the field for values that fit in an entry.
    let fieldSize: Int
    /// The size in bytes of a directory's entry count.
    let countSize: Int
    /// The type of an entry that points to a directory.
    let pointerType: Int

    static let classic = TIFFLayout(fieldSize: 4, countSize: 2, pointerType: 4)
    static let big = TIFFLayout(fieldSize: 8, countSize: 8, pointerType: 16)

    /// A tag, a type, a value count, and the field.
    var entrySize: Int { 4 + 2 * fieldSize }
}

/// A directory in a TIFF file, or in an EXIF block, which is a TIFF file without pixels.
struct TIFFDirectory {
    /// A tag and its values, always little-endian.
    struct Entry {
        let tag: Int
        let type: Int
        let count: Int
        let bytes: [UInt8]
    }

    /// Entries with their values; sorted by tag when written.
    var entries: [Entry] = []
    /// Raw little-endian entries that are copied unchanged, with offsets into their original file.
    var fixedEntries: [(tag: Int, bytes: [UInt8])] = []
    /// Subdirectories, by the tag that points to them.
    var children: [Int: TIFFDirectory] = [:]

    var isEmpty: Bool { entries.isEmpty && children.isEmpty && fixedEntries.isEmpty }

    /// The bytes of the directory and its subdirectories, to be stored at `offset`, which must be even.
    func encoded(at offset: Int, as layout: TIFFLayout) -> [UInt8] {
        let count = entries.count + fixedEntries.count + children.count
        let tableSize = layout.countSize + layout.entrySize * count + layout.fieldSize
        var values: [UInt8] = []
        func place(_ bytes: [UInt8]) -> [UInt8] {
            let position = offset + tableSize + values.count
            values += bytes
            if values.count % 2 == 1 { values.append(0) }
            return littleEndian(position, layout.fieldSize)
        }
        func entry(_ tag: Int, _ type: Int, _ count: Int, _ field: [UInt8]) -> (tag: Int, bytes: [UInt8]) {
            (
                tag,
                littleEndian(tag, 2) + littleEndian(type, 2) + littleEndian(count, layout.fieldSize) + field
            )
        }
        var table = fixedEntries
        for known in entries {
            let spare = layout.fieldSize - known.bytes.count
            let field = spare < 0 ? place(known.bytes) : known.bytes + [UInt8](repeating: 0, count: spare)
            table.append(entry(known.tag, known.type, known.count, field))
        }
        for (tag, child) in children.sorted(by: { $0.key < $1.key }) {
            let position = offset + tableSize + values.count
            table.append(
                entry(tag, layout.pointerType, 1, place(child.encoded(at: position, as: layout))))
        }
        table.sort { $0.tag < $1.tag }
        let noNext = [UInt8](repeating: 0, count: layout.fieldSize)
        return littleEndian(count, layout.countSize) + table.flatMap(\.bytes) + noNext + values
    }

    /// An EXIF block that contains only this directory: a TIFF file with no other contents.
    var block: [UInt8] { [0x49, 0x49, 42, 0] + littleEndian(8, 4) + encoded(at: 8, as: .classic) }
}

/// The lowest `size` bytes of a number, in little-endian order.
func littleEndian(_ value: Int, _ size: Int) -> [UInt8] {
    (0..<size).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
}
