/// What is left out of what is written in a file beside its pixels, for those who publish.
public enum MetadataStripping: String, Sendable, CaseIterable {
    /// All of it but the resolution; the color profile, which the pixels need, stays, and of a video the languages of its
    /// streams and the times of its chapters.
    case all
    /// Where the picture or the video was taken: GPS in EXIF and XMP, places by name in XMP, IPTC and texts, coordinates
    /// among keywords, GeoTIFF's tags, and the tags of videos.
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
            // ImageMagick writes EXIF into PNG files as texts.
            rest.texts = texts.filter {
                !LocationWords.isIn(keyword: $0.keyword) && !LocationWords.isIn(value: $0.text)
            }
            return rest
        }
    }
}
