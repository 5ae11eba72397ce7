import Foundation
import TestSupport
import Testing
import Video

/// The orientation of frames and the aspect ratio of their pixels.
struct ShapeTests {
    /// The rows of a QuickTime file's matrix that define the directions of the picture's axes.
    struct Turn: Sendable, CustomTestStringConvertible {
        let across: (x: Int32, y: Int32)
        let down: (x: Int32, y: Int32)
        var testDescription: String { "\(across) \(down)" }

        /// All orientations that keep the axes aligned: rotated, mirrored, or both.
        static let all = [1, -1].flatMap { (first: Int32) in
            [1, -1].flatMap { (second: Int32) in
                [
                    Turn(across: (first, 0), down: (0, second)), Turn(across: (0, first), down: (second, 0)),
                ]
            }
        }
    }

    /// A lossless RGB video whose picture looks different in each of the eight orientations.
    private static let line =
        "-f lavfi -i testsrc2=s=64x48:r=10:d=0.2 -vf setsar=16/15,format=rgb24 -c:v qtrle -pix_fmt rgb24 OUT"

    /// Writes the matrix into the track header (QuickTime File Format, "tkhd").
    private func turn(_ path: String, _ turn: Turn) throws {
        var file = try Data(contentsOf: URL(fileURLWithPath: path))
        let header = try #require(file.range(of: Data("tkhd".utf8)))
        let numbers = [turn.across.x, turn.across.y, 0, turn.down.x, turn.down.y]
        for (index, number) in numbers.enumerated() {
            let offset = header.upperBound + 40 + 4 * index
            withUnsafeBytes(of: (number << 16).bigEndian) {
                file.replaceSubrange(offset..<offset + 4, with: $0)
            }
        }
        try file.write(to: URL(fileURLWithPath: path))
    }

    @Test("Frames are rotated and mirrored like by ffmpeg", arguments: Turn.all)
    func turned(_ turn: Turn) throws {
        let folder = try temporaryFolder()
        let path = try Media.make("turned.mov", in: folder, Self.line)
        try self.turn(path, turn)
        let raw = try Media.make("turned.raw", in: folder, "-i \(path) -f rawvideo -pix_fmt rgba OUT")
        let expected = try Data(contentsOf: URL(fileURLWithPath: raw))
        let reader = try VideoReader(path: path)
        let isUpright = turn.across.x != 0
        #expect(reader.info.width == (isUpright ? 64 : 48))
        #expect(reader.info.height == (isUpright ? 48 : 64))
        let aspect = isUpright ? Fraction(16, 15) : Fraction(15, 16)
        #expect(reader.info.pixelAspect == aspect)
        var frames = Data()
        while let frame = try reader.next() {
            #expect(frame.pixels.width == reader.info.width)
            #expect(frame.pixels.height == reader.info.height)
            frame.pixels.withUnsafeBytes { frames.append(contentsOf: $0) }
        }
        let isSame = frames == expected
        #expect(isSame)
    }

    @Test(
        "The pixel aspect ratio is the file's, and 1 if unspecified", arguments: ["8/9", "32/27", "0", "1"])
    func aspect(_ stored: String) throws {
        let folder = try temporaryFolder()
        let path = try Media.make(
            "b.mp4", in: folder,
            "-f lavfi -i testsrc2=s=64x48:r=10:d=0.2 -vf setsar=\(stored) -c:v libx264 -pix_fmt yuv420p OUT")
        let parts = stored.split(separator: "/").compactMap { Int($0) }
        let expected = parts.count == 2 ? Fraction(parts[0], parts[1]) : Fraction(1)
        #expect(try VideoReader(path: path).info.pixelAspect == expected)
    }
}
