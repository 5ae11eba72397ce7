import Localization

/// A loss of metadata. Its description is a clause that follows the file's name, such as "its EXIF block
/// cannot be read and was left out".
public enum MetadataLoss: Sendable, Hashable, CustomStringConvertible {
    /// Kinds of metadata that can be lost. Decoder processes report them by raw value.
    public enum Part: String, Sendable {
        /// EXIF, including GPS.
        case exif = "its EXIF block"
        /// An XMP packet.
        case xmp = "its XMP packet"
        /// The part of an XMP packet that does not fit in one JPEG segment.
        case extendedXMP = "its extended XMP"
        /// IPTC-IIM records.
        case iptc = "its IPTC block"
        /// One or more of a PNG's text chunks.
        case text = "a text chunk"
        /// GeoTIFF tags.
        case georeference = "the map coordinates (GeoTIFF)"
        /// An ICC profile.
        case profile = "its color profile"
        /// MakerNotes in EXIF, in a proprietary format.
        case makerNotes = "the camera maker's block (MakerNote)"
        /// A gain map: a second picture in the file, which specifies how much brighter the first becomes on
        /// HDR screens.
        case gainMap = "its gain map (HDR)"
        /// The recipe that the picture was made with.
        case recipe = "the recipe"
        /// The video of a motion photo.
        case motion = "its video (motion photo)"
        /// A depth map, with the picture before it was blurred.
        case depthMap = "its depth map"
        /// The position of the subject within the picture.
        case subject = "the subject's position"
        /// The positions of faces and other regions within the picture.
        case regions = "the regions, such as those of faces"
        /// Photoshop resources other than IPTC, and Photoshop layers in a TIFF.
        case photoshop = "Photoshop's data, such as paths or layers"
        /// Application segments of a JPEG, by name.
        case segments = "its application segments"
        /// Tags of a TIFF's first directory or of EXIF, by number.
        case tags = "its tags"
        /// The position of the picture in a panorama.
        case panorama = "the position in a panorama"
    }

    /// The part in the file is malformed.
    case unreadable(Part)
    /// The part is too large for the output format.
    case tooLarge(Part, byteCount: Int, PictureFormat)
    /// The named EXIF entries are too large for the output format.
    case exifEntriesTooLarge([String], PictureFormat)
    /// The output format cannot store the part.
    case noPlace(Part, PictureFormat)
    /// The output format cannot store texts with these keywords.
    case noPlaceForTexts([String], PictureFormat)
    /// Not metadata: some floats of the picture were brighter than the file's integers can represent.
    case clipped
    /// Not metadata: lossless compression was requested, but the format supports fewer bits than the samples
    /// have.
    case rounded(PictureFormat, bits: Int)
    /// Not metadata: floats were requested, but the format does not support them.
    case noFloats(PictureFormat, PixelBuffer.Depth)
    /// The part no longer applies, since the geometry of the picture has changed.
    case outdated(Part)
    /// The part is not kept in any output format.
    case notKept(Part)
    /// The named items of a part are not kept in any output format.
    case notKeptOf(Part, [String])

    /// The loss as a clause that follows the file's name.
    public var description: String {
        switch self {
        case .unreadable(let part): part.unreadable
        case .tooLarge(let part, let byteCount, let format): part.tooLarge(byteCount, for: format)
        case .exifEntriesTooLarge(let names, let format):
            format.takesAn
                ? tr(
                    """
                    an \(format.name) cannot contain parts of its EXIF block, which were left out: \
                    \(Self.list(names))
                    """
                )
                : tr(
                    """
                    a \(format.name) cannot contain parts of its EXIF block, which were left out: \
                    \(Self.list(names))
                    """
                )
        case .noPlace(let part, let format): part.leftOut(of: format)
        case .noPlaceForTexts(let keywords, let format):
            format.takesAn
                ? tr(
                    "an \(format.name) cannot contain the text entries \(Self.list(keywords)), which were left out"
                )
                : tr(
                    "a \(format.name) cannot contain the text entries \(Self.list(keywords)), which were left out"
                )
        case .clipped:
            tr("its brightest values, above 1, were clipped; an OpenEXR or a TIFF with --depth 32 keeps them")
        case .rounded(let format, let bits):
            format.takesAn
                ? tr("its samples were rounded to \(bits) bits, the maximum that an \(format.name) supports")
                : tr("its samples were rounded to \(bits) bits, the maximum that a \(format.name) supports")
        case .noFloats(let format, let depth):
            format.takesAn
                ? tr(
                    """
                    an \(format.name) does not support floats and was saved with \(depth.rawValue) bits per \
                    channel
                    """
                )
                : tr(
                    """
                    a \(format.name) does not support floats and was saved with \(depth.rawValue) bits per \
                    channel
                    """
                )
        case .outdated(let part): part.outdated
        case .notKept(let part): part.notKept
        case .notKeptOf(.segments, let names): tr("its segments \(Self.list(names)) are not kept")
        case .notKeptOf(.tags, let names): tr("its TIFF tags \(Self.list(names)) are not kept")
        case .notKeptOf(let part, let names): "\(part.rawValue) \(Self.list(names)) are not kept"
        }
    }

    /// The first few keywords, quoted; a file may contain any number of them, with any characters.
    private static func list(_ keywords: [String]) -> String {
        let quoted = keywords.map { keyword in
            "“" + keyword.prefix(40).filter { $0.unicodeScalars.allSatisfy { $0.value >= 0x20 } } + "”"
        }
        return abridged(quoted, maximum: 5)
    }
}

/// A whole sentence for each combination of part and loss, for translation; a combination that should not
/// occur is described in English with its raw value.
extension MetadataLoss.Part {
    fileprivate var unreadable: String {
        switch self {
        case .xmp: tr("its XMP packet cannot be read and was left out")
        case .exif: tr("its EXIF block cannot be read and was left out")
        case .extendedXMP: tr("its extended XMP cannot be read and was left out")
        case .iptc: tr("its IPTC block cannot be read and was left out")
        case .text: tr("a text chunk cannot be read and was left out")
        case .profile: tr("its color profile cannot be used and was left out")
        default: "\(rawValue) cannot be read and was left out"
        }
    }

    fileprivate func tooLarge(_ byteCount: Int, for format: PictureFormat) -> String {
        switch (self, format) {
        case (.exif, .jpeg):
            tr("its EXIF block of \(byteCount) bytes does not fit into a JPEG and was left out")
        default: "\(rawValue) of \(byteCount) bytes does not fit \(format.nameWithArticle) and was left out"
        }
    }

    fileprivate func leftOut(of format: PictureFormat) -> String {
        switch self {
        case .exif where format == .exr: tr("its EXIF block cannot be stored in an OpenEXR and was left out")
        case .xmp where format == .exr: tr("its XMP packet cannot be stored in an OpenEXR and was left out")
        case .makerNotes where format == .tiff:
            tr("the camera maker's block (MakerNote) cannot be stored in a TIFF and was left out")
        case .iptc:
            format.takesAn
                ? tr("its IPTC block cannot be stored in an \(format.name) and was left out")
                : tr("its IPTC block cannot be stored in a \(format.name) and was left out")
        case .recipe:
            format.takesAn
                ? tr("the recipe cannot be stored in an \(format.name) and was left out")
                : tr("the recipe cannot be stored in a \(format.name) and was left out")
        default: "\(rawValue) cannot be stored in \(format.nameWithArticle) and was left out"
        }
    }

    fileprivate var outdated: String {
        switch self {
        case .georeference:
            tr("the map coordinates (GeoTIFF) were left out because the picture's geometry has changed")
        case .subject: tr("the subject's position was left out because the picture's geometry has changed")
        case .regions:
            tr(
                "the regions, such as those of faces, were left out because the picture's geometry has changed"
            )
        case .panorama:
            tr("the position in a panorama was left out because the picture's geometry has changed")
        default: "\(rawValue) was left out because the picture's geometry has changed"
        }
    }

    fileprivate var notKept: String {
        switch self {
        case .makerNotes: tr("the camera maker's block (MakerNote) is not kept")
        case .gainMap: tr("its gain map (HDR) is not kept")
        case .depthMap: tr("its depth map is not kept")
        case .motion: tr("its video (motion photo) is not kept")
        case .photoshop: tr("Photoshop's data, such as paths or layers, is not kept")
        default: "\(rawValue) is not kept"
        }
    }
}

extension Metadata {
    /// The metadata that will be lost in a file of this format.
    func losses(in format: PictureFormat) -> [MetadataLoss] {
        var losses: [MetadataLoss] = []
        if format == .jpeg, let exif, exif.count > JPEGMetadata.largestEXIF {
            losses.append(.tooLarge(.exif, byteCount: exif.count, format))
        }
        if format == .tiff, let exif, exif.withUnsafeBytes({ TIFFMetadata.hasMakerNotes($0) }) {
            losses.append(.noPlace(.makerNotes, format))
        }
        if ![.jpeg, .png, .tiff].contains(format), iptc != nil { losses.append(.noPlace(.iptc, format)) }
        if format == .exr {
            if exif != nil { losses.append(.noPlace(.exif, format)) }
            if xmp != nil { losses.append(.noPlace(.xmp, format)) }
        }
        let keywords = texts.filter {
            !Self.isOfTheFile($0) && !(format == .jpeg && JPEGMetadata.isComment($0))
        }
        .map(\.keyword)
        if format != .png, !keywords.isEmpty { losses.append(.noPlaceForTexts(keywords, format)) }
        return losses
    }

    /// True if a text only states who created the old file and when, which does not matter. ImageMagick adds
    /// such texts to every PNG; GIMP, GD and FFmpeg add them to every JPEG.
    private static func isOfTheFile(_ text: Text) -> Bool {
        let makers = ["Created with GIMP", "CREATOR: gd-jpeg", "Lavc"]
        return text.keyword == "Software" || text.keyword.hasPrefix("date:")
            || text.keyword == JPEGMetadata.commentKeyword && makers.contains(where: text.text.hasPrefix)
    }
}
