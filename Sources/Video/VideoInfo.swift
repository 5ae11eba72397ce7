import CVideo
import Imaging

/// A whole number divided by another, such as the 30000/1001 frames a second of television.
public struct Fraction: Sendable, Hashable, CustomStringConvertible {
    /// Above the line.
    public let numerator: Int
    /// Below the line; never 0.
    public let denominator: Int

    /// What is not positive counts as 1.
    public init(_ numerator: Int, _ denominator: Int = 1) {
        self.numerator = max(1, numerator)
        self.denominator = max(1, denominator)
    }

    /// The quotient.
    public var value: Double { Double(numerator) / Double(denominator) }

    /// The product with one fraction, divided by another; rounded where 31 bits would not hold its parts.
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
        let most = Int(Int32.max)
        return product <= most && quotient <= most
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

    /// As it is written: 25, or 30000/1001.
    public var description: String { denominator == 1 ? "\(numerator)" : "\(numerator)/\(denominator)" }
}

/// What a video file has in it.
public struct VideoInfo: Sendable, Equatable {
    /// A sound stream.
    public struct Sound: Sendable, Equatable {
        /// FFmpeg's name for the codec.
        public let codec: String
        /// How many channels, such as 2 for stereo.
        public let channels: Int
        /// Samples a second.
        public let rate: Int

        package init(codec: String, channels: Int, rate: Int) {
            self.codec = codec
            self.channels = channels
            self.rate = rate
        }
    }

    /// The order of the lines of an interlaced frame.
    public enum FieldOrder: Sendable, Equatable {
        /// The even lines, from 0, were recorded first.
        case topFirst
        /// The odd lines were recorded first.
        case bottomFirst
    }

    /// FFmpeg's names of the container, separated by commas.
    public let format: String
    /// FFmpeg's name of the codec.
    public let codec: String
    /// FFmpeg's name for the form of the stored pixels.
    public let pixelFormat: String
    /// The container as people call it, such as `mp4` or `mkv`.
    public let container: String
    /// The width in pixels, of frames turned upright.
    public let width: Int
    /// The height in pixels, of frames turned upright.
    public let height: Int
    /// The width of a pixel divided by its height, of frames turned upright.
    public let pixelAspect: Fraction
    /// Frames a second, on the average.
    public let rate: Fraction
    /// The seconds of a tick, in which frames tell their times.
    public let tick: Fraction
    /// When the video begins, in ticks, as the file tells it. It may be wrong.
    public let start: Int64
    /// How long the file says it is, in seconds; nil where it does not. It may be wrong.
    public let duration: Double?
    /// How many frames the file says it has; nil where it does not. It may be wrong; ``FrameTable/count`` is not.
    public let toldFrameCount: Int?
    /// Bits per channel of the frames as they are read.
    public let depth: PixelBuffer.Depth
    /// The channels that the stored pixels have.
    public let channels: Channels
    /// The order that the file tells; nil for a progressive video and where it does not tell. Each frame tells its own.
    public let fieldOrder: FieldOrder?
    /// How high dynamic range is encoded; nil where there is none.
    public let highDynamicRange: HighDynamicRange?
    /// How often an animated picture is shown, as the file says it, 0 for ever; nil of videos.
    public let loopCount: Int?
    /// The sound streams.
    public let sounds: [Sound]
    /// How many streams of subtitles there are.
    public let subtitleCount: Int
    /// How many chapters there are.
    public let chapterCount: Int
    /// Whether the file is a stream of frames alone, in which nothing says when they are shown: ``rate`` is a guess then,
    /// unless it was given to the reader.
    public let isUntimed: Bool
    /// Whether the file is a stream of frames alone, of which a rate that was given to the reader counts instead of what it says.
    public let takesRate: Bool

    /// Whether ``rate`` was given to the reader, and counts.
    let hasGivenRate: Bool
    /// How stored frames are turned upright.
    let turn: Turn
    /// The primaries of the frames as they are read, a code point of ITU-T H.273: of BT.709 or BT.601; nil where the file does
    /// not say.
    let primaries: Int?
    /// Whether levels of luma and chroma have the full range instead of the limited one; nil where pixels are stored as red,
    /// green and blue.
    let isFullRange: Bool?
    /// Whether packets lack the times at which their frames are shown.
    let lacksTimes: Bool

    /// Mirroring from left to right, then quarter turns clockwise.
    struct Turn: Sendable, Equatable {
        let quarters: Int
        let isMirrored: Bool

        var swapsSides: Bool { quarters % 2 == 1 }
    }

    /// - Parameter givenRate: frames a second of a stream that has no times.
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
        // The times that the library makes up are those of its guess.
        if rate != guess { tick = tick.scaled(by: guess, over: rate) }
        self.tick = tick
        start = info.start.known ?? 0
        duration = info.duration.known.map { Double($0) * tick.value }
        toldFrameCount = info.frameCount > 0 ? Int(info.frameCount) : nil
        depth = info.bits > 8 ? .sixteen : .eight
        channels = Channels(isGray: info.isGray, hasAlpha: info.hasAlpha)
        fieldOrder = info.isInterlaced ? (info.isTopFieldFirst ? .topFirst : .bottomFirst) : nil
        // The code points of ITU-T H.273.
        highDynamicRange = info.transfer == 16 ? .pq : info.transfer == 18 ? .hlg : nil
        primaries = [1, 5, 6, 7].contains(info.shownPrimaries) ? Int(info.shownPrimaries) : nil
        isFullRange = info.range == 0 ? nil : info.range == 2
        loopCount = file.flatMap { AnimatedPicture.loopCount(in: $0, format: format) }
        sounds = contents.sounds
        subtitleCount = Int(info.subtitleCount)
        chapterCount = Int(info.chapterCount)
        lacksTimes = info.lacksTimes
    }
}

extension VideoInfo {
    /// FFmpeg has one name for several containers that are read in the same way.
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
    /// Nil where it stands for a time that is not known.
    var known: Int64? { self == CVIDEO_NO_TIME ? nil : self }
}

/// A text in a C structure.
func text<Bytes>(_ bytes: Bytes) -> String {
    withUnsafeBytes(of: bytes) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
}
