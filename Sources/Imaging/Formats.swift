/// The channels a picture's file has; in memory every picture is RGBA.
public enum Channels: Sendable, CaseIterable {
    /// Gray.
    case gray
    /// Gray and alpha.
    case grayAlpha
    /// Red, green and blue.
    case rgb
    /// Red, green, blue and alpha.
    case rgba

    /// Samples per pixel in the file.
    public var count: Int {
        switch self {
        case .gray: 1
        case .grayAlpha: 2
        case .rgb: 3
        case .rgba: 4
        }
    }

    /// Whether there is transparency.
    public var hasAlpha: Bool { self == .grayAlpha || self == .rgba }
    /// Whether red, green and blue are stored as one sample.
    public var isGray: Bool { self == .gray || self == .grayAlpha }

    /// The channels with these two properties.
    public init(isGray: Bool, hasAlpha: Bool) {
        self = isGray ? (hasAlpha ? .grayAlpha : .gray) : (hasAlpha ? .rgba : .rgb)
    }
}

/// A file format that Glint writes.
public enum PictureFormat: String, Sendable, CaseIterable {
    /// PNG: 8 and 16 bits, exactly.
    case png
    /// JPEG: 8 bits, without transparency.
    case jpeg
    /// TIFF: 8 and 16 bits and floats, exactly.
    case tiff
    /// WebP: 8 bits.
    case webp
    /// AVIF: 8 and 12 bits.
    case avif
    /// OpenEXR: floats.
    case exr
    /// JPEG XL: 8 and 16 bits.
    case jpegXL = "jxl"

    /// The format that a file's extension names, in either case; nil when Glint does not write it.
    public init?(fileName: String) {
        let suffix = PathName.suffix(of: fileName).lowercased()
        guard let format = Self.allCases.first(where: { $0.fileExtensions.contains(suffix) }) else {
            return nil
        }
        self = format
    }

    /// The name people know it by.
    public var name: String {
        switch self {
        case .png: "PNG"
        case .jpeg: "JPEG"
        case .tiff: "TIFF"
        case .webp: "WebP"
        case .jpegXL: "JPEG XL"
        case .avif: "AVIF"
        case .exr: "OpenEXR"
        }
    }

    /// The name in an English sentence, such as “a PNG”.
    package var nameWithArticle: String { (takesAn ? "an " : "a ") + name }
    /// Whether its name has “an” before it in English, by which whole sentences are chosen.
    package var takesAn: Bool { self == .avif || self == .exr }

    /// The extensions that mean this format, without the dot, the usual one first.
    public var fileExtensions: [String] {
        switch self {
        case .png: ["png"]
        case .jpeg: ["jpg", "jpeg"]
        case .tiff: ["tif", "tiff"]
        case .webp: ["webp"]
        case .jpegXL: ["jxl"]
        case .avif: ["avif"]
        case .exr: ["exr"]
        }
    }

    /// The depths that a file can have, the least first. Of 16 bits an AVIF keeps 12.
    public var depths: [PixelBuffer.Depth] {
        switch self {
        case .png, .jpegXL, .avif: [.eight, .sixteen]
        case .jpeg, .webp: [.eight]
        case .tiff: [.eight, .sixteen, .float]
        case .exr: [.float]
        }
    }

    /// The depth of a file that shall have this one: the greatest it can have that is not greater, or its least.
    public func depth(for wanted: PixelBuffer.Depth) -> PixelBuffer.Depth {
        depths.last { $0 <= wanted } ?? depths[0]
    }

    /// Whether a file can be transparent.
    public var supportsAlpha: Bool { self != .jpeg }
    /// Whether a gray picture has one sample a pixel in it, rather than three equal ones.
    package var storesGray: Bool { self != .webp && self != .exr }
    /// Whether a file has a quality to choose, besides keeping its pixels exactly.
    public var hasQuality: Bool { self == .jpeg || canBeLossless }
    /// Whether a file that has a quality may keep its pixels exactly instead.
    public var canBeLossless: Bool { self == .webp || self == .jpegXL || self == .avif }

    /// Whether encoding starts only when all rows are there, rather than with each row.
    package var isEncodedAtTheEnd: Bool { self != .png && self != .jpeg }

    /// The largest width and height the format can hold.
    var largestSide: Int {
        switch self {
        case .png: Int(Int32.max)
        case .jpeg: 65_535
        case .tiff: Int(Int32.max)
        case .webp: 16_383
        case .jpegXL: (1 << 30) - 1
        // What decoders of AV1 take.
        case .avif: 16_384
        case .exr: Int(Int16.max)
        }
    }
}

/// How strongly a PNG or a JPEG is compressed; the pixels are the same.
public enum Compression: String, Sendable, CaseIterable {
    /// In little time: a JPEG by the codes of its standard.
    case fast
    /// Into fewer bytes: a JPEG by codes that are made for it, for which all of it is in memory.
    case balanced
    /// Into few bytes, which takes long.
    case smallest
}

/// How a TIFF is compressed; the pixels are the same.
public enum TIFFCompression: String, Sendable, CaseIterable {
    /// Not at all.
    case none
    /// By LZW, which every program reads.
    case lzw
    /// By deflate, as in PNG and ZIP.
    case deflate
    /// By Zstandard, which newer programs read.
    case zstd
}

/// The colors of a file that is written.
public enum ProfileChoice: Sendable, Equatable {
    /// Those of the picture's own file, with its profile if it had one.
    case keep
    /// sRGB.
    case sRGB
    /// Display P3, of many screens.
    case displayP3
    /// Those of an ICC profile; errors show `name`.
    case profile([UInt8], name: String)
}

/// How to write a picture.
public struct EncodingOptions: Sendable, Equatable {
    /// Bits per channel of the file, as far as its format has them; nil keeps the picture's.
    public var depth: PixelBuffer.Depth?
    /// Quality of JPEG, WebP, JPEG XL and AVIF, 1…100; values outside are clamped.
    public var quality: Int
    /// Compression of PNG and JPEG.
    public var compression: Compression
    /// TIFF compression.
    public var tiffCompression: TIFFCompression
    /// Whether a WebP, JPEG XL or AVIF keeps its pixels exactly, whatever the quality.
    public var isLossless: Bool
    /// What the samples mean; the file gets a profile that says so.
    public var profile: ProfileChoice
    /// What becomes of colors that the file's space cannot hold.
    public var intent: RenderingIntent
    /// What is left out of the metadata; nothing if nil.
    public var stripping: MetadataStripping?
    /// A recipe, and the version of the program, that the file's XMP tells; nil for none.
    public var keptRecipe: KeptRecipe?

    /// What a file tells of how it was made.
    public struct KeptRecipe: Sendable, Equatable {
        /// The recipe as JSON.
        public var json: String
        /// The version of the program that applied it.
        public var version: String

        /// Both.
        public init(json: String, version: String) {
            self.json = json
            self.version = version
        }
    }

    /// The defaults: the picture's depth and colors, quality 92, fast compression, in TIFF by deflate.
    public init(
        depth: PixelBuffer.Depth? = nil, quality: Int = 92, compression: Compression = .fast,
        tiffCompression: TIFFCompression = .deflate, isLossless: Bool = false,
        profile: ProfileChoice = .keep, intent: RenderingIntent = .relative,
        stripping: MetadataStripping? = nil, keptRecipe: KeptRecipe? = nil
    ) {
        self.depth = depth
        self.quality = quality
        self.compression = compression
        self.tiffCompression = tiffCompression
        self.isLossless = isLossless
        self.profile = profile
        self.intent = intent
        self.stripping = stripping
        self.keptRecipe = keptRecipe
    }
}
