/// Everything that a picture's file contains besides its pixels, carried over from the input file to the
/// output file.
///
/// The blocks are unchanged, except for what would be wrong for a new picture: the orientation in EXIF and
/// XMP becomes 1 (the pixels are upright in memory), the EXIF thumbnail is removed, and the EXIF size and
/// color space are corrected. The color profile is not included: it is part of the
/// ``PixelBuffer/colorSpace``.
public struct Metadata: Sendable, Equatable {
    /// EXIF, beginning with the TIFF header ("II" or "MM").
    public var exif: [UInt8]?
    /// An XMP packet, UTF-8.
    public var xmp: [UInt8]?
    /// IPTC-IIM records, bare.
    public var iptc: [UInt8]?
    /// Pixels per millimeter across and down.
    public var resolution: Resolution?
    /// PNG text chunks, and JPEG comments under “Comment”. Only these two formats keep them, JPEG only
    /// comments.
    public var texts: [Text]
    /// Metadata of the picture's file that could not be read, or that no longer applies to the picture.
    public var losses: [MetadataLoss]

    /// Pixels per millimeter.
    public struct Resolution: Sendable, Equatable {
        /// Across.
        public var x: Double
        /// Down.
        public var y: Double

        /// Both, in pixels per millimeter.
        public init(x: Double, y: Double) {
            self.x = x
            self.y = y
        }
    }

    /// A keyword such as "Author" and its text.
    public struct Text: Sendable, Equatable {
        /// 1…79 printable Latin-1 characters, without leading, trailing or double spaces, as PNG requires.
        /// Others are converted when a file is written; if nothing is left, the text is omitted.
        public var keyword: String
        /// The text; it may contain any characters.
        public var text: String

        /// A keyword with its text.
        public init(keyword: String, text: String) {
            self.keyword = keyword
            self.text = text
        }
    }

    /// Metadata with the given parts; by default none.
    public init(
        exif: [UInt8]? = nil, xmp: [UInt8]? = nil, iptc: [UInt8]? = nil, resolution: Resolution? = nil,
        texts: [Text] = [], losses: [MetadataLoss] = []
    ) {
        self.exif = exif
        self.xmp = xmp
        self.iptc = iptc
        self.resolution = resolution
        self.texts = texts
        self.losses = losses
    }
}
