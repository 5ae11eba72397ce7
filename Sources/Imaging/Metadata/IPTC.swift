/// IPTC records, either bare or wrapped in Photoshop's image resources.
enum IPTC {
    /// The prefix of image resources in JPEG's APP13 segments.
    static let signature = Array("Photoshop 3.0\0".utf8)
    /// The resource types of Photoshop, ImageReady, PhotoDeluxe and two scanner programs.
    private static let resourceTypes = ["8BIM", "MeSa", "PHUT", "AgHg", "DCSR"].map { Array($0.utf8) }
    private static let resourceNumber = 0x0404
    /// The first byte of every record.
    private static let recordMark: UInt8 = 0x1C

    /// The parsed contents of a block.
    struct Contents {
        /// Nil if there are none.
        var records: [UInt8]?
        /// True if the block ends in the middle of a resource.
        var isBroken = false
    }

    /// The records in any format found in files: bare, in resources, or in resources after Photoshop's
    /// signature; records from several resources are joined. Other resources, such as thumbnails, would be
    /// stale and are ignored.
    static func contents(of block: [UInt8]) -> Contents {
        if block.first == recordMark { return Contents(records: block) }
        var contents = Contents()
        let rest = block.starts(with: signature) ? block.dropFirst(signature.count) : block[...]
        contents.isBroken = !forEachResource(in: rest) { number, data in
            guard number == resourceNumber, data.first == recordMark else { return }
            contents.records = (contents.records ?? []) + data
        }
        return contents
    }

    /// Image resources by number; if a number occurs more than once, the first.
    static func resources(in block: [UInt8]) -> [Int: [UInt8]] {
        var found: [Int: [UInt8]] = [:]
        _ = forEachResource(in: block[...]) { number, data in
            if found[number] == nil { found[number] = Array(data) }
        }
        return found
    }

    /// True if a block has resources whose loss matters. The others are: IPTC records, which are kept;
    /// resources that only apply to the old file (previews, resolution, profile, EXIF, XMP, Photoshop's
    /// version info); and view and print settings, which Photoshop writes to every file.
    static func hasMoreResources(_ block: [UInt8]) -> Bool {
        let rest = block.starts(with: signature) ? block.dropFirst(signature.count) : block[...]
        var hasMore = false
        _ = forEachResource(in: rest) { number, data in
            hasMore = hasMore || !data.isEmpty && !ordinaryResources.contains(number)
        }
        return hasMore
    }

    /// "Adobe Photoshop File Formats Specification", Image Resource IDs.
    private static let ordinaryResources = Set(
        [
            1000...1003, 1005...1007, 1009...1017, 1019...1019, 1024...1024, 1026...1026, 1028...1028,
            1030...1030,
        ]
            + [1032...1037, 1039...1042, 1044...1045, 1049...1051, 1053...1054, 1057...1062, 1064...1064]
            + [1069...1069, 1072...1072, 1077...1077, 1082...1083, 7000...7001, 8000...8000, 10000...10000]
    ).reduce(into: Set<Int>()) { $0.formUnion($1) }

    /// Returns true if all resources lie within the block.
    private static func forEachResource(
        in block: ArraySlice<UInt8>, _ body: (_ number: Int, _ data: ArraySlice<UInt8>) -> Void
    ) -> Bool {
        var rest = block
        // A resource consists of type, number, name length, name padded to even, data length, and data padded
        // to even.
        while rest.count >= 12, resourceTypes.contains(where: rest.starts) {
            let start = rest.startIndex
            let number = Int(rest[start + 4]) << 8 | Int(rest[start + 5])
            let name = (Int(rest[start + 6]) + 2) & ~1
            let lengthField = rest.dropFirst(6 + name).prefix(4)
            let length = lengthField.reduce(0) { $0 << 8 | Int($1) }
            let data = rest.dropFirst(10 + name)
            guard lengthField.count == 4, length <= data.count else { return false }
            body(number, data.prefix(length))
            rest = data.dropFirst((length + 1) & ~1)
        }
        return true
    }

    /// Datasets of record 2 that identify a location: location codes and names, city, sublocation, state and
    /// country (IPTC-NAA Information Interchange Model 4.2).
    private static let places: Set<UInt8> = [26, 27, 90, 92, 95, 100, 101]

    private static let keywords: UInt8 = 25
    /// The datasets of a preview: its format, version and bytes.
    private static let preview: ClosedRange<UInt8> = 200...202

    /// The records without those that identify a location.
    static func withoutLocation(_ records: [UInt8]) -> [UInt8] {
        removing(from: records) { number, data in
            places.contains(number)
                || number == keywords
                    && LocationWords.isIn(value: String(decoding: data, as: UTF8.self))
        }
    }

    /// The records without the preview, which shows the old picture.
    static func withoutPreview(_ records: [UInt8]) -> [UInt8] {
        removing(from: records) { number, _ in preview.contains(number) }
    }

    /// Removes datasets of record 2; stops at a malformed dataset.
    private static func removing(
        from records: [UInt8], where isUnwanted: (_ number: UInt8, _ data: ArraySlice<UInt8>) -> Bool
    ) -> [UInt8] {
        var kept: [UInt8] = []
        var rest = records[...]
        while rest.count >= 5, rest.first == recordMark {
            let start = rest.startIndex
            var length = Int(rest[start + 3]) << 8 | Int(rest[start + 4])
            var header = 5
            if length >= 0x8000 {
                // For longer datasets, this field contains the size of the length field that follows.
                let size = length & 0x7FFF
                guard size <= 4, rest.count >= header + size else { break }
                length = rest.dropFirst(header).prefix(size).reduce(0) { $0 << 8 | Int($1) }
                header += size
            }
            guard length <= rest.count - header else { break }
            let data = rest.dropFirst(header).prefix(length)
            if rest[start + 1] != 2 || !isUnwanted(rest[start + 2], data) {
                kept += rest.prefix(header + length)
            }
            rest = rest.dropFirst(header + length)
        }
        return kept
    }

    /// The records as a block with a single resource, for JPEG APP13 segments and PNG text chunks.
    static func photoshopBlock(_ records: [UInt8]) -> [UInt8] {
        let length = (0..<4).reversed().map { UInt8(truncatingIfNeeded: records.count >> (8 * $0)) }
        let number = [UInt8(resourceNumber >> 8), UInt8(resourceNumber & 255)]
        let padding = [UInt8](repeating: 0, count: records.count % 2)
        return resourceTypes[0] + number + [0, 0] + length + records + padding
    }
}
