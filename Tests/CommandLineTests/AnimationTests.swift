import Foundation
import TestSupport
import Testing

@Suite("Animated pictures on the command line") struct AnimationTests {
    /// An animation with different frames in each format; `loop` is Pillow's loop argument, None for no loop
    /// count.
    private func folder(frames: Int, loop: String = "0") throws -> TemporaryFolder {
        let folder = try temporaryFolder()
        try python(
            in: folder,
            """
            from PIL import ImageDraw
            frames = []
            for number in range(\(frames)):
                frame = Image.new('RGB', (24, 16), (40 * number, 200 - 30 * number, 90))
                ImageDraw.Draw(frame).rectangle((number, 2, number + 6, 9), fill=(250, 10 * number, 0))
                frames.append(frame)
            loop = {} if \(loop) is None else dict(loop=\(loop))
            for name in ('a.gif', 'a.png', 'a.webp'):
                frames[0].save(name, save_all=True, append_images=frames[1:], duration=120, **loop)
            """)
        return folder
    }

    /// The frame count and loop count as read by Pillow, such as `5 3`.
    private func framesAndLoop(_ name: String, in folder: TemporaryFolder) throws -> String {
        try python(
            in: folder,
            "i = Image.open('\(name)'); print(getattr(i, 'n_frames', 1), i.info.get('loop'))"
        ).trimmingCharacters(in: .whitespacesAndNewlines)
    }

    @Test(
        "keep their loop count, from each format to each", arguments: ["a.gif", "a.png", "a.webp"],
        ["b.gif", "b.apng", "b.webp"])
    func loops(source: String, result: String) throws {
        for loop in [0, 3, 2, 65_535] {
            let folder = try folder(frames: 5, loop: "\(loop)")
            let run = try glint(in: folder, "render", source, "-o", result, "--", "invert")
            #expect(run.status == 0, "\(run.errors)")
            #expect(try framesAndLoop(result, in: folder) == "5 \(loop)", "\(source) to \(result)")
        }
    }

    @Test("that play once still do, and videos become endless ones")
    func once() throws {
        let folder = try folder(frames: 3, loop: "None")
        // Without a loop count, a GIF written by Pillow plays once; Pillow's APNG and WebP loop endlessly by
        // default.
        try glint(in: folder, "render", "a.gif", "-o", "b.gif")
        try glint(in: folder, "render", "a.gif", "-o", "b.apng")
        try glint(in: folder, "render", "a.gif", "-o", "b.webp")
        try glint(in: folder, "render", "b.apng", "-o", "c.gif")
        #expect(
            try framesAndLoop("b.gif", in: folder) == "3 None"
                && framesAndLoop("c.gif", in: folder) == "3 None")
        #expect(
            try framesAndLoop("b.apng", in: folder) == "3 1" && framesAndLoop("b.webp", in: folder) == "3 1")
        try glint(in: folder, "render", "a.gif", "-o", "v.mp4")
        try glint(in: folder, "render", "v.mp4", "-o", "v.gif")
        #expect(try framesAndLoop("v.gif", in: folder) == "3 0")
    }

    @Test(
        "stay animated if the format supports both, unless a frame or page is requested",
        arguments: ["a.gif", "a.png", "a.webp"])
    func staysAnimated(source: String) throws {
        let folder = try folder(frames: 4)
        #expect(try glint(in: folder, "render", source, "-o", "b.webp").status == 0)
        #expect(try framesAndLoop("b.webp", in: folder) == "4 0")
        #expect(try glint(in: folder, "render", source, "-o", "one.webp", "--frame", "1").status == 0)
        // The frames of an APNG cannot be addressed as pages.
        if source != "a.png" {
            #expect(try glint(in: folder, "render", source, "-o", "page.webp", "--page", "2").status == 0)
            #expect(try framesAndLoop("page.webp", in: folder).hasPrefix("1 "))
        }
        #expect(try framesAndLoop("one.webp", in: folder).hasPrefix("1 "))
        // An APNG counts as a PNG, so all frames are written; of other animations only one frame is.
        #expect(try glint(in: folder, "render", source, "-o", "b.png").status == 0)
        #expect(try framesAndLoop("b.png", in: folder).hasPrefix(source == "a.png" ? "4 " : "1 "))
        #expect(try glint(in: folder, "render", source, "-o", "b.jpg").status == 0)
    }

    @Test("give their first frame as a picture, an AVIF of several frames as others")
    func firstFrame() throws {
        let folder = try folder(frames: 4)
        _ = try runProgram(
            "/usr/bin/ffmpeg",
            arguments: [
                "-v", "error", "-i", folder.file("a.gif"), "-c:v", "libaom-av1", "-crf", "10", "-cpu-used",
                "8",
                folder.file("a.avif"),
            ])
        for source in ["a.gif", "a.webp", "a.avif"] {
            let run = try glint(in: folder, "render", source, "-o", "first.png", "-y")
            #expect(run.status == 0 && run.errors.contains("page 1 of 4"), "\(source): \(run.errors)")
            let difference = try python(
                in: folder,
                "print(abs(load('first.png')[..., :3].astype(int) - np.asarray(Image.open('a.png').convert('RGB'))).mean() < 15)"
            )
            #expect(difference == "True\n", "\(source)")
        }
        #expect(try glint(in: folder, "render", "a.avif", "-o", "b.webp").status == 0)
        #expect(try framesAndLoop("b.webp", in: folder).hasPrefix("4 "))
        // A picture from a video still needs an explicit frame number.
        try glint(in: folder, "render", "a.gif", "-o", "v.mp4")
        expectRefusal(
            try glint(in: folder, "render", "v.mp4", "-o", "v.png"), status: 1, mentions: "--frame N")
    }

    @Test(
        "of one frame, or of equal frames, are saved without an error",
        arguments: ["b.webp", "b.apng", "b.gif"])
    func hardlyAnimated(result: String) throws {
        let folder = try folderWithPicture()
        for (arguments, source) in [
            (["--duration", "0.03", "--fps", "30"], "a.png"), (["--duration", "1", "--fps", "10"], "a.png"),
        ] {
            let run = try glint(
                in: folder, arguments: ["render", source, "-o", result, "-y", "--json"] + arguments)
            #expect(run.status == 0, "\(arguments): \(run.errors)")
            #expect(
                run.output.contains(#""width":32"#) && run.output.contains(#""height":24"#), "\(run.output)")
            #expect(try framesAndLoop(result, in: folder).hasPrefix("1 ") || result != "b.webp")
        }
    }

    @Test("a GIF of two frames loses none, and no rate is reported")
    func twoFrames() throws {
        let folder = try temporaryFolder()
        try python(
            in: folder,
            """
            random = np.random.default_rng(1)
            frames = [Image.fromarray(random.integers(0, 256, (40, 50, 3), dtype=np.uint8)) for _ in range(2)]
            for name, times in (('a', [100, 100]), ('b', [30, 500]), ('c', [20, 20])):
                frames[0].save(name + '.gif', save_all=True, append_images=frames[1:], duration=times, loop=0)
            """)
        for name in "abc" {
            let run = try glint(in: folder, "render", "\(name).gif", "-o", "\(name)2.gif", "--", "invert")
            #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
            let times = try Media.probe(folder.file("\(name).gif"), "packet=pts")
            #expect(try Media.probe(folder.file("\(name)2.gif"), "packet=pts") == times)
        }
    }

    @Test("a GIF whose frames are too fast for a while reports it, whatever its mean rate")
    func bursts() throws {
        let folder = try temporaryFolder()
        // Two bursts at 60 frames per second, half a second apart.
        try Media.make(
            "a.mp4", in: folder,
            "-f lavfi -i testsrc2=s=66x50:r=60:d=1 -vf select='lt(n,8)+between(n,38,46)' -fps_mode vfr -c:v libx264 OUT"
        )
        let run = try glint(in: folder, "render", "a.mp4", "-o", "a.gif")
        #expect(
            run.errorLines.contains { $0.contains("frames beyond 50 per second are dropped") },
            "\(run.errors)"
        )
        let slow = try glint(in: folder, "render", "a.mp4", "-o", "b.gif", "--from", "0.11", "--to", "0.63")
        #expect(slow.status == 0 && slow.errors.isEmpty, "\(slow.errors)")
        let y4m = try glint(in: folder, "render", "a.mp4", "-o", "a.y4m")
        #expect(y4m.errorLines.contains { $0.contains("get equal ones") }, "\(y4m.errors)")
        // 17 frames in 47 sixtieths of a second.
        let stated = try Media.probe(folder.file("a.y4m"), "stream=avg_frame_rate")[0].split(separator: "/")
            .compactMap { Double($0) }
        try #require(stated.count == 2)
        #expect(abs(stated[0] / stated[1] - 17 / (47.0 / 60)) < 0.1)
    }

    @Test("--lossless keeps the pixels of an animated WebP and reports that quality is ignored")
    func losslessWebP() throws {
        let folder = try temporaryFolder()
        try Media.make(
            "a.mkv", in: folder, "-f lavfi -i testsrc2=s=66x50:r=10:d=0.4 -c:v ffv1 -pix_fmt bgr0 OUT")
        let run = try glint(in: folder, "render", "a.mkv", "-o", "a.webp", "--lossless", "--quality", "20")
        #expect(run.status == 0)
        #expect(run.errorLines == ["--quality has no effect with --lossless"])
        #expect(try glint(in: folder, "render", "a.mkv", "-o", "{frame}.png").status == 0)
        let same = try python(
            in: folder,
            """
            film = Image.open('a.webp')
            for n in range(film.n_frames):
                film.seek(n)
                print(np.array_equal(np.array(film.convert('RGB')), load('%06d.png' % n)[..., :3]))
            """)
        #expect(same == String(repeating: "True\n", count: 4))
    }
}
