import Foundation
import TestSupport
import Testing

@Suite("Video decoders") struct VideoDecoders {
    private let folder: TemporaryFolder
    private let clip: String

    private static let picture = "-f lavfi -i testsrc2=s=160x120:r=30000/1001:d=2"
    private static let x264 = "-c:v libx264 -preset veryfast -g 24 -bf 2 -pix_fmt yuv420p"

    init() throws {
        folder = try temporaryFolder()
        clip = try Media.make(
            "clip.mkv", in: folder, "\(Self.picture) -f lavfi -i sine=d=2 \(Self.x264) -c:a flac OUT")
    }

    /// A copy of the clip whose decoder misbehaves after the third frame, as the file's extension specifies.
    private func misdeed(_ name: String) throws -> String {
        let path = folder.file("clip.\(name)")
        try FileManager.default.copyItem(atPath: clip, toPath: path)
        return path
    }

    /// Containers and codecs that are read in different ways: by time or by packet, with frame or slice
    /// threads, in 8 and in 16 bits, upright and rotated.
    @Test func allOfAVideoIsToTheBitWhatIsDecodedInside() throws {
        let kinds = [
            ("b.mp4", "\(Self.picture) -f lavfi -i sine=d=2 \(Self.x264) OUT"),
            ("b.avi", "\(Self.picture) \(Self.x264) OUT"),
            ("b.ts", "\(Self.picture) \(Self.x264) OUT"),
            ("vp9.webm", "\(Self.picture) -c:v libvpx-vp9 -deadline realtime -cpu-used 8 OUT"),
            ("deep.mkv", "\(Self.picture) -c:v ffv1 -pix_fmt yuva444p10le OUT"),
            ("fields.mpg", "\(Self.picture) -c:v mpeg2video -flags +ildct+ilme -bf 2 OUT"),
            ("small.gif", "-f lavfi -i testsrc2=s=80x60:r=10:d=2 OUT"),
            ("small.webp", "-f lavfi -i testsrc2=s=80x60:r=10:d=1 OUT"),
            ("small.apng", "-f lavfi -i testsrc2=s=80x60:r=10:d=1 -plays 0 OUT"),
            (
                "high.mkv",
                "-f lavfi -i testsrc2=s=80x60:r=10:d=1 -vf setparams=color_trc=smpte2084:color_primaries=bt2020 "
                    + "-c:v ffv1 -pix_fmt yuv420p10le -color_trc smpte2084 -color_primaries bt2020 OUT"
            ),
        ]
        var paths = try kinds.map { try Media.make($0.0, in: folder, $0.1) }
        paths.append(
            try Media.make("turned.mp4", in: folder, "-i \(paths[0]) -c copy -metadata:s:v rotate=90 OUT"))
        // A file with lost frames and packets.
        let damaged = folder.file("damaged.ts")
        var bytes = try Data(contentsOf: URL(fileURLWithPath: paths[2]))
        bytes.replaceSubrange(20_000..<24_000, with: Data(repeating: 0x55, count: 4_000))
        try bytes.write(to: URL(fileURLWithPath: damaged))
        paths.append(damaged)
        // If the file size limit is smaller than a frame, its pixels are sent as messages instead.
        for prefix in ["", "ulimit -f 1;"] {
            let lines = try probe(["compare-videos"] + paths, prefix: prefix)
            #expect(lines.count == paths.count)
            for (path, line) in zip(paths, lines) { #expect(line.hasPrefix("same: "), "\(path): \(line)") }
        }
        #expect(try probe(["compare-videos", paths[0]]).first?.hasPrefix("same: 66 frames") == true)
    }

    @Test func aProcessThatDecodesAVideoEndsWithIt() throws {
        let lines = try probe(["videos"] + [String](repeating: clip, count: 20))
        #expect(lines.allSatisfy { $0.hasPrefix("60 frames") } && lines.count == 20)
        let descriptors = Set(lines.compactMap { $0.split(separator: " ").last })
        #expect(descriptors.count == 1, "\(lines)")
        let processes = lines.compactMap { $0.split(separator: " ").dropLast().last }
        #expect(processes.allSatisfy { $0 == "0" }, "\(lines)")
    }

    @Test func aDecoderThatIsKilledAmidAVideoIsAnErrorOfThatVideo() throws {
        let lines = try probe(["kill-video", clip, clip])
        #expect(lines.count == 2)
        for line in lines {
            #expect(
                line == "\(clip) cannot be read: its decoder was killed, "
                    + "probably because the system ran out of memory")
        }
    }

    @Test func aDecoderThatStandsStillIsGivenUp() throws {
        let line = try probe(["stop-video", clip]).first
        #expect(line == "\(clip) cannot be read: its decoder did not finish in time")
    }

    @Test(arguments: [
        "write", "create", "unlink", "read", "connect", "execute", "fork", "signal", "limit", "allocate",
    ])
    func aDecoderThatWasTakenOverGets(nothingBy name: String) throws {
        let path = try misdeed(name)
        let lines = try probe(["videos", path, clip])
        #expect(lines.first?.hasPrefix("\(path): refused") == true, "\(lines)")
        #expect(lines.last?.hasPrefix("60 frames") == true, "\(lines)")
    }

    @Test(arguments: [
        ("crash", "its decoder crashed"), ("exit", "its decoder crashed"),
        ("spin", "its decoder did not finish in time"), ("sleep", "its decoder did not finish in time"),
        ("lie", "its decoder sent an invalid reply"),
    ])
    func aDecoderThatFailsIsAnErrorOfThatVideoAlone(name: String, reason: String) throws {
        let path = try misdeed(name)
        let lines = try probe(["videos", clip, path, clip])
        #expect(lines.count == 3)
        #expect(lines.dropFirst().first?.hasPrefix("\(path) cannot be read: \(reason)") == true, "\(lines)")
        for line in [lines.first, lines.last] { #expect(line?.hasPrefix("60 frames") == true, "\(lines)") }
    }

    @Test func packetsWithoutAnEndAreRefused() throws {
        let path = try misdeed("babble")
        let lines = try probe(["video-tables", clip, path, clip])
        #expect(
            lines == ["60 times", "\(path) cannot be read: its decoder sent an invalid reply", "60 times"])
    }

    @Test func aSoundDecoderThatFailsIsAnErrorOfThatSoundAlone() throws {
        let (crash, read) = (try misdeed("crash"), try misdeed("read"))
        let lines = try probe(["sounds", crash, read, clip])
        #expect(
            lines == ["\(crash) cannot be read: its decoder crashed", "\(read): refused", "96000 samples"])
    }

    @Test func aDecoderEndsWithItsProgram() throws {
        let program = Process()
        program.executableURL = URL(fileURLWithPath: try builtProgram("probe"))
        program.arguments = ["decode", "wait-video", try misdeed("spin")]
        let output = Pipe()
        program.standardOutput = output
        try program.run()
        let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        let decoder = try #require(pid_t(line.trimmingCharacters(in: .newlines)))
        #expect(kill(decoder, 0) == 0)
        kill(program.processIdentifier, SIGKILL)
        program.waitUntilExit()
        try waitUntil("the decoder has ended") { !isRunning(decoder) }
    }
}
