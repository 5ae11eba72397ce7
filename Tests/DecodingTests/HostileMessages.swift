import CVideo
import Imaging
import Testing

@testable import Decoding
@testable import Video

/// Messages that a compromised decoder may send; none of them ends the program, or floods its window with
/// text.
@Suite("Hostile messages") struct HostileMessages {
    @Test(arguments: [Int.max, .max - 50_000_000, 0, -1])
    func aSizeThatNoPictureHasIsRefused(byteCount: Int) {
        let message = ImagingError.unusuallyLarge(path: "a", width: 3, height: 2, byteCount: byteCount)
            .message
        #expect(throws: Message.Malformed.self) { try ImagingError(message, path: "a") }
    }

    @Test func aSizeThatAPictureCanHaveIsReported() throws {
        let error = ImagingError.unusuallyLarge(path: "a", width: 60_000, height: 60_000, byteCount: 1 << 34)
        let received = try ImagingError(error.message, path: "a")
        #expect("\(received)" == "\(error)")
    }

    @Test func aReasonIsOneLineOfALengthThatCanBeShown() throws {
        let accents = "a" + String(repeating: "\u{301}", count: 1_000_000)
        for text in [String(repeating: "long\n", count: 1_000_000), accents] {
            let ending = PictureTrailer(
                orientation: .upright, metadata: Metadata(), damage: text, wholeSize: SIMD2(1, 1))
            let damage = try #require(try PictureTrailer(ending.message).damage)
            #expect(damage.unicodeScalars.count <= 300 && !damage.contains("\n"))
        }
    }

    // MARK: - Videos

    private static var contents: VideoContents {
        var info = CVideoInfo()
        (info.width, info.height) = (320, 240)
        (info.aspectNumerator, info.aspectDenominator) = (1, 1)
        (info.tickNumerator, info.tickDenominator) = (1, 90_000)
        (info.rateNumerator, info.rateDenominator) = (30_000, 1001)
        (info.start, info.duration) = (900, CVIDEO_NO_TIME)
        info.soundCount = 1
        withUnsafeMutableBytes(of: &info.codec) { $0.copyBytes(from: "h264".utf8) }
        return VideoContents(video: info, sounds: [.init(codec: "aac", channels: 2, rate: 48_000)])
    }

    private static func change(_ contents: VideoContents, _ change: (inout VideoContents) -> Void) -> Message
    {
        var contents = contents
        change(&contents)
        return contents.message
    }

    @Test func theContentsOfAVideoAreReportedCompletely() throws {
        let received = try VideoContents(Self.contents.message)
        #expect(VideoInfo(received, fileExtension: "mp4") == VideoInfo(Self.contents, fileExtension: "mp4"))
        #expect(VideoInfo(received, fileExtension: "mp4").codec == "h264")
    }

    @Test func contentsThatNoVideoHasAreRefused() {
        let lies: [(inout VideoContents) -> Void] = [
            { $0.video.width = 0 }, { $0.video.height = -1 }, { $0.video.width = .max },
            { $0.video.quarterTurns = 4 }, { $0.video.tickNumerator = 0 }, { $0.video.rateDenominator = -3 },
            { $0.video.aspectDenominator = 0 }, { $0.video.start = .max }, { $0.video.duration = .min + 1 },
            { $0.video.bits = 33 }, { $0.video.transfer = -1 }, { $0.video.subtitleCount = -1 },
            { $0.video.frameCount = -1 },
            { $0.sounds = [.init(codec: String(repeating: "a", count: 64), channels: 2, rate: 1)] },
            { $0.sounds = [.init(codec: "a\nb", channels: 2, rate: 1)] },
            { $0.sounds = [.init(codec: "a", channels: .max, rate: 1)] },
            { $0.sounds = Array(repeating: .init(codec: "a", channels: 2, rate: 1), count: 1001) },
        ]
        for (index, lie) in lies.enumerated() {
            let message = Self.change(Self.contents, lie)
            #expect(throws: Message.Malformed.self, "lie \(index)") { try VideoContents(message) }
        }
    }

    @Test func aMessageThatIsCutShortOrTooLongIsRefused() throws {
        let content = Self.contents.message.content
        for length in 0..<content.count {
            #expect(throws: Message.Malformed.self) {
                try VideoContents(Message(.contents, Array(content.prefix(length))))
            }
        }
        #expect(throws: Message.Malformed.self) { try VideoContents(Message(.contents, content + [0])) }
    }

    @Test func aFrameThatNoVideoHasIsRefused() throws {
        var frame = CVideoFrame()
        (frame.width, frame.height, frame.time) = (320, 240, 3003)
        frame.packetTime = CVIDEO_NO_TIME
        let received = try FrameAnswer(FrameAnswer(frame: frame, damagedPackets: 2).message)
        #expect(received.frame?.time == 3003 && received.frame?.packetTime == CVIDEO_NO_TIME)
        #expect(received.damagedPackets == 2)
        #expect(try FrameAnswer(FrameAnswer(frame: nil, damagedPackets: 0).message).frame == nil)
        let lies: [(inout CVideoFrame) -> Void] = [
            { $0.time = .max }, { $0.packetTime = CVIDEO_MOST_TICKS + 1 }, { $0.duration = -1 },
            { $0.duration = .max }, { $0.width = 0 }, { $0.height = -240 },
            { ($0.width, $0.height) = (1 << 15, 1 << 14) }, { $0.planes.pixelFormat = -2 },
            { $0.planes.pixelFormat = .max }, { $0.planes.range = 3 }, { $0.planes.chromaLocation = -1 },
            { $0.planes.matrix = 256 }, { $0.planes.transfer = -1 }, { $0.planes.primaries = .max },
            { $0.planes.peak = .nan }, { $0.planes.peak = 1e9 },
        ]
        for (index, lie) in lies.enumerated() {
            var changed = frame
            lie(&changed)
            let message = FrameAnswer(frame: changed, damagedPackets: 0).message
            #expect(throws: Message.Malformed.self, "lie \(index)") { try FrameAnswer(message) }
        }
        #expect(throws: Message.Malformed.self) {
            try FrameAnswer(FrameAnswer(frame: frame, damagedPackets: -1).message)
        }
    }

    /// Whatever times the packets report within the limits, a table can be built from them.
    @Test func packetsThatNoVideoHasAreRefused() throws {
        let lies: [(inout CVideoPacket) -> Void] = [
            { $0.time = .max }, { $0.decodingTime = .min + 1 }, { $0.duration = -1 }, { $0.duration = .max },
        ]
        for (index, lie) in lies.enumerated() {
            var packet = CVideoPacket()
            lie(&packet)
            let message = PacketBlock(packets: [packet], isAfterDamage: false).message
            #expect(throws: Message.Malformed.self, "lie \(index)") { try PacketBlock(message) }
        }
        let largest = PacketBlock(
            packets: Array(repeating: CVideoPacket(), count: 5000), isAfterDamage: false
        ).message
        #expect(throws: Message.Malformed.self) { try PacketBlock(largest) }
        let extremes = [-CVIDEO_MOST_TICKS, CVIDEO_MOST_TICKS, 0, CVIDEO_NO_TIME]
        let packets = (0..<200).map { index in
            var packet = CVideoPacket()
            packet.time = extremes[index % 4]
            packet.decodingTime = extremes[index / 4 % 4]
            packet.duration = index % 3 == 0 ? CVIDEO_MOST_TICKS : 0
            packet.isKey = index % 5 == 0
            packet.isAfterDamage = index % 7 == 0
            return packet
        }
        let block = try PacketBlock(PacketBlock(packets: packets, isAfterDamage: true).message)
        let info = VideoInfo(Self.contents, fileExtension: "mp4")
        let table = FrameTable(packets: block.packets, info: info, endsInDamage: block.isAfterDamage)
        #expect(table.count == 200 && table.times == table.times.sorted())
    }

    @Test func anErrorOfAVideoNamesTheFileThatTheProgramKnows() throws {
        let errors: [VideoError] = [
            .noLibraries(reason: "r"), .notAVideo(path: "a"), .noVideo(path: "a"),
            .unknownCodec(path: "a", codec: "c"), .unknownPixels(path: "a", format: "f"),
            .damaged(path: "a", reason: "r"), .noMemory(path: "a"), .failed(path: "a", reason: "r"),
            .file(.unreadable(path: "a")), .file(.readFailed(path: "a", reason: "r")),
        ]
        for error in errors.dropLast(2) { #expect(try VideoError(error.message, path: "a") == error) }
        for error in errors {
            let received = try VideoError(error.message, path: "b")
            #expect(!"\(received)".hasPrefix("a "), "\(received)")
        }
        let long = VideoError.damaged(path: "a", reason: String(repeating: "long\n", count: 100_000))
        guard case .damaged(_, let reason) = try VideoError(long.message, path: "a") else {
            Issue.record("another error")
            return
        }
        #expect(reason.unicodeScalars.count <= 300 && !reason.contains("\n"))
    }
}
