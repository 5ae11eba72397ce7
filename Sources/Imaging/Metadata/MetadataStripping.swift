/// What is left out of what is written in a file beside its pixels, for those who publish.
public enum MetadataStripping: String, Sendable, CaseIterable {
    /// All of it but the resolution; the color profile, which the pixels need, stays.
    case all
    /// Where the picture was taken: GPS in EXIF and XMP, places by name in XMP and IPTC, and GeoTIFF's tags.
    case location
}

extension Metadata {
    /// What is left.
    func stripped(_ stripping: MetadataStripping) -> Metadata {
        switch stripping {
        case .all: return Metadata(resolution: resolution)
        case .location:
            var rest = self
            rest.exif = exif.flatMap { block in
                guard var exif = ExifBlock(block) else { return nil }
                exif.removeLocation()
                return exif.bytes
            }
            rest.xmp = xmp.flatMap(LocationInXMP.removed)
            rest.iptc = iptc.map(IPTC.withoutLocation).flatMap { $0.isEmpty ? nil : $0 }
            // As ImageMagick writes EXIF into PNG files.
            rest.texts = texts.filter { !$0.keyword.lowercased().contains("gps") }
            return rest
        }
    }
}

/// The places in XMP packets: found by their usual form, without an XML parser, in time that grows only with the packet.
private enum LocationInXMP {
    /// Names begin so (XMP specification part 2, and IPTC Photo Metadata 2023.1).
    private static let names = [
        "exif:GPS", "exifEX:GPS", "photoshop:City", "photoshop:State", "photoshop:Country",
        "Iptc4xmpCore:Location", "Iptc4xmpCore:CountryCode", "Iptc4xmpExt:Location",
    ].map { Array($0.utf8) }
    private static let spaces: Set<UInt8> = [0x09, 0x0A, 0x0D, 0x20]
    private static let endOfName: Set<UInt8> = spaces.union(Array("=/>".utf8))

    /// The packet without them; nil where something is left that cannot be told from one.
    static func removed(from packet: [UInt8]) -> [UInt8]? {
        var result: [UInt8] = []
        result.reserveCapacity(packet.count)
        var place = 0
        while place < packet.count {
            if let end = endOfLocation(in: packet, at: place) {
                place = end
            } else {
                result.append(packet[place])
                place += 1
            }
        }
        // Under another prefix, or in another form.
        let text = String(decoding: result, as: UTF8.self)
        return text.contains("GPSL") || text.contains("GPSCoordinates") ? nil : result
    }

    /// Where an element or an attribute that begins here ends; nil where none does.
    private static func endOfLocation(in packet: [UInt8], at place: Int) -> Int? {
        let isElement = packet[place] == UInt8(ascii: "<")
        guard isElement || spaces.contains(packet[place]) else { return nil }
        let rest = packet[(place + 1)...]
        guard names.contains(where: rest.starts) else { return nil }
        let name = rest.prefix { !endOfName.contains($0) }
        return isElement ? endOfElement(named: name, in: packet) : endOfAttribute(after: name, in: packet)
    }

    private static func endOfAttribute(after name: ArraySlice<UInt8>, in packet: [UInt8]) -> Int? {
        let equals = packet[name.endIndex...].drop(while: spaces.contains)
        guard equals.first == UInt8(ascii: "=") else { return nil }
        let value = equals.dropFirst().drop(while: spaces.contains)
        guard let quote = value.first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
            return nil
        }
        return value.dropFirst().firstIndex(of: quote).map { $0 + 1 }
    }

    private static func endOfElement(named name: ArraySlice<UInt8>, in packet: [UInt8]) -> Int? {
        guard let tagEnd = packet[name.endIndex...].firstIndex(of: UInt8(ascii: ">")) else { return nil }
        if packet[tagEnd - 1] == UInt8(ascii: "/") { return tagEnd + 1 }
        let closing = Array("</".utf8) + name
        var rest = packet[tagEnd...]
        while let start = rest.firstIndex(of: closing[0]) {
            rest = rest[start...]
            if rest.starts(with: closing), let end = rest.firstIndex(of: UInt8(ascii: ">")) { return end + 1 }
            rest = rest.dropFirst()
        }
        return nil
    }
}
