import CVideo
import Imaging
import Video

// Messages about videos. Data from a decoder is validated here: the file being read may have compromised the
// decoder.

extension VideoRequest {
    /// The path is not sent: only the program needs it.
    var message: Message {
        Message(.openVideo) {
            $0.put(fileExtension)
            $0.put(decodes)
            $0.put(optional: threads) { $0.put($1) }
        }
    }

    init(_ message: Message, path: String) throws(Message.Malformed) {
        var reader = MessageReader(message.content)
        self.init(
            path: path, fileExtension: try reader.string(), decodes: try reader.bool(),
            threads: try reader.optional { reader throws(Message.Malformed) in try reader.integer() })
        try reader.end()
    }
}

/// Sound to be decoded.
struct SoundRequest {
    var fileExtension: String
    /// The time in the file of sample 0, in seconds; nil for the time of the video's first frame.
    var start: Double?

    init(fileExtension: String, start: Double?) {
        self.fileExtension = fileExtension
        self.start = start
    }

    init(_ message: Message) throws(Message.Malformed) {
        var reader = MessageReader(message.content)
        fileExtension = try reader.string()
        start = try reader.optional { reader throws(Message.Malformed) in try reader.double() }
        try reader.end()
    }

    var message: Message {
        Message(.openSound) {
            $0.put(fileExtension)
            $0.put(optional: start) { $0.put($1) }
        }
    }
}

/// The conversion of a frame.
struct ConversionRequest: Equatable {
    var shape: FrameShape
    /// The number of the shared buffer for the pixels; nil if they are sent.
    var place: Int?

    init(_ shape: FrameShape, place: Int?) {
        self.shape = shape
        self.place = place
    }

    init(_ message: Message) throws(Message.Malformed) {
        var reader = MessageReader(message.content)
        let size = try PixelSize(&reader)
        shape = FrameShape(
            width: size.width, height: size.height, depth: size.depth, quarterTurns: try reader.integer(),
            isMirrored: try reader.bool())
        place = try reader.optional { reader throws(Message.Malformed) in try reader.integer() }
        try reader.end()
    }

    var message: Message {
        Message(.convert) {
            PixelSize(width: shape.width, height: shape.height, depth: shape.depth).write(to: &$0)
            $0.put(shape.quarterTurns)
            $0.put(shape.isMirrored)
            $0.put(optional: place) { $0.put($1) }
        }
    }
}

extension VideoContents {
    /// The maximum number of streams that FFmpeg's libraries read from a file.
    private static let maxStreams = 1000
    /// The maximum side of pictures that a container may state; larger ones are not decoded.
    private static let longestSide = 1 << 20
    /// More chapters and frames than any file has.
    private static let maxParts = Int64(1) << 40

    init(_ message: Message) throws(Message.Malformed) {
        var reader = MessageReader(message.content)
        var info = CVideoInfo()
        Self.set(&info.format, to: try reader.name())
        Self.set(&info.codec, to: try reader.name())
        Self.set(&info.pixelFormat, to: try reader.name())
        info.width = try reader.integer(in: 1...Self.longestSide)
        info.height = try reader.integer(in: 1...Self.longestSide)
        info.quarterTurns = try reader.integer(in: 0...3)
        info.isMirrored = try reader.bool()
        for path in Self.positive { info[keyPath: path] = try reader.integer(in: 1...Int(Int32.max)) }
        info.start = try reader.time()
        info.duration = try reader.time()
        info.frameCount = Int64(try reader.integer(in: 0...Int(Self.maxParts)) as Int)
        info.bits = try reader.integer(in: 0...32)
        info.hasAlpha = try reader.bool()
        info.isGray = try reader.bool()
        info.isInterlaced = try reader.bool()
        info.isTopFieldFirst = try reader.bool()
        for path in Self.codePoints { info[keyPath: path] = try reader.integer(in: 0...255) }
        info.lacksTimes = try reader.bool()
        info.isUntimed = try reader.bool()
        info.takesRate = try reader.bool()
        info.subtitleCount = try reader.integer(in: 0...Self.maxStreams)
        info.chapterCount = try reader.integer(in: 0...Int(Int32.max))
        let soundCount = try reader.count()
        guard soundCount <= Self.maxStreams else { throw Message.Malformed() }
        var sounds: [VideoInfo.Sound] = []
        for _ in 0..<soundCount {
            sounds.append(
                .init(
                    codec: try reader.name(), channels: try reader.integer(in: 0...Int(Int32.max)),
                    rate: try reader.integer(in: 0...Int(Int32.max))))
        }
        info.soundCount = Int32(soundCount)
        try reader.end()
        self.init(video: info, sounds: sounds)
    }

    var message: Message {
        Message(.contents) {
            $0.put(Self.text(video.format))
            $0.put(Self.text(video.codec))
            $0.put(Self.text(video.pixelFormat))
            $0.put(Int(video.width))
            $0.put(Int(video.height))
            $0.put(Int(video.quarterTurns))
            $0.put(video.isMirrored)
            for path in Self.positive { $0.put(Int(video[keyPath: path])) }
            $0.put(Int(video.start))
            $0.put(Int(video.duration))
            $0.put(Int(min(video.frameCount, Self.maxParts)))
            $0.put(Int(video.bits))
            $0.put(video.hasAlpha)
            $0.put(video.isGray)
            $0.put(video.isInterlaced)
            $0.put(video.isTopFieldFirst)
            for path in Self.codePoints { $0.put(Int(video[keyPath: path])) }
            $0.put(video.lacksTimes)
            $0.put(video.isUntimed)
            $0.put(video.takesRate)
            $0.put(Int(video.subtitleCount))
            $0.put(Int(video.chapterCount))
            $0.putCount(sounds.count)
            for sound in sounds {
                $0.put(sound.codec)
                $0.put(max(0, sound.channels))
                $0.put(max(0, sound.rate))
            }
        }
    }

    private static var positive: [WritableKeyPath<CVideoInfo, Int32>] {
        [
            \.aspectNumerator, \.aspectDenominator, \.tickNumerator, \.tickDenominator, \.rateNumerator,
            \.rateDenominator,
        ]
    }

    private static var codePoints: [WritableKeyPath<CVideoInfo, Int32>] {
        [\.primaries, \.transfer, \.matrix, \.range, \.shownPrimaries]
    }

    /// A string in a C structure.
    private static func text<Bytes>(_ bytes: Bytes) -> String {
        withUnsafeBytes(of: bytes) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }

    /// Sets a string of a C structure, truncating it if needed.
    private static func set<Bytes>(_ bytes: inout Bytes, to text: String) {
        withUnsafeMutableBytes(of: &bytes) { bytes in
            bytes.initializeMemory(as: UInt8.self, repeating: 0)
            bytes.copyBytes(from: text.utf8.prefix(bytes.count - 1))
        }
    }
}

/// The packets of a block; the bytes after the last one show whether the file ends in damage.
struct PacketBlock {
    /// More than a decoder sends at a time.
    private static let maximum = 4096

    var packets: [CVideoPacket]
    var isAfterDamage: Bool

    init(_ packets: [CVideoPacket], isAfterDamage: Bool) {
        self.packets = packets
        self.isAfterDamage = isAfterDamage
    }

    init(_ message: Message) throws(Message.Malformed) {
        var reader = MessageReader(message.content)
        isAfterDamage = try reader.bool()
        let count = try reader.count()
        guard count <= Self.maximum else { throw Message.Malformed() }
        packets = []
        for _ in 0..<count {
            var packet = CVideoPacket()
            packet.time = try reader.time()
            packet.decodingTime = try reader.time()
            packet.duration = try reader.duration()
            packet.isKey = try reader.bool()
            packet.isHidden = try reader.bool()
            packet.isAfterDamage = try reader.bool()
            packets.append(packet)
        }
        try reader.end()
    }

    var message: Message {
        Message(.packets) {
            $0.put(isAfterDamage)
            $0.putCount(packets.count)
            for packet in packets {
                $0.put(Int(packet.time))
                $0.put(Int(packet.decodingTime))
                $0.put(Int(packet.duration))
                $0.put(packet.isKey)
                $0.put(packet.isHidden)
                $0.put(packet.isAfterDamage)
            }
        }
    }
}

/// A decoded frame, without its pixels.
struct FrameAnswer {
    /// Nil at the end of the file.
    var frame: CVideoFrame?
    /// The number of packets so far that could not be decoded.
    var damagedPackets: Int

    init(_ frame: CVideoFrame?, damagedPackets: Int) {
        self.frame = frame
        self.damagedPackets = damagedPackets
    }

    init(_ message: Message) throws(Message.Malformed) {
        var reader = MessageReader(message.content)
        damagedPackets = try reader.integer()
        guard damagedPackets >= 0 else { throw Message.Malformed() }
        frame = try reader.optional { reader throws(Message.Malformed) in
            var frame = CVideoFrame()
            frame.time = try reader.time()
            frame.packetTime = try reader.time()
            frame.duration = try reader.duration()
            frame.width = try reader.integer(in: 1...Int(Int32.max))
            frame.height = try reader.integer(in: 1...Int(Int32.max))
            guard Int64(frame.width) * Int64(frame.height) <= CVIDEO_MOST_PIXELS else {
                throw Message.Malformed()
            }
            frame.isKey = try reader.bool()
            frame.isInterlaced = try reader.bool()
            frame.isTopFieldFirst = try reader.bool()
            frame.isDamaged = try reader.bool()
            return frame
        }
        try reader.end()
    }

    var message: Message {
        Message(.frame) {
            $0.put(damagedPackets)
            $0.put(optional: frame) { writer, frame in
                writer.put(Int(frame.time))
                writer.put(Int(frame.packetTime))
                writer.put(Int(frame.duration))
                writer.put(Int(frame.width))
                writer.put(Int(frame.height))
                writer.put(frame.isKey)
                writer.put(frame.isInterlaced)
                writer.put(frame.isTopFieldFirst)
                writer.put(frame.isDamaged)
            }
        }
    }
}

extension VideoError {
    /// The error as a message, without the file's name, which the program knows itself.
    var message: Message {
        Message(.videoFailure) {
            switch self {
            case .noLibraries(let reason): $0.put(1, reason)
            case .notAVideo: $0.putByte(2)
            case .noVideo: $0.putByte(3)
            case .unknownCodec(_, let codec): $0.put(4, codec)
            case .unknownPixels(_, let format): $0.put(5, format)
            case .damaged(_, let reason): $0.put(6, reason)
            case .noMemory: $0.putByte(7)
            case .file(let error):
                $0.putByte(8)
                $0.put(ImagingError.file(error).message.content)
            case .failed(_, let reason): $0.put(9, reason)
            default: $0.put(9, "\(self)")
            }
        }
    }

    init(_ message: Message, path: String) throws(Message.Malformed) {
        var reader = MessageReader(message.content)
        switch try reader.byte() {
        case 1: self = .noLibraries(reason: try reader.reason())
        case 2: self = .notAVideo(path: path)
        case 3: self = .noVideo(path: path)
        case 4: self = .unknownCodec(path: path, codec: try reader.reason())
        case 5: self = .unknownPixels(path: path, format: try reader.reason())
        case 6: self = .damaged(path: path, reason: try reader.reason())
        case 7: self = .noMemory(path: path)
        case 8:
            guard case .file(let error) = try ImagingError(Message(.failure, try reader.array()), path: path)
            else { throw Message.Malformed() }
            self = .file(error)
        case 9: self = .failed(path: path, reason: try reader.reason())
        default: throw Message.Malformed()
        }
        try reader.end()
    }
}

extension MessageWriter {
    fileprivate mutating func put(_ kind: UInt8, _ reason: String) {
        putByte(kind)
        put(reason)
    }
}

extension MessageReader {
    /// A name such as a codec's: short, and of printable characters.
    fileprivate mutating func name() throws(Message.Malformed) -> String {
        let name = try array()
        guard name.count < 64, name.allSatisfy((32...126 as ClosedRange<UInt8>).contains) else {
            throw Message.Malformed()
        }
        return String(decoding: name, as: UTF8.self)
    }

    fileprivate mutating func integer<Value: FixedWidthInteger>(
        in range: ClosedRange<Int>
    ) throws(Message.Malformed) -> Value {
        guard let value = Value(exactly: try integer()), range.contains(Int(value)) else {
            throw Message.Malformed()
        }
        return value
    }

    /// A time in ticks, or none.
    fileprivate mutating func time() throws(Message.Malformed) -> Int64 {
        let time = Int64(try integer())
        guard time == CVIDEO_NO_TIME || (-CVIDEO_MOST_TICKS...CVIDEO_MOST_TICKS).contains(time) else {
            throw Message.Malformed()
        }
        return time
    }

    fileprivate mutating func duration() throws(Message.Malformed) -> Int64 {
        Int64(try integer(in: 0...Int(CVIDEO_MOST_TICKS)) as Int)
    }
}
