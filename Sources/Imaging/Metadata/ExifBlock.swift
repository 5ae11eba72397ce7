/// Corrects, in place, the few fields of an EXIF block (a small TIFF file) that are wrong for a new picture.
/// Nothing moves, so MakerNotes with absolute offsets stay valid. For TIFF output, the block's directories
/// are merged into the file's, without MakerNotes.
struct ExifBlock {
    var bytes: [UInt8]
    let isBigEndian: Bool

    enum Tag {
        static let orientation = 0x0112
        static let exifDirectory = 0x8769
        static let colorSpace = 0xA001
        static let interoperability = 0xA005
        static let gpsDirectory = 0x8825
        static let pixelWidth = 0xA002
        static let pixelHeight = 0xA003
        static let imageWidth = 0x0100
        static let imageHeight = 0x0101
        static let relatedWidth = 0x1001
        static let relatedHeight = 0x1002
        static let stripOffset = 0x0111
        static let stripLength = 0x0117
        /// The tags that point to the EXIF, GPS and interoperability directories.
        static let pointers: Set = [exifDirectory, gpsDirectory, interoperability]
        static let thumbnailOffset = 0x0201
        static let thumbnailLength = 0x0202
        /// XMP, IPTC and Photoshop data embedded in the block, as in TIFF files.
        static let blocks: Set = [0x02BC, 0x83BB, 0x8649]
        /// Windows' keywords, in UTF-16.
        static let keywords = 0x9C9E
    }

    private struct Entry {
        let tag: Int
        let type: Int
        let valueOffset: Int
    }

    /// Nil if the bytes have no TIFF header.
    init?(_ bytes: [UInt8]) {
        guard bytes.count >= 8 else { return nil }
        switch (bytes[0], bytes[1]) {
        case (0x49, 0x49): isBigEndian = false
        case (0x4D, 0x4D): isBigEndian = true
        default: return nil
        }
        self.bytes = bytes
        guard integer(at: 2, size: 2) == 42 else { return nil }
    }

    /// The orientation that a block specifies; upright if none.
    static func orientation(_ bytes: [UInt8]) -> Orientation {
        guard let block = ExifBlock(bytes),
            let entry = block.entries(at: block.firstDirectory).first(where: { $0.tag == Tag.orientation }),
            let value = block.value(entry)
        else { return .upright }
        return Orientation(rawValue: value) ?? .upright
    }

    /// JPEG's APP1 segments, and some WebP files, prefix the block with "Exif" and two zeros.
    static func withoutJPEGPrefix(_ bytes: [UInt8]) -> [UInt8]? {
        let block = bytes.starts(with: [0x45, 0x78, 0x69, 0x66, 0, 0]) ? Array(bytes.dropFirst(6)) : bytes
        return ExifBlock(block) == nil ? nil : block
    }

    /// True if there are implausibly many pointers to directories. libexif, which libvips uses to read
    /// blocks, follows every pointer, even to the same directory, which may take many seconds.
    static func isTangled(_ bytes: [UInt8]) -> Bool {
        guard let block = ExifBlock(bytes) else { return false }
        var waiting = [block.firstDirectory]
        var visited: Set<Int> = []
        var pointerCount = 0
        while let offset = waiting.popLast() {
            guard visited.insert(offset).inserted, let link = block.nextDirectoryLink(at: offset) else {
                continue
            }
            // Chained directories count as well, since each has up to 65,535 entries to search.
            if visited.count > maxPointers { return true }
            for entry in stride(from: offset + 2, to: min(link, bytes.count), by: 12) {
                guard let tag = block.integer(at: entry, size: 2), Tag.pointers.contains(tag) else {
                    continue
                }
                pointerCount += 1
                if pointerCount > maxPointers { return true }
                if let target = block.integer(at: entry + 8, size: 4) { waiting.append(target) }
            }
            if let next = block.integer(at: link, size: 4) { waiting.append(next) }
        }
        return false
    }

    private static let maxPointers = 64

    /// True if pixels without a profile are Adobe RGB according to the block: “R03” in DCF 2.0.
    static func statesAdobeRGB(_ bytes: [UInt8]) -> Bool {
        guard let block = ExifBlock(bytes), let index = block.interoperabilityIndex else { return false }
        return Array(block.bytes[index..<index + adobeIndex.count]) == adobeIndex
    }

    private static let adobeIndex = Array("R03".utf8)
    private static let sRGBIndex = Array("R98".utf8)

    /// The offset of the four-character interoperability index; nil if there is none.
    private var interoperabilityIndex: Int? {
        guard
            let exif = entries(at: firstDirectory).first(where: { $0.tag == Tag.exifDirectory }).flatMap(
                value),
            let offset = entries(at: exif).first(where: { $0.tag == Tag.interoperability }).flatMap(value),
            let count = integer(at: offset, size: 2)
        else { return nil }
        let maximum = min(count, (bytes.count - offset - 2) / 12)
        return (0..<max(0, maximum)).lazy.map { offset + 2 + $0 * 12 }.first { start in
            integer(at: start, size: 2) == 1 && integer(at: start + 2, size: 2) == 2
                && integer(at: start + 4, size: 4) == 4
        }.map { $0 + 8 }
    }

    /// Adapts the block to an upright picture of this size.
    mutating func describe(width: Int, height: Int, isSRGB: Bool) {
        let first = entries(at: firstDirectory)
        for entry in first {
            switch entry.tag {
            case Tag.orientation: set(entry, 1)
            case Tag.imageWidth: set(entry, width)
            case Tag.imageHeight: set(entry, height)
            default: break
            }
        }
        // Only the first of several pointers is used: a block may have thousands, each to thousands of
        // entries.
        if let offset = exifDirectory {
            let exif = entries(at: offset)
            for entry in exif {
                switch entry.tag {
                case Tag.colorSpace: set(entry, isSRGB ? 1 : Self.uncalibrated)
                case Tag.pixelWidth: set(entry, width)
                case Tag.pixelHeight: set(entry, height)
                default: break
                }
            }
            let related = exif.first { $0.tag == Tag.interoperability }.flatMap(value).map(entries) ?? []
            for entry in related {
                switch entry.tag {
                case Tag.relatedWidth: set(entry, width)
                case Tag.relatedHeight: set(entry, height)
                default: break
                }
            }
        }
        if isSRGB, Self.statesAdobeRGB(bytes), let index = interoperabilityIndex {
            bytes.replaceSubrange(index..<index + Self.sRGBIndex.count, with: Self.sRGBIndex)
        }
        removeThumbnail()
        erasePreviews()
    }

    /// The offset of the EXIF directory.
    var exifDirectory: Int? {
        entries(at: firstDirectory).first { $0.tag == Tag.exifDirectory }.flatMap(value)
    }

    /// EXIF's ColorSpace value for anything but sRGB.
    private static let uncalibrated = 0xFFFF

    /// Removes entries from a directory, by default the first, without moving any values; false if it has no
    /// such entries.
    mutating func remove(tags: Set<Int>, from directory: Int? = nil) -> Bool {
        let start = (directory ?? firstDirectory) + 2
        guard start >= 10, let count = integer(at: start - 2, size: 2),
            start + 12 * count + 4 <= bytes.count
        else { return false }
        var kept = 0
        for index in 0..<count {
            let entry = start + 12 * index
            guard let tag = integer(at: entry, size: 2), !tags.contains(tag) else { continue }
            for offset in 0..<12 { bytes[start + 12 * kept + offset] = bytes[entry + offset] }
            kept += 1
        }
        guard kept < count else { return false }
        // The link to the next directory follows the last entry.
        for offset in 0..<4 { bytes[start + 12 * kept + offset] = bytes[start + 12 * count + offset] }
        put(kept, at: start - 2, size: 2)
        return true
    }

    /// Removes the picture's location: the GPS directory with its values, and GeoTIFF tags.
    mutating func removeLocation() {
        let pointers = entries(at: firstDirectory).filter { $0.tag == Tag.gpsDirectory }
        for directory in pointers.compactMap(value) { erase(directory) }
        // These are stored elsewhere in the file; copies here would still contain what is removed there.
        var tags = Tag.blocks
        if let range = entryStart(Tag.keywords, at: firstDirectory).flatMap(valueRange),
            LocationWords.isIn(value: String(decoding: bytes[range].filter { $0 != 0 }, as: UTF8.self))
        {
            tags.insert(Tag.keywords)
        }
        for tag in tags {
            for index in entryStart(tag, at: firstDirectory).flatMap(valueRange) ?? 0..<0 { bytes[index] = 0 }
        }
        _ = remove(tags: TIFFMetadata.georeference.union([Tag.gpsDirectory]).union(tags))
    }

    /// The offset of a directory's first entry with this tag.
    func entryStart(_ tag: Int, at directory: Int) -> Int? {
        guard directory >= 8, let count = integer(at: directory, size: 2) else { return nil }
        let end = min(directory + 2 + 12 * count, bytes.count - 11)
        return stride(from: directory + 2, to: end, by: 12).first { integer(at: $0, size: 2) == tag }
    }

    /// The byte range of an entry's value; nil if it is incomplete.
    func valueRange(at start: Int) -> Range<Int>? {
        guard let type = integer(at: start + 2, size: 2), Self.typeSizes.indices.contains(type),
            let count = integer(at: start + 4, size: 4)
        else { return nil }
        let (size, overflows) = count.multipliedReportingOverflow(by: Self.typeSizes[type])
        guard !overflows, size > 0, let offset = size > 4 ? integer(at: start + 8, size: 4) : start + 8,
            offset >= 8, offset <= bytes.count, size <= bytes.count - offset
        else { return nil }
        return offset..<offset + size
    }

    /// The integer values of an entry; empty if it does not exist or has another type.
    private func values(_ tag: Int, at directory: Int) -> [Int] {
        guard let start = entryStart(tag, at: directory), let range = valueRange(at: start),
            let type = integer(at: start + 2, size: 2), Self.wholeTypes.contains(type)
        else { return [] }
        let size = Self.typeSizes[type]
        return stride(from: range.lowerBound, to: range.upperBound, by: size).compactMap {
            integer(at: $0, size: size)
        }
    }

    /// Overwrites a directory, and the values it points to, with zeros.
    private mutating func erase(_ directory: Int) {
        guard directory >= 8, let count = integer(at: directory, size: 2) else { return }
        let end = min(directory + 2 + 12 * count, bytes.count)
        for start in stride(from: directory + 2, to: end - 11, by: 12) {
            for index in valueRange(at: start) ?? 0..<0 { bytes[index] = 0 }
        }
        for offset in directory..<max(directory, end) { bytes[offset] = 0 }
    }

    /// The size of one value in bytes, indexed by TIFF type number.
    private static let typeSizes = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8]
    /// BYTE, SHORT and LONG, unsigned and signed.
    private static let wholeTypes: Set = [1, 3, 4, 6, 8, 9]

    /// Removes the thumbnail, which shows the old picture: unlinks its directory and zeroes its bytes, or
    /// truncates them if they are at the end of the block.
    private mutating func removeThumbnail() {
        guard let link = nextDirectoryLink(at: firstDirectory), let directory = integer(at: link, size: 4),
            directory != 0
        else { return }
        // The thumbnail is a JPEG or strips of pixels.
        let parts = [(Tag.thumbnailOffset, Tag.thumbnailLength), (Tag.stripOffset, Tag.stripLength)].flatMap {
            Array(zip(values($0, at: directory), values($1, at: directory)))
        }
        for (offset, length) in parts {
            guard offset >= 8, length > 0, offset <= bytes.count, length <= bytes.count - offset
            else { continue }
            if offset + length == bytes.count {
                bytes.removeLast(length)
            } else {
                for index in offset..<offset + length { bytes[index] = 0 }
            }
        }
        if link + 4 <= bytes.count { put(0, at: link, size: 4) }
    }

    var firstDirectory: Int { integer(at: 4, size: 4) ?? 0 }

    private func entries(at offset: Int) -> [Entry] {
        guard offset >= 8, let count = integer(at: offset, size: 2) else { return [] }
        let maximum = (bytes.count - offset - 2) / 12
        return (0..<min(count, maximum)).compactMap { index in
            let start = offset + 2 + index * 12
            guard let tag = integer(at: start, size: 2),
                let type = integer(at: start + 2, size: 2), integer(at: start + 4, size: 4) == 1
            else { return nil }
            return Entry(tag: tag, type: type, valueOffset: start + 8)
        }
    }

    private func nextDirectoryLink(at offset: Int) -> Int? {
        guard offset >= 8, let count = integer(at: offset, size: 2) else { return nil }
        return offset + 2 + count * 12
    }

    /// The size in bytes of an entry of a TIFF integer type, unsigned or signed: BYTE (1, 6), SHORT (3, 8),
    /// LONG (4, 9) or IFD (13).
    private func size(_ entry: Entry) -> Int? {
        switch entry.type {
        case 1, 6: 1
        case 3, 8: 2
        case 4, 9, 13: 4
        default: nil
        }
    }

    private func value(_ entry: Entry) -> Int? {
        size(entry).flatMap { integer(at: entry.valueOffset, size: $0) }
    }

    private mutating func set(_ entry: Entry, _ value: Int) {
        guard let size = size(entry), value < 1 << (8 * size) else { return }
        put(value, at: entry.valueOffset, size: size)
    }

    func integer(at offset: Int, size: Int) -> Int? {
        guard offset >= 0, offset + size <= bytes.count else { return nil }
        return (0..<size).reduce(0) { value, index in
            value << 8 | Int(bytes[offset + (isBigEndian ? index : size - 1 - index)])
        }
    }

    mutating func put(_ value: Int, at offset: Int, size: Int) {
        for index in 0..<size {
            let shift = 8 * (isBigEndian ? size - 1 - index : index)
            bytes[offset + index] = UInt8(truncatingIfNeeded: value >> shift)
        }
    }
}
