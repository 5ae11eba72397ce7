import Imaging

/// The properties of the frames of a video that is written.
public struct VideoForm: Sendable, Equatable {
    /// The width in pixels, at least 1.
    public var width: Int
    /// The height in pixels, at least 1.
    public var height: Int
    /// Bits of a channel of the frames that are added.
    public var depth: PixelBuffer.Depth
    /// Whether some of their pixels may be transparent.
    public var hasAlpha: Bool
    /// The width of a pixel divided by its height.
    public var pixelAspect: Fraction
    /// The seconds of a tick, in which times are told: a source's own, so that they stay exact.
    public var tick: Fraction
    /// Frames a second, on the average.
    public var frameRate: Fraction
    /// Whether frames are made of two fields.
    public var isInterlaced: Bool
    /// Which of two fields comes first.
    public var isTopFieldFirst: Bool

    /// Frames of 8 bits, opaque, of square pixels, not interlaced, at a constant rate.
    public init(
        width: Int, height: Int, depth: PixelBuffer.Depth = .eight, hasAlpha: Bool = false,
        pixelAspect: Fraction = Fraction(1, 1), tick: Fraction? = nil,
        frameRate: Fraction = Fraction(30000, 1001), isInterlaced: Bool = false,
        isTopFieldFirst: Bool = false
    ) {
        self.width = width
        self.height = height
        self.depth = depth
        self.hasAlpha = hasAlpha
        self.pixelAspect = pixelAspect
        self.tick = tick ?? Fraction(frameRate.denominator, frameRate.numerator)
        self.frameRate = frameRate
        self.isInterlaced = isInterlaced
        self.isTopFieldFirst = isTopFieldFirst
    }

    /// Frames such as those of a file.
    public init(_ info: VideoInfo) {
        self.init(
            width: info.width, height: info.height, depth: info.depth, hasAlpha: info.channels.hasAlpha,
            pixelAspect: info.pixelAspect, tick: info.tick, frameRate: info.rate,
            isInterlaced: info.fieldOrder != nil, isTopFieldFirst: info.fieldOrder == .topFirst)
    }
}
