import System
import CVideo
import Imaging

/// A rational number, such as television's 30000/1001 frames per second.
public struct Fraction: Sendable, Hashable, CustomStringConvertible {
    /// The numerator.
    public let numerator: Int
    /// The denominator; never 0.
    public let denominator: Int

    /// Values that are not positive become 1.
    public init(_ numerator: Int, _ denominator: Int = 1) {
        self.numerator = max(1, numerator)
        self.denominator = max(1, denominator)
    }

    /// The quotient.
    public var value: Double { Double(numerator) / Double(denominator) }

    /// The rate for at most so many frames per second of a video with this rate: of 60000/1001, 30 are
    /// 30000/1001, so that every second frame has its own interval.
    package func limited(to maximum: Int) -> Fraction {
        denominator % 1001 == 0 ? Fraction(maximum * 1000, 1001) : Fraction(maximum)
    }

    /// The product with one fraction, divided by another; rounded if its parts do not fit in 31 bits.
    func scaled(by factor: Fraction, over divisor: Fraction) -> Fraction {
        let (above, below) = (
            [numerator, factor.numerator, divisor.denominator],
            [denominator, factor.denominator, divisor.numerator]
        )
        var (product, quotient) = (1, 1)
        for (one, other) in zip(above, below) {
            let (first, isFirstTooLarge) = product.multipliedReportingOverflow(by: one)
            let (second, isSecondTooLarge) = quotient.multipliedReportingOverflow(by: other)
            if isFirstTooLarge || isSecondTooLarge { return rounded(value * factor.value / divisor.value) }
            let common = Self.divisor(first, second)
            (product, quotient) = (first / common, second / common)
        }
        let maximum = Int(Int32.max)
        return product <= maximum && quotient <= maximum
            ? Fraction(product, quotient) : rounded(value * factor.value / divisor.value)
    }

    private func rounded(_ value: Double) -> Fraction {
        value < 1
            ? Fraction(1, Int(min(1 / value, Double(Int32.max)).rounded()))
            : Fraction(Int(min(value, Double(Int32.max)).rounded()))
    }

    /// The greatest common divisor.
    private static func divisor(_ first: Int, _ second: Int) -> Int {
        second == 0 ? max(1, first) : divisor(second, first % second)
    }

    /// Written as 25, or 30000/1001.
    public var description: String { denominator == 1 ? "\(numerator)" : "\(numerator)/\(denominator)" }
}

/// The properties of a video file.
public struct VideoInfo: Sendable, Equatable {
    /// A sound stream.
    public struct Sound: Sendable, Equatable {
        /// FFmpeg's name of the codec.
        public let codec: String
        /// Number of channels, such as 2 for stereo.
        public let channels: Int
        /// Samples per second.
        public let rate: Int

        package init(codec: String, channels: Int, rate: Int) {
            self.codec = codec
            self.channels = channels
            self.rate = rate
        }
    }

    /// The field order of an interlaced frame.
    public enum FieldOrder: Sendable, Equatable {
        /// The even lines, counted from 0, were captured first.
        case topFirst
        /// The odd lines were captured first.
        case bottomFirst
    }

    /// FFmpeg's names of the container, separated by commas.
    public let format: String
    /// FFmpeg's name of the codec.
    public let codec: String
    /// FFmpeg's name of the stored pixel format.
    public let pixelFormat: String
    /// The usual name of the container, such as `mp4` or `mkv`.
    public let container: String
    /// The width in pixels, of upright frames.
    public let width: Int
    /// The height in pixels, of upright frames.
    public let height: Int
    /// The pixel aspect ratio of upright frames: width divided by height.
    public let pixelAspect: Fraction
    /// Average frame rate.
    public let rate: Fraction
    /// The duration of a tick, the unit of all times, in seconds.
    public let tick: Fraction
    /// The start time of the video in ticks, according to the file. It may be wrong.
    public let start: Int64
    /// The duration in seconds, according to the file; nil if it states none. It may be wrong.
    public let duration: Double?
    /// The number of frames, according to the file; nil if it states none. It may be wrong;
    /// ``FrameTable/count`` is not.
    public let statedFrameCount: Int?
    /// Bits per channel of decoded frames.
    public let depth: PixelBuffer.Depth
    /// The channels of the stored pixels.
    public let channels: Channels
    /// The field order according to the file; nil for a progressive video, or if the file states none. Each
    /// frame has its own.
    public let fieldOrder: FieldOrder?
    /// The encoding of high dynamic range; nil if there is none.
    public let highDynamicRange: HighDynamicRange?
    /// The loop count of an animation, according to the file, 0 for infinite; nil for videos.
    public let loopCount: Int?
    /// The sound streams.
    public let sounds: [Sound]
    /// Number of subtitle streams.
    public let subtitleCount: Int
    /// Number of chapters.
    public let chapterCount: Int
    /// True if the file is an elementary stream without any timing: ``rate`` is then a guess, unless it was
    /// given to the reader.
    public let isUntimed: Bool
    /// True if the file is an elementary stream, for which a rate given to the reader overrides the one it
    /// states.
    public let takesRate: Bool

    /// True if ``rate`` was given to the reader, and takes precedence.
    let hasGivenRate: Bool
    /// The transformation that turns stored frames upright.
    let turn: Turn
    /// The primaries of decoded frames, a code point of ITU-T H.273: of BT.709 or BT.601; nil if unspecified.
    let primaries: Int?
    /// The colors of stored frames of high dynamic range; nil for those of standard range.
    let highRange: HighRangeColors?
    /// True if levels of luma and chroma have the full range, false for limited range; nil if pixels are
    /// stored as red, green and blue.
    let isFullRange: Bool?
    /// True if packets lack presentation times.
    let lacksTimes: Bool

    /// Mirroring left to right, followed by clockwise quarter turns.
    struct Turn: Sendable, Equatable {
        let quarters: Int
        let isMirrored: Bool

        var swapsSides: Bool { quarters % 2 == 1 }
    }

    /// - Parameter givenRate: the frame rate of a stream without timing.
    init(
        _ contents: VideoContents, of file: OpenFile? = nil, fileExtension: String, givenRate: Fraction? = nil
    ) {
        let info = contents.video
        turn = Turn(quarters: Int(info.quarterTurns), isMirrored: info.isMirrored)
        let format = text(info.format)
        self.format = format
        container = Self.container(of: format, fileExtension: fileExtension)
        codec = text(info.codec)
        pixelFormat = text(info.pixelFormat)
        let size = (Int(info.width), Int(info.height))
        (width, height) = turn.swapsSides ? (size.1, size.0) : size
        let aspect = (Int(info.aspectNumerator), Int(info.aspectDenominator))
        pixelAspect = turn.swapsSides ? Fraction(aspect.1, aspect.0) : Fraction(aspect.0, aspect.1)
        isUntimed = info.isUntimed
        takesRate = info.takesRate
        let guess = Fraction(Int(info.rateNumerator), Int(info.rateDenominator))
        hasGivenRate = takesRate && givenRate != nil
        rate = takesRate ? givenRate ?? guess : guess
        var tick = Fraction(Int(info.tickNumerator), Int(info.tickDenominator))
        // The library derives times from its guess of the rate.
        if rate != guess { tick = tick.scaled(by: guess, over: rate) }
        self.tick = tick
        start = info.start.known ?? 0
        duration = info.duration.known.map { Double($0) * tick.value }
        statedFrameCount = info.frameCount > 0 ? Int(info.frameCount) : nil
        depth = info.bits > 8 ? .sixteen : .eight
        channels = Channels(isGray: info.isGray, hasAlpha: info.hasAlpha)
        fieldOrder = info.isInterlaced ? (info.isTopFieldFirst ? .topFirst : .bottomFirst) : nil
        // The code points of ITU-T H.273.
        highDynamicRange = info.transfer == 16 ? .pq : info.transfer == 18 ? .hlg : nil
        highRange = HighRangeColors(info)
        primaries = [1, 5, 6, 7].contains(info.shownPrimaries) ? Int(info.shownPrimaries) : nil
        isFullRange = info.range == 0 ? nil : info.range == 2
        loopCount = file.flatMap { AnimatedPicture.loopCount(in: $0, format: format) }
        sounds = contents.sounds
        subtitleCount = Int(info.subtitleCount)
        chapterCount = Int(info.chapterCount)
        lacksTimes = info.lacksTimes
    }
}

/// The colors of high dynamic range, as code points of ITU-T H.273.
struct HighRangeColors: Sendable, Equatable {
    /// Those of BT.2020 if the file states none.
    let primaries: Int
    /// That of PQ or HLG.
    let transfer: Int
    /// That of BT.2020 with non-constant luminance, unless the file states that of BT.601 or BT.709.
    let matrix: Int

    init?(_ info: CVideoInfo) {
        guard info.transfer == 16 || info.transfer == 18 else { return nil }
        transfer = Int(info.transfer)
        primaries = [0, 2].contains(info.primaries) ? 9 : Int(info.primaries)
        matrix = [1, 5, 6].contains(info.matrix) ? Int(info.matrix) : 9
    }
}

extension VideoInfo {
    /// FFmpeg has one name for several containers that share a demuxer.
    private static func container(of format: String, fileExtension: String) -> String {
        let names = format.split(separator: ",").map(String.init)
        let suffix = fileExtension.lowercased()
        if names.contains(suffix) { return suffix }
        switch names.first {
        case "matroska": return suffix == "mka" || suffix == "mks" ? suffix : "mkv"
        case "mov": return suffix == "m4v" ? "m4v" : "mp4"
        case "mpegts": return "ts"
        case "yuv4mpegpipe": return "y4m"
        case let name: return name ?? format
        }
    }
}

extension Int64 {
    /// Nil if it represents an unknown time.
    var known: Int64? { self == CVIDEO_NO_TIME ? nil : self }
}

/// A string in a C structure.
package func text<Bytes>(_ bytes: Bytes) -> String {
    withUnsafeBytes(of: bytes) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
}
