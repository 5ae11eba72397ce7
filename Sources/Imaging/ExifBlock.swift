/// The few places of an EXIF block (a small TIFF file) that a new picture makes untrue, changed where
/// they stand: nothing moves, so the camera makers' own notes with their absolute offsets stay whole in PNG.
/// For JPEG and WebP libvips writes the block anew, and for TIFF its directories join the file's: there the
/// notes keep their bytes, but offsets inside them may no longer lead anywhere.
struct ExifBlock {
    private(set) var bytes: [UInt8]
    private let isBigEndian: Bool

    private enum Tag {
        static let orientation = 0x0112
        static let exifDirectory = 0x8769
        static let colorSpace = 0xA001
        static let pixelWidth = 0xA002
        static let pixelHeight = 0xA003
        static let thumbnailOffset = 0x0201
        static let thumbnailLength = 0x0202
    }

    private struct Entry {
        let tag: Int
        let type: Int
        let valueOffset: Int
    }

    /// Nil when the bytes are no TIFF header.
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

    /// The orientation that a block states; upright when it states none.
    static func orientation(_ bytes: [UInt8]) -> Orientation {
        guard let block = ExifBlock(bytes),
            let entry = block.entries(at: block.firstDirectory).first(where: { $0.tag == Tag.orientation }),
            let value = block.value(entry)
        else { return .upright }
        return Orientation(rawValue: value) ?? .upright
    }

    /// JPEG's APP1 segment, and some WebP files, put "Exif" and two zeros before the block.
    static func withoutJPEGPrefix(_ bytes: [UInt8]) -> [UInt8]? {
        let block = bytes.starts(with: [0x45, 0x78, 0x69, 0x66, 0, 0]) ? Array(bytes.dropFirst(6)) : bytes
        return ExifBlock(block) == nil ? nil : block
    }

    /// Makes the block true of an upright sRGB picture of this size.
    mutating func describe(width: Int, height: Int) {
        for entry in entries(at: firstDirectory) {
            if entry.tag == Tag.orientation { set(entry, 1) }
            guard entry.tag == Tag.exifDirectory, let offset = value(entry) else { continue }
            for entry in entries(at: offset) {
                switch entry.tag {
                case Tag.colorSpace: set(entry, 1)
                case Tag.pixelWidth: set(entry, width)
                case Tag.pixelHeight: set(entry, height)
                default: break
                }
            }
        }
        removeThumbnail()
    }

    /// The thumbnail shows the old picture: its directory is unlinked, its bytes wiped, or cut off where they
    /// are the block's last.
    private mutating func removeThumbnail() {
        guard let link = nextDirectoryLink(at: firstDirectory), let directory = integer(at: link, size: 4),
            directory != 0
        else { return }
        let entries = entries(at: directory)
        if let offset = entries.first(where: { $0.tag == Tag.thumbnailOffset }).flatMap(value),
            let length = entries.first(where: { $0.tag == Tag.thumbnailLength }).flatMap(value),
            offset >= 8, length > 0, offset <= bytes.count, length <= bytes.count - offset
        {
            if offset + length == bytes.count {
                bytes.removeLast(length)
            } else {
                for index in offset..<offset + length { bytes[index] = 0 }
            }
        }
        if link + 4 <= bytes.count { put(0, at: link, size: 4) }
    }

    private var firstDirectory: Int { integer(at: 4, size: 4) ?? 0 }

    private func entries(at offset: Int) -> [Entry] {
        guard offset >= 8, let count = integer(at: offset, size: 2) else { return [] }
        return (0..<count).compactMap { index in
            let start = offset + 2 + index * 12
            guard start + 12 <= bytes.count, let tag = integer(at: start, size: 2),
                let type = integer(at: start + 2, size: 2), integer(at: start + 4, size: 4) == 1
            else { return nil }
            return Entry(tag: tag, type: type, valueOffset: start + 8)
        }
    }

    private func nextDirectoryLink(at offset: Int) -> Int? {
        guard offset >= 8, let count = integer(at: offset, size: 2) else { return nil }
        return offset + 2 + count * 12
    }

    /// The size in bytes of TIFF's SHORT (3) and LONG (4).
    private func size(_ entry: Entry) -> Int? {
        switch entry.type {
        case 3: 2
        case 4: 4
        default: nil
        }
    }

    private func value(_ entry: Entry) -> Int? {
        size(entry).flatMap { integer(at: entry.valueOffset, size: $0) }
    }

    private mutating func set(_ entry: Entry, _ value: Int) {
        guard let size = size(entry) else { return }
        put(value, at: entry.valueOffset, size: size)
    }

    private func integer(at offset: Int, size: Int) -> Int? {
        guard offset >= 0, offset + size <= bytes.count else { return nil }
        let field = bytes[offset..<offset + size]
        let bigEndian = isBigEndian ? Array(field) : field.reversed()
        return bigEndian.reduce(0) { $0 << 8 | Int($1) }
    }

    private mutating func put(_ value: Int, at offset: Int, size: Int) {
        for index in 0..<size {
            let shift = 8 * (isBigEndian ? size - 1 - index : index)
            bytes[offset + index] = UInt8(truncatingIfNeeded: value >> shift)
        }
    }
}

extension Metadata {
    /// Makes the blocks true of an upright sRGB picture of this size; `turned` when its sides were swapped.
    mutating func describe(width: Int, height: Int, turned: Bool) {
        if let block = exif {
            var described = ExifBlock(block)
            described?.describe(width: width, height: height)
            exif = described?.bytes
        }
        xmp = xmp.map(XMPPacket.upright)
        guard let stored = resolution else { return }
        // A file may state none, infinitely many or no number at all; libvips takes up to a million.
        let isPossible = [stored.x, stored.y].allSatisfy { $0 > 0 && $0 <= 1_000_000 }
        resolution = isPossible ? (turned ? Resolution(x: stored.y, y: stored.x) : stored) : nil
    }
}
