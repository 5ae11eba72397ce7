import Exporting
import Filters
import Foundation
import Rendering
import Synchronization
import TestSupport
import Testing
import Video

/// Clips saved with fewer frames per second, checked with FFmpeg's programs.
@Suite struct FrameRateTests {
    private func save(_ request: ClipRequest) throws {
        try Renderer().save(
            progress: { _ in },
            { engine, shouldStop in
                request.begin(
                    on: engine, readPicture: { _ in throw VideoError.notAVideo(path: "") },
                    shouldStop: shouldStop)
            }, result: { _ in })
    }

    private func request(_ input: String, to output: String, from: Int? = nil) -> ClipRequest {
        ClipRequest(
            .video(path: input, table: nil, from: from.map { .frame($0) }, to: nil), recipe: Recipe(),
            to: output, as: .video(VideoOptions()), existing: .isError)
    }

    /// Saves a file with at most `rate` frames per second.
    private func save(_ input: String, to output: String, rate: Int, from: Int? = nil) throws {
        var request = request(input, to: output, from: from)
        request.maximumRate = rate
        try save(request)
    }

    /// The times of the first frame of each interval, of those at or after its begin.
    private func expected(_ times: [Double], rate: Int) -> [Double] {
        let (first, last) = (times.first ?? 0, times.last ?? 0)
        let intervals = 0...Int((last - first) * Double(rate) + 1)
        let chosen = intervals.compactMap { interval in
            times.first { time in
                // Milliseconds are rounded, and a thousandth of a frame makes no difference.
                let offset = (time - first) * Double(rate) - Double(interval)
                return offset > -0.0011 * Double(rate) && offset < 1 - 0.0011 * Double(rate)
            }
        }
        return chosen
    }

    @Test(
        "A rate of 1000/1001 is halved by dropping every second frame, however long the video is",
        arguments: [(60, 30), (30, 15), (120, 60)])
    func broadcastRates(source: Int, rate: Int) {
        let source = Fraction(source * 1000, 1001)
        var limit = FrameRateLimit(source.limited(to: rate))
        let selected = (0..<20_000).filter { limit.selects(Double($0) / source.value) }
        #expect(selected == Array(stride(from: 0, to: 20_000, by: 2)))
    }

    @Test(
        "Frames are dropped by their times, which do not change",
        arguments: [(60, 30), (60, 25), (60, 24), (50, 12), (30, 15), (25, 24), (25, 10)])
    func even(source: Int, rate: Int) throws {
        let folder = try temporaryFolder()
        let (input, output) = (folder.file("in.mkv"), folder.file("out.mkv"))
        try writeVideo(
            input, VideoOutputFormat(width: 16, height: 16, frameRate: Fraction(source)), count: 2 * source)
        try save(input, to: output, rate: rate)
        let (before, after) = (try times(input), try times(output))
        #expect(after.count == 2 * rate)
        #expect(after == expected(before, rate: rate))
    }

    @Test("Uneven frames are dropped only where there are too many, and the count begins with the part")
    func uneven() throws {
        let folder = try temporaryFolder()
        let (input, output) = (folder.file("in.mkv"), folder.file("out.mkv"))
        let format = VideoOutputFormat(
            width: 16, height: 16, tick: Fraction(1, 1000), frameRate: Fraction(30))
        let writer = try VideoWriter(path: input, frameFormat: format)
        // Half a second at 40 frames per second, then three seconds at 4, then at 40 again.
        let given =
            (0..<20).map { $0 * 25 } + (0..<12).map { 500 + $0 * 250 } + (0..<20).map { 3500 + $0 * 25 }
        for (number, time) in given.enumerated() {
            try writer.add(testFrame(format, number), time: Int64(time), duration: 25)
        }
        try writer.finish(overwrite: false)
        try save(input, to: output, rate: 10, from: 1)
        let after = try times(output)
        let part = try times(input).dropFirst().map { $0 - 0.025 }
        #expect(after.count == 5 + 12 + 5)
        #expect(zip(after, expected(part, rate: 10)).allSatisfy { abs($0 - $1) < 0.0011 }, "\(after)")
    }

    @Test("The frames are those of the source, and the last one lasts until its end")
    func animation() throws {
        let folder = try temporaryFolder()
        let (input, output) = (folder.file("in.mkv"), folder.file("out.apng"))
        let format = VideoOutputFormat(width: 24, height: 16, frameRate: Fraction(50))
        try writeVideo(input, format, count: 48, soft: false)
        try save(input, to: output, rate: 10)
        let text = try runPython(
            """
            import sys
            from PIL import Image
            image = Image.open(sys.argv[1])
            for number in range(image.n_frames):
                image.seek(number)
                sys.stdout.write(f"{image.info['duration']} ")
                open(f"{sys.argv[2]}.{number}", "wb").write(image.convert("RGBA").tobytes())
            """, arguments: [output, folder.file("raw")])
        let durations = text.split(separator: " ").compactMap { Double($0) }
        #expect(durations == Array(repeating: 100, count: 9) + [60], "\(durations)")
        for number in 0..<10 {
            let pixels = try fileBytes(folder.file("raw.\(number)"))
            #expect(pixels == testFrame(format, number * 5).allBytes, "\(number)")
        }
    }

    @Test("A measured file has the size of the saved one, and leaves nothing behind")
    func measured() throws {
        let folder = try temporaryFolder()
        let input = folder.file("in.mkv")
        try writeVideo(input, VideoOutputFormat(width: 64, height: 48, frameRate: Fraction(25)), count: 10)
        // Encoders that give the same bytes each time; x264 does not while another one of the process is
        // working.
        for name in ["out.gif", "out.webp", "out.apng", "out.mkv", "out.y4m"] {
            var request = request(input, to: folder.file(name))
            let measured = Mutex(0)
            request.measured = { byteCount in measured.withLock { $0 = byteCount } }
            try save(request)
            #expect(!FileManager.default.fileExists(atPath: folder.file(name)))
            request.measured = nil
            try save(request)
            #expect(try fileBytes(folder.file(name)).count == measured.withLock { $0 }, "\(name)")
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.file("")).count == 6)
    }

    @Test(
        "The size of a complete file is that on the disk, whatever its container writes last",
        arguments: ["mp4", "mov", "mkv", "webm", "gif", "webp", "apng", "y4m"])
    func byteCount(suffix: String) throws {
        let folder = try temporaryFolder()
        let path = folder.file("out.\(suffix)")
        let format = VideoOutputFormat(width: 64, height: 48, frameRate: Fraction(25))
        let writer = try VideoWriter(path: path, frameFormat: format, options: VideoOptions(), source: nil)
        for number in 0..<10 { try writer.add(testFrame(format, number), time: Int64(number), duration: 1) }
        try writer.finish(overwrite: false)
        #expect(try fileBytes(path).count == writer.byteCount)
    }
}
