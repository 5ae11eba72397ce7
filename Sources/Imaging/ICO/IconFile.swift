import Localization

/// Windows icons and cursors: files with several pictures, each a PNG or a bitmap with a mask.
///
/// "Icons", Win32 documentation; a bitmap's height includes the rows of its mask.
enum IconFile {
    private static let headerLength = 6
    private static let entryLength = 16

    private struct Entry {
        let side: Int
        let bits: Int
        let bytes: UnsafeRawBufferPointer
    }

    static func isHeader(_ beginning: UnsafeRawBufferPointer) -> Bool {
        beginning.starts(with: [0, 0]) && beginning.count > headerLength + entryLength
            && (beginning[2] == 1 || beginning[2] == 2) && beginning[3] == 0 && beginning[5] == 0
            && beginning[4] > 0 && beginning[4] <= 64 && beginning[headerLength + 3] == 0
    }

    /// The pictures whose data lies within the file, largest and deepest first.
    private static func entries(_ file: UnsafeRawBufferPointer) -> [Entry] {
        guard isHeader(file) else { return [] }
        return (0..<Int(file[4])).compactMap { index -> Entry? in
            let position = headerLength + index * entryLength
            guard position + entryLength <= file.count else { return nil }
            func number(_ offset: Int) -> Int {
                Int(file.loadUnaligned(fromByteOffset: position + offset, as: UInt32.self).littleEndian)
            }
            let (size, start) = (number(8), number(12))
            // Some directories have unused entries.
            guard size > 40, start <= file.count, size <= file.count - start else { return nil }
            // 0 stands for 256.
            let side = file[position] == 0 ? 256 : Int(file[position])
            // In a cursor, this field contains the hotspot instead.
            let bits = file[2] == 1 ? Int(file[position + 6]) | Int(file[position + 7]) << 8 : 0
            return Entry(
                side: side, bits: bits,
                bytes: UnsafeRawBufferPointer(rebasing: file[start..<start + size]))
        }.sorted { ($0.side, $0.bits) > ($1.side, $1.bits) }
    }

    /// True if a picture in the directory extends beyond the end of the file.
    private static func isCutShort(_ file: UnsafeRawBufferPointer) -> Bool {
        (0..<Int(file[4])).contains { index in
            let position = headerLength + index * entryLength
            guard position + entryLength <= file.count else { return true }
            func number(_ offset: Int) -> Int {
                Int(file.loadUnaligned(fromByteOffset: position + offset, as: UInt32.self).littleEndian)
            }
            return number(12) + number(8) > file.count
        }
    }

    static func decode(
        _ bytes: UnsafeRawBufferPointer, options: DecodingOptions, name: String
    ) throws(ImagingError) -> Picture {
        let entries = entries(bytes)
        guard options.acceptsDamage || !isCutShort(bytes) else {
            throw .damaged(path: name, reason: tr("it ends before the pictures that it lists"))
        }
        guard entries.indices.contains(options.page - 1) else {
            throw entries.isEmpty
                ? .damaged(path: name, reason: tr("it contains no picture"))
                : .noSuchPage(path: name, page: options.page, count: entries.count)
        }
        let page = PageNumber(options.page, count: entries.count)
        let entry = entries[options.page - 1]
        if PictureKind(entry.bytes) == .png {
            return try PNGDecoder.decode(entry.bytes, options: options, name: name).inIcon(page)
        }
        let file = try bitmap(entry.bytes, name: name)
        let picture = try file.withUnsafeBytes { bytes in
            Result { () throws(ImagingError) in
                try BitmapFile.decode(bytes, options: options, name: name)
            }
        }.get()
        return masked(picture, by: entry.bytes).inIcon(page)
    }

    /// A complete bitmap file: an icon omits the file header, and its bitmap's height is doubled.
    private static func bitmap(
        _ entry: UnsafeRawBufferPointer, name: String
    ) throws(ImagingError) -> [UInt8] {
        func number(_ offset: Int) -> Int {
            Int(entry.loadUnaligned(fromByteOffset: offset, as: UInt32.self).littleEndian)
        }
        guard number(0) >= 40, number(0) < entry.count else {
            throw .damaged(path: name, reason: tr("a picture in it has no header"))
        }
        var file: [UInt8] = Array("BM".utf8)
        for value in [14 + entry.count, 0, 14 + pixelStart(entry)] {
            withUnsafeBytes(of: UInt32(truncatingIfNeeded: value).littleEndian) { file += $0 }
        }
        file += entry
        let height = UInt32(truncatingIfNeeded: number(8) / 2)
        withUnsafeBytes(of: height.littleEndian) { file.replaceSubrange(14 + 8..<14 + 12, with: $0) }
        return file
    }

    /// The offset of a bitmap's pixels, after its header and palette.
    private static func pixelStart(_ entry: UnsafeRawBufferPointer) -> Int {
        func number(_ offset: Int) -> Int {
            Int(entry.loadUnaligned(fromByteOffset: offset, as: UInt32.self).littleEndian)
        }
        let bits = Int(entry[14])
        let colors = bits > 8 ? 0 : number(32) > 0 ? min(number(32), 256) : 1 << bits
        return number(0) + 4 * colors
    }

    /// Makes masked pixels transparent; 32-bit pictures use their alpha channel instead.
    private static func masked(_ picture: Picture, by entry: UnsafeRawBufferPointer) -> Picture {
        let bits = Int(entry[14])
        let bytesPerMaskRow = (picture.width + 31) / 32 * 4
        // Rows are aligned to four bytes.
        let start = pixelStart(entry) + (picture.width * bits + 31) / 32 * 4 * picture.height
        guard picture.pixels.depth == .eight, bits < 32 || !picture.channels.hasAlpha,
            entry.count >= start + bytesPerMaskRow * picture.height
        else { return picture }
        let mask = UnsafeRawBufferPointer(rebasing: entry[start...])
        picture.pixels.withBytesWhileMaking { pixels in
            for y in 0..<picture.height {
                // Bitmaps store rows from the bottom up.
                let row = (picture.height - 1 - y) * bytesPerMaskRow
                for x in 0..<picture.width {
                    let isLeftOut = mask[row + x / 8] & (0x80 >> UInt8(x % 8)) != 0
                    pixels[4 * (y * picture.width + x) + 3] = isLeftOut ? 0 : 255
                }
            }
        }
        return Picture(
            pixels: picture.pixels, channels: .rgba, depth: picture.depth, metadata: picture.metadata)
    }
}

extension Picture {
    /// A copy marked as a picture of an icon, with no writable format.
    fileprivate func inIcon(_ page: PageNumber) -> Picture {
        Picture(
            pixels: pixels, channels: channels, depth: depth, metadata: metadata, damage: damage, page: page)
    }
}
