import CVideo
import Foundation
import Imaging
import TestSupport
import Testing
import Video

/// Written files, checked with FFmpeg's programs.
@Suite struct WriterTests {
    @Test("No encoder changes the priority of the thread that writes", arguments: VideoCodec.choices)
    func priority(codec: VideoCodec) throws {
        let folder = try temporaryFolder()
        let policy = sched_getscheduler(0)
        let container = try #require(codec.containers.first)
        try writeVideo(
            folder.file("clip.\(container)"), VideoOutputFormat(width: 64, height: 64),
            options: VideoOptions(codec: codec, preset: .fast))
        #expect(sched_getscheduler(0) == policy)
    }

    @Test("The man page lists the extensions")
    func manPage() throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().path
        let page = try String(contentsOfFile: "\(root)/Resources/man/glint-cli.1", encoding: .utf8)
        func paths(_ names: [String]) throws -> String {
            ".Pa \(names.dropLast().joined(separator: " , "))\nor\n.Pa \(try #require(names.last)) "
        }
        let videos = VideoContainer.dottedExtensions
        #expect(try page.contains(paths(videos)))
        #expect(page.contains("(\(videos.joined(separator: ", ")))"))
        #expect(try page.contains(paths(VideoContainer.allCases.filter(\.isAnimation).map { ".\($0)" })))
    }

    @Test(
        "Every codec in every supported container can be read, with its tags, size, count and times",
        arguments: VideoContainer.allCases.filter(\.holdsSound))
    func everyFormat(container: VideoContainer) throws {
        let folder = try temporaryFolder()
        for codec in container.codecs {
            let file = folder.file("\(codec).\(container)")
            let format = VideoOutputFormat(
                width: 144, height: 96, pixelAspect: Fraction(8, 9), frameRate: Fraction(30000, 1001))
            try writeVideo(file, format, options: VideoOptions(codec: codec, preset: .fast))
            let stream = try #require(
                try probe(
                    file,
                    "stream=codec_name,codec_tag_string,width,height,sample_aspect_ratio,color_range,color_space,nb_read_frames",
                    counting: true
                ).first)
            let names: [VideoCodec: String] = [.h265: "hevc", .prores4444: "prores"]
            let tag: String =
                switch (container, codec) {
                case (.mkv, .ffv1): "FFV1"
                case (.mkv, .h264), (.mkv, .h265), (.mkv, .av1), (.mkv, .vp9), (.webm, _): "[0][0][0][0]"
                case (_, .h265): "hvc1"
                case (_, .h264): "avc1"
                case (_, .av1): "av01"
                case (_, .prores): "apch"
                default: "ap4h"
                }
            let colors = codec == .ffv1 ? "pc,gbr" : "tv,smpte170m"
            // ProRes cannot store the range, which is always limited; since FFmpeg 7 its decoder does not
            // report one.
            let reported =
                codec == .prores || codec == .prores4444
                ? stream.replacing(",unknown,", with: ",tv,") : stream
            #expect(reported == "\(names[codec] ?? codec.rawValue),\(tag),144,96,8:9,\(colors),8", "\(file)")
            let found = try times(file)
            #expect(found.count == 8)
            for (number, time) in found.enumerated() {
                let exact = Double(number) * 1001 / 30000
                #expect(abs(time - exact) < (container == .mkv || container == .webm ? 0.00051 : 0.0000011))
            }
        }
    }

    @Test(
        "Clips shorter than the delay of H.265's encoder keep their frames and times",
        arguments: ["a.mp4", "a.mov", "a.mkv"], 1...5)
    func shortClips(name: String, count: Int) throws {
        let folder = try temporaryFolder()
        let file = folder.file(name)
        let format = VideoOutputFormat(width: 64, height: 64, frameRate: Fraction(25, 1))
        try writeVideo(file, format, count: count, options: VideoOptions(codec: .h265))
        let found = try times(file)
        #expect(found.count == count)
        for (number, time) in found.enumerated() { #expect(abs(time - Double(number) / 25) < 0.00051) }
    }

    @Test(
        "FFV1 keeps every level of 8 and 16 bits, with and without alpha", arguments: [8, 16], [false, true])
    func losslessFrames(depth: Int, hasAlpha: Bool) throws {
        let folder = try temporaryFolder()
        let file = folder.file("a.mkv")
        let format = VideoOutputFormat(
            width: 71, height: 53, depth: depth == 8 ? .eight : .sixteen, channels: hasAlpha ? .rgba : .rgb)
        try writeVideo(file, format, count: 3, soft: false)
        let raw = folder.file("raw")
        try ffmpeg("-i", file, "-f", "rawvideo", "-pix_fmt", depth == 8 ? "rgba" : "rgba64le", raw)
        #expect(try fileBytes(raw) == (0..<3).flatMap { testFrame(format, $0).allBytes })
    }

    @Test(
        "Uneven times, the first not 0, pass unchanged", arguments: ["a.mp4", "a.mov", "a.mkv"])
    func unevenTimes(name: String) throws {
        let folder = try temporaryFolder()
        let file = folder.file(name)
        let format = VideoOutputFormat(
            width: 64, height: 64, tick: Fraction(1, 90000), frameRate: Fraction(30, 1))
        let writer = try VideoWriter(
            path: file, frameFormat: format, options: VideoOptions(codec: name == "a.mkv" ? nil : .h264))
        let times: [Int64] = (0..<40).map { 12_345 + $0 * 3003 + ($0 % 7 == 3 ? 1000 : 0) }
        for (number, time) in times.enumerated() {
            try writer.add(testFrame(format, number, soft: true), time: time, duration: 3003)
        }
        try writer.finish(overwrite: false)
        let found = try VideoTests.times(file)
        #expect(found.count == times.count)
        for (found, exact) in zip(found, times) {
            #expect(abs(found - Double(exact) / 90000) < (name == "a.mkv" ? 0.00051 : 0.0000011))
        }
        // For MP4 and MOV, FFmpeg counts the duration from 0 up to version 6, and from the first frame since.
        let duration = try #require(Double(try probe(file, "format=duration").first ?? ""))
        let ends = [times[39] + 3003, times[39] + 3003 - times[0]].map { Double($0) / 90000 }
        #expect(ends.contains { abs(duration - $0) < 0.0015 }, "\(duration)")
    }

    @Test(
        "Interlaced frames stay interlaced, with their field order", arguments: ["a.mp4", "a.mov"],
        [true, false])
    func fields(name: String, isTopFirst: Bool) throws {
        let folder = try temporaryFolder()
        let file = folder.file(name)
        let format = VideoOutputFormat(
            width: 96, height: 90, frameRate: Fraction(25, 1),
            fieldOrder: isTopFirst ? .topFirst : .bottomFirst)
        let plan = try writeVideo(
            file, format, count: 3, options: VideoOptions(codec: name == "a.mov" ? .prores : .h264))
        let flags = try probe(file, "frame=interlaced_frame,top_field_first")
        #expect(flags == Array(repeating: isTopFirst ? "1,1" : "1,0", count: 3))
        // With 4:2:0, each field needs an even number of lines, so H.264 is padded.
        #expect(plan.remarks == (name == "a.mov" ? [] : [.padded(width: 96, height: 92, codec: .h264)]))
    }

    @Test("Odd sizes get a repeated edge if the codec needs even ones, without a remark")
    func oddSizes() throws {
        let folder = try temporaryFolder()
        let format = VideoOutputFormat(width: 71, height: 67)
        for (name, codec, width, height) in [
            ("a.mp4", VideoCodec.h264, 72, 68), ("b.mp4", .h265, 72, 68), ("c.mp4", .av1, 72, 68),
            ("a.webm", .vp9, 71, 67), ("a.mkv", .ffv1, 71, 67), ("a.mov", .prores, 72, 67),
            ("b.mov", .prores4444, 72, 67),
        ] {
            let file = folder.file(name)
            let plan = try writeVideo(file, format, options: VideoOptions(codec: codec, preset: .fast))
            #expect(
                try probe(file, "stream=width,height,nb_read_frames", counting: true) == [
                    "\(width),\(height),8"
                ])
            #expect(plan.remarks.isEmpty)
        }
        // The padding column is a copy of the last one of the picture.
        let lossless = folder.file("gray")
        try ffmpeg(
            "-i", folder.file("a.mov"), "-frames:v", "1", "-f", "rawvideo", "-pix_fmt", "gray", lossless)
        let luma = try fileBytes(lossless)
        for row in 0..<67 { #expect(abs(Int(luma[row * 72 + 71]) - Int(luma[row * 72 + 70])) <= 6) }
    }

    @Test("Alpha is kept by VP9 and ProRes 4444, and becomes white in H.264, which is reported")
    func alpha() throws {
        let folder = try temporaryFolder()
        let format = VideoOutputFormat(width: 64, height: 64, channels: .rgba)
        let frame = PixelBuffer(width: 64, height: 64, depth: .eight) { bytes in
            for index in 0..<64 * 64 {
                bytes[4 * index] = 200
                bytes[4 * index + 3] = UInt8(index % 64 * 4)
            }
        }
        for (name, codec, decoder) in [
            ("a.webm", VideoCodec.vp9, "libvpx-vp9"), ("a.mov", .prores4444, "prores"),
            ("a.mp4", .h264, "h264"),
        ] {
            let file = folder.file(name)
            let writer = try VideoWriter(
                path: file, frameFormat: format, options: VideoOptions(codec: codec, quality: 100))
            try writer.add(frame, time: 0, duration: 1)
            try writer.finish(overwrite: false)
            #expect(writer.plan.remarks == (codec == .h264 ? [.transparencyLost(codec: .h264)] : []))
            let raw = folder.file("raw")
            try ffmpeg("-c:v", decoder, "-i", file, "-f", "rawvideo", "-pix_fmt", "rgba", raw)
            let pixels = try fileBytes(raw)
            for x in stride(from: 4, to: 60, by: 8) {
                let alpha = Double(x * 4) / 255
                let found = (0..<4).map { Int(pixels[(32 * 64 + x) * 4 + $0]) }
                if codec == .h264 {
                    let red = 200 * alpha + 255 * (1 - alpha), others = 255 * (1 - alpha)
                    #expect(
                        abs(Double(found[0]) - red) < 12 && abs(Double(found[1]) - others) < 12, "\(found)")
                } else {
                    #expect(abs(found[3] - x * 4) < 6 && abs(found[0] - 200) < 12, "\(found)")
                }
            }
        }
    }

    @Test("Higher quality gives a larger file, and a codec supports all its presets")
    func qualities() throws {
        let folder = try temporaryFolder()
        let format = VideoOutputFormat(width: 128, height: 128)
        for codec in [VideoCodec.h264, .h265, .av1, .vp9] {
            var sizes: [Int] = []
            for (quality, preset) in [(1, VideoPreset.fast), (70, .balanced), (100, .small)] {
                let file = folder.file("\(codec)-\(quality).mkv")
                let options = VideoOptions(codec: codec, quality: quality, preset: preset)
                try writeVideo(file, format, count: 4, options: options, soft: false)
                sizes.append(try fileBytes(file).count)
            }
            #expect(sizes[0] < sizes[1] && sizes[1] < sizes[2], "\(codec) \(sizes)")
        }
    }

    @Test("A container that does not support a codec is reported with those that do")
    func unsuitedContainer() throws {
        let folder = try temporaryFolder()
        let format = VideoOutputFormat(width: 64, height: 64)
        let path = folder.file("a.mp4")
        let error = videoError { try writeVideo(path, format, options: VideoOptions(codec: .ffv1)) }
        #expect(error == .unsuitedContainer(path: path, codec: "FFV1", containers: ["MKV"]))
        #expect(error?.description.hasSuffix("a.mp4 cannot contain FFV1; these can: MKV") == true)
        let other = videoError {
            try writeVideo(folder.file("a.webm"), format, options: VideoOptions(codec: .h264))
        }
        #expect(other?.description.hasSuffix("these can: MP4, M4V, MKV, MOV") == true)
        #expect(
            videoError { try writeVideo(folder.file("a.avi"), format) }
                == .unknownExtension(path: folder.file("a.avi")))
        #expect(folder.names.isEmpty)
    }

    @Test("Decreasing times are an error, and nothing remains")
    func backwardTimes() throws {
        let folder = try temporaryFolder()
        let format = VideoOutputFormat(width: 64, height: 64)
        let error = videoError {
            let writer = try VideoWriter(path: folder.file("a.mp4"), frameFormat: format)
            try writer.add(testFrame(format), time: 5, duration: 1)
            try writer.add(testFrame(format), time: 5, duration: 1)
        }
        #expect(
            error?.description.hasSuffix(
                "a.mp4: the timestamp of its frame 1 is not later than that of the previous frame")
                == true)
        #expect(folder.names.isEmpty)
    }

    @Test("A canceled, a dropped and an empty video leave nothing, and an existing file stays")
    func nothingRemains() throws {
        let folder = try temporaryFolder()
        let format = VideoOutputFormat(width: 64, height: 64)
        let path = folder.file("a.mp4")
        let writer = try VideoWriter(path: path, frameFormat: format)
        for number in 0..<30 { try writer.add(testFrame(format, number), time: Int64(number), duration: 1) }
        writer.cancel()
        #expect(videoError { try writer.add(testFrame(format), time: 90, duration: 1) } != nil)
        _ = try VideoWriter(path: path, frameFormat: format)
        #expect(
            videoError { try VideoWriter(path: path, frameFormat: format).finish(overwrite: true) } != nil)
        #expect(folder.names.isEmpty)
        try Data("old".utf8).write(to: URL(fileURLWithPath: path))
        #expect(videoError { try writeVideo(path, format) } == .file(.exists(path: path)))
        #expect(try fileBytes(path) == Array("old".utf8) && folder.names == ["a.mp4"])
        let missing = folder.file("none/a.mp4")
        #expect(
            videoError { try writeVideo(missing, format) }
                == .file(.missingFolder(path: missing, folder: folder.file("none"))))
    }

    @Test("A full disk, at any moment, gives an error message, and nothing remains")
    func fullDisk() throws {
        let folder = try temporaryFolder()
        let sound = folder.file("sound.mp4")
        try ffmpeg(
            "-f", "lavfi", "-i", "testsrc2=s=64x64:d=2", "-f", "lavfi", "-i", "sine=440:d=2", "-c:v",
            "libx264", "-c:a",
            "aac", sound)
        let shim = try preloadedLibrary(
            """
            #include <errno.h>
            #include <stdlib.h>
            #include <sys/syscall.h>
            #include <unistd.h>
            ssize_t pwrite64(int file, const void *bytes, size_t count, off64_t offset) {
                if (offset + count > atol(getenv("SPACE"))) { errno = ENOSPC; return -1; }
                return syscall(SYS_pwrite64, file, bytes, count, offset);
            }
            ssize_t pwrite(int file, const void *bytes, size_t count, off_t offset) {
                return pwrite64(file, bytes, count, offset);
            }

            """, in: folder)
        let program = try builtProgram("probe")
        for name in ["a.mp4", "a.mkv"] {
            let whole = folder.file("whole-" + name)
            func save(_ path: String, space: Int) throws -> (status: Int32, output: String, errors: String) {
                try runProgram(
                    "/usr/bin/env",
                    arguments: [
                        "SPACE=\(space)", "LD_PRELOAD=" + shim, program, "write-video", path, "60", sound,
                    ])
            }
            #expect(try save(whole, space: 1 << 40).status == 0)
            let size = try fileBytes(whole).count
            try FileManager.default.removeItem(atPath: whole)
            let names = folder.names
            for space in [0, 600, size / 2, size - 3000, size * 9 / 10] {
                let result = try save(folder.file(name), space: space)
                #expect(
                    result.status == 1 && result.output.hasPrefix("no space left on the disk while saving"),
                    "\(result)")
            }
            #expect(folder.names == names)
        }
    }
}
