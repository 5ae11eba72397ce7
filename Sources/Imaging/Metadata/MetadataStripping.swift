/// The metadata to remove from output files, for publishing.
public enum MetadataStripping: String, Sendable, CaseIterable {
    /// Everything except the resolution. The color profile, which the pixels need, is kept; in videos, so are
    /// stream languages and chapter times.
    case all
    /// The location where the picture or video was taken: GPS in EXIF and XMP, place names in XMP, IPTC and
    /// texts, coordinates among keywords, GeoTIFF tags, and location tags of videos.
    case location
}

extension Metadata {
    /// The metadata that remains.
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
            // ImageMagick stores EXIF tags as texts in PNG files.
            rest.texts = texts.filter {
                !LocationWords.isIn(keyword: $0.keyword) && !LocationWords.isIn(value: $0.text)
            }
            return rest
        }
    }
}
