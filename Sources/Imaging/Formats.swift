import System

/// The channels of a picture's file; in memory every picture is RGBA.
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

    /// True if there is an alpha channel.
    public var hasAlpha: Bool { self == .grayAlpha || self == .rgba }
    /// True if red, green and blue are stored as one sample.
    public var isGray: Bool { self == .gray || self == .grayAlpha }

    /// The channels with the given properties.
    public init(isGray: Bool, hasAlpha: Bool) {
        self = isGray ? (hasAlpha ? .grayAlpha : .gray) : (hasAlpha ? .rgba : .rgb)
    }
}

/// A file format that Glint can write.
public enum PictureFormat: String, Sendable, CaseIterable {
    /// PNG: 8 and 16 bits, lossless.
    case png
    /// JPEG: 8 bits, without transparency.
    case jpeg
    /// TIFF: 8 and 16 bits and floats, lossless.
    case tiff
    /// WebP: 8 bits.
    case webp
    /// JPEG XL: 8 and 16 bits.
    case jpegXL = "jxl"
    /// AVIF: 8 and 12 bits.
    case avif
    /// OpenEXR: floats.
    case exr

    /// The format for a file extension, ignoring case; nil if Glint cannot write it.
    public init?(fileName: String) {
        let suffix = PathName.suffix(of: fileName).lowercased()
        guard let format = Self.allCases.first(where: { $0.fileExtensions.contains(suffix) }) else {
            return nil
        }
        self = format
    }

    /// The common name.
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
    /// True if the name takes “an” in English; texts have a separate sentence for each article.
    package var takesAn: Bool { self == .avif || self == .exr }

    /// The extensions of this format, without the dot, the usual one first.
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

    /// The usual extension of each format, with the dot, for messages.
    package static let dottedExtensions = allCases.compactMap(\.fileExtensions.first).map { ".\($0)" }

    /// The supported depths, in ascending order. An AVIF of 16 bits keeps 12 of them.
    public var depths: [PixelBuffer.Depth] {
        switch self {
        case .png, .jpegXL, .avif: [.eight, .sixteen]
        case .jpeg, .webp: [.eight]
        case .tiff: [.eight, .sixteen, .float]
        case .exr: [.float]
        }
    }

    /// The depth to use for a requested one: the greatest supported depth that does not exceed it, else the
    /// smallest.
    public func depth(for wanted: PixelBuffer.Depth) -> PixelBuffer.Depth {
        depths.last { $0 <= wanted } ?? depths[0]
    }

    /// True if the format supports transparency.
    public var supportsAlpha: Bool { self != .jpeg }
    /// True if gray pictures are stored with one sample per pixel rather than three equal ones.
    package var storesGray: Bool { self != .webp && self != .exr }
    /// True if the format has a quality setting, apart from lossless compression.
    public var hasQuality: Bool { self == .jpeg || canBeLossless }
    /// True if the format supports lossless compression in addition to a quality setting.
    public var canBeLossless: Bool { self == .webp || self == .jpegXL || self == .avif }

    /// True if encoding starts only after the last row, instead of row by row.
    package var isEncodedAtTheEnd: Bool { self != .png && self != .jpeg }

    /// The format's maximum width and height.
    var largestSide: Int {
        switch self {
        case .png: Int(Int32.max)
        case .jpeg: 65_535
        case .tiff: Int(Int32.max)
        case .webp: 16_383
        case .jpegXL: (1 << 30) - 1
        // The limit of AV1 decoders.
        case .avif: 16_384
        case .exr: Int(Int16.max)
        }
    }
}

/// How strongly to compress a PNG or JPEG; the pixels are unaffected.
public enum Compression: String, Sendable, CaseIterable {
    /// Fast: a JPEG uses the standard's Huffman codes.
    case fast
    /// Smaller: a JPEG uses optimized Huffman codes, which requires keeping all its coefficients in memory.
    case balanced
    /// Smallest, but slow.
    case smallest
}

/// How to compress a TIFF; the pixels are unaffected.
public enum TIFFCompression: String, Sendable, CaseIterable {
    /// No compression.
    case none
    /// LZW, which every program supports.
    case lzw
    /// Deflate, as in PNG and ZIP.
    case deflate
    /// Zstandard, which newer programs support.
    case zstd
}

/// The color space of an output file.
public enum ProfileChoice: Sendable, Equatable {
    /// The color space of the picture's own file, with its profile if it had one.
    case keep
    /// sRGB.
    case sRGB
    /// Display P3, the color space of many screens.
    case displayP3
    /// The color space of an ICC profile; `name` appears in error messages.
    case profile([UInt8], name: String)
}

/// The color that shows through transparent pixels in a file without transparency.
public enum Background: String, Sendable, CaseIterable {
    /// White, as in browsers.
    case white
    /// Black.
    case black
}

/// How to write a picture.
public struct EncodingOptions: Sendable, Equatable {
    /// Bits per channel of the file, limited to what its format supports; nil keeps the picture's.
    public var depth: PixelBuffer.Depth?
    /// Quality, 1…100, for formats with ``PictureFormat/hasQuality``; values outside are clamped.
    public var quality: Int
    /// Compression of PNG and JPEG.
    public var compression: Compression
    /// TIFF compression.
    public var tiffCompression: TIFFCompression
    /// True for lossless compression regardless of quality, for formats with ``PictureFormat/canBeLossless``.
    public var isLossless: Bool
    /// The color space of the samples; the file gets a matching profile.
    public var profile: ProfileChoice
    /// How to treat colors outside the gamut of the file's color space.
    public var intent: RenderingIntent
    /// The color under transparent pixels, in formats without ``PictureFormat/supportsAlpha``.
    public var background: Background
    /// The metadata to remove; nil to keep all.
    public var stripping: MetadataStripping?
    /// A recipe and the program's version, to record in the file's XMP; nil to record nothing.
    public var keptRecipe: KeptRecipe?

    /// A record, stored in the file, of how it was made.
    public struct KeptRecipe: Sendable, Equatable {
        /// The recipe as JSON.
        public var json: String
        /// The version of the program that applied it.
        public var version: String

        /// Creates a record.
        public init(json: String, version: String) {
            self.json = json
            self.version = version
        }
    }

    /// The defaults: the picture's depth and colors, quality 92, fast compression, Deflate for TIFF, and
    /// white under transparent pixels.
    public init(
        depth: PixelBuffer.Depth? = nil, quality: Int = 92, compression: Compression = .fast,
        tiffCompression: TIFFCompression = .deflate, isLossless: Bool = false,
        profile: ProfileChoice = .keep, intent: RenderingIntent = .relative,
        background: Background = .white,
        stripping: MetadataStripping? = nil, keptRecipe: KeptRecipe? = nil
    ) {
        self.depth = depth
        self.quality = quality
        self.compression = compression
        self.tiffCompression = tiffCompression
        self.isLossless = isLossless
        self.profile = profile
        self.intent = intent
        self.background = background
        self.stripping = stripping
        self.keptRecipe = keptRecipe
    }
}
