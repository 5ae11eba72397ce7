import CVideo
import Imaging
import Video

// Messages about videos. Data from a decoder is validated here, since the file being decoded may have
// compromised it.

/// The path is not sent, since only the program needs it.
extension VideoRequest: MessageContent {
    static let kind = Message.Kind.openVideo

    init() { self.init(path: "", fileExtension: "", decodes: true, threads: nil) }

    mutating func code(_ coder: inout MessageCoder) throws(Message.Malformed) {
        try coder.code(&fileExtension)
        try coder.code(&decodes)
        try coder.code(&threads)
    }
}

/// A soundtrack to decode.
struct SoundRequest: MessageContent {
    static let kind = Message.Kind.openSound

    var fileExtension = ""
    /// The time of sample 0 within the file, in seconds; nil for the time of the video's first frame.
    var start: Double?

    mutating func code(_ coder: inout MessageCoder) throws(Message.Malformed) {
        try coder.code(&fileExtension)
        try coder.code(&start)
    }
}

/// How to convert a frame.
struct ConversionRequest: MessageContent {
    static let kind = Message.Kind.convert

    var shape = FrameShape(width: 1, height: 1, depth: .eight, quarterTurns: 0, isMirrored: false)
    /// The number of the shared buffer for the pixels; nil if they are sent.
    var place: Int?

    mutating func code(_ coder: inout MessageCoder) throws(Message.Malformed) {
        try coder.code(&shape.width, in: PixelSize.sides)
        try coder.code(&shape.height, in: PixelSize.sides)
        try coder.code(&shape.depth)
        try coder.code(&shape.quarterTurns)
        try coder.code(&shape.isMirrored)
        try coder.code(&shape.planeBytes)
        try coder.code(&place)
    }
}

extension VideoContents: MessageContent {
    static let kind = Message.Kind.contents
    /// The maximum number of streams that FFmpeg's libraries read from a file.
    private static let maxStreams = Int32(1000)
    /// The maximum width and height that a container may specify; larger pictures are not decoded.
    private static let longestSide = Int32(1) << 20
    /// A limit above the number of chapters and frames of any file.
    private static let maxParts = Int64(1) << 40

    init() { self.init(video: CVideoInfo(), sounds: []) }

    mutating func code(_ coder: inout MessageCoder) throws(Message.Malformed) {
        try coder.code(name: &video.format)
        try coder.code(name: &video.codec)
        try coder.code(name: &video.pixelFormat)
        try coder.code(&video.width, in: 1...Self.longestSide)
        try coder.code(&video.height, in: 1...Self.longestSide)
        try coder.code(&video.quarterTurns, in: 0...3)
        try coder.code(&video.isMirrored)
        let positive: [WritableKeyPath<CVideoInfo, Int32>] = [
            \.aspectNumerator, \.aspectDenominator, \.tickNumerator, \.tickDenominator, \.rateNumerator,
            \.rateDenominator,
        ]
        for number in positive { try coder.code(&video[keyPath: number], in: 1...Int32.max) }
        try coder.code(time: &video.start)
        try coder.code(time: &video.duration)
        video.frameCount = min(video.frameCount, Self.maxParts)
        try coder.code(&video.frameCount, in: 0...Self.maxParts)
        try coder.code(&video.bits, in: 0...32)
        let codePoints: [WritableKeyPath<CVideoInfo, Int32>] = [
            \.primaries, \.transfer, \.matrix, \.range, \.shownPrimaries,
        ]
        for point in codePoints { try coder.code(&video[keyPath: point], in: 0...255) }
        let flags: [WritableKeyPath<CVideoInfo, Bool>] = [
            \.hasAlpha, \.isGray, \.isInterlaced, \.isTopFieldFirst, \.lacksTimes, \.isUntimed, \.takesRate,
        ]
        for flag in flags { try coder.code(&video[keyPath: flag]) }
        try coder.code(&video.subtitleCount, in: 0...Self.maxStreams)
        try coder.code(&video.chapterCount, in: 0...Int32.max)
        try coder.code(&sounds, maxCount: Int(Self.maxStreams))
        video.soundCount = Int32(clamping: sounds.count)
    }
}

extension VideoInfo.Sound: MessageField {
    init() { self.init(codec: "", channels: 0, rate: 0) }

    mutating func code(_ coder: inout MessageCoder) throws(Message.Malformed) {
        var (codec, channels, rate) = (self.codec, max(0, self.channels), max(0, self.rate))
        try coder.code(name: &codec)
        try coder.code(&channels, in: 0...Int(Int32.max))
        try coder.code(&rate, in: 0...Int(Int32.max))
        self = Self(codec: codec, channels: channels, rate: rate)
    }
}

/// A block of packets; the bytes after the last one show whether the file ends with damage.
struct PacketBlock: MessageContent {
    static let kind = Message.Kind.packets
    /// An upper limit, greater than what a decoder sends at a time.
    private static let maximum = 4096

    var packets: [CVideoPacket] = []
    var isAfterDamage = false

    mutating func code(_ coder: inout MessageCoder) throws(Message.Malformed) {
        try coder.code(&isAfterDamage)
        try coder.code(&packets, maxCount: Self.maximum)
    }
}

extension CVideoPacket: MessageField {
    mutating func code(_ coder: inout MessageCoder) throws(Message.Malformed) {
        try coder.code(time: &time)
        try coder.code(time: &decodingTime)
        try coder.code(&duration, in: 0...CVIDEO_MOST_TICKS)
        try coder.code(&isKey)
        try coder.code(&isHidden)
        try coder.code(&isAfterDamage)
    }
}

/// A decoded frame, without its pixels.
struct FrameAnswer: MessageContent {
    static let kind = Message.Kind.frame

    /// Nil at the end of the file.
    var frame: CVideoFrame?
    /// The number of packets so far that could not be decoded.
    var damagedPackets = 0

    mutating func code(_ coder: inout MessageCoder) throws(Message.Malformed) {
        try coder.code(&damagedPackets, in: 0...Int.max)
        try coder.code(&frame)
    }
}

extension CVideoFrame: MessageField {
    mutating func code(_ coder: inout MessageCoder) throws(Message.Malformed) {
        try coder.code(time: &time)
        try coder.code(time: &packetTime)
        try coder.code(&duration, in: 0...CVIDEO_MOST_TICKS)
        try coder.code(&width, in: 1...Int32.max)
        try coder.code(&height, in: 1...Int32.max)
        try coder.check(Int64(width) * Int64(height) <= CVIDEO_MOST_PIXELS)
        try coder.code(&isKey)
        try coder.code(&isInterlaced)
        try coder.code(&isTopFieldFirst)
        try coder.code(&isDamaged)
        (planes.width, planes.height, planes.isInterlaced) = (width, height, isInterlaced)
        try coder.code(&planes)
    }
}

/// The size and the fields are those of the frame.
extension CVideoPlanes: MessageField {
    /// More pixel formats than FFmpeg has.
    private static let pixelFormats = Int32(-1)...1000

    mutating func code(_ coder: inout MessageCoder) throws(Message.Malformed) {
        try coder.code(&pixelFormat, in: Self.pixelFormats)
        try coder.code(&range, in: 0...2)
        try coder.code(&chromaLocation, in: 0...6)
        for point in [\Self.primaries, \.transfer, \.matrix] {
            try coder.code(&self[keyPath: point], in: 0...255)
        }
        var peak = Double(self.peak)
        try coder.code(&peak)
        try coder.check((0...10_000).contains(peak))
        self.peak = Float(peak)
    }
}

extension MessageCoder {
    /// A short name of printable characters, such as a codec's.
    fileprivate mutating func code(name: inout String) throws(Message.Malformed) {
        try code(&name)
        try check(name.utf8.count < 64 && name.utf8.allSatisfy { (32...126).contains($0) })
    }

    /// A name in a C structure, truncated if necessary.
    fileprivate mutating func code<Bytes>(name bytes: inout Bytes) throws(Message.Malformed) {
        var name = withUnsafeBytes(of: bytes) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        try code(name: &name)
        withUnsafeMutableBytes(of: &bytes) { bytes in
            bytes.initializeMemory(as: UInt8.self, repeating: 0)
            bytes.copyBytes(from: name.utf8.prefix(bytes.count - 1))
        }
    }

    /// A time in ticks, or the value for no time.
    fileprivate mutating func code(time: inout Int64) throws(Message.Malformed) {
        try code(&time, in: Int64.min...Int64.max)
        try check(time == CVIDEO_NO_TIME || (-CVIDEO_MOST_TICKS...CVIDEO_MOST_TICKS).contains(time))
    }
}
