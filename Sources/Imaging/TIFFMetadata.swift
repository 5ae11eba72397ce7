/// EXIF and IPTC of TIFF files, which libvips neither reads nor writes as other programs do: there, EXIF's
/// directories hang in the file's own first directory.
enum TIFFMetadata {
    private enum Tag {
        static let iptc = 33_723
        static let exifDirectory = 34_665
        static let gpsDirectory = 34_853
        static let interoperabilityDirectory = 40_965
        /// What the first directory says about the picture rather than about how its pixels are stored:
        /// description, make, model, orientation, software, date, artist, host, rating, copyright, and Windows' five.
        static let descriptive: Set<Int> = [
            270, 271, 272, 274, 305, 306, 315, 316, 18_246, 18_249, 33_432, 40_091, 40_092, 40_093, 40_094,
            40_095,
        ]
        static let orientation = 274
    }

    /// The EXIF block of a TIFF file; nil when the file describes nothing.
    static func exif(of file: UnsafeRawBufferPointer) -> [UInt8]? {
        guard let reader = TIFFReader(file) else { return nil }
        let directory = descriptive(reader)
        guard directory.children.count > 0 || directory.entries.contains(where: { $0.tag != Tag.orientation })
        else { return nil }
        return [0x49, 0x49, 42, 0] + littleEndian(8, 4) + directory.encoded(at: 8)
    }

    /// The IPTC records of a TIFF file.
    static func iptc(of file: UnsafeRawBufferPointer) -> [UInt8]? {
        guard let reader = TIFFReader(file) else { return nil }
        return reader.entries(at: reader.firstDirectory) { $0 == Tag.iptc }.first.flatMap {
            IPTC.records(in: $0.bytes)
        }
    }

    /// What to append to a TIFF file so that it has the metadata, and where its header must then point; nil
    /// when there is nothing to add, or the file is a BigTIFF, which has larger fields.
    static func addition(
        _ metadata: Metadata, to file: UnsafeRawBufferPointer
    ) -> (bytes: [UInt8], firstDirectory: Int)? {
        guard let reader = TIFFReader(file), file[0] == 0x49 else { return nil }
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
        // Offsets of classic TIFF have four bytes.
        let bytes = [UInt8](repeating: 0, count: padding) + directory.encoded(at: start)
        return file.count + bytes.count < 1 << 32 ? (bytes, start) : nil
    }

    private static func descriptive(_ reader: TIFFReader) -> TIFFDirectory {
        let first = reader.firstDirectory
        var directory = TIFFDirectory()
        directory.entries = unique(reader.entries(at: first) { Tag.descriptive.contains($0) })
        if let offset = reader.child(Tag.exifDirectory, of: first) {
            var exif = TIFFDirectory()
            exif.entries = unique(reader.entries(at: offset) { $0 != Tag.interoperabilityDirectory })
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
        directory.entries = unique(reader.entries(at: offset) { _ in true })
        return directory
    }

    /// A tag stands once in a directory.
    private static func unique(_ entries: [TIFFDirectory.Entry]) -> [TIFFDirectory.Entry] {
        var seen: Set<Int> = []
        return entries.filter { seen.insert($0.tag).inserted }
    }
}
