import Foundation
import TestSupport
import Testing

/// Files written by other programs, and how Glint renders them.
@Suite("Videos of other programs") struct ForeignVideoTests {
    @Test(
        "the transparency of VP8 and VP9 is kept, from frame to frame, and in a video made of it",
        arguments: ["libvpx", "libvpx-vp9"])
    func transparentVideos(decoder: String) throws {
        let folder = try temporaryFolder()
        let alpha = "format=yuva420p,geq=lum='lum(X,Y)':cb='cb(X,Y)':cr='cr(X,Y)':a='X*2+20*N'"
        _ = try runProgram(
            "/usr/bin/ffmpeg",
            arguments: [
                "-v", "error", "-f", "lavfi", "-i", "testsrc=s=96x64:d=0.4:r=10,\(alpha)", "-c:v", decoder,
                "-auto-alt-ref", "0", "-crf", "4", "-b:v", "4M", folder.file("a.webm"),
            ])
        for (source, result) in [
            ("a.webm", "f{frame}.png"), ("a.webm", "b.webm"), ("b.webm", "g{frame}.png"),
        ] {
            let run = try glint(in: folder, "render", source, "-o", result)
            #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
        }
        let differences = try python(
            in: folder,
            """
            x = np.arange(96)
            for name in 'fg':
                for n in range(4):
                    alpha = load('%s%06d.png' % (name, n))[..., 3].astype(float)
                    print(abs(alpha - np.minimum(x * 2 + 20 * n, 255)).mean())
            """
        ).split(separator: "\n").compactMap { Double($0) }
        #expect(differences.count == 8 && differences.allSatisfy { $0 < 3 }, "\(differences)")
    }

    @Test(
        "the order of fields is kept in H.264, in every container, and read again",
        arguments: [
            ("dv", "-s 720x576 -r 25 -pix_fmt yuv420p -c:v dvvideo", "bb"),
            ("mkv", "-s 320x240 -vf setfield=bff -c:v ffv1", "bb"),
            ("mkv", "-s 320x240 -vf setfield=tff -c:v ffv1", "tt"),
            ("mpg", "-s 320x240 -r 25 -c:v mpeg2video -flags +ilme+ildct -top 0", "bb"),
            ("mpg", "-s 320x240 -r 25 -c:v mpeg2video -flags +ilme+ildct -top 1", "tt"),
            // Bottom field first in the stream, while the container declares top field first.
            ("mp4", "-s 320x240 -c:v libx264 -flags +ilme+ildct -top 0", "bb"),
        ], ["mp4", "mov", "mkv"])
    func fieldOrder(source: (suffix: String, options: String, order: String), container: String) throws {
        let folder = try temporaryFolder()
        let name = "in.\(source.suffix)"
        try Media.make(name, in: folder, "-f lavfi -i testsrc=s=320x240:d=0.4:r=25 \(source.options) OUT")
        var from = name
        for result in ["one.\(container)", "two.\(container)"] {
            let arguments = ["render", from, "-o", result, "--video-codec", "h264", "--", "invert"]
            #expect(try glint(in: folder, arguments: arguments).status == 0)
            #expect(try Media.probe(folder.file(result), "stream=field_order") == [source.order], "\(result)")
            let frames = try Media.probe(folder.file(result), "frame=top_field_first")
            #expect(!frames.isEmpty && frames.allSatisfy { $0.first == (source.order == "tt" ? "1" : "0") })
            from = result
        }
    }

    @Test(
        "AAC of a transport stream is copied bit for bit into every container that holds it",
        arguments: ["mkv", "mp4", "mov"])
    func soundOfTransportStreams(container: String) throws {
        let folder = try temporaryFolder()
        try Media.make(
            "in.ts", in: folder,
            "-f lavfi -i testsrc=s=160x120:d=1:r=25 -f lavfi -i sine=d=1 -c:v libx264 -c:a aac -shortest OUT")
        let run = try glint(in: folder, "render", "in.ts", "-o", "b.\(container)", "--", "invert")
        #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
        for name in ["in.ts", "b.\(container)"] {
            try Media.make("\(name).aac", in: folder, "-i \(folder.file(name)) -map a -c copy -f adts OUT")
        }
        #expect(try folder.bytes("in.ts.aac") == folder.bytes("b.\(container).aac"))
    }

    @Test(
        "times begin where ffmpeg -c copy starts them, whatever the source's, and continue where streams were joined",
        arguments: [
            // Start times near the end of a transport stream's 33-bit range, far from 0, at ffmpeg's default,
            // and negative.
            ("ts", "-output_ts_offset 95441 -muxdelay 0 -muxpreload 0", 1),
            ("ts", "-output_ts_offset 20000 -muxdelay 0 -muxpreload 0", 1), ("ts", "", 1), ("ts", "", 2),
            ("ts", "-output_ts_offset 95443.2 -muxdelay 0 -muxpreload 0", 2),
            ("mkv", "-output_ts_offset 7", 1),
            ("flv", "-output_ts_offset 7", 1),
        ], ["mp4", "mkv"])
    func beginnings(source: (suffix: String, options: String, copies: Int), container: String) throws {
        let folder = try temporaryFolder()
        let duration = source.copies == 1 ? 2.0 : 0.6
        try Media.make(
            "in.\(source.suffix)", in: folder,
            """
            -f lavfi -i testsrc=s=160x120:d=\(duration):r=25 -f lavfi -i sine=d=\(duration) -c:v libx264 -g 25 -bf 2 \
            -c:a aac \(source.options) OUT
            """)
        if source.copies == 2 {
            let once = try folder.bytes("in.ts")
            try (once + once).write(to: URL(fileURLWithPath: folder.file("in.ts")))
        }
        let run = try glint(in: folder, "render", "in.\(source.suffix)", "-o", "b.\(container)")
        #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
        func times(_ name: String, _ stream: String) throws -> [Double] {
            try Media.probe(folder.file(name), "packet=pts_time", stream: "\(stream):0")
                .compactMap { Double($0.prefix { $0 != "," }) }.sorted()
        }
        let (video, sound) = (try times("b.\(container)", "v"), try times("b.\(container)", "a"))
        #expect(video.count == Int(duration * 25) * source.copies)
        #expect(zip(video, video.dropFirst()).allSatisfy { abs($1 - $0 - 0.04) < 0.002 }, "\(video)")
        #expect(
            sound.count > Int(duration * 40) * source.copies
                && abs((sound.last ?? 0) - (video.last ?? 0)) < 0.15)
        guard source.copies == 1 else { return }
        try Media.make(
            "copy.\(container)", in: folder, "-i \(folder.file("in.\(source.suffix)")) -c copy OUT")
        let copied = try times("copy.\(container)", "v")
        let copiedSound = try times("copy.\(container)", "a")
        // Some muxers shift all timestamps by the delay of the B-frames.
        let apart = (video.first ?? 0) - (sound.first ?? 0)
        #expect(abs(apart - (copied.first ?? 0) + (copiedSound.first ?? 0)) < 0.003)
        #expect((video.first ?? 9) < 0.2 && (sound.first ?? 9) < 0.2)
    }
}
