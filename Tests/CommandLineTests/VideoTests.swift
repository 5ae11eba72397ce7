import Foundation
import TestSupport
import Testing

/// Videos on the command line, compared with ffmpeg and Glint's own pictures.
@Suite struct VideoTests {
    private static let picture = "-f lavfi -i testsrc2=s=96x64:r=25:d=1"
    private static let sound = "-f lavfi -i sine=f=440:d=1"

    private func folderWithVideo(_ name: String = "in.mp4") throws -> TemporaryFolder {
        let folder = try temporaryFolder()
        try Media.make(
            name, in: folder,
            "\(Self.picture) \(Self.sound) -c:v libx264 -preset veryfast -pix_fmt yuv420p -g 10 -c:a aac -shortest OUT"
        )
        return folder
    }

    @Test("a filtered video keeps its frame times and its sound")
    func video() throws {
        let folder = try folderWithVideo()
        let run = try glint(
            in: folder, "render", "in.mp4", "-o", "out.mp4", "--video-preset", "fast", "--", "invert")
        #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
        for entries in ["packet=pts_time", "stream=width,height,codec_name"] {
            let before = try Media.probe(folder.file("in.mp4"), entries).sorted()
            #expect(try Media.probe(folder.file("out.mp4"), entries).sorted() == before)
        }
        #expect(try soundHash(folder.file("in.mp4")) == soundHash(folder.file("out.mp4")))
        let means = try ["in.mp4", "out.mp4"].map { name in
            let frames = try Media.frames(of: folder.file(name), as: "gray")
            return Double(frames.reduce(0) { $0 + Int($1) }) / Double(frames.count)
        }
        #expect(abs(means[0] + means[1] - 255) < 4, "\(means)")
    }

    private func soundHash(_ path: String) throws -> String {
        let folder = try temporaryFolder()
        let hash = try Media.make(
            "hash", in: folder, "-i \(path) -map 0:a -c copy -f streamhash -hash md5 OUT")
        return try String(contentsOfFile: hash, encoding: .utf8)
    }

    @Test(
        "frames of FFV1, numbered pictures and single frames are the same pixels, with the file's frame number"
    )
    func sameFrames() throws {
        let folder = try folderWithVideo()
        let filter = ["--", "ntsc", "resize480=false"]
        let runs = [
            ["-o", "all.mkv"], ["-o", "part.mkv", "--from", "10f", "--to", "0.6"], ["-o", "n/{frame}.png"],
            ["-o", "one.png", "--frame", "12"], ["-o", "moment.png", "--at", "0:00.5"],
        ]
        try FileManager.default.createDirectory(atPath: folder.file("n"), withIntermediateDirectories: true)
        for arguments in runs {
            let run = try glint(in: folder, arguments: ["render", "in.mp4"] + arguments + filter)
            #expect(run.status == 0, "\(run.errors)")
        }
        #expect(try folder.bytes("one.png") == folder.bytes("n/000012.png"))
        #expect(try folder.bytes("moment.png") == folder.bytes("one.png"))
        #expect(!folder.has("n/000025.png") && folder.has("n/000024.png"))
        let all = try Media.frames(of: folder.file("all.mkv"), as: "rgb24")
        let part = try Media.frames(of: folder.file("part.mkv"), as: "rgb24")
        let frame = 96 * 64 * 3
        #expect(all.count == 25 * frame && part.count == 5 * frame)
        let one = try Media.frames(of: folder.file("one.png"), as: "rgb24")
        #expect(one == all.dropFirst(12 * frame).prefix(frame))
        #expect(one == part.dropFirst(2 * frame).prefix(frame))
    }

    @Test("numbered pictures become a video, in the order of their numbers")
    func numberedPictures() throws {
        let folder = try temporaryFolder()
        try python(
            in: folder,
            "for i in range(8, 13): save('shot_%04d.png' % i, np.full((32, 48, 3), 20 * i, np.uint8))")
        let run = try glint(in: folder, "render", "shot_%04d.png", "--fps", "24", "-o", "out.mkv")
        #expect(run.status == 0, "\(run.errors)")
        let frames = try Media.frames(of: folder.file("out.mkv"), as: "gray")
        let means = (0..<5).map { frames[$0 * 32 * 48] }
        #expect(means == [160, 180, 200, 220, 240])
        #expect(try Media.probe(folder.file("out.mkv"), "stream=r_frame_rate") == ["24/1"])
        // A part of the sequence also begins at time 0.
        let part = try glint(
            in: folder, "render", "shot_%04d.png", "--fps", "20", "--from", "2f", "-o", "part.mkv")
        #expect(part.status == 0, "\(part.errors)")
        #expect(
            try Media.probe(folder.file("part.mkv"), "packet=pts_time") == [
                "0.000000", "0.050000", "0.100000",
            ])
    }

    @Test("differing numbered pictures keep their colors, or are rejected")
    func unlikePictures() throws {
        let folder = try temporaryFolder()
        try python(
            in: folder,
            """
            save('a_1.png', np.full((32, 48), 90, np.uint8))
            save('a_2.png', np.full((32, 48, 3), (200, 40, 10), np.uint8))
            save('b_1.png', np.full((32, 48, 3), 90, np.uint8))
            save('b_2.png', np.full((32, 48, 4), (200, 40, 10, 128), np.uint8))
            """)
        let run = try glint(in: folder, "render", "a_%d.png", "-o", "n{frame}.png", "--", "invert")
        #expect(run.status == 0, "\(run.errors)")
        let pixels = try Media.frames(of: folder.file("n000001.png"), as: "rgb24")
        #expect(Array(pixels.prefix(3)) == [55, 215, 245])
        let refused = try glint(in: folder, "render", "b_%d.png", "-o", "b.mkv", "--", "invert")
        #expect(
            refused.status == 1 && refused.errors.contains("b_2.png has an alpha channel"),
            "\(refused.errors)")
        #expect(!folder.has("b.mkv"))
    }

    @Test("a deinterlaced video is marked as progressive")
    func deinterlaced() throws {
        let folder = try temporaryFolder()
        try Media.make("in.mpg", in: folder, "\(Self.picture) -c:v mpeg2video -flags +ilme+ildct -top 1 OUT")
        for (filter, order) in [("invert", "tt"), ("deinterlace", "progressive")] {
            let run = try glint(in: folder, "render", "in.mpg", "-o", "\(filter).mp4", "--", filter)
            #expect(run.status == 0, "\(run.errors)")
            #expect(try Media.probe(folder.file("\(filter).mp4"), "stream=field_order") == [order])
        }
    }

    @Test("frames with equal times are put a tick apart, and those without a free tick are dropped")
    func equalTimes() throws {
        let folder = try temporaryFolder()
        // Matroska stores times in milliseconds, too coarse for this rate.
        try Media.make("in.mkv", in: folder, "-f lavfi -i testsrc2=s=32x32:r=1500:d=0.1 -c:v ffv1 OUT")
        let run = try glint(in: folder, "render", "in.mkv", "-o", "out.mkv", "--", "invert")
        #expect(run.status == 0, "\(run.errors)")
        let times = try Media.probe(folder.file("out.mkv"), "packet=pts_time").compactMap { Double($0) }
        #expect(times.count >= 99 && zip(times, times.dropFirst()).allSatisfy { $0 < $1 }, "\(times)")
        #expect(times.allSatisfy { $0 < 0.102 })
    }

    @Test("a gap in the numbers is an error that names the missing picture")
    func gap() throws {
        let folder = try temporaryFolder()
        try python(in: folder, "for i in (1, 2, 4): save('shot_%d.png' % i, noise(8, 8))")
        let run = try glint(in: folder, "render", "shot_%d.png", "-o", "out.mkv")
        expectRefusal(run, status: 1, mentions: "shot_3.png", "shot_4.png")
        #expect(!folder.has("out.mkv"))
    }

    @Test("a still becomes a clip with the frame count of its duration and rate")
    func still() throws {
        let folder = try folderWithPicture()
        let run = try glint(
            in: folder, "render", "a.png", "-o", "clip.mkv", "--duration", "0.5", "--", "ntsc",
            "resize480=false")
        #expect(run.status == 0, "\(run.errors)")
        let table = try Media.probe(folder.file("clip.mkv"), "packet=pts_time")
        #expect(table.count == 15)
        let again = try glint(
            in: folder, "render", "a.png", "-o", "frame7.png", "--", "ntsc", "resize480=false", "frame=7")
        #expect(again.status == 0)
        let frames = try Media.frames(of: folder.file("clip.mkv"), as: "rgb24")
        let seventh = try Media.frames(of: folder.file("frame7.png"), as: "rgb24")
        #expect(frames.dropFirst(7 * seventh.count).prefix(seventh.count) == seventh)
    }

    @Test("an animated GIF, APNG and WebP have the frames of the range")
    func animations() throws {
        let folder = try folderWithVideo()
        for name in ["out.gif", "out.apng", "out.webp"] {
            let run = try glint(
                in: folder, "render", "in.mp4", "-o", name, "--from", "5f", "--to", "15f", "--", "invert")
            #expect(run.status == 0, "\(run.errors)")
            let count = try python(in: folder, "print(Image.open('\(name)').n_frames)")
            #expect(count == "10\n", "\(name)")
            let back = try glint(in: folder, "render", name, "-o", "\(name).mkv", "--", "invert")
            #expect(back.status == 0 && back.errors.isEmpty, "\(back.errors)")
            #expect(try glint(in: folder, "info", "\(name).mkv").output.contains(/frames +10\n/))
        }
    }

    @Test("several videos go into a folder, in containers that can be written")
    func folder() throws {
        let folder = try folderWithVideo()
        try Media.make("b.avi", in: folder, "\(Self.picture) -c:v mpeg4 OUT")
        try FileManager.default.createDirectory(atPath: folder.file("out"), withIntermediateDirectories: true)
        let run = try glint(
            in: folder, "render", "in.mp4", "b.avi", "-o", "out", "--video-preset", "fast", "--", "invert")
        #expect(run.status == 0, "\(run.errors)")
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: folder.file("out")).sorted() == [
                "b.mp4", "in.mp4",
            ])
    }

    @Test(
        "Analog Video uses the field order of a frame, in videos and single frames",
        arguments: [
            ("a.dv", "-s 720x576 -pix_fmt yuv420p -r 25 -vf setfield=bff", true),
            ("a.mpg", "-c:v mpeg2video -flags +ilme+ildct -vf setfield=bff", true),
            ("a.mpg", "-c:v mpeg2video -flags +ilme+ildct -vf setfield=tff", false),
        ])
    func fieldOrder(name: String, options: String, isLowerFirst: Bool) throws {
        let folder = try temporaryFolder()
        try Media.make(name, in: folder, "\(Self.picture) \(options) -frames:v 3 OUT")
        func render(_ output: String, _ arguments: String..., first: String) throws {
            let run = try glint(
                in: folder,
                arguments: ["render", name, "-o", output] + arguments
                    + ["--", "ntsc", "resize480=false", "useField=interleaved-\(first)"])
            #expect(run.status == 0, "\(run.errors)")
        }
        try render("upper.png", "--frame", "1", first: "upper")
        try render("lower.png", "--frame", "1", first: "lower")
        try render("all.mkv", first: "upper")
        #expect(try (folder.bytes("upper.png") == folder.bytes("lower.png")) == isLowerFirst)
        let all = try Media.frames(of: folder.file("all.mkv"), as: "rgb24")
        let one = try Media.frames(of: folder.file("upper.png"), as: "rgb24")
        #expect(all.dropFirst(one.count).prefix(one.count) == one)
    }

    @Test("existing numbered pictures are an error before any is written, or skipped with -n")
    func existingPictures() throws {
        let folder = try folderWithVideo()
        try FileManager.default.createDirectory(atPath: folder.file("n"), withIntermediateDirectories: true)
        try folder.write("mine", to: "n/000003.png")
        let arguments = ["render", "in.mp4", "-o", "n/{frame}.png", "--to", "5f"]
        let refused = try glint(in: folder, arguments: arguments)
        #expect(refused.status == 1 && refused.errors.contains("000003.png"), "\(refused.errors)")
        let names = { try FileManager.default.contentsOfDirectory(atPath: folder.file("n")).sorted() }
        #expect(try names() == ["000003.png"])
        let run = try glint(in: folder, arguments: arguments + ["-n"])
        #expect(run.status == 0, "\(run.errors)")
        #expect(try names() == (0..<5).map { "00000\($0).png" })
        #expect(try folder.bytes("n/000003.png") == Data("mine".utf8))
    }

    @Test("damage inside is an error with the number of frames, unless it is accepted")
    func damage() throws {
        let folder = try folderWithVideo("whole.mkv")
        try python(
            in: folder,
            """
            film = bytearray(open('whole.mkv', 'rb').read())
            middle = len(film) // 2
            for i in range(middle, middle + 1500): film[i] = i * 7919 >> 3 & 255
            open('in.mkv', 'wb').write(film)
            """)
        let refused = try glint(in: folder, "render", "in.mkv", "-o", "out.mkv", "--", "invert")
        #expect(refused.status == 1, "\(refused.errors)")
        #expect(
            refused.errors.contains("frames cannot be read completely")
                && refused.errors.contains("--accept-damaged"))
        #expect(folder.names.sorted() == ["in.mkv", "whole.mkv"])
        let run = try glint(
            in: folder, "render", "in.mkv", "-o", "out.mkv", "--accept-damaged", "--", "invert")
        #expect(run.status == 0 && run.errors.contains("the readable frames are saved"), "\(run.errors)")
        #expect(try Media.probe(folder.file("out.mkv"), "packet=pts_time").count > 8)
    }

    @Test("a single damaged frame is also rejected, unless it is accepted")
    func damagedFrame() throws {
        let folder = try temporaryFolder()
        let file = try Media.make("in.mkv", in: folder, "\(Self.picture) -c:v mpeg2video OUT")
        let (position, size) = (
            try #require(Int(try Media.probe(file, "packet=pos")[12])),
            try #require(Int(try Media.probe(file, "packet=size")[12]))
        )
        try python(
            in: folder,
            """
            film = bytearray(open('in.mkv', 'rb').read())
            for i in range(\(position + size / 2), \(position + size)): film[i] = i * 7919 >> 3 & 255
            open('in.mkv', 'wb').write(film)
            """)
        func status(_ frame: Int, _ options: String...) throws -> Int32 {
            let arguments =
                ["render", "in.mkv", "-y", "-o", "a.png", "--frame", "\(frame)"] + options + ["--", "invert"]
            let run = try glint(in: folder, arguments: arguments)
            #expect(run.status == 0 || run.errors.contains("cannot be read completely"), "\(run.errors)")
            return run.status
        }
        #expect(try status(4) == 0)
        #expect(try (10..<16).contains { try status($0) == 1 })
        #expect(try (10..<16).allSatisfy { try status($0, "--accept-damaged") == 0 })
    }

    @Test("conflicting options give an error message")
    func refusals() throws {
        let folder = try folderWithVideo()
        try python(in: folder, "save('a.png', noise(8, 8))")
        try folder.write("just text", to: "text.mp4")
        func refused(_ arguments: [String], _ status: Int32, _ parts: String...) throws {
            let run = try glint(in: folder, arguments: ["render"] + arguments)
            #expect(run.status == status, "\(arguments): \(run.errors)")
            #expect(run.errorLines.count == 1, "\(arguments): \(run.errors)")
            for part in parts { #expect(run.errors.contains(part), "“\(part)” in \(run.errors)") }
        }
        try refused(["in.mp4", "-o", "out.png"], 1, "--frame", "{frame}")
        try refused(["in.mp4", "-o", "out.mp4", "--frame", "3"], 1, "out.mp4", "--frame")
        try refused(["in.mp4", "-o", "out.png", "--frame", "25"], 1, "in.mp4", "25")
        try refused(["in.mp4", "-o", "out.webm", "--video-codec", "h264"], 1, "MP4")
        try refused(["in.mp4", "-o", "in.mp4", "-y"], 1, "in.mp4")
        try refused(["in.mp4", "-o", "out.mp4", "--from", "2"], 1, "in.mp4")
        try refused(["a.png", "-o", "out.mp4"], 1, "--duration")
        try refused(["in.mp4", "-o", "out.mp4", "--duration", "2"], 1, "--duration applies only to pictures")
        try refused(["in.mp4", "-o", "out.mp4", "--fps", "24"], 1, "--fps applies only to pictures")
        try refused(
            ["a.png", "-o", "out.mp4", "--duration", "2", "--from", "1"], 1, "--from applies only to videos")
        try refused(["text.mp4", "-o", "out.mp4"], 1, "text.mp4")
        try refused(["in.mp4", "-o", "out.mp4", "--from", "2", "--to", "1"], 2, "--to")
        try refused(["in.mp4", "-o", "out.mp4", "--from", "x"], 2, "--from")
        try refused(["in.mp4", "-o", "out.mp4", "--video-codec", "h266"], 2, "h265")
        try refused(["in.mp4", "-o", "out.mp4", "--fps", "0"], 2, "--fps")
        #expect(folder.names.sorted() == ["a.png", "in.mp4", "text.mp4"])
    }

    @Test("info describes pictures and videos")
    func info() throws {
        let folder = try folderWithVideo()
        try python(in: folder, "save('a.png', noise(8, 9))")
        let run = try glint(in: folder, "info", "--json", "a.png", "in.mp4")
        #expect(run.status == 0)
        let files = try #require(
            try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [[String: Any]])
        #expect(files[0]["kind"] as? String == "picture" && files[0]["format"] as? String == "png")
        #expect(files[0]["width"] as? Int == 9 && files[0]["height"] as? Int == 8)
        #expect(files[1]["kind"] as? String == "video" && files[1]["format"] as? String == "mp4")
        #expect(files[1]["frames"] as? Int == 25 && files[1]["fps"] as? Double == 25)
        #expect(files[1]["codec"] as? String == "h264")
        let sounds = try #require(files[1]["audio"] as? [[String: Any]])
        #expect(
            sounds.count == 1 && sounds[0]["codec"] as? String == "aac" && sounds[0]["channels"] as? Int == 1)
    }

    @Test("the example of the library filters a video")
    func example() throws {
        let folder = try folderWithVideo()
        let example = try runProgram(
            builtProgram("filter-video"),
            arguments: [folder.file("in.mp4"), folder.file("example.mkv"), "sepia"])
        #expect(example.status == 0, "\(example.errors)")
        let run = try glint(in: folder, "render", "in.mp4", "-o", "cli.mkv", "--", "sepia")
        #expect(run.status == 0)
        #expect(
            try Media.frames(of: folder.file("example.mkv"), as: "rgb24")
                == Media.frames(of: folder.file("cli.mkv"), as: "rgb24"))
    }
}
