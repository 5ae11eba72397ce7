import Foundation
import TestSupport
import Testing

/// Raw samples without a header, exchanged with ffmpeg, ImageMagick and numpy.
@Suite("Raw frames through pipes") struct RawFrameTests {
    /// Runs a line of bash in which `$G` stands for the program.
    private func expectGood(
        _ line: String, in folder: TemporaryFolder, sourceLocation: SourceLocation = #_sourceLocation
    )
        throws
    {
        let run = try bash(line, in: folder)
        #expect(
            run.status == 0 && run.errors.isEmpty, "\(line): \(run.errors)", sourceLocation: sourceLocation)
    }

    @Test(
        "samples of every kind are unchanged, for one frame or several",
        arguments: ["gray", "rgb", "rgba"], [8, 16, 32])
    func unchanged(channels: String, depth: Int) throws {
        let folder = try temporaryFolder()
        let count = ["gray": 1, "rgb": 3, "rgba": 4][channels] ?? 0
        try python(
            in: folder,
            """
            random = np.random.default_rng(2)
            shape = (3, 21, 34, \(count))
            frames = (random.random(shape, dtype=np.float32) if \(depth) == 32
                      else random.integers(0, 2 ** \(depth), shape, dtype=np.uint\(depth)))
            # Floats go beyond 0…1, but for alpha.
            if \(depth) == 32: frames[..., :3] = frames[..., :3] * 4 - 1
            frames.tofile('in')
            """)
        try expectGood(
            "cat in | $G render - -o - --format raw --input-format raw --size 34x21 --channels \(channels) --depth \(depth)"
                + " | cmp - in", in: folder)
    }

    @Test("exchanged with ffmpeg, ImageMagick and numpy, the pixels are exact")
    func chain() throws {
        let folder = try temporaryFolder()
        try Media.make(
            "a.mkv", in: folder, "-f lavfi -i testsrc2=s=66x50:d=1:r=12 -pix_fmt bgr0 -c:v ffv1 OUT")
        let raw = "--format raw --input-format raw --size 66x50"
        try expectGood(
            """
            ffmpeg -v error -i a.mkv -f rawvideo -pix_fmt rgb24 - | $G render - -o - \(raw) --fps 12 -- invert |
                ffmpeg -v error -f rawvideo -pix_fmt rgb24 -s 66x50 -r 12 -i - -c:v ffv1 -pix_fmt bgr0 b.mkv
            convert rose: -resize 66x50! -depth 16 rgb:- | tee rose | $G render - -o - \(raw) --depth 16 -- invert |
                convert -size 66x50 -depth 16 rgb:- rose.png
            """, in: folder)
        let (before, after) = (
            try Media.frames(of: folder.file("a.mkv"), as: "rgb24"),
            try Media.frames(of: folder.file("b.mkv"), as: "rgb24")
        )
        #expect(before.count == 12 * 66 * 50 * 3 && after == Data(before.map { 255 - $0 }))
        // ImageMagick creates the file, since Pillow has no 16-bit color.
        try expectGood("convert rose.png -depth 16 rgb:out", in: folder)
        #expect(
            try python(
                in: folder,
                "print(np.abs(np.fromfile('out', '<u2').astype(int) - (65535 - np.fromfile('rose', '<u2').astype(int))).max() <= 1)"
            ) == "True\n")
    }

    @Test("a video, or one frame of it, is output as the frames that ffmpeg decodes")
    func videoOut() throws {
        let folder = try temporaryFolder()
        try Media.make(
            "a.mkv", in: folder, "-f lavfi -i testsrc2=s=66x50:d=1:r=10 -pix_fmt bgr0 -c:v ffv1 OUT")
        try expectGood(
            "$G render a.mkv -o - --format raw > all; $G render a.mkv -o - --format raw --frame 4 > one",
            in: folder)
        try expectGood("$G render a.mkv -o - --format raw --from 0.5 --to 8f > part", in: folder)
        let frames = try Media.frames(of: folder.file("a.mkv"), as: "rgb24")
        let size = 66 * 50 * 3
        #expect(try folder.bytes("all") == frames)
        #expect(try folder.bytes("one") == frames[4 * size..<5 * size])
        #expect(try folder.bytes("part") == frames[5 * size..<8 * size])
    }

    @Test(
        "a picture is output with its file's samples, including floats, and --verbose reports their format"
    )
    func pictureOut() throws {
        let folder = try temporaryFolder()
        try python(
            in: folder,
            "save('a.png', noise(9, 13)); save('gray.png', noise(9, 13, 1)); save('alpha.png', noise(9, 13, 4)); load('a.png').tofile('a')"
        )
        try expectGood("$G render a.png -o - --format raw | cmp - a", in: folder)
        try expectGood("cat a.png | $G render - -o - --format raw | cmp - a", in: folder)
        for (name, reason, bytes) in [
            ("a.png", "RGB, 8 bits, 351 bytes each (ffmpeg -f rawvideo -pix_fmt rgb24 -s 13x9)", 351),
            ("gray.png", "gray, 8 bits, 117 bytes", 117),
            ("alpha.png", "RGB with alpha, 8 bits, 468 bytes", 468),
        ] {
            let run = try bash("$G render \(name) -o - --format raw --verbose > out", in: folder)
            #expect(
                run.errors.contains("standard output: frames of 13 × 9 pixels, \(reason)"), "\(run.errors)")
            #expect(try folder.bytes("out").count == bytes)
        }
        try expectGood("$G render a.png -o - --format raw --depth 32 > floats", in: folder)
        #expect(
            try python(
                in: folder,
                "print(np.abs(np.fromfile('floats', 'f4') * 255 - np.fromfile('a', 'u1')).max() < 1e-4)")
                == "True\n")
    }

    @Test("raw frames become a picture, numbered pictures and a video")
    func into() throws {
        let folder = try temporaryFolder()
        try python(
            in: folder,
            "noise(40, 50).tofile('one'); np.concatenate([noise(40, 50, seed=n) for n in range(3)]).tofile('three')"
        )
        let raw = "--input-format raw --size 50x40"
        try expectGood(
            "cat one | $G render - -o a.png \(raw); $G render three -o 'n{frame}.png' \(raw)", in: folder)
        try expectGood("$G render three -o a.mkv \(raw) --fps 25", in: folder)
        #expect(
            try python(
                in: folder,
                """
                three = np.fromfile('three', 'u1').reshape(3, 40, 50, 3)
                print(np.array_equal(load('a.png'), np.fromfile('one', 'u1').reshape(40, 50, 3)),
                      all(np.array_equal(load(f'n{n:06}.png'), three[n]) for n in range(3)))
                """) == "True True\n")
        #expect(try Media.frames(of: folder.file("a.mkv"), as: "rgb24") == folder.bytes("three"))
        #expect(try Media.probe(folder.file("a.mkv"), "stream=avg_frame_rate") == ["25/1"])
    }

    @Test("each frame has its time, like the frames of a video")
    func time() throws {
        let folder = try temporaryFolder()
        try Media.make(
            "a.mkv", in: folder, "-f lavfi -i testsrc2=s=64x48:d=0.5:r=10 -pix_fmt bgr0 -c:v ffv1 OUT")
        try expectGood(
            """
            $G render a.mkv -o - --format raw -- ntsc film-grain > video
            ffmpeg -v error -i a.mkv -f rawvideo -pix_fmt rgb24 - |
                $G render - -o - --format raw --input-format raw --size 64x48 --fps 10 -- ntsc film-grain > stream
            cmp video stream
            """, in: folder)
        // The filter depends on the time, so the frames differ.
        try expectGood(
            "head -c 9216 video > first; tail -c 9216 video > last; ! cmp -s first last", in: folder)
    }

    @Test("the result of a frame is available before the next frame is sent")
    func oneByOne() throws {
        let folder = try temporaryFolder()
        let output = try python(
            in: folder,
            """
            import subprocess
            process = subprocess.Popen(
                ['\(try builtProgram("glint-cli"))', 'render', '-', '-o', '-', '--format', 'raw', '--input-format', 'raw',
                 '--size', '30x20', '--', 'invert'], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
            for n in range(5):
                frame = noise(20, 30, seed=n)
                process.stdin.write(frame.tobytes())
                process.stdin.flush()
                print(np.array_equal(np.frombuffer(process.stdout.read(1800), 'u1').reshape(20, 30, 3), 255 - frame), end=' ')
            process.stdin.close()
            print(process.wait(), process.stdout.read())
            """)
        #expect(output == "True True True True True 0 b''\n")
    }

    @Test("a long stream needs no more memory than a short one")
    func memory() throws {
        let folder = try temporaryFolder()
        let output = try python(
            in: folder,
            """
            import resource, subprocess, threading
            def peak_memory(count):
                process = subprocess.Popen(
                    ['\(try builtProgram("glint-cli"))', 'render', '-', '-o', '-', '--format', 'raw', '--input-format', 'raw',
                     '--size', '640x480', '--', 'saturation', 'amount=0'], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL)
                for _ in range(count): process.stdin.write(bytes(640 * 480 * 3))
                peak = [int(line.split()[1]) for line in open(f'/proc/{process.pid}/status') if line.startswith('VmHWM')][0]
                process.stdin.close()
                return peak if process.wait() == 0 else None
            # In kilobytes; 200 frames of RGBA have 246 MB.
            print(peak_memory(200) - peak_memory(20) < 60_000)
            """)
        #expect(output == "True\n")
    }

    @Test(
        "a wrong number of bytes is reported after the complete frames",
        arguments: [
            (
                "head -c 299", "-o -", 0,
                "standard input ends within frame 0: a frame of 10 × 10 pixels, RGB, 8 bits has 300 bytes, but this one only 299"
            ),
            ("head -c 601", "-o -", 600, "ends within frame 2"),
            ("head -c 0", "-o -", 0, "has no frame: it is empty"),
            ("head -c 0", "-o a.png", 0, "has no frame: it is empty"),
            ("head -c 200", "-o a.png", 0, "ends within frame 0"),
            ("head -c 600", "-o a.png", 0, "more than one frame"),
            ("head -c 301", "-o a.png", 0, "more than one frame"),
            ("head -c 450", "-o a.mkv", 0, "ends within frame 1"),
        ])
    func wrongCounts(input: String, output: String, bytes: Int, mention: String) throws {
        let folder = try temporaryFolder()
        let format = output == "-o -" ? "--format raw" : ""
        let run = try bash(
            "\(input) /dev/zero | $G render - \(output) \(format) --input-format raw --size 10x10 > out",
            in: folder)
        #expect(run.status == 1 && run.errorLines.count == 1 && run.errors.contains(mention), "\(run.errors)")
        #expect(try folder.bytes("out").count == bytes)
        #expect(folder.names == ["out"])
    }

    @Test(
        "conflicting options are usage errors",
        arguments: [
            ("a -o - --format raw --input-format raw", "needs --size"),
            ("a -o b.png --channels rgb", "--input-format raw"),
            ("a -o b.png --input-depth 8", "--input-format raw"),
            ("a -o b.png --input-format png --size 1x1", "must be raw"),
            ("a b -o o --input-format raw --size 1x1", "one INPUT"),
            ("a -o b.png --input-format raw --size 1x", "such as 1280x720"),
            ("a -o b.png --input-format raw --size 9x9 --channels cmyk", "rgb, rgba, gray"),
            ("a -o b.png --input-format raw --size 9x9 --input-depth 10", "8, 16 or 32"),
            ("a -o - --format raw --input-format raw --size 9x9 --from 2f", "--from does not apply"),
            ("a -o b.mp4 --input-format raw --size 9x9 --duration 2", "--duration"),
            ("a -o - --format raw --profile p3", "sRGB"), ("a -o b.png --format raw", "OUTPUT -"),
        ])
    func wrongArguments(arguments: String, part: String) throws {
        expectRefusal(
            try glint(
                in: temporaryFolder(),
                arguments: ["render"] + arguments.split(separator: " ").map(String.init)),
            status: 2,
            mentions: part)
    }
}
