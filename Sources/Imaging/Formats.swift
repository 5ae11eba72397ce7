/// The channels a picture's file has; in memory every picture is RGBA.
public enum Channels: Sendable, CaseIterable {
    case gray, grayAlpha, rgb, rgba

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
    case png, jpeg, tiff, webp

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
        }
    }

    /// The extensions that mean this format, without the dot, the usual one first.
    public var fileExtensions: [String] {
        switch self {
        case .png: ["png"]
        case .jpeg: ["jpg", "jpeg"]
        case .tiff: ["tif", "tiff"]
        case .webp: ["webp"]
        }
    }

    /// Whether a file can have sixteen bits per channel.
    public var supportsSixteenBit: Bool { self == .png || self == .tiff }
    /// Whether a file can be transparent.
    public var supportsAlpha: Bool { self != .jpeg }

    /// Whether encoding starts only when all rows are there, rather than with each row.
    package var isEncodedAtTheEnd: Bool { self == .tiff || self == .webp }

    /// The largest width and height the format can hold.
    var largestSide: Int {
        switch self {
        case .png: Int(Int32.max)
        case .jpeg: 65_535
        case .tiff: Int(Int32.max)
        case .webp: 16_383
        }
    }
}

/// How strongly a PNG is compressed; the pixels are the same.
public enum Compression: String, Sendable, CaseIterable {
    case fast, balanced, smallest
}

/// How a TIFF is compressed; the pixels are the same.
public enum TIFFCompression: String, Sendable, CaseIterable {
    case none, lzw, deflate, zstd
}

/// The colors of a file that is written.
public enum ProfileChoice: Sendable, Equatable {
    /// Those of the picture's own file, with its profile if it had one.
    case keep
    case sRGB
    case displayP3
    /// Those of an ICC profile; errors show `name`.
    case profile([UInt8], name: String)
}

/// How to write a picture.
public struct EncodingOptions: Sendable, Equatable {
    /// Bits per channel of the file; nil keeps the picture's. JPEG and WebP are always 8.
    public var depth: PixelBuffer.Depth?
    /// JPEG and WebP quality, 1…100; values outside are clamped.
    public var quality: Int
    /// PNG compression.
    public var compression: Compression
    /// TIFF compression.
    public var tiffCompression: TIFFCompression
    /// Whether a WebP keeps its pixels exactly, whatever the quality.
    public var isLossless: Bool
    /// What the samples mean; the file gets a profile that says so.
    public var profile: ProfileChoice
    /// What becomes of colors that the file's space cannot hold.
    public var intent: RenderingIntent
    /// What is left out of the metadata; nothing if nil.
    public var stripping: MetadataStripping?

    /// The defaults: the picture's depth and colors, quality 92, balanced compression, in TIFF by deflate.
    public init(
        depth: PixelBuffer.Depth? = nil, quality: Int = 92, compression: Compression = .balanced,
        tiffCompression: TIFFCompression = .deflate, isLossless: Bool = false,
        profile: ProfileChoice = .keep, intent: RenderingIntent = .relative,
        stripping: MetadataStripping? = nil
    ) {
        self.depth = depth
        self.quality = quality
        self.compression = compression
        self.tiffCompression = tiffCompression
        self.isLossless = isLossless
        self.profile = profile
        self.intent = intent
        self.stripping = stripping
    }
}
