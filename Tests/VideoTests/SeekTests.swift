import Foundation
import TestSupport
import Testing
import Video

/// Seeking frames by number, in every supported container.
struct SeekTests {
    /// A container, and the ffmpeg arguments that create a video in it.
    struct Kind: Sendable, CustomTestStringConvertible {
        let name: String
        let line: String
        var testDescription: String { name }
    }

    private static let picture = "-f lavfi -i testsrc2=s=160x120:r=30000/1001:d=3"
    private static let x264 = "-c:v libx264 -preset veryfast -g 24 -bf 2 -pix_fmt yuv420p"

    static let kinds = [
        Kind(name: "b.mp4", line: "\(picture) \(x264) OUT"),
        Kind(name: "open.mp4", line: "\(picture) \(x264) -x264-params open-gop=1:keyint=20 OUT"),
        Kind(name: "b.mkv", line: "\(picture) \(x264) OUT"),
        Kind(name: "b.mov", line: "\(picture) \(x264) OUT"),
        Kind(name: "b.ts", line: "\(picture) \(x264) OUT"),
        Kind(name: "b.avi", line: "\(picture) \(x264) OUT"),
        Kind(name: "asp.avi", line: "\(picture) -c:v mpeg4 -bf 2 -g 20 OUT"),
        Kind(name: "plain.avi", line: "\(picture) -c:v mpeg4 -g 20 OUT"),
        Kind(name: "b.flv", line: "\(picture) \(x264) OUT"),
        Kind(name: "vp9.webm", line: "\(picture) -c:v libvpx-vp9 -deadline realtime -cpu-used 8 -g 30 OUT"),
        Kind(
            name: "vp8.webm",
            line:
                "\(picture) -c:v libvpx -deadline good -cpu-used 5 -auto-alt-ref 1 -lag-in-frames 16 -g 30 OUT"
        ),
        Kind(name: "b.mpg", line: "\(picture) -c:v mpeg2video -bf 2 -g 15 OUT"),
        Kind(
            name: "vcd.mpg", line: "-f lavfi -i testsrc2=s=352x240:r=30000/1001:d=2 -c:v mpeg1video -bf 2 OUT"
        ),
        Kind(name: "d.dv", line: "-f lavfi -i testsrc2=s=720x480:r=30000/1001:d=1 -pix_fmt yuv411p OUT"),
        Kind(
            name: "vfr.mp4",
            line:
                "-f lavfi -i testsrc2=s=160x120:r=60:d=3 -vf select='not(mod(n\\,7))+gt(mod(n\\,11)\\,7)' -vsync vfr \(x264) OUT"
        ),
        Kind(name: "small.gif", line: "-f lavfi -i testsrc2=s=80x60:r=10:d=2 OUT"),
    ]

    @Test("Frame n by seeking equals frame n in sequence, and the count is ffmpeg's", arguments: kinds)
    func seek(_ kind: Kind) throws {
        let folder = try temporaryFolder()
        let path = try Media.make(kind.name, in: folder, kind.line)
        let inLine = try VideoReader(path: path)
        var frames: [VideoFrame] = []
        while let frame = try inLine.next() { frames.append(frame) }
        #expect(frames.map(\.number) == Array(0..<frames.count))
        let table = try #require(try inLine.table())
        #expect(table.count == frames.count)
        let decoded = try Media.probe(path, "frame=best_effort_timestamp")
        #expect(decoded.count == frames.count)
        let contents = frames.map { $0.pixels.withUnsafeBytes { Data($0) } }
        let reader = try VideoReader(path: path)
        var generator = SystemRandomNumberGenerator()
        let wanted = Array(0..<frames.count).shuffled(using: &generator).prefix(25) + [0, frames.count - 1]
        for number in wanted {
            let frame = try reader.frame(number)
            #expect(frame.number == number)
            let isSame = frame.pixels.withUnsafeBytes { Data($0) } == contents[number]
            #expect(isSame, "frame \(number)")
        }
        // Seeks back to the first frame, and reads on from there.
        _ = try reader.frame(0)
        #expect(try reader.next()?.number == 1)
    }

    @Test("A missing frame gives an error message with the number of frames")
    func missing() throws {
        let folder = try temporaryFolder()
        let path = try Media.make(
            "short.mkv", in: folder, "-f lavfi -i testsrc2=s=64x48:r=10:d=1 -c:v ffv1 OUT")
        let reader = try VideoReader(path: path)
        #expect(throws: VideoError.noFrame(path: path, frame: 10, count: 10)) { try reader.frame(10) }
        #expect(throws: VideoError.noFrame(path: path, frame: -1, count: 10)) { try reader.frame(-1) }
    }
}
