import CVideo
import Imaging

/// The properties of the frames of an output video.
public struct VideoOutputFormat: Sendable, Equatable {
    /// The width in pixels, at least 1.
    public var width: Int
    /// The height in pixels, at least 1.
    public var height: Int
    /// Bits per channel of the frames that are added.
    public var depth: PixelBuffer.Depth
    /// The channels used by their pixels.
    public var channels: Channels
    /// The pixel aspect ratio: width divided by height.
    public var pixelAspect: Fraction
    /// The duration of a tick, the unit of all times, in seconds: the source's own, so that times stay exact.
    public var tick: Fraction
    /// Average frame rate.
    public var frameRate: Fraction
    /// Which field of a frame comes first; nil for progressive frames.
    public var fieldOrder: VideoInfo.FieldOrder?
    /// FFmpeg's name of the source's pixel format; nil if there is no such source. Containers of uncompressed
    /// frames keep its bit depth and chroma subsampling.
    public var sourcePixelFormat: String?
    /// True if the source's levels of luma and chroma have the full range, false for limited range; nil if it
    /// has none. Containers of uncompressed frames keep it.
    var isFullRange: Bool?
    /// The source's colors of high dynamic range; nil if it has none. Files keep them on request.
    var highRange: HighRangeColors?
    /// The primaries of the frames, a code point of ITU-T H.273; nil for the usual ones for the frames'
    /// height.
    var primaries: Int?
    /// Average frame rate if durations differ; nil if all are equal.
    private(set) var unevenRate: Fraction?
    /// Maximum frame rate; nil if it equals ``frameRate``.
    private(set) var peakRate: Double?
    /// The loop count of an animation, 0 for infinite; not used for other files.
    public var loopCount = 0

    /// Opaque progressive frames of 8 bits with square pixels, at a constant rate.
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

    /// Frames with the properties of a file's.
    public init(_ info: VideoInfo) {
        self.init(
            width: info.width, height: info.height, depth: info.depth, channels: info.channels,
            pixelAspect: info.pixelAspect, tick: info.tick, frameRate: info.rate, fieldOrder: info.fieldOrder)
        loopCount = info.loopCount ?? 0
        sourcePixelFormat = info.pixelFormat
        isFullRange = info.isFullRange
        primaries = info.primaries
        highRange = info.highRange
    }

    /// Bits per channel of the source; those of the frames if it is unknown.
    var sourceBits: Int {
        var sampling = CVideoSampling()
        let isKnown = sourcePixelFormat.map { cvideo_sampling($0, &sampling) } ?? false
        return isKnown ? Int(sampling.bits) : depth.rawValue
    }

    /// Computes the rates of some of the source's frames from their times: for few or uneven frames, FFmpeg's
    /// ``frameRate`` is a guess.
    package mutating func measureRates(of frames: Range<Int>, in table: FrameTable) {
        let isUneven = table.isUneven(in: frames)
        unevenRate = isUneven ? table.meanRate(of: frames) : nil
        peakRate = isUneven || frames.count <= 2 ? table.peakRate(of: frames) : nil
    }

    /// Limits the rates to that of frames that are dropped by their times.
    package mutating func limitRates(to maximum: Int) {
        let limit = frameRate.limited(to: maximum)
        if frameRate.value > limit.value { frameRate = limit }
        if let unevenRate, unevenRate.value > limit.value { self.unevenRate = limit }
        peakRate = peakRate.map { min($0, limit.value) }
    }

    /// The maximum side of a frame; codecs have smaller limits of their own.
    private static let maxPixels = 1 << 24

    /// Why no file can contain such frames; nil if one can.
    var problem: String? {
        guard width > 0, height > 0 else {
            return "frames of \(width) × \(height) have no pixels; width and height must be at least 1"
        }
        guard max(width, height) <= Self.maxPixels else {
            return "frames of \(width) × \(height) pixels are too large"
        }
        guard depth != .float else { return "frames must have 8 or 16 bits per channel, not floats" }
        for fraction in [pixelAspect, tick, frameRate]
        where max(fraction.numerator, fraction.denominator) > Int(Int32.max) {
            return "the numerator or denominator of \(fraction.description) has more than 31 bits"
        }
        return nil
    }

    /// Frames made from a still, each one tick long.
    package init(_ picture: Picture, rate: Fraction) {
        self.init(
            width: picture.width, height: picture.height, depth: min(picture.depth, .sixteen),
            channels: picture.channels, frameRate: rate)
    }
}
