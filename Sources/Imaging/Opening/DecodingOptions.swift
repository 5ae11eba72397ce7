/// How to read a picture file.
public struct DecodingOptions: Sendable, Equatable {
    /// True to return the readable part of a damaged file, with ``Picture/damage`` set, instead of an error.
    public var acceptsDamage: Bool
    /// The maximum number of pixels; a picture with more is
    /// ``ImagingError/unusuallyLarge(path:width:height:byteCount:)``.
    public var largestPixelCount: Int
    /// The number of the picture to read in a file with several: a page, an animation frame, or a picture of
    /// an icon, starting at 1. Invalid numbers become 0 or 2,147,483,647, which no file contains.
    public var page: Int { didSet { page = Self.possible(page) } }
    /// The size in pixels to fit a vector drawing into; nil for its own size. Other pictures ignore this.
    public var drawingSize: SIMD2<Int>?

    /// One gigapixel: small files may claim more pixels than anyone intended.
    public static let ordinaryPixelCount = 1 << 30
    /// Four gigapixels, with which coordinates and texture tiles stay far within 32 bits.
    public static let greatestPixelCount = 1 << 32

    /// By default, rejects damaged files and pictures of more than a gigapixel, and reads a file's first
    /// picture.
    public init(
        acceptsDamage: Bool = false, largestPixelCount: Int = Self.ordinaryPixelCount, page: Int = 1,
        drawingSize: SIMD2<Int>? = nil
    ) {
        self.acceptsDamage = acceptsDamage
        self.largestPixelCount = largestPixelCount
        self.page = Self.possible(page)
        self.drawingSize = drawingSize
    }

    /// Libraries use 32-bit page numbers.
    private static func possible(_ page: Int) -> Int { min(max(page, 0), Int(Int32.max)) }
}
