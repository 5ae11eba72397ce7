/// Reads and writes the metadata in a JPEG's segments.
enum JPEGMetadata {
    private enum Marker {
        static let exifAndXMP: UInt8 = 0xE1
        static let profile: UInt8 = 0xE2
        static let photoshop: UInt8 = 0xED
        static let comment: UInt8 = 0xFE
    }

    /// Comments become texts with this keyword, as in a PNG.
    static let commentKeyword = "Comment"

    private static let exifMark = Array("Exif\0\0".utf8)
    private static let xmpMark = Array("http://ns.adobe.com/xap/1.0/\0".utf8)
    /// The maximum size of a segment's content.
    private static let largestSegment = 65_533
    static let largestEXIF = largestSegment - exifMark.count

    /// A limit far above real pictures: even with a large profile they have at most a few hundred segments.
    private static let maxSegments = 8192

    /// Nil if there are implausibly many segments or directories.
    static func read(_ file: UnsafeRawBufferPointer) -> Metadata? {
        var metadata = Metadata()
        var exif: [UInt8] = []
        var resources: [UInt8] = []
        var extended: [ArraySlice<UInt8>] = []
        var unknown = UnknownSegments()
        var segments = JPEGSegments(file)
        var count = 0
        while let segment = segments.next(), !segment.isBehindPixels {
            count += 1
            guard count <= maxSegments else { return nil }
            switch segment.marker {
            // Some programs terminate the signature with a byte other than zero.
            case Marker.exifAndXMP where segment.bytes.starts(with: exifMark.dropLast()):
                let part = Array(segment.bytes.dropFirst(exifMark.count))
                guard !ExifBlock.isTangled(part) else { return nil }
                if exif.isEmpty || ExifBlock(part) == nil {
                    // A block split over several segments has its header in the first.
                    exif += part
                } else if ExifBlock(exif) == nil {
                    exif = part
                }
            case Marker.exifAndXMP where segment.bytes.starts(with: xmpMark):
                if metadata.xmp == nil { metadata.xmp = Array(segment.bytes.dropFirst(xmpMark.count)) }
            case Marker.exifAndXMP where segment.bytes.starts(with: ExtendedXMP.mark):
                extended.append(Array(segment.bytes.dropFirst(ExtendedXMP.mark.count))[...])
            case Marker.photoshop where segment.bytes.starts(with: IPTC.signature):
                resources += segment.bytes.dropFirst(IPTC.signature.count)
            case Marker.comment:
                let text = comment(segment.bytes)
                if !text.isEmpty { metadata.texts.append(.init(keyword: commentKeyword, text: text)) }
            default: unknown.add(segment)
            }
        }
        if !exif.isEmpty {
            metadata.exif = ExifBlock(exif) == nil ? nil : exif
            if metadata.exif == nil { metadata.losses.append(.unreadable(.exif)) }
        }
        let iptc = IPTC.contents(of: resources)
        metadata.iptc = iptc.records
        if iptc.isBroken { metadata.losses.append(.unreadable(.iptc)) }
        if IPTC.hasMoreResources(resources) { metadata.losses.append(.notKept(.photoshop)) }
        if !unknown.names.isEmpty { metadata.losses.append(.notKeptOf(.segments, unknown.names)) }
        if unknown.hasGainMap { metadata.losses.append(.notKept(.gainMap)) }
        metadata.extend(by: extended)
        return metadata
    }

    /// The color profile, assembled from its parts; nil if there is none or a part is missing.
    ///
    /// After its signature, each part has its number, starting at 1, and the number of parts (ICC.1:2010,
    /// annex B.4).
    static func profile(_ file: UnsafeRawBufferPointer) -> [UInt8]? {
        var parts: [Int: [UInt8]] = [:]
        var count = 0
        var segments = JPEGSegments(file)
        while let segment = segments.next(), !segment.isBehindPixels {
            guard segment.marker == Marker.profile, segment.bytes.starts(with: profileMark) else { continue }
            let part = Array(segment.bytes.dropFirst(profileMark.count))
            guard part.count > 2 else { return nil }
            count = Int(part[1])
            parts[Int(part[0])] = Array(part.dropFirst(2))
        }
        guard count > 0, parts.count == count else { return nil }
        return (1...count).reduce(into: [UInt8]()) { $0 += parts[$1] ?? [] }
    }

    /// The text of a comment. Its encoding is unspecified: UTF-8 if valid, else Latin-1.
    private static func comment(_ bytes: Slice<UnsafeRawBufferPointer>) -> String {
        let text = bytes.prefix { $0 != 0 }
        return String(validating: text, as: UTF8.self)
            ?? String(String.UnicodeScalarView(text.map { Unicode.Scalar($0) }))
    }

    /// True if JPEG can store a text: as a comment, if it fits in a segment.
    static func isComment(_ text: Metadata.Text) -> Bool {
        text.keyword == commentKeyword && text.text.utf8.count <= largestSegment
    }

    /// The packet without JPEG's prefix, as in other file formats.
    static func withoutXMPMark(_ block: [UInt8]) -> [UInt8] {
        block.starts(with: xmpMark) ? Array(block.dropFirst(xmpMark.count)) : block
    }

    /// The metadata and the color profile as JPEG segments: markers and their content.
    static func segments(
        of metadata: Metadata, profile: [UInt8]?
    ) -> [(marker: UInt8, bytes: [UInt8])] {
        var segments: [(UInt8, [UInt8])] = []
        if let exif = metadata.exif, exif.count <= largestEXIF {
            segments.append((Marker.exifAndXMP, exifMark + exif))
        }
        if let xmp = metadata.xmp {
            if xmpMark.count + xmp.count <= largestSegment {
                segments.append((Marker.exifAndXMP, xmpMark + xmp))
            } else {
                let extended = ExtendedXMP.segments(of: XMPPacket.unwrapped(xmp))
                segments.append((Marker.exifAndXMP, xmpMark + XMPPacket.naming(extended.name)))
                segments += extended.segments.map { (Marker.exifAndXMP, $0) }
            }
        }
        if let iptc = metadata.iptc {
            let block = IPTC.photoshopBlock(iptc)
            let room = largestSegment - IPTC.signature.count
            segments += stride(from: 0, to: block.count, by: room).map { start in
                (Marker.photoshop, IPTC.signature + block[start..<min(start + room, block.count)])
            }
        }
        if let profile { segments += profileSegments(profile) }
        segments += metadata.texts.filter(isComment).map { (Marker.comment, Array($0.text.utf8)) }
        return segments
    }

    private static let profileMark = Array("ICC_PROFILE\0".utf8)
    /// The part numbers of a profile take one byte each.
    static let largestProfile = 255 * (largestSegment - profileMark.count - 2)

    /// A profile split into parts, each with its number, starting at 1, and the number of parts (ICC.1:2022,
    /// B.4).
    private static func profileSegments(_ profile: [UInt8]) -> [(marker: UInt8, bytes: [UInt8])] {
        let room = largestSegment - profileMark.count - 2
        let parts = stride(from: 0, to: profile.count, by: room).map {
            profile[$0..<min($0 + room, profile.count)]
        }
        return parts.enumerated().map { index, part in
            (Marker.profile, profileMark + [UInt8(index + 1), UInt8(parts.count)] + part)
        }
    }
}

extension Metadata {
    /// Merges the packet with its extension, which is in these segments.
    fileprivate mutating func extend(by segments: [ArraySlice<UInt8>]) {
        let name = xmp.flatMap(XMPPacket.extensionName)
        if segments.isEmpty, name == nil { return }
        guard let xmp, let name, let content = ExtendedXMP.content(named: name, in: segments),
            let joined = XMPPacket.joined(xmp, content)
        else { return losses.append(.unreadable(.extendedXMP)) }
        self.xmp = joined
    }
}
