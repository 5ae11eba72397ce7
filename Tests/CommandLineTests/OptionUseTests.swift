import Foundation
import TestSupport
import Testing

@Suite("Options without an effect") struct OptionUseTests {
    /// A folder with a PNG, an SVG and a video of 75 frames in 3 s.
    private func folder() throws -> TemporaryFolder {
        let folder = try folderWithPicture()
        try folder.write(
            "<svg xmlns='http://www.w3.org/2000/svg' width='40' height='30'><rect width='9' height='9'/></svg>",
            to: "d.svg")
        _ = try runProgram(
            "/usr/bin/ffmpeg",
            arguments: [
                "-v", "error", "-f", "lavfi", "-i", "testsrc=s=64x48:d=3:r=25", "-pix_fmt", "yuv420p",
                folder.file("v.mp4"),
            ])
        return folder
    }

    @Test(
        "are errors if the input does not support them",
        arguments: [
            ("a.png --size 640x480 -o b.png", "resize width=W"),
            ("v.mp4 --size 64x48 -o b.mp4", "--size applies only to SVG"),
            ("a.png --from 1 -o b.png", "--from applies only to videos"),
            ("a.png --to 1 -o b.png", "--to applies only to videos"),
            ("v.mp4 --page 2 -o b.mp4", "--page applies only to pictures"),
            ("v.mp4 --fps 20 -o b.mp4", "--fps applies only to pictures"),
            ("v.mp4 --duration 2 -o b.mp4", "--duration applies only to pictures"),
            ("v.mp4 --at 9 -o b.png", "no frame at 9.000 s; it lasts 3.000 s"),
            ("v.mp4 --at 3 -o b.png", "no frame at 3.000 s"),
            ("v.mp4 --frame 75 -o b.png", "no frame 75; its 75 frames"),
        ])
    func errors(arguments: String, sentence: String) throws {
        let folder = try folder()
        let run = try glint(
            in: folder, arguments: ["render"] + arguments.split(separator: " ").map(String.init))
        expectRefusal(run, status: 1, mentions: sentence)
        #expect(!folder.names.contains { $0.hasPrefix("b.") })
    }

    @Test(
        "are remarks if they do not apply to the output",
        arguments: [
            ("a.png --depth 16 -o b.jpg", "--depth 16: JPEG has 8 bits"),
            ("a.png --depth 16 -o b.webp", "--depth 16: WebP has 8 bits"),
            ("a.png --depth 8 -o b.exr", "--depth 8: OpenEXR has 32 bits"),
            ("a.png --quality 4 -o b.tif", "--quality has no effect on TIFF"),
            ("a.png --quality 4 --lossless -o b.webp", "--quality has no effect with --lossless"),
            ("a.png --lossless -o b.jpg", "--lossless has no effect on JPEG"),
            ("a.png --compression smallest -o b.webp", "--compression has no effect on WebP"),
            ("a.png --tiff-compression lzw -o b.png", "--tiff-compression has no effect on PNG"),
            ("a.png --intent relative -o b.png", "--intent has no effect on PNG"),
            ("a.png --video-codec h264 -o b.png", "--video-codec has no effect on PNG"),
            ("a.png --fps 3 -o b.png", "--fps has no effect on PNG"),
            ("v.mp4 --quality 80 -o b.mp4", "--quality has no effect on MP4"),
            ("v.mp4 --depth 16 -o b.mp4", "--depth has no effect on MP4"),
            ("v.mp4 --video-codec ffv1 --video-quality 8 -o b.mkv", "--video-quality has no effect on FFV1"),
            ("v.mp4 --video-depth 10 -o b.gif", "--video-depth has no effect on GIF"),
            ("v.mp4 --no-audio -o b.gif", "--no-audio has no effect on GIF"),
        ])
    func remarks(arguments: String, sentence: String) throws {
        let run = try glint(
            in: folder(), arguments: ["render"] + arguments.split(separator: " ").map(String.init))
        #expect(run.status == 0)
        #expect(
            run.errorLines.first?.hasPrefix(sentence) == true && run.errorLines.count == 1, "\(run.errors)")
    }

    @Test("are not remarked on if they apply, and only once for several files")
    func silence() throws {
        let folder = try folder()
        for arguments in [
            "a.png --depth 16 --compression smallest --profile p3 --intent perceptual --lossless -o b.png",
            "a.png --quality 8 --compression smallest -o b.jpg", "a.png --lossless -o b.webp",
            "a.png --tiff-compression lzw --depth 32 -o b.tif", "d.svg --size 80x60 -o d.png",
            "a.png --duration 0.1 --fps 20 --video-codec h265 --video-quality 8 --video-preset fast -o b.mkv",
            "v.mp4 --to 1 --no-audio --video-quality 80 --video-codec vp9 -o b.webm",
            "v.mp4 --at 1 --depth 16 -o c.png", "v.mp4 --to 3f -o n{frame}.png",
            "n%06d.png --fps 10 --to 0.2 -o m{frame}.png",
        ] {
            let run = try glint(
                in: folder, arguments: ["render"] + arguments.split(separator: " ").map(String.init))
            #expect(run.status == 0 && run.errors.isEmpty, "\(arguments): \(run.errors)")
        }
        let run = try glint(in: folder, "render", "a.png", "d.svg", "--quality", "4", "-o", "{stem}-x.png")
        #expect(run.errorLines == ["--quality has no effect on PNG", "2 saved"])
    }
}
