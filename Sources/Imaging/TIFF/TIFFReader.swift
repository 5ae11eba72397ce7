/// Reads the directories of a TIFF structure, ignoring offsets outside the bytes.
///
/// If a tag occurs more than once in a directory, only the first entry is used, so that no directory is read
/// more often than there are tags that point to one, and no more values are copied than the file has bytes.
struct TIFFReader {
    private let bytes: UnsafeRawBufferPointer
    private let isBigEndian: Bool
    let layout: TIFFLayout
    let firstDirectory: Int

    /// Nil unless the bytes begin with a classic TIFF or BigTIFF header.
    init?(_ bytes: UnsafeRawBufferPointer) {
        guard bytes.count >= 8, bytes[0] == bytes[1], bytes[0] == 0x49 || bytes[0] == 0x4D else { return nil }
        let isBigEndian = bytes[0] == 0x4D
        func number(_ offset: Int, _ size: Int) -> Int? {
            Self.number(in: bytes, at: offset, size, isBigEndian: isBigEndian)
        }
        switch number(2, 2) {
        case 42: layout = .classic
        case 43 where number(4, 2) == 8: layout = .big
        default: return nil
        }
        guard let first = number(layout.fieldSize, layout.fieldSize) else { return nil }
        self.bytes = bytes
        self.isBigEndian = isBigEndian
        firstDirectory = first
    }

    /// The offset of a page's directory, with pages counted from 1; for a page after the last, an offset
    /// without a directory.
    func directory(ofPage page: Int) -> Int {
        var offset = firstDirectory
        for _ in 1..<max(page, 1) {
            guard let count = number(at: offset, layout.countSize), count <= bytes.count,
                let next = number(
                    at: offset + layout.countSize + count * layout.entrySize, layout.fieldSize)
            else { return 0 }
            offset = next
        }
        return offset
    }

    /// The number of pages, at least 1; stops at a directory that was already counted.
    var pageCount: Int {
        var seen: Set<Int> = []
        var offset = firstDirectory
        while offset >= 8, seen.insert(offset).inserted, let count = number(at: offset, layout.countSize),
            count <= bytes.count,
            let next = number(at: offset + layout.countSize + count * layout.entrySize, layout.fieldSize)
        {
            offset = next
        }
        return max(1, seen.count)
    }

    /// The size of one value in bytes, indexed by TIFF type number; 0 if there is no such type.
    private static let typeSizes = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4, 0, 0, 8, 8, 8]
    /// BigTIFF's eight-byte integer types (unsigned, signed, offset), and their classic counterparts.
    private static let shortTypes = [16: 4, 17: 9, 18: 4]
    /// LONG, IFD, LONG8 and IFD8: the types that may point to a directory.
    private static let pointerTypes: Set = [4, 13, 16, 18]

    /// The directory's entries whose tags are `wanted`, one per tag, converted to classic TIFF types.
    func entries(at offset: Int, wanted: (Int) -> Bool) -> [TIFFDirectory.Entry] {
        var seen: Set<Int> = []
        // Limits entries that share their values to the file's size in total.
        var budget = bytes.count
        return starts(at: offset).compactMap { start in
            guard let tag = number(at: start, 2), wanted(tag), !seen.contains(tag),
                let type = number(at: start + 2, 2), let unit = Self.size(of: type),
                let count = number(at: start + 4, layout.fieldSize), count > 0, count <= budget / unit
            else { return nil }
            let size = unit * count
            let field = start + 4 + layout.fieldSize
            let position = size <= layout.fieldSize ? field : number(at: field, layout.fieldSize)
            guard let position, position <= bytes.count, size <= bytes.count - position else { return nil }
            budget -= size
            var value = [UInt8](UnsafeRawBufferPointer(rebasing: bytes[position..<position + size]))
            if isBigEndian { Self.swap(&value, type: type) }
            guard let entry = Self.classic(tag: tag, type: type, count: count, value) else { return nil }
            seen.insert(tag)
            return entry
        }
    }

    /// True if the directory at `offset` has an entry with this tag.
    func has(_ tag: Int, at offset: Int) -> Bool {
        starts(at: offset).contains { number(at: $0, 2) == tag }
    }

    /// The tags of all entries that hold a value.
    func tags(at offset: Int) -> [Int] {
        starts(at: offset).compactMap { start in
            number(at: start + 4, layout.fieldSize) == 0 ? nil : number(at: start, 2)
        }
    }

    /// The offset of the first entry with this tag in the directory at `offset`.
    func entryOffset(of tag: Int, at offset: Int) -> Int? {
        starts(at: offset).first { number(at: $0, 2) == tag }
    }

    /// The offset of a value that does not fit in the entry itself.
    func value(ofEntryAt start: Int) -> Int? { number(at: start + 4 + layout.fieldSize, layout.fieldSize) }

    /// The directory that an entry of the directory at `offset` points to.
    func child(_ tag: Int, of offset: Int) -> Int? {
        guard let start = starts(at: offset).first(where: { number(at: $0, 2) == tag }),
            let type = number(at: start + 2, 2), Self.pointerTypes.contains(type),
            let size = Self.size(of: type), size <= layout.fieldSize
        else { return nil }
        return number(at: start + 4 + layout.fieldSize, size)
    }

    /// All entries in raw form.
    func fixedEntries(at offset: Int) -> [(tag: Int, bytes: [UInt8])] {
        starts(at: offset).compactMap { start in
            number(at: start, 2).map { tag in
                (
                    tag,
                    [UInt8](UnsafeRawBufferPointer(rebasing: bytes[start..<start + layout.entrySize]))
                )
            }
        }
    }

    /// The offsets of those entries of the directory that lie within the bytes.
    private func starts(at offset: Int) -> StrideTo<Int> {
        guard offset >= 8, let count = number(at: offset, layout.countSize) else {
            return stride(from: 0, to: 0, by: 1)
        }
        let first = offset + layout.countSize
        let maximum = (bytes.count - first) / layout.entrySize
        return stride(from: first, to: first + min(count, maximum) * layout.entrySize, by: layout.entrySize)
    }

    private static func size(of type: Int) -> Int? {
        typeSizes.indices.contains(type) && typeSizes[type] > 0 ? typeSizes[type] : nil
    }

    /// An entry with little-endian values; nil if an eight-byte value does not fit in classic TIFF's four
    /// bytes.
    private static func classic(
        tag: Int, type: Int, count: Int, _ value: [UInt8]
    ) -> TIFFDirectory.Entry? {
        guard let short = shortTypes[type] else {
            return .init(tag: tag, type: type, count: count, bytes: value)
        }
        var lower: [UInt8] = []
        for start in stride(from: 0, to: value.count, by: 8) {
            guard value[start + 4..<start + 8].allSatisfy({ $0 == 0 }) else { return nil }
            lower += value[start..<start + 4]
        }
        return .init(tag: tag, type: short, count: count, bytes: lower)
    }

    private static func swap(_ value: inout [UInt8], type: Int) {
        // Rationals consist of two four-byte numbers.
        let unit = type == 5 || type == 10 ? 4 : typeSizes[type]
        for start in stride(from: 0, to: value.count, by: unit) {
            for index in 0..<unit / 2 { value.swapAt(start + index, start + unit - 1 - index) }
        }
    }

    private func number(at offset: Int, _ size: Int) -> Int? {
        Self.number(in: bytes, at: offset, size, isBigEndian: isBigEndian)
    }

    /// Nil if the number lies outside the bytes or is too large for an offset.
    private static func number(
        in bytes: UnsafeRawBufferPointer, at offset: Int, _ size: Int, isBigEndian: Bool
    ) -> Int? {
        guard offset >= 0, offset <= bytes.count - size else { return nil }
        var value: UInt64 = 0
        for index in 0..<size {
            value = value << 8 | UInt64(bytes[offset + (isBigEndian ? index : size - 1 - index)])
        }
        return Int(exactly: value)
    }
}
