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

/// The places in XMP packets.
private enum LocationInXMP {
    /// Names begin so (XMP specification part 2, and IPTC Photo Metadata 2023.1).
    private static let names = [
        "exif:GPS", "exifEX:GPS", "photoshop:City", "photoshop:State", "photoshop:Country",
        "Iptc4xmpCore:Location", "Iptc4xmpCore:CountryCode", "Iptc4xmpExt:Location", "drone-dji:Gps",
        "drone-dji:GPS", "drone-dji:Latitude", "drone-dji:Longitude",
    ].map { Array($0.utf8) }

    /// The packet without them; nil where something is left that cannot be told from one.
    static func removed(from packet: [UInt8]) -> [UInt8]? {
        guard let result = XMPPacket.removing(names, from: packet) else { return nil }
        // Under another prefix, or in another form.
        let text = String(decoding: result, as: UTF8.self).lowercased()
        let words = ["gpsl", "gpscoordinates", "latitude", "longitude"]
        return words.contains(where: text.contains) ? nil : result
    }
}
