/// How to read a picture file.
public struct DecodingOptions: Sendable, Equatable {
    /// True to return the readable part of a damaged file, with ``Picture/damage`` set, instead of an error.
    public var acceptsDamage: Bool
    /// The maximum number of pixels; a picture with more is
    /// ``ImagingError/unusuallyLarge(path:width:height:byteCount:)``.
    public var largestPixelCount: Int
    /// Which of several pictures in a file to read: a page, a frame of an animation, a picture of an icon;
    /// from 1. Invalid numbers become 0 or 2,147,483,647, which no file contains either.
    public var page: Int { didSet { page = Self.possible(page) } }
    /// The size into which to fit a vector drawing, in pixels; nil for its own. Other pictures have only one
    /// size.
    public var drawingSize: SIMD2<Int>?

    /// A gigapixel: a small file may claim more pixels than anyone intended.
    public static let ordinaryPixelCount = 1 << 30
    /// Four gigapixels: coordinates and texture tiles stay far within 32 bits.
    public static let greatestPixelCount = 1 << 32

    /// The defaults reject damage, and pictures of more than a gigapixel, and read the first picture of a
    /// file.
    public init(
        acceptsDamage: Bool = false, largestPixelCount: Int = Self.ordinaryPixelCount, page: Int = 1,
        drawingSize: SIMD2<Int>? = nil
    ) {
        self.acceptsDamage = acceptsDamage
        self.largestPixelCount = largestPixelCount
        self.page = Self.possible(page)
        self.drawingSize = drawingSize
    }

    /// Libraries count pages in 32 bits.
    private static func possible(_ page: Int) -> Int { min(max(page, 0), Int(Int32.max)) }
}
