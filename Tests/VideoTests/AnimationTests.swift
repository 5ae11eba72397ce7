import Foundation
import Imaging
import TestSupport
import Testing
import Video

/// Animated pictures, compared with Pillow and FFmpeg.
@Suite struct AnimationTests {
    /// What Pillow reads: the format, the loop count (0 for endless), and the milliseconds of each frame.
    private func facts(_ file: String) throws -> (format: String, loop: Int, durations: [Double]) {
        let text = try runPython(
            """
            import sys
            from PIL import Image
            image = Image.open(sys.argv[1])
            durations = []
            for number in range(image.n_frames):
                image.seek(number)
                image.load()
                durations.append(image.info["duration"])
            print(image.format, image.info.get("loop"), *durations)
            """, arguments: [file])
        let words = text.split(whereSeparator: \.isWhitespace).map(String.init)
        return (words[0], Int(words[1]) ?? -1, words.dropFirst(2).compactMap(Double.init))
    }

    /// A frame as read by Pillow, in RGBA.
    private func pixels(_ file: String, frame: Int, _ folder: TemporaryFolder) throws -> [UInt8] {
        try runPython(
            """
            import sys
            from PIL import Image
            image = Image.open(sys.argv[1])
            image.seek(int(sys.argv[2]))
            open(sys.argv[3], "wb").write(image.convert("RGBA").tobytes())
            """, arguments: [file, String(frame), folder.file("raw")])
        return try fileBytes(folder.file("raw"))
    }

    @Test(
        "An animation loops endlessly and lasts as long as its video",
        arguments: ["a.gif", "a.apng", "a.webp"])
    func times(name: String) throws {
        let folder = try temporaryFolder()
        let file = folder.file(name)
        let format = VideoOutputFormat(width: 60, height: 45, frameRate: Fraction(30000, 1001))
        try writeVideo(file, format, count: 10)
        let facts = try facts(file)
        #expect(facts.format == ["a.gif": "GIF", "a.apng": "PNG", "a.webp": "WEBP"][name])
        #expect(facts.loop == 0 && facts.durations.count == 10)
        // GIF has a time resolution of a hundredth of a second, WebP and Pillow of a thousandth.
        let whole = facts.durations.reduce(0, +)
        #expect(abs(whole - 333.67) < (name == "a.gif" ? 5 : 4), "\(facts.durations)")
    }

    @Test("A GIF of an uneven video has its times, including the last one")
    func unevenTimes() throws {
        let folder = try temporaryFolder()
        let file = folder.file("a.gif")
        let writer = try VideoWriter(
            path: file,
            frameFormat: VideoOutputFormat(
                width: 40, height: 40, tick: Fraction(1, 1000), frameRate: Fraction(25, 1)))
        #expect(writer.plan.remarks.isEmpty)
        for (number, time) in [0, 33, 66, 166, 1000].enumerated() {
            let format = VideoOutputFormat(width: 40, height: 40)
            try writer.add(testFrame(format, number), time: Int64(time), duration: time == 1000 ? 500 : 33)
        }
        try writer.finish(overwrite: false)
        #expect(try facts(file).durations == [30, 40, 100, 830, 500])
    }

    @Test(
        "Of frames too close for a GIF, those that are shown longest stay",
        arguments: [
            ([0, 1000, 1010], 500, [0, 2], [1010, 500]), ([0, 10, 1000], 500, [1, 2], [990, 500]),
            ([0, 1000, 1010, 1020, 2000], 500, [0, 1, 3, 4], [1000, 20, 980, 500]),
            ([0, 1000, 1010], 10, [0, 1], [1000, 20]), ([0, 1000, 1010], 0, [0, 2], nil),
            ([0, 40, 80], 40, [0, 1, 2], [40, 40, 40]),
        ] as [([Int], Int, [Int], [Double]?)])
    func closeFrames(times: [Int], last: Int, kept: [Int], durations: [Double]?) throws {
        let folder = try temporaryFolder()
        let file = folder.file("a.gif")
        let format = VideoOutputFormat(
            width: 8, height: 8, tick: Fraction(1, 1000), frameRate: Fraction(25, 1))
        let writer = try VideoWriter(path: file, frameFormat: format)
        for (number, time) in times.enumerated() {
            let frame = PixelBuffer(width: 8, height: 8, depth: .eight) { bytes in
                for index in bytes.indices { bytes[index] = index % 4 == 3 ? 255 : UInt8(40 * number) }
            }
            let end = number + 1 < times.count ? times[number + 1] : time + last
            try writer.add(frame, time: Int64(time), duration: Int64(end - time))
        }
        try writer.finish(overwrite: false)
        let found = try facts(file)
        #expect(found.durations.count == kept.count && (durations == nil || found.durations == durations))
        for (index, number) in kept.enumerated() {
            #expect(try pixels(file, frame: index, folder).first == UInt8(40 * number), "\(index)")
        }
    }

    @Test("A GIF shows at most 50 frames per second, which is reported, and keeps its duration")
    func fastFrames() throws {
        let folder = try temporaryFolder()
        let file = folder.file("a.gif")
        let plan = try writeVideo(
            file, VideoOutputFormat(width: 40, height: 40, frameRate: Fraction(60, 1)), count: 60)
        #expect(plan.remarks == [.fewerFrames(rate: 50)])
        let durations = try facts(file).durations
        #expect(durations.allSatisfy { $0 >= 20 } && abs(durations.reduce(0, +) - 1000) <= 10, "\(durations)")
    }

    @Test("A GIF's frames of up to 256 colors are exact, transparent ones of 255")
    func fewColors() throws {
        let folder = try temporaryFolder()
        for hasAlpha in [false, true] {
            let file = folder.file("\(hasAlpha).gif")
            let format = VideoOutputFormat(width: 32, height: 32, channels: hasAlpha ? .rgba : .rgb)
            let frames = (0..<3).map { number in
                PixelBuffer(width: 32, height: 32, depth: .eight) { bytes in
                    for index in 0..<1024 {
                        let color = index % (hasAlpha ? 255 : 256)
                        let isClear = hasAlpha && (index + number) % 5 == 0
                        for channel in 0..<3 {
                            let level = UInt8(truncatingIfNeeded: (color + number) * [37, 91, 1][channel])
                            bytes[4 * index + channel] = isClear ? 0 : level
                        }
                        bytes[4 * index + 3] = isClear ? 0 : 255
                    }
                }
            }
            let writer = try VideoWriter(path: file, frameFormat: format)
            for (number, frame) in frames.enumerated() {
                try writer.add(frame, time: Int64(number), duration: 1)
            }
            try writer.finish(overwrite: false)
            for (number, frame) in frames.enumerated() {
                let found = try pixels(file, frame: number, folder)
                let expected = frame.allBytes
                for index in stride(from: 0, to: found.count, by: 4) {
                    guard expected[index + 3] == 255 || found[index + 3] != 0 else { continue }
                    #expect(found[index..<index + 4] == expected[index..<index + 4])
                }
            }
        }
    }

    @Test("A large area of one color keeps it in a GIF of many colors")
    func flatArea() throws {
        let folder = try temporaryFolder()
        let format = VideoOutputFormat(width: 800, height: 600)
        let colorful = testFrame(VideoOutputFormat(width: 800, height: 600), 0).allBytes
        let frame = PixelBuffer(width: 800, height: 600, depth: .eight) { bytes in
            // White, below 60 rows with many colors.
            for index in bytes.indices { bytes[index] = index < 800 * 4 * 60 ? colorful[index] : 255 }
        }
        let writer = try VideoWriter(path: folder.file("a.gif"), frameFormat: format)
        for time in 0..<2 { try writer.add(frame, time: Int64(time), duration: 1) }
        try writer.finish(overwrite: false)
        let shown = try pixels(folder.file("a.gif"), frame: 0, folder)
        // Only rows that dithering errors cannot reach.
        let below = shown.suffix(shown.count / 600 * 500)
        #expect(below.allSatisfy { $0 >= 254 }, "\(below.min() ?? 0)")
    }

    @Test("A GIF's frames of many colors approximate them", arguments: [8, 16])
    func manyColors(depth: Int) throws {
        let folder = try temporaryFolder()
        let file = folder.file("a.gif")
        let format = VideoOutputFormat(width: 120, height: 90, depth: depth == 8 ? .eight : .sixteen)
        let plan = try writeVideo(file, format, count: 2)
        #expect(plan.remarks == (depth == 8 ? [] : [.fewerBits(bits: 8, codec: .gif)]))
        let exact = testFrame(VideoOutputFormat(width: 120, height: 90), 1, soft: true).allBytes
        let error = zip(try pixels(file, frame: 1, folder), exact).map {
            (Double($0) - Double($1)) * (Double($0) - Double($1))
        }
        // A root mean square error of 5.7 is a PSNR of 33 dB.
        #expect((error.reduce(0, +) / Double(error.count)).squareRoot() < 5.7)
    }

    @Test("An APNG keeps every level of 8 and 16 bits", arguments: [8, 16], [false, true])
    func exactFrames(depth: Int, hasAlpha: Bool) throws {
        let folder = try temporaryFolder()
        let file = folder.file("a.apng"), raw = folder.file("raw")
        let format = VideoOutputFormat(
            width: 51, height: 37, depth: depth == 8 ? .eight : .sixteen, channels: hasAlpha ? .rgba : .rgb)
        try writeVideo(file, format, count: 3, soft: false)
        try ffmpeg("-i", file, "-f", "rawvideo", "-pix_fmt", depth == 8 ? "rgba" : "rgba64le", raw)
        #expect(try fileBytes(raw) == (0..<3).flatMap { testFrame(format, $0).allBytes })
    }

    @Test("An animated WebP is near its frames and keeps alpha")
    func webp() throws {
        let folder = try temporaryFolder()
        let file = folder.file("a.webp")
        let format = VideoOutputFormat(width: 80, height: 60, channels: .rgba)
        try writeVideo(file, format, count: 3, options: VideoOptions(quality: 90))
        let found = try pixels(file, frame: 2, folder), exact = testFrame(format, 2, soft: true).allBytes
        for index in stride(from: 3, to: found.count, by: 4) {
            #expect(abs(Int(found[index]) - Int(exact[index])) <= 2)
        }
        let error = zip(found, exact).map { abs(Double($0) - Double($1)) }.reduce(0, +) / Double(found.count)
        #expect(error < 8, "\(error)")
    }

    @Test("An animated WebP is read as Pillow reads it, in order and by number")
    func readWebP() throws {
        let folder = try temporaryFolder()
        let file = folder.file("a.webp")
        // Frames that differ only in a region are stored as that region, drawn over the previous frame.
        try runPython(
            """
            import sys
            from PIL import Image, ImageDraw
            frames = []
            for number in range(7):
                frame = Image.new("RGBA", (70, 50), (40, 90, 160, 255) if number < 4 else (0, 0, 0, 0))
                ImageDraw.Draw(frame).ellipse((8 * number, 10, 8 * number + 20, 30), (250, 30 * number, 0, 60 + 30 * number))
                frames.append(frame)
            frames[0].save(sys.argv[1], save_all=True, append_images=frames[1:], lossless=True, exact=True,
                           duration=[40, 80, 120, 40, 0, 200, 40])
            """, arguments: [file])
        let reader = try VideoReader(path: file)
        #expect((reader.info.width, reader.info.height, reader.info.container) == (70, 50, "webp"))
        #expect(reader.info.channels == .rgba && reader.info.sounds.isEmpty)
        // A frame with zero duration lasts as long as browsers show it.
        let table = try #require(try reader.table())
        #expect(table.times == [0, 40, 120, 240, 280, 380, 580])
        let exact = try (0..<7).map { try pixels(file, frame: $0, folder) }
        for (number, pixels) in exact.enumerated() {
            let frame = try #require(try reader.next())
            #expect(frame.number == number && frame.pixels.allBytes == pixels)
        }
        #expect(try reader.next() == nil)
        for number in [5, 1, 6, 0] { #expect(try reader.frame(number).pixels.allBytes == exact[number]) }
    }

    @Test("A truncated animated WebP is reported as damaged")
    func cutWebP() throws {
        let folder = try temporaryFolder()
        let file = folder.file("a.webp")
        try writeVideo(file, VideoOutputFormat(width: 64, height: 48), count: 5)
        let cut = folder.file("cut.webp")
        try Data(fileBytes(file).dropLast(200)).write(to: URL(fileURLWithPath: cut))
        #expect(throws: VideoError.damaged(path: cut, reason: "it is cut short, or its frames are invalid")) {
            try VideoReader(path: cut)
        }
    }

    @Test("An animation has no sound, which is reported")
    func sound() throws {
        let folder = try temporaryFolder()
        let source = folder.file("a.mp4")
        try ffmpeg(
            "-f", "lavfi", "-i", "testsrc2=s=64x64:d=0.2", "-f", "lavfi", "-i", "sine=440:d=0.2", "-c:a",
            "aac", source)
        let plan = try rewrite(source, to: folder.file("a.gif"))
        #expect(plan.remarks.map(\.description) == ["the sound (aac) is left out: GIF cannot contain it"])
        #expect(try facts(folder.file("a.gif")).durations.count == 5)
    }
}
