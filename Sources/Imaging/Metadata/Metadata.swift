/// Everything that a picture's file contains besides its pixels, carried over from the input to the output
/// file.
///
/// Blocks are unchanged, except for what would be wrong for a new picture: the orientation in EXIF and XMP
/// becomes 1 (pixels in memory are upright), the EXIF thumbnail is removed, and the EXIF size and color space
/// are corrected. The color profile is not included; it is part of ``PixelBuffer/colorSpace``.
public struct Metadata: Sendable, Equatable {
    /// EXIF, beginning with the TIFF header ("II" or "MM").
    public var exif: [UInt8]?
    /// An XMP packet in UTF-8.
    public var xmp: [UInt8]?
    /// Bare IPTC-IIM records.
    public var iptc: [UInt8]?
    /// The horizontal and vertical resolution, in pixels per millimeter.
    public var resolution: Resolution?
    /// PNG text chunks, and JPEG comments under “Comment”. Only these two formats can store texts, JPEG only
    /// comments.
    public var texts: [Text]
    /// Metadata in the picture's file that could not be read, or that no longer applies.
    public var losses: [MetadataLoss]

    /// A resolution in pixels per millimeter.
    public struct Resolution: Sendable, Equatable {
        /// Horizontal.
        public var x: Double
        /// Vertical.
        public var y: Double

        /// Creates a resolution in pixels per millimeter.
        public init(x: Double, y: Double) {
            self.x = x
            self.y = y
        }
    }

    /// A keyword, such as "Author", and its text.
    public struct Text: Sendable, Equatable {
        /// 1…79 printable Latin-1 characters, without leading, trailing or double spaces, as PNG requires.
        /// Other keywords are converted when a file is written; the text is omitted if no characters are
        /// left.
        public var keyword: String
        /// The text; it may contain any characters.
        public var text: String

        /// Creates a text with a keyword.
        public init(keyword: String, text: String) {
            self.keyword = keyword
            self.text = text
        }
    }

    /// Creates metadata from the given parts; by default none.
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
