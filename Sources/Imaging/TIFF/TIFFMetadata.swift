/// EXIF and IPTC of TIFF files. libvips does not read or write them in the standard way, in which EXIF's
/// directories are subdirectories of the file's first directory.
package enum TIFFMetadata {
    private enum Tag {
        static let iptc = 33_723
        static let imageResources = 34_377
        static let exifDirectory = 34_665
        static let gpsDirectory = 34_853
        static let interoperabilityDirectory = 40_965
        static let photoshopLayers = 37_724
        static let makerNotes = 37_500
        /// Tags of the first directory that describe the picture rather than the storage of its pixels:
        /// processing software, document name, description, make, model, orientation, page name, software,
        /// date, artist, host, rating, copyright, and five tags of Windows.
        static let descriptive: Set<Int> = [
            11, 269, 270, 271, 272, 274, 285, 305, 306, 315, 316, 18_246, 18_249, 33_432, 40_091, 40_092,
            40_093,
            40_094, 40_095,
        ]
        /// Tags of GDAL: its metadata and its no-data value.
        static let gdal: Set<Int> = [42_112, 42_113]
        /// True for tags that specify how pixels are stored or printed, and for those that are read
        /// elsewhere: the tags of baseline TIFF and its extensions, XMP, IPTC, Photoshop resources, profile,
        /// and padding.
        static func isOfPixels(_ tag: Int) -> Bool {
            switch tag {
            case 254...268, 273, 277...284, 286...301, 317...347, 351, 400...405, 512...532, 559, 700,
                769...771,
                20_481...20_752, 32_995...32_998, 33_421...33_422, 34_016...34_032, 37_439, 59_932, 59_933:
                true
            case iptc, imageResources, photoshopLayers, exifDirectory, gpsDirectory, profile: true
            default: false
            }
        }
        static let profile = 34_675
        static let orientation = 274
        static let resolution: Set<Int> = [282, 283]
        static let resolutionUnit = 296
    }

    /// GeoTIFF tags, which locate the pixels on the map: scale, tie points, matrix, and keys with two kinds
    /// of values.
    static let georeference: Set<Int> = [33_550, 33_922, 34_264, 34_735, 34_736, 34_737]

    private static let described = Tag.descriptive.union(georeference).union(Tag.gdal)

    /// The EXIF block for a TIFF file; nil if the file has no such metadata.
    static func exif(of file: UnsafeRawBufferPointer, page: Int = 1) -> [UInt8]? {
        guard let reader = TIFFReader(file) else { return nil }
        let directory = descriptive(reader, page: page)
        guard directory.children.count > 0 || directory.entries.contains(where: { $0.tag != Tag.orientation })
        else { return nil }
        return directory.block
    }

    /// An EXIF block from directories that are each in a separate TIFF file; nil if they contain no metadata.
    static func exif(
        first: UnsafeRawBufferPointer?, exif: UnsafeRawBufferPointer?, gps: UnsafeRawBufferPointer?
    ) -> [UInt8]? {
        func directory(_ file: UnsafeRawBufferPointer?, wanted: (Int) -> Bool) -> TIFFDirectory? {
            guard let reader = file.flatMap(TIFFReader.init) else { return nil }
            var directory = TIFFDirectory()
            directory.entries = reader.entries(at: reader.firstDirectory, wanted: wanted)
            return directory.isEmpty ? nil : directory
        }
        var result = directory(first, wanted: described.contains) ?? TIFFDirectory()
        let left: Set = [Tag.interoperabilityDirectory, Tag.makerNotes]
        result.children[Tag.exifDirectory] = directory(exif) { !left.contains($0) }
        result.children[Tag.gpsDirectory] = directory(gps) { _ in true }
        return result.isEmpty ? nil : result.block
    }

    /// True if a TIFF file or an EXIF block contains MakerNotes. Moving them would break their offsets, whose
    /// base only the manufacturer knows.
    static func hasMakerNotes(_ file: UnsafeRawBufferPointer, page: Int = 1) -> Bool {
        guard let reader = TIFFReader(file),
            let exif = reader.child(Tag.exifDirectory, of: reader.directory(ofPage: page))
        else { return false }
        return reader.has(Tag.makerNotes, at: exif)
    }

    /// The metadata of a TIFF file that is not kept.
    static func losses(of file: UnsafeRawBufferPointer, page: Int = 1) -> [MetadataLoss] {
        guard let reader = TIFFReader(file) else { return [] }
        let first = reader.directory(ofPage: page)
        var losses: [MetadataLoss] = hasMakerNotes(file, page: page) ? [.notKept(.makerNotes)] : []
        let resources = reader.entries(at: first) { $0 == Tag.imageResources }
        if reader.has(Tag.photoshopLayers, at: first)
            || resources.contains(where: { IPTC.hasMoreResources($0.bytes) })
        {
            losses.append(.notKept(.photoshop))
        }
        let tags = lostTags(reader, page: page)
        if !tags.isEmpty { losses.append(.notKeptOf(.tags, tags.map(String.init))) }
        return losses
    }

    /// The tags that ``exif(of:page:)`` drops, except those that specify how pixels are stored.
    private static func lostTags(_ reader: TIFFReader, page: Int) -> [Int] {
        let first = reader.directory(ofPage: page)
        let kept = descriptive(reader, page: page)
        func tags(at offset: Int, in directory: TIFFDirectory?, known: (Int) -> Bool) -> [Int] {
            let taken = Set(directory.map { $0.entries.map(\.tag) + $0.children.keys } ?? [])
            return reader.tags(at: offset).filter { !taken.contains($0) && !known($0) }
        }
        var lost = tags(at: first, in: kept, known: Tag.isOfPixels)
        for (tag, other) in [
            (Tag.exifDirectory, [Tag.makerNotes, Tag.interoperabilityDirectory]), (Tag.gpsDirectory, []),
        ] {
            guard let offset = reader.child(tag, of: first) else { continue }
            lost += tags(at: offset, in: kept.children[tag], known: other.contains)
        }
        return Set(lost).sorted()
    }

    /// The IPTC records of a TIFF file, from their own tag or from Photoshop resources.
    static func iptc(of file: UnsafeRawBufferPointer, page: Int = 1) -> IPTC.Contents {
        guard let reader = TIFFReader(file) else { return IPTC.Contents() }
        let entries = reader.entries(at: reader.directory(ofPage: page)) {
            $0 == Tag.iptc || $0 == Tag.imageResources
        }
        let found = [Tag.iptc, Tag.imageResources].compactMap { tag in
            entries.first { $0.tag == tag }.map(iptc)
        }
        let readable = found.filter { $0.records != nil }
        guard let first = readable.first, let last = readable.last, let records = first.records else {
            return IPTC.Contents(isBroken: found.contains(where: \.isBroken))
        }
        // ImageMagick truncates the records in the tag to a quarter, since it counts words where libtiff
        // counts bytes.
        let isCut = last.records.map { $0.count > records.count && $0.starts(with: records) } ?? false
        return isCut ? last : first
    }

    private static func iptc(in entry: TIFFDirectory.Entry) -> IPTC.Contents {
        let contents = IPTC.contents(of: entry.bytes)
        // Some writers store the bytes as four-byte numbers, in either byte order.
        guard contents.records == nil, entry.type == 4 else { return contents }
        var turned = entry.bytes
        for start in stride(from: 0, to: turned.count - 3, by: 4) { turned[start..<start + 4].reverse() }
        return IPTC.contents(of: turned)
    }

    /// Metadata appended to a TIFF file.
    package struct Addition {
        /// The bytes to append.
        package let bytes: [UInt8]
        /// The new pointer to store in the file's header, and its offset.
        package let pointer: (offset: Int, bytes: [UInt8])
    }

    /// The data to append to a TIFF file in order to add the metadata; nil if there is nothing to add.
    package static func addition(_ metadata: Metadata, to file: UnsafeRawBufferPointer) -> Addition? {
        guard let reader = TIFFReader(file), file[0] == 0x49 else { return nil }
        let layout = reader.layout
        var directory = TIFFDirectory()
        if let exif = metadata.exif {
            exif.withUnsafeBytes { exif in
                if let source = TIFFReader(exif) { directory = descriptive(source) }
            }
            directory.entries.removeAll { $0.tag == Tag.orientation }
        }
        if let iptc = metadata.iptc {
            directory.entries.append(.init(tag: Tag.iptc, type: 7, count: iptc.count, bytes: iptc))
        }
        guard !directory.isEmpty else { return nil }
        let added = Set(directory.entries.map(\.tag)).union(directory.children.keys)
        directory.fixedEntries = reader.fixedEntries(at: reader.firstDirectory)
            .filter { !added.contains($0.tag) }
        let padding = file.count % 2
        let start = file.count + padding
        let bytes = [UInt8](repeating: 0, count: padding) + directory.encoded(at: start, as: layout)
        guard layout == .big || file.count + bytes.count < 1 << 32 else { return nil }
        return Addition(
            bytes: bytes, pointer: (layout.fieldSize, littleEndian(start, layout.fieldSize)))
    }

    /// The resolution in an EXIF block.
    static func resolution(of block: [UInt8]) -> Metadata.Resolution? {
        block.withUnsafeBytes { resolution($0) }
    }

    /// The resolution of a page of a file, or of an EXIF block.
    static func resolution(_ file: UnsafeRawBufferPointer, page: Int = 1) -> Metadata.Resolution? {
        let entries = TIFFReader(file).map {
            $0.entries(at: $0.directory(ofPage: page)) {
                Tag.resolution.contains($0) || $0 == Tag.resolutionUnit
            }
        }
        func number(_ bytes: ArraySlice<UInt8>) -> Double {
            Double(bytes.reversed().reduce(0) { $0 << 8 | Int($1) })
        }
        let perUnit = Tag.resolution.sorted().map { tag in
            entries?.first { $0.tag == tag && $0.type == 5 }.map {
                number($0.bytes[..<4]) / number($0.bytes[4..<8])
            }
        }
        // The default unit is the inch.
        let unit = entries?.first { $0.tag == Tag.resolutionUnit }.map { number($0.bytes[...]) } ?? 2
        guard let x = perUnit[0], let y = perUnit[1], let length = [2: 25.4, 3: 10][unit] else { return nil }
        return Metadata.Resolution(x: x / length, y: y / length)
    }

    private static func descriptive(_ reader: TIFFReader, page: Int = 1) -> TIFFDirectory {
        let first = reader.directory(ofPage: page)
        var directory = TIFFDirectory()
        directory.entries = reader.entries(at: first, wanted: described.contains)
        if let offset = reader.child(Tag.exifDirectory, of: first) {
            var exif = TIFFDirectory()
            let left: Set = [Tag.interoperabilityDirectory, Tag.makerNotes]
            exif.entries = reader.entries(at: offset) { !left.contains($0) }
            if let offset = reader.child(Tag.interoperabilityDirectory, of: offset) {
                exif.children[Tag.interoperabilityDirectory] = leaf(reader, offset)
            }
            directory.children[Tag.exifDirectory] = exif
        }
        if let offset = reader.child(Tag.gpsDirectory, of: first) {
            directory.children[Tag.gpsDirectory] = leaf(reader, offset)
        }
        return directory
    }

    private static func leaf(_ reader: TIFFReader, _ offset: Int) -> TIFFDirectory {
        var directory = TIFFDirectory()
        directory.entries = reader.entries(at: offset) { _ in true }
        return directory
    }
}
