import Foundation
import TestSupport
import Testing

/// Y4M and streams without times, compared with ffmpeg.
@Suite("Y4M and raw streams") struct Y4MTests {
    /// Smoothly changing colors within limited-range YCbCr.
    private static let soft = "-f lavfi -i testsrc2=s=66x50:r=10:d=0.5,eq=saturation=0.3,gblur=4"

    private func header(_ name: String, in folder: TemporaryFolder) throws -> [String] {
        let line = try folder.bytes(name).prefix { $0 != UInt8(ascii: "\n") }
        return String(decoding: line, as: UTF8.self).split(separator: " ").map(String.init)
    }

    /// The lowest PSNR among the components of two videos, in decibels.
    private func likeness(_ first: String, _ second: String, in folder: TemporaryFolder) throws -> Double {
        let run = try bash(
            "ffmpeg -i \(first) -i \(second) -lavfi psnr -f null - 2>&1 | grep -o 'min:[^ ]*' | cut -c5-",
            in: folder)
        let value = run.output.split(separator: "\n").last.map(String.init) ?? ""
        return value == "inf" ? .infinity : try #require(Double(value), "\(run.output) \(run.errors)")
    }

    @Test(
        "the rate matches the frames of every source",
        arguments: [
            ("mp4", "25", "F25:1"), ("mkv", "30000/1001", "F30000:1001"), ("webm", "24", "F24:1"),
            ("mov", "30000/1001", "F30000:1001"),
        ])
    func rates(container: String, rate: String, stated: String) throws {
        let folder = try temporaryFolder()
        try Media.make(
            "a.\(container)", in: folder,
            "-f lavfi -i testsrc2=s=64x48:r=\(rate):d=0.4 -pix_fmt yuv420p \(container == "webm" ? "-c:v libvpx-vp9" : "") OUT"
        )
        let run = try bash(
            "$G render a.\(container) -o b.y4m -q && $G render a.\(container) -o - --format y4m -q > c.y4m",
            in: folder)
        #expect(run.status == 0, "\(run.errors)")
        for name in ["b.y4m", "c.y4m"] {
            #expect(try header(name, in: folder).contains(stated), "\(name)")
            #expect(
                try Media.probe(folder.file(name), "packet=pts").count
                    == Media.probe(folder.file("a.\(container)"), "packet=pts").count)
        }
    }

    @Test(
        "frames with odd dimensions are complete",
        arguments: ["yuv420p", "yuv420p10le", "yuv422p10le", "yuv422p12le", "yuv444p10le", "gray10le"],
        ["35x27", "36x27", "35x28"])
    func oddSides(format: String, size: String) throws {
        let folder = try temporaryFolder()
        try Media.make(
            "a.mkv", in: folder,
            "-f lavfi -i testsrc2=s=\(size):r=10:d=0.5,eq=saturation=0.3,gblur=4 -pix_fmt \(format) -c:v ffv1 OUT"
        )
        let run = try bash("$G render a.mkv -o b.y4m -q && $G render b.y4m -o c.y4m -q", in: folder)
        #expect(run.status == 0, "\(run.errors)")
        #expect(try Media.probe(folder.file("b.y4m"), "packet=pts").count == 5)
        #expect(try likeness("b.y4m", "c.y4m", in: folder) > 46)
    }

    @Test(
        "frames keep their bit depth and chroma subsampling, from a file and through pipes",
        arguments: [
            ("yuv420p", "C420mpeg2"), ("yuv422p", "C422"), ("yuv444p", "C444"), ("yuv420p10le", "C420p10"),
            ("yuv422p12le", "C422p12"), ("yuv444p16le", "C444p16"), ("yuv420p9le", "C420p9"),
            ("yuv411p", "C422"), ("gray", "Cmono"), ("gray10le", "Cmono10"), ("gray16le", "Cmono16"),
        ])
    func pixels(format: String, colors: String) throws {
        let folder = try temporaryFolder()
        try Media.make("a.y4m", in: folder, "\(Self.soft) -pix_fmt \(format) -strict -1 OUT")
        let run = try bash(
            "$G render a.y4m -o b.y4m && cat a.y4m | $G render - -o - --format y4m | cmp - b.y4m", in: folder)
        #expect(run.status == 0 && run.errors.isEmpty && run.output.isEmpty, "\(run.errors)")
        #expect(try header("b.y4m", in: folder).contains(colors))
        #expect(try Media.probe(folder.file("b.y4m"), "packet=pts").count == 5)
        // 4:1:1 is converted to a finer subsampling.
        if format.hasPrefix("gray") {
            let bits = format == "gray" ? "gray" : "gray16le"
            let run = try bash("$G render a.y4m -o '{frame}.png' -q", in: folder)
            #expect(run.status == 0)
            let (before, after) = (
                try Media.frames(of: folder.file("a.y4m"), as: bits, "-frames:v 1"),
                try Media.frames(of: folder.file("000000.png"), as: bits)
            )
            #expect(before == after || format == "gray10le")
        } else if format != "yuv411p" {
            #expect(try likeness("a.y4m", "b.y4m", in: folder) > (format.contains("p1") ? 52 : 46))
        }
    }

    @Test(
        "full and limited range are kept, from a file and through pipes",
        arguments: [
            "yuv420p", "yuv422p", "yuv444p", "gray", "yuv420p10le", "yuv444p10le", "gray10le", "yuv422p12le",
            "yuv444p16le",
        ], ["pc", "tv"])
    func ranges(format: String, range: String) throws {
        let folder = try temporaryFolder()
        // The samples stay within limited range: gray keeps its levels even if it is only declared as
        // limited.
        try Media.make(
            "a.y4m", in: folder,
            "\(Self.soft) -vf eq=contrast=0.8,scale=out_range=\(range),format=\(format),setparams=range=\(range) "
                + "-strict -1 OUT")
        let run = try bash(
            """
            $G render a.y4m -o b.y4m && cat a.y4m | $G render - -o - --format y4m | cmp - b.y4m
            ffmpeg -v error -i a.y4m -strict -1 -f yuv4mpegpipe - | $G render - -o c.y4m
            ffmpeg -v error -i a.y4m -c:v ffv1 d.mkv && $G render d.mkv -o d.y4m
            """, in: folder)
        #expect(run.status == 0 && run.errors.isEmpty && run.output.isEmpty, "\(run.errors)")
        for (source, name) in [("a.y4m", "b.y4m"), ("a.y4m", "c.y4m"), ("d.mkv", "d.y4m")] {
            // The FFV1 encoder of FFmpeg 7 converts to limited range.
            let stored = try Media.probe(folder.file(source), "stream=color_range")
            #expect(source == "d.mkv" || stored == [range])
            let value = stored == ["pc"] ? "XCOLORRANGE=FULL" : "XCOLORRANGE=LIMITED"
            #expect(try header(name, in: folder).contains(value), "\(name)")
            // Subsampled chroma is subsampled a second time; everything else is unchanged.
            let least = format.contains("44") || format.hasPrefix("gray") ? 90.0 : 50
            #expect(try likeness(source, name, in: folder) > least, "\(name)")
        }
    }

    @Test(
        "pure colors reach the ends of the full range",
        arguments: ["red", "lime", "blue", "yellow", "cyan", "magenta", "black", "white"],
        ["yuv444p", "yuv420p", "yuv444p10le"])
    func pureColors(color: String, format: String) throws {
        let folder = try temporaryFolder()
        try Media.make(
            "a.y4m", in: folder,
            "-f lavfi -i color=\(color):s=66x50:r=10:d=0.2 -vf scale=out_range=pc,format=\(format) -strict -1 OUT"
        )
        let run = try glint(in: folder, "render", "a.y4m", "-o", "b.y4m")
        #expect(run.status == 0)
        // The tolerance is a rounding error of a level or two.
        #expect(try likeness("a.y4m", "b.y4m", in: folder) > 45)
    }

    @Test(
        "frames from JPEG, gray and RGB sources have the same range as with ffmpeg"
    )
    func rangesOfOthers() throws {
        let folder = try temporaryFolder()
        try Media.make("jpeg.avi", in: folder, "\(Self.soft) -c:v mjpeg -q:v 2 OUT")
        try Media.make("gray.png", in: folder, "\(Self.soft) -pix_fmt gray -frames:v 1 OUT")
        try Media.make("rgb.mkv", in: folder, "\(Self.soft) -pix_fmt bgr0 -c:v ffv1 OUT")
        try Media.make("video.mp4", in: folder, "\(Self.soft) -pix_fmt yuv420p OUT")
        let names = ["jpeg.avi", "gray.png", "rgb.mkv", "video.mp4"]
        for name in names {
            let (still, format) = (
                name.hasSuffix("png") ? "--duration 0.1 --fps 10" : "",
                name == "rgb.mkv" ? "-pix_fmt yuv444p" : ""
            )
            let run = try bash(
                "$G render \(name) -o b.y4m -y \(still) && ffmpeg -v error -y -i \(name) \(format) c.y4m",
                in: folder)
            #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
            let isFull = try header("c.y4m", in: folder).contains("XCOLORRANGE=FULL")
            #expect(isFull == ["jpeg.avi", "gray.png"].contains(name))
            #expect(try header("b.y4m", in: folder).contains("XCOLORRANGE=FULL") == isFull, "\(name)")
            #expect(try likeness("b.y4m", "c.y4m", in: folder) > 40, "\(name)")
        }
    }

    @Test(
        "the rate, pixel aspect, field order and chroma location are read and written",
        arguments: [
            ("-r 30000/1001 -aspect 4:3", "C420jpeg", "F30000:1001", "Ip"),
            ("-r 25 -aspect 16:9 -vf setfield=tff", "C420mpeg2", "F25:1", "It"),
            ("-r 24 -vf setfield=bff", "C420paldv", "F24:1", "Ib"),
        ])
    func properties(options: String, colors: String, rate: String, fields: String) throws {
        let folder = try temporaryFolder()
        try Media.make(
            "a.y4m", in: folder,
            "-f lavfi -i testsrc2=s=64x48:d=0.3 \(options) -pix_fmt yuv420p -strict -1 OUT")
        // The muxer can declare only two of the chroma locations.
        try python(
            in: folder,
            """
            lines = open('a.y4m', 'rb').read()
            end = lines.index(b'\\n')
            fields = [w for w in lines[:end].split() if w[:1] not in b'CX'] + [b'\(colors)']
            open('a.y4m', 'wb').write(b' '.join(fields) + lines[end:])
            """)
        let run = try bash(
            """
            $G render a.y4m -o b.y4m && cat a.y4m | $G render - -o - --format y4m | cmp - b.y4m
            $G render a.y4m -o c.mkv && cat a.y4m | $G render - -o d.mkv && $G render a.y4m -o e.mp4
            """, in: folder)
        #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
        let (before, after) = (try header("a.y4m", in: folder), try header("b.y4m", in: folder))
        #expect(before.contains(rate) && before.contains(fields))
        #expect(Set(before.filter { "WHFIA".contains($0.prefix(1)) }).isSubset(of: after))
        let aspect = try Media.probe(folder.file("a.y4m"), "stream=sample_aspect_ratio")
        #expect(try Media.probe(folder.file("e.mp4"), "stream=sample_aspect_ratio") == aspect)
        #expect(
            try Media.frames(of: folder.file("c.mkv"), as: "gbrp")
                == Media.frames(of: folder.file("d.mkv"), as: "gbrp"))
    }

    @Test("a chain of ffmpeg, Glint and ffmpeg filters every frame")
    func chain() throws {
        let folder = try temporaryFolder()
        try Media.make("a.mkv", in: folder, "\(Self.soft) -c:v ffv1 -pix_fmt yuv444p OUT")
        let run = try bash(
            """
            ffmpeg -v error -i a.mkv -f yuv4mpegpipe - | $G render - -o - --format y4m -- invert |
                ffmpeg -v error -i - -c:v ffv1 b.mkv
            ffmpeg -v error -i a.mkv -vf "lutyuv=y=251-val:u=256-val:v=256-val" -c:v ffv1 c.mkv
            """, in: folder)
        #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
        #expect(try likeness("b.mkv", "c.mkv", in: folder) > 46)
    }

    @Test("sound and uneven times cannot be kept in Y4M, which is reported")
    func remarks() throws {
        let folder = try temporaryFolder()
        try Media.make(
            "a.mkv", in: folder,
            "\(Self.soft) -f lavfi -i sine=d=0.5 -vf setpts=N*N/20/TB -vsync passthrough -c:v ffv1 -c:a flac OUT"
        )
        let run = try glint(in: folder, "render", "a.mkv", "-o", "a.y4m")
        #expect(run.status == 0)
        #expect(
            run.errorLines == [
                "a.y4m: frames with different durations get equal ones: Y4M has a constant frame rate",
                "a.y4m: the sound (flac) is left out: Y4M cannot contain it",
            ])
    }

    @Test(
        "streams that end within a frame, are empty or of an unknown kind are rejected, from a file and a pipe"
    )
    func damage() throws {
        let folder = try temporaryFolder()
        try Media.make("a.y4m", in: folder, "\(Self.soft) -pix_fmt yuv420p OUT")
        let whole = try folder.bytes("a.y4m")
        try whole.dropLast(100).write(to: URL(fileURLWithPath: folder.file("cut.y4m")))
        try Data("YUV4MPEG2 W66 H50 F25:1\n".utf8).write(to: URL(fileURLWithPath: folder.file("none.y4m")))
        try Data("YUV4MPEG2 W66 H50 C977\nFRAME\n".utf8).write(
            to: URL(fileURLWithPath: folder.file("kind.y4m")))
        try Data("YUV4MPEG2 W0 H50\nFRAME\n".utf8).write(to: URL(fileURLWithPath: folder.file("size.y4m")))
        for name in ["cut", "none", "kind", "size"] {
            expectRefusal(
                try glint(in: folder, "render", "\(name).y4m", "-o", "b.mkv"), status: 1,
                mentions: "\(name).y4m")
            let piped = try bash("cat \(name).y4m | $G render - -o b.mkv", in: folder)
            expectRefusal(piped, status: 1, mentions: "standard input")
            #expect(!folder.has("b.mkv"))
        }
        expectRefusal(
            try glint(in: folder, "render", "cut.y4m", "-o", "b.mkv"), status: 1, mentions: "cut short")
        let run = try glint(in: folder, "render", "cut.y4m", "-o", "b.mkv", "--accept-damaged")
        #expect(run.status == 0)
        #expect(try Media.probe(folder.file("b.mkv"), "packet=pts").count == 4)
        expectRefusal(
            try bash("cat a.y4m | $G render - -o b.png", in: folder), status: 1, mentions: "{frame}")
        expectRefusal(
            try bash("cat a.y4m | $G render - -o b.png --frame 2", in: folder), status: 1, mentions: "--frame"
        )
    }

    @Test(
        "streams without times are read at 25 frames per second, which is reported, or at the given rate",
        arguments: [
            ("a.264", "-c:v libx264 -bf 2 -f h264"),
            ("a.h265", "-c:v libx265 -x265-params log-level=none -f hevc"),
            ("a.obu", "-c:v libaom-av1 -cpu-used 8 -f obu"), ("a.cmp", "-c:v mpeg4 -f m4v"),
        ])
    func bareStreams(name: String, options: String) throws {
        let folder = try temporaryFolder()
        try Media.make(
            name, in: folder, "-f lavfi -i testsrc2=s=128x96:r=25:d=0.8 -pix_fmt yuv420p \(options) OUT")
        let usual = try glint(in: folder, "render", name, "-o", "a.mkv")
        #expect(usual.status == 0 && usual.errorLines.count == 1)
        #expect(
            usual.errors.contains("25 frames per second") && usual.errors.contains("--fps"), "\(usual.errors)"
        )
        let given = try glint(in: folder, "render", name, "-o", "b.mp4", "--fps", "23.976")
        let part = try glint(
            in: folder, "render", name, "-o", "c.mp4", "--fps", "10", "--from", "0.5", "--to", "1")
        let frame = try glint(in: folder, "render", name, "-o", "c.png", "--fps", "10", "--at", "1.2")
        for run in [given, part, frame] { #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)") }
        #expect(try Media.probe(folder.file("b.mp4"), "stream=avg_frame_rate,nb_frames") == ["24000/1001,20"])
        #expect(try Media.probe(folder.file("c.mp4"), "stream=avg_frame_rate,nb_frames") == ["10/1,5"])
        let (all, one) = (
            try Media.frames(of: folder.file("a.mkv"), as: "rgb24"),
            try Media.frames(of: folder.file("c.png"), as: "rgb24")
        )
        let size = 128 * 96 * 3
        #expect(all.count == 20 * size && one == all[12 * size..<13 * size])
    }

    @Test(
        "every frame of raw MPEG-1 and MPEG-2 is read at the stated rate, or at the given one",
        arguments: [
            ("a.m1v", "-c:v mpeg1video -bf 0"), ("a.m1v", "-c:v mpeg1video -bf 2"),
            ("a.m2v", "-c:v mpeg2video -bf 0"), ("a.m2v", "-c:v mpeg2video -bf 2"),
            ("a.mpv", "-c:v mpeg2video -bf 1 -f mpeg2video"),
        ])
    func rawMPEG(name: String, options: String) throws {
        let folder = try temporaryFolder()
        try Media.make(
            name, in: folder, "-f lavfi -i testsrc2=s=128x96:r=25:d=0.8 -pix_fmt yuv420p \(options) OUT")
        let run = try bash(
            """
            $G render \(name) -o a.mkv && $G render \(name) -o b.mkv --fps 10 && $G render \(name) -o c.mp4 --fps 23.976
            $G render \(name) -o d.mkv --fps 10 --from 0.5 --to 1 && $G render \(name) -o e.png --fps 10 --at 1.25
            for rate in 10 25; do ffmpeg -v error -r $rate -i \(name) -c:v ffv1 $rate.mkv; done
            """, in: folder)
        #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
        #expect(try Media.probe(folder.file("c.mp4"), "stream=avg_frame_rate,nb_frames") == ["24000/1001,20"])
        let times = (0..<20).map { "\($0 / 10).\($0 % 10)00000" }
        #expect(try Media.probe(folder.file("b.mkv"), "packet=pts_time") == times)
        #expect(try Media.probe(folder.file("10.mkv"), "packet=pts_time") == times)
        #expect(try Media.probe(folder.file("d.mkv"), "packet=pts_time") == Array(times[..<5]))
        let usual = (0..<20).map { String(format: "%.6f", Double($0) / 25) }
        #expect(try Media.probe(folder.file("a.mkv"), "packet=pts_time") == usual)
        // The frames are the same, in the same order.
        #expect(try likeness("25.mkv", "a.mkv", in: folder) > 30)
        #expect(try likeness("10.mkv", "b.mkv", in: folder) > 30)
        let (all, one) = (
            try Media.frames(of: folder.file("a.mkv"), as: "rgb24"),
            try Media.frames(of: folder.file("e.png"), as: "rgb24")
        )
        let size = 128 * 96 * 3
        #expect(all.count == 20 * size && one == all[12 * size..<13 * size])
    }

    @Test("at a given rate all frames have the same duration, even if fields are to be repeated")
    func repeatedFields() throws {
        let folder = try temporaryFolder()
        try Media.make(
            "a.m2v", in: folder,
            "-f lavfi -i testsrc2=s=128x96:r=30000/1001:d=0.8 -pix_fmt yuv420p -c:v mpeg2video -bf 2 OUT")
        // ISO/IEC 13818-2, 6.2.2.3 and 6.2.3.1: progressive_sequence, top_field_first, repeat_first_field,
        // progressive_frame.
        try python(
            in: folder,
            """
            data, offset, count = bytearray(open('a.m2v', 'rb').read()), 0, 0
            while (offset := data.find(b'\\0\\0\\1\\xb5', offset)) >= 0:
                if data[offset + 4] >> 4 == 1: data[offset + 5] &= ~8
                if data[offset + 4] >> 4 == 8:
                    count += 1
                    data[offset + 7] |= (0x80 if count % 4 in (1, 2) else 0) | (2 if count % 2 else 0)
                    data[offset + 8] |= 0x80
                offset += 4
            open('a.m2v', 'wb').write(data)
            """)
        let run = try bash(
            "$G render a.m2v -o a.mkv -q && $G render a.m2v -o b.mkv --fps 10 && ffmpeg -v error -r 10 -i a.m2v -c:v ffv1 r.mkv",
            in: folder)
        #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
        let times = try Media.probe(folder.file("r.mkv"), "packet=pts_time")
        #expect(try times.count > 20 && Media.probe(folder.file("b.mkv"), "packet=pts_time") == times)
        #expect(try Media.probe(folder.file("a.mkv"), "packet=pts_time").count == times.count)
        #expect(try likeness("r.mkv", "b.mkv", in: folder) > 30)
    }

    @Test("--fps is rejected for a video with times")
    func noRate() throws {
        let folder = try temporaryFolder()
        try Media.make("a.mkv", in: folder, "\(Self.soft) -c:v ffv1 OUT")
        expectRefusal(
            try glint(in: folder, "render", "a.mkv", "-o", "b.mkv", "--fps", "10"), status: 1,
            mentions: "--fps")
        // MPEG-2 in a container with timestamps.
        try Media.make("a.mpg", in: folder, "\(Self.soft) -r 25 -c:v mpeg2video OUT")
        expectRefusal(
            try glint(in: folder, "render", "a.mpg", "-o", "b.mkv", "--fps", "10"), status: 1,
            mentions: "--fps")
    }
}
