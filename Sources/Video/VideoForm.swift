import Imaging

/// The properties of the frames of a video that is written.
public struct VideoForm: Sendable, Equatable {
    /// The width in pixels, at least 1.
    public var width: Int
    /// The height in pixels, at least 1.
    public var height: Int
    /// Bits of a channel of the frames that are added.
    public var depth: PixelBuffer.Depth
    /// The channels that their pixels make use of.
    public var channels: Channels
    /// The width of a pixel divided by its height.
    public var pixelAspect: Fraction
    /// The seconds of a tick, in which times are told: a source's own, so that they stay exact.
    public var tick: Fraction
    /// Frames a second, on the average.
    public var frameRate: Fraction
    /// Which of the two fields of a frame comes first; nil for progressive frames.
    public var fieldOrder: VideoInfo.FieldOrder?
    /// FFmpeg's name for the form in which the source stores pixels; nil where there is no such source. Containers of
    /// uncompressed frames keep its bits and how it shares colors among pixels.
    public var sourcePixelFormat: String?
    /// Whether the source's levels of luma and chroma have the full range instead of the limited one; nil where it has none.
    /// Containers of uncompressed frames keep it.
    var isFullRange: Bool?
    /// The primaries of the frames, a code point of ITU-T H.273; nil for those that are usual for the frames' height.
    var primaries: Int?
    /// Frames a second on the average, where they are shown for different times; nil where all times are alike.
    private(set) var unevenRate: Fraction?
    /// Frames a second where they follow each other fastest; nil where that is ``frameRate``.
    private(set) var peakRate: Double?
    /// How often an animated picture is shown, 0 for ever; other files do not say so.
    public var loopCount = 0

    /// Frames of 8 bits, opaque, of square pixels, progressive, at a constant rate.
    public init(
        width: Int, height: Int, depth: PixelBuffer.Depth = .eight, channels: Channels = .rgb,
        pixelAspect: Fraction = Fraction(1, 1), tick: Fraction? = nil,
        frameRate: Fraction = Fraction(30000, 1001), fieldOrder: VideoInfo.FieldOrder? = nil
    ) {
        self.width = width
        self.height = height
        self.depth = depth
        self.channels = channels
        self.pixelAspect = pixelAspect
        self.tick = tick ?? Fraction(frameRate.denominator, frameRate.numerator)
        self.frameRate = frameRate
        self.fieldOrder = fieldOrder
    }

    /// Frames such as those of a file.
    public init(_ info: VideoInfo) {
        self.init(
            width: info.width, height: info.height, depth: info.depth, channels: info.channels,
            pixelAspect: info.pixelAspect, tick: info.tick, frameRate: info.rate, fieldOrder: info.fieldOrder)
        loopCount = info.loopCount ?? 0
        sourcePixelFormat = info.pixelFormat
        isFullRange = info.isFullRange
        primaries = info.primaries
    }

    /// Takes the rates of some frames of the source from their times: of few or uneven frames FFmpeg's ``frameRate`` is a guess.
    package mutating func measureRates(of frames: Range<Int>, in table: FrameTable) {
        let isUneven = table.isUneven(in: frames)
        unevenRate = isUneven ? table.meanRate(of: frames) : nil
        peakRate = isUneven || frames.count <= 2 ? table.peakRate(of: frames) : nil
    }

    /// The longest side of a frame; codecs have smaller limits of their own.
    private static let mostPixels = 1 << 24

    /// Why no file can have such frames; nil if one can.
    var problem: String? {
        guard width > 0, height > 0 else {
            return "frames of \(width) × \(height) have no pixels; width and height are at least 1"
        }
        guard max(width, height) <= Self.mostPixels else {
            return "frames of \(width) × \(height) pixels are too large"
        }
        guard depth != .float else { return "frames have 8 or 16 bits per channel, not floats" }
        for fraction in [pixelAspect, tick, frameRate]
        where max(fraction.numerator, fraction.denominator) > Int(Int32.max) {
            return "\(fraction.description) has more than 31 bits above or below the line"
        }
        return nil
    }

    /// Frames made of a still, each one tick long.
    package init(_ picture: Picture, rate: Fraction) {
        self.init(
            width: picture.width, height: picture.height, depth: min(picture.depth, .sixteen),
            channels: picture.channels, frameRate: rate)
    }
}
