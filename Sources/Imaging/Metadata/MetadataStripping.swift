/// The metadata to remove from output files, for publishing.
public enum MetadataStripping: String, Sendable, CaseIterable {
    /// Everything except the resolution; the color profile, which the pixels need, is kept, and for a video
    /// also the languages of its streams and the times of its chapters.
    case all
    /// The location where the picture or the video was taken: GPS in EXIF and XMP, place names in XMP, IPTC
    /// and texts, coordinates among keywords, GeoTIFF's tags, and the tags of videos.
    case location
}

extension Metadata {
    /// The remaining metadata.
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
            // ImageMagick writes EXIF tags into PNG files as texts.
            rest.texts = texts.filter {
                !LocationWords.isIn(keyword: $0.keyword) && !LocationWords.isIn(value: $0.text)
            }
            return rest
        }
    }
}
