import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Video

/// Frames decoded on a separate thread.
@Suite("Frame stream") struct FrameStreamTests {
    private let folder: TemporaryFolder
    private let path: String
    private let table: FrameTable

    init() throws {
        folder = try temporaryFolder()
        path = try Media.make(
            "clip.mp4", in: folder,
            "-f lavfi -i testsrc2=s=160x120:r=30:d=3 -c:v libx264 -preset veryfast -g 30 -bf 2 -pix_fmt yuv420p OUT"
        )
        table = try #require(try VideoReader(path: path).table())
    }

    /// The frames that a stream has delivered.
    private final class Delivered: Sendable {
        private let events = Mutex<[(frame: VideoFrame, seek: Int)]>([])

        init(of stream: FrameStream) {
            stream.follow { [weak self] event in
                guard case .found(let frame, let seek) = event else { return }
                self?.events.withLock { $0.append((frame, seek)) }
            }
        }

        func frame(of seek: Int) -> VideoFrame? {
            events.withLock { events in events.last { $0.seek == seek }?.frame }
        }

        func wait(for seek: Int) throws -> VideoFrame {
            try waitUntil("the frame that was sought") { frame(of: seek) != nil }
            return try #require(frame(of: seek))
        }
    }

    private func stream() throws -> FrameStream {
        let (stream, first) = try FrameStream.open(path)
        #expect(first.number == 0)
        stream.use(table)
        return stream
    }

    private func bytes(_ frame: VideoFrame) -> Data { frame.pixels.withUnsafeBytes { Data($0) } }

    /// Takes the next due frame, once it is decoded.
    private func take(from stream: FrameStream, at seconds: Double, lap: Int = 0) throws -> VideoFrame {
        var frame: VideoFrame?
        try waitUntil("a frame that is due") {
            frame = stream.takeFrame(at: seconds, lap: lap)
            return frame != nil
        }
        return try #require(frame)
    }

    @Test("Each seeked frame equals the one in sequence, also stepping back")
    func seek() throws {
        let inLine = try VideoReader(path: path)
        var frames: [Data] = []
        while let frame = try inLine.next() { frames.append(bytes(frame)) }
        let stream = try stream()
        let delivered = Delivered(of: stream)
        for number in [70, 5, 6, 7, 89, 0, 45] + (30..<45).reversed() + [44, 46] {
            let frame = try delivered.wait(for: stream.seek(to: number, .exact))
            #expect(frame.number == number)
            let isSame = bytes(frame) == frames[number]
            #expect(isSame, "frame \(number)")
        }
    }

    @Test("A drag gets key frames, or the frame itself where that is as near")
    func keyFrames() throws {
        let stream = try stream()
        let delivered = Delivered(of: stream)
        for (wanted, found) in [(50, 30), (29, 0), (88, 60), (62, 62)] {
            #expect(try delivered.wait(for: stream.seek(to: wanted, .keyFrame)).number == found)
        }
    }

    @Test("Of many seeks the newest is served")
    func newestSeek() throws {
        let stream = try stream()
        let delivered = Delivered(of: stream)
        var last = 0
        for number in 0..<80 { last = stream.seek(to: number, .exact) }
        #expect(try delivered.wait(for: last).number == 79)
    }

    @Test("Frames are due at their times, and late ones are dropped")
    func due() throws {
        let stream = try stream()
        stream.play(from: 1, in: 0..<90, isLooping: false)
        #expect(try take(from: stream, at: 1.0 / 30 + 0.001).number == 1)
        #expect(stream.takeFrame(at: 1.0 / 30 + 0.001, lap: 0) == nil)
        // The first frame taken may have been decoded before it was late.
        var newest = try take(from: stream, at: 1.5)
        while newest.number < 45 { newest = try take(from: stream, at: 1.5) }
        #expect(newest.number == 45)
        #expect(try take(from: stream, at: 2.9).number <= 87)
        try waitUntil("the end") {
            _ = stream.takeFrame(at: 100, lap: 0)
            return stream.isAtEnd
        }
    }

    @Test("A looping part starts over each time")
    func loop() throws {
        let stream = try stream()
        stream.play(from: 48, in: 40..<50, isLooping: true)
        var numbers: [Int] = []
        for lap in 0...2 {
            for number in (lap == 0 ? 48 : 40)..<50 {
                numbers.append(try take(from: stream, at: Double(number) / 30 + 0.001, lap: lap).number)
            }
        }
        #expect(numbers == [48, 49] + Array(40..<50) + Array(40..<50))
        #expect(!stream.isAtEnd)
    }

    @Test("A loop that begins at its last frame continues at its first")
    func loopFromTheEnd() throws {
        let stream = try stream()
        stream.play(from: 50, in: 40..<50, isLooping: true)
        #expect(try take(from: stream, at: 40.0 / 30 + 0.001, lap: 1).number == 40)
    }

    @Test("After a seek no old frame is left, and playback continues from there")
    func seekWhilePlaying() throws {
        let stream = try stream()
        let delivered = Delivered(of: stream)
        stream.play(from: 1, in: 0..<90, isLooping: false)
        _ = try take(from: stream, at: 0.1)
        let seek = stream.seek(to: 60, .exact)
        #expect(stream.takeFrame(at: 3, lap: 0) == nil)
        #expect(try delivered.wait(for: seek).number == 60)
        stream.play(from: 61, in: 0..<90, isLooping: false)
        #expect(try take(from: stream, at: 61.0 / 30 + 0.001).number == 61)
    }

    @Test("Without the table frames are delivered in order")
    func withoutTable() throws {
        let (stream, _) = try FrameStream.open(path)
        stream.play(from: 1, in: 0..<Int.max, isLooping: false)
        for number in 1..<90 {
            #expect(try take(from: stream, at: Double(number) / 30 + 0.001).number == number)
        }
        try waitUntil("the end") { stream.isAtEnd }
    }

    @Test("A thumbnail is of the key frame before the moment, in square pixels")
    func thumbnails() throws {
        let wide = try Media.make(
            "wide.mkv", in: folder,
            "-f lavfi -i color=red:s=720x576:r=25:d=1,format=gbrp -vf setsar=64/45 -c:v ffv1 -pix_fmt bgr0 OUT"
        )
        let table = try #require(try VideoReader(path: wide).table())
        let found = Mutex<VideoThumbnail?>(nil)
        let stream = ThumbnailStream(path: wide, table: table, side: 160) { thumbnail, _ in
            found.withLock { $0 = thumbnail }
        }
        stream.want(13)
        try waitUntil("the thumbnail") { found.withLock { $0 != nil } }
        let thumbnail = try #require(found.withLock { $0 })
        #expect(thumbnail.size == SIMD2(160, 90))
        #expect(thumbnail.bytes == (0..<160 * 90).flatMap { _ in [255, 0, 0, 255] as [UInt8] })
    }
}

/// GIFs with and without animation.
@Suite("Animated GIF") struct AnimatedGIFTests {
    private static let bytes = {
        // A logical screen of 1 × 1 with two colors, and pictures of one byte each.
        let header = Array("GIF89a".utf8) + [1, 0, 1, 0, 0x80, 0, 0] + [0, 0, 0, 255, 255, 255]
        let control: [UInt8] = [0x21, 0xF9, 4, 0, 10, 0, 0, 0]
        let picture: [UInt8] = [0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0]
        return (header: header, control: control, picture: picture)
    }()

    private func isAnimated(_ bytes: [UInt8]) -> Bool {
        AnimatedGIF.isAnimated { offset, target in
            let part = bytes.dropFirst(offset).prefix(target.count)
            target.copyBytes(from: part)
            return part.count
        }
    }

    @Test("Two pictures are an animation, one is not, and a truncated file has as many as are complete")
    func count() {
        let (header, control, picture) = Self.bytes
        #expect(!isAnimated(header + control + picture + [0x3B]))
        #expect(!isAnimated(header + picture + [0x3B]))
        let two = header + control + picture + control + picture + [0x3B]
        #expect(isAnimated(two))
        // An animation is recognized at the separator of its second picture.
        let mark = header.count + 2 * control.count + picture.count
        for length in 0...mark { #expect(!isAnimated(Array(two.prefix(length)))) }
        #expect(isAnimated(Array(two.prefix(mark + 1))))
        #expect(!isAnimated(Array("not a picture".utf8)) && !isAnimated([]))
    }

    @Test("Files that ffmpeg makes")
    func files() throws {
        let folder = try temporaryFolder()
        let line = "-f lavfi -i testsrc2=s=300x200:r=10:d=1"
        #expect(AnimatedGIF.isAt(try Media.make("many.gif", in: folder, "\(line) OUT")))
        #expect(!AnimatedGIF.isAt(try Media.make("one.gif", in: folder, "\(line) -frames:v 1 OUT")))
        #expect(!AnimatedGIF.isAt(folder.file("missing.gif")))
        #expect(AnimatedPicture.isAt(try Media.make("many.apng", in: folder, "\(line) OUT")))
        #expect(!AnimatedPicture.isAt(try Media.make("one.png", in: folder, "\(line) -frames:v 1 OUT")))
    }
}

/// Parsing and formatting of times and rates.
@Suite("Video descriptions") struct VideoDescriptionTests {
    @Test("Times are rounded down")
    func times() {
        #expect(VideoTime.text(5.99) == "0:05")
        #expect(VideoTime.text(3723) == "1:02:03")
        #expect(VideoTime.preciseText(0.3) == "0:00.3")
        #expect(VideoTime.preciseText(59.999_99) == "0:59.9")
        #expect(VideoTime.preciseText(3723.25) == "1:02:03.2")
        #expect(VideoTime.spokenText(61.5) == "1 minute 1.5 seconds")
        #expect(VideoTime.spokenText(7322.1) == "2 hours 2 minutes 2.1 seconds")
    }

    @Test(
        "The rate has two digits at most",
        arguments: [
            ("30000/1001", "29.97 fps"), ("25", "25 fps"), ("24000/1001", "23.98 fps"), ("25/2", "12.5 fps"),
        ])
    func rates(_ rate: String, _ title: String) throws {
        let folder = try temporaryFolder()
        let path = try Media.make(
            "a.mp4", in: folder, "-f lavfi -i testsrc2=s=64x48:r=\(rate) -frames:v 10 -c:v libx264 OUT")
        let info = try VideoReader(path: path).info
        #expect(info.rateTitle == title)
        #expect(info.codecTitle == "H.264")
    }
}
