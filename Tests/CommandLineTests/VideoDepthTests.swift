import Foundation
import TestSupport
import Testing

/// The bit depth of written videos, as ffmpeg decodes them.
@Suite("The bit depth of a video") struct VideoDepthTests {
    /// Squares of 8 × 8 pixels, one for each luma level of a range, without color; FFV1, which is lossless.
    private func folderWithRamp(levels: ClosedRange<Int>, isFull: Bool) throws -> TemporaryFolder {
        let folder = try temporaryFolder()
        try python(
            in: folder,
            """
            levels = np.arange(\(levels.lowerBound), \(levels.upperBound) + 1)
            levels = np.append(levels, np.full(-len(levels) % 32, levels[-1])).reshape(-1, 32)
            luma = levels.repeat(8, 0).repeat(8, 1).astype('<u2')
            open('size', 'w').write('%dx%d' % luma.shape[::-1])
            chroma = np.full((luma.shape[0] // 2, luma.shape[1] // 2), 512, '<u2')
            open('raw', 'wb').write((luma.tobytes() + chroma.tobytes() * 2) * 2)
            """)
        let size = try String(contentsOfFile: folder.file("size"), encoding: .utf8)
        let range = "-color_range \(isFull ? "pc" : "tv")"
        try Media.make(
            "ramp.mkv", in: folder,
            "-f rawvideo -pix_fmt yuv420p10le -s \(size) -r 25 \(range) -i \(folder.file("raw")) "
                + "-c:v ffv1 \(range) -colorspace bt709 -color_primaries bt709 -color_trc bt709 OUT")
        return folder
    }

    /// The number of different luma levels of 10 bits in a file, and the largest difference from the ramp.
    ///
    /// - Parameter format: the file's pixel format; red, green and blue of gray are its luma.
    private func luma(of name: String, in folder: TemporaryFolder, format: String, isFull: Bool) throws -> (
        distinct: Int, worst: Int
    ) {
        try Media.make(
            "decoded", in: folder,
            "-i \(folder.file(name)) -frames:v 1 -f rawvideo -pix_fmt \(format) OUT")
        let (black, white) = isFull ? (0, 1023) : (64, 940)
        let highest = format == "gbrp16le" ? 65535 : 1023
        let luma =
            format.hasPrefix("gbr") ? "\(black) + (\(white) - \(black)) * plane / \(highest)" : "plane"
        let numbers = try python(
            in: folder,
            """
            width, height = map(int, open('size').read().split('x'))
            read = lambda name: np.fromfile(name, '<u2', width * height).reshape(height, width).astype(float)
            raw, plane = read('raw'), read('decoded')
            luma = np.rint(\(luma))
            print(len(np.unique(luma)), int(np.abs(raw - luma).max()))
            """
        ).split(separator: " ").compactMap { Int($0.trimmingCharacters(in: .whitespacesAndNewlines)) }
        return (numbers[0], numbers[1])
    }

    @Test(
        "is 10 for a source of 10 bits, with every level of the limited range",
        arguments: [
            ("mp4", "h265", "yuv420p10le"), ("mp4", "av1", "yuv420p10le"), ("webm", "vp9", "yuv420p10le"),
            ("mov", "prores", "yuv422p10le"), ("mkv", "ffv1", "gbrp16le"),
        ])
    func limited(container: String, codec: String, format: String) throws {
        let folder = try folderWithRamp(levels: 64...940, isFull: false)
        let name = "out." + container
        let run = try glint(
            in: folder, "render", "ramp.mkv", "-o", name, "--video-codec", codec, "--video-quality", "100",
            "--video-preset", "fast", "-q")
        #expect(run.status == 0, "\(run.errors)")
        #expect(try Media.probe(folder.file(name), "stream=pix_fmt") == [format])
        let (distinct, worst) = try luma(of: name, in: folder, format: format, isFull: false)
        #expect(distinct == 877 && worst <= 1, "\(distinct) levels, up to \(worst) off")
    }

    @Test(
        "can be 10 with the 1,024 levels of the full range",
        arguments: [
            ("h265", "yuv420p10le"), ("av1", "yuv420p10le"), ("vp9", "yuv420p10le"), ("ffv1", "gbrp10le"),
        ])
    func full(codec: String, format: String) throws {
        let folder = try folderWithRamp(levels: 0...1023, isFull: true)
        let run = try glint(
            in: folder, "render", "ramp.mkv", "-o", "out.mkv", "--video-codec", codec, "--video-depth", "10",
            "--video-quality", "100", "--video-preset", "fast", "-q")
        #expect(run.status == 0, "\(run.errors)")
        #expect(try Media.probe(folder.file("out.mkv"), "stream=pix_fmt,color_range") == ["\(format),pc"])
        let (distinct, worst) = try luma(of: "out.mkv", in: folder, format: format, isFull: true)
        #expect(distinct == 1024 && worst <= 1, "\(distinct) levels, up to \(worst) off")
    }

    @Test("is 8 or 10 as chosen, and 10 bits keep the levels that a filter makes of 8")
    func chosen() throws {
        let folder = try temporaryFolder()
        try Media.make(
            "in.mp4", in: folder,
            "-f lavfi -i color=c=0x808080:s=64x64:r=25:d=0.2 -c:v libx264 -pix_fmt yuv420p OUT")
        for (depth, format) in [("8", "yuv420p"), ("10", "yuv420p10le")] {
            let run = try glint(
                in: folder, "render", "in.mp4", "-o", "\(depth).mp4", "--video-codec", "h265",
                "--video-depth",
                depth, "--", "vignette")
            #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
            #expect(try Media.probe(folder.file("\(depth).mp4"), "stream=pix_fmt") == [format])
        }
        func levels(_ name: String) throws -> Int {
            let bytes = try Media.frames(of: folder.file(name), as: "gray10le")
            return Set(
                stride(from: 0, to: 64 * 64 * 2, by: 2).map { Int(bytes[$0]) + Int(bytes[$0 + 1]) << 8 }
            )
            .count
        }
        #expect(try levels("10.mp4") > 2 * levels("8.mp4"))
    }

    @Test("is named if the codec does not have it, and a source's additional bits are not lost silently")
    func refused() throws {
        let folder = try folderWithRamp(levels: 64...940, isFull: false)
        for (codec, depth, others) in [
            ("prores", "8", "H.265, AV1, VP9"), ("h264", "10", "H.265, AV1, VP9, FFV1"),
        ] {
            let run = try glint(
                in: folder, "render", "ramp.mkv", "-o", "out.mov", "--video-codec", codec, "--video-depth",
                depth)
            expectRefusal(run, status: 2, mentions: "--video-depth", "\(depth) bits per channel", others)
        }
        expectRefusal(
            try glint(in: folder, "render", "ramp.mkv", "-o", "out.mp4", "--video-depth", "10"), status: 1,
            mentions: "H.264 cannot have 10 bits")
        expectRefusal(
            try glint(in: folder, "render", "ramp.mkv", "-o", "out.mp4", "--video-depth", "9"), status: 2,
            mentions: "8 or 10", "“9”")
        let run = try glint(in: folder, "render", "ramp.mkv", "-o", "out.mp4")
        #expect(
            run.status == 0 && run.errors.contains("the file has only 8 bits per channel in H.264"),
            "\(run.errors)")
    }

    @Test("stays that of the source where there is no choice, and is remarked on where it cannot be 10")
    func withoutChoice() throws {
        let folder = try temporaryFolder()
        try Media.make(
            "in.mkv", in: folder,
            "-f lavfi -i testsrc2=s=32x32:r=5:d=0.4,format=yuva420p -c:v ffv1 -pix_fmt yuva420p OUT")
        for (name, format) in [("a.apng", "rgba"), ("a.y4m", "yuv420p")] {
            let run = try glint(in: folder, "render", "in.mkv", "-o", name, "--video-depth", "10")
            #expect(run.status == 0 && run.errors.contains("--video-depth has no effect"), "\(run.errors)")
            #expect(try Media.probe(folder.file(name), "stream=pix_fmt") == [format])
        }
        let run = try glint(in: folder, "render", "in.mkv", "-o", "a.webm", "--video-depth", "10")
        #expect(run.status == 0 && run.errors.contains("only 8 bits per channel in VP9"), "\(run.errors)")
    }
}
