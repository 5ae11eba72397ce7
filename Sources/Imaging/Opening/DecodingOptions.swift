/// How a picture file is to be read.
public struct DecodingOptions: Sendable, Equatable {
    /// Whether a damaged file yields the readable part, with ``Picture/damage`` set, instead of an error.
    public var acceptsDamage: Bool
    /// The most pixels a picture may have; one with more is
    /// ``ImagingError/unusuallyLarge(path:width:height:byteCount:)``.
    public var largestPixelCount: Int

    /// A gigapixel: a small file can claim to hold more without anyone having meant it.
    public static let ordinaryPixelCount = 1 << 30
    /// Four gigapixels: coordinates and texture tiles stay far within 32 bits.
    public static let greatestPixelCount = 1 << 32

    /// The defaults reject damage, and pictures of more than a gigapixel.
    public init(acceptsDamage: Bool = false, largestPixelCount: Int = Self.ordinaryPixelCount) {
        self.acceptsDamage = acceptsDamage
        self.largestPixelCount = largestPixelCount
    }
}
