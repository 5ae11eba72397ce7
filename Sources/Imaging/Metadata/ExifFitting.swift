/// Shrinks EXIF blocks that are too large for a file format.
enum ExifFitting {
    private static let makerNotes = 37_500
    /// Tags whose values are offsets into the block: of strips, further directories, and the thumbnail.
    private static let pointers = ExifBlock.Tag.pointers.union([
        ExifBlock.Tag.stripOffset, ExifBlock.Tag.stripLength, 324, 325, 330, ExifBlock.Tag.thumbnailOffset,
        ExifBlock.Tag.thumbnailLength,
    ])

    /// Headers of MakerNotes whose offsets are relative to the header, so that the notes can be moved.
    private static let movable = [
        "Nikon\0\u{2}", "OLYMPUS\0", "OM SYSTEM\0", "FUJIFILM", "Apple iOS\0", "PENTAX \0",
    ]
    .map { Array($0.utf8) }

    /// The names of entries that tend to be large; others are reported by number.
    private static let names = [
        270: "ImageDescription", 700: "XMP", 33_432: "Copyright", 34_377: "PhotoshopSettings", 33_723: "IPTC",
        34_675: "ICC_Profile", 37_500: "MakerNote", 37_510: "UserComment", 40_091: "XPTitle",
        40_092: "XPComment", 40_093: "XPAuthor", 40_094: "XPKeywords", 40_095: "XPSubject", 50_341: "PrintIM",
    ]

    /// Removes as many of the largest entries as necessary; returns the block and the names of the removed
    /// entries.
    ///
    /// The rest is rewritten in order, so MakerNotes that cannot be moved are removed as well.
    static func fitting(_ block: [UInt8], into limit: Int) -> (block: [UInt8]?, dropped: [String]) {
        guard var directory = block.withUnsafeBytes({ directory($0) }) else { return (nil, []) }
        var dropped: [String] = []
        let notes = directory.children[ExifBlock.Tag.exifDirectory]?.entries.first { $0.tag == makerNotes }
        if let notes, !movable.contains(where: notes.bytes.starts) {
            directory.removeEntry(notes.tag, of: ExifBlock.Tag.exifDirectory)
            dropped.append(name(of: notes.tag))
        }
        var entries: [(parent: Int?, entry: TIFFDirectory.Entry)] = directory.entries.map { (nil, $0) }
        for (tag, child) in directory.children { entries += child.entries.map { (tag, $0) } }
        entries.sort { ($0.entry.bytes.count, $1.entry.tag) > ($1.entry.bytes.count, $0.entry.tag) }
        var excess = directory.block.count - limit
        for (parent, entry) in entries where excess > 0 {
            directory.removeEntry(entry.tag, of: parent)
            dropped.append(name(of: entry.tag))
            // An entry takes twelve bytes, plus its values, padded to an even length, if they do not fit in
            // it.
            excess -= 12 + (entry.bytes.count > 4 ? (entry.bytes.count + 1) & ~1 : 0)
        }
        let rest = directory.block
        return directory.isEmpty || rest.count > limit ? (nil, dropped) : (rest, dropped)
    }

    private static func name(of tag: Int) -> String { names[tag] ?? "0x" + String(tag, radix: 16) }

    private static func directory(_ block: UnsafeRawBufferPointer) -> TIFFDirectory? {
        guard let reader = TIFFReader(block) else { return nil }
        func entries(at offset: Int) -> TIFFDirectory {
            var directory = TIFFDirectory()
            directory.entries = reader.entries(at: offset) { !pointers.contains($0) }
            return directory
        }
        let first = reader.firstDirectory
        var result = entries(at: first)
        if let offset = reader.child(ExifBlock.Tag.exifDirectory, of: first) {
            var exif = entries(at: offset)
            exif.children[ExifBlock.Tag.interoperability] = reader.child(
                ExifBlock.Tag.interoperability, of: offset
            ).map(entries)
            result.children[ExifBlock.Tag.exifDirectory] = exif
        }
        result.children[ExifBlock.Tag.gpsDirectory] = reader.child(ExifBlock.Tag.gpsDirectory, of: first).map(
            entries)
        return result
    }
}

extension TIFFDirectory {
    /// - Parameter parent: the tag of the subdirectory that contains the entry; nil for this directory.
    fileprivate mutating func removeEntry(_ tag: Int, of parent: Int?) {
        if let parent {
            children[parent]?.entries.removeAll { $0.tag == tag }
        } else {
            entries.removeAll { $0.tag == tag }
        }
    }
}

extension Metadata {
    /// Removes EXIF entries until the block fits in a file of this format.
    mutating func fit(_ format: PictureFormat) {
        guard format == .jpeg, let block = exif, block.count > JPEGMetadata.largestEXIF else { return }
        let (rest, dropped) = ExifFitting.fitting(block, into: JPEGMetadata.largestEXIF)
        guard let rest else { return }
        exif = rest
        if !dropped.isEmpty { losses.append(.exifEntriesTooLarge(dropped, format)) }
    }
}
