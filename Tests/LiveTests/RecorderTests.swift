import Foundation
import Imaging
import TestSupport
import Testing
import Video

@testable import Live

/// Recordings, of frames and sound that a test makes.
struct RecorderTests {
    @Test(
        "A recording has the frames at their times, and the sound from the first frame on",
        arguments: ["mkv", "mp4", "webm"])
    func recording(container: String) throws {
        let folder = try TemporaryFolder()
        let path = folder.file("a." + container)
        let recorder = try Recorder(
            to: path, LiveForm(size: SIMD2(64, 48), rate: 30), hasSound: true, overwrite: false)
        let begin = 1000.0
        // Sound comes before and after the first frame, in pieces of 20 ms.
        for piece in 0..<100 {
            recorder.hear(Self.tone(at: begin - 0.5 + Double(piece) * 0.02, from: piece * 960))
            if piece >= 25, (piece - 25) % 5 == 0 {
                recorder.show(
                    LiveFrame(
                        try Self.gray(UInt8(piece * 2), 64, 48), time: begin - 0.5 + Double(piece) * 0.02))
                try waitUntil("the frame") { recorder.progress.frameCount >= (piece - 25) / 5 + 1 }
            }
        }
        recorder.close()
        #expect(recorder.problem == nil)
        #expect(recorder.progress.frameCount == 15 && recorder.progress.leftOutCount == 0)
        #expect(abs(recorder.progress.seconds - 1.4) < 0.001)
        let times = try Self.probe(path, "v", "packet=pts_time").compactMap(Double.init).sorted()
        #expect(times.count == 15)
        for (index, time) in times.enumerated() { #expect(abs(time - Double(index) * 0.1) < 0.002) }
        let codec = container == "webm" ? "opus" : "aac"
        #expect(try Self.probe(path, "a", "stream=codec_name") == [codec])
        let samples = try Self.sound(of: path)
        // A second and a half, at the pitch of the tone.
        #expect(abs(Double(samples.count) / 48000 - 1.5) < 0.1)
        let middle = samples[12_000..<60_000]
        let rises = zip(middle, middle.dropFirst()).count { $0 < 0 && $1 >= 0 }
        #expect(abs(rises - 440) <= 4)
    }

    @Test("What was recorded can be played while the recording goes on", arguments: ["mkv", "mp4"])
    func playableAtAnyMoment(container: String) throws {
        let folder = try TemporaryFolder()
        let path = folder.file("a." + container)
        let recorder = try Recorder(
            to: path, LiveForm(size: SIMD2(64, 48), rate: 30), hasSound: false, overwrite: false)
        for frame in 0..<150 {
            recorder.show(LiveFrame(try Self.gray(UInt8(frame), 64, 48), time: Double(frame) / 30))
            try waitUntil("the frame") { recorder.progress.frameCount > frame }
        }
        // As a program would leave it that is killed now.
        try FileManager.default.copyItem(atPath: path, toPath: folder.file("cut." + container))
        let count = try Self.probe(folder.file("cut." + container), "v", "packet=pts_time").count
        #expect(count >= 100 && count <= 150)
        recorder.close()
        #expect(try Self.probe(path, "v", "packet=pts_time").count == 150)
    }

    @Test("A frame of another size is fitted into the video, with borders")
    func otherSize() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("a.mkv")
        let recorder = try Recorder(
            to: path, LiveForm(size: SIMD2(64, 48), rate: 30), hasSound: false,
            options: VideoOptions(codec: .ffv1), overwrite: false)
        recorder.show(LiveFrame(try Self.gray(200, 64, 48), time: 1))
        try waitUntil("a frame") { recorder.progress.frameCount == 1 }
        recorder.show(LiveFrame(try Self.gray(200, 64, 24), time: 2))
        try waitUntil("a frame") { recorder.progress.frameCount == 2 }
        recorder.close()
        #expect(recorder.problem == nil)
        let reader = try VideoReader(path: path)
        _ = try #require(try reader.next())
        let second = try #require(try reader.next())
        second.pixels.withUnsafeBytes { bytes in
            #expect(bytes[4 * (3 * 64 + 32)] < 5, "a border")
            #expect(abs(Int(bytes[4 * (24 * 64 + 32)]) - 200) < 5, "the picture")
        }
    }

    @Test("Frames that come faster than they are encoded are left out and counted, and memory stays")
    func leftOut() throws {
        let folder = try TemporaryFolder()
        let recorder = try Recorder(
            to: folder.file("a.mkv"), LiveForm(size: SIMD2(640, 480), rate: 30), hasSound: false,
            overwrite: false)
        let frame = try Self.gray(90, 640, 480)
        for number in 0..<2000 { recorder.show(LiveFrame(frame, time: Double(number) / 1000)) }
        recorder.close()
        let progress = recorder.progress
        #expect(progress.frameCount + progress.leftOutCount == 2000)
        #expect(progress.leftOutCount > 0 && progress.frameCount > 0)
        let size = try FileManager.default.attributesOfItem(atPath: recorder.path)[.size] as? Int
        #expect(progress.byteCount == size)
    }

    @Test("Frames of an odd width get their last column twice, at their own size and without borders")
    func oddWidth() throws {
        let folder = try TemporaryFolder()
        let (width, height) = (33, 24)
        // Steps from left to right, and the last column white.
        let pixels = PixelBuffer(width: width, height: height, depth: .eight) { bytes in
            for index in bytes.indices {
                let column = index / 4 % width
                bytes[index] = index % 4 == 3 || column == width - 1 ? 255 : UInt8(4 * column + 40)
            }
        }
        let form = LiveForm(size: SIMD2(width, height), rate: 30)
        let recorder = try Recorder(
            to: folder.file("a.mkv"), form, hasSound: false,
            options: VideoOptions(codec: .h264, quality: 100),
            overwrite: false)
        for index in 0..<4 { recorder.show(LiveFrame(pixels, time: 100 + Double(index) / 10)) }
        recorder.close()
        #expect(try Media.probe(folder.file("a.mkv"), "stream=width,height") == ["34,24"])
        let luma = try Media.frames(of: folder.file("a.mkv"), as: "gray").prefix(34 * 24).map(Int.init)
        // As pairs of pixels, for a device: luma and color in turn.
        let converter = try FrameConverter(to: .pairs, form)
        #expect(converter.byteCount == 34 * 24 * 2)
        var pairs = [UInt8](repeating: 0, count: converter.byteCount)
        let isConverted = try pairs.withUnsafeMutableBytes { bytes in
            try converter.convert(LiveFrame(pixels, time: 0), into: try #require(bytes.baseAddress))
        }
        #expect(isConverted)
        for row in 0..<24 {
            for column in 0..<34 {
                let value = column >= 32 ? 255 : 4 * column + 40
                let studio = Int((16 + 219 * Double(value) / 255).rounded())
                #expect(abs(Int(pairs[2 * (34 * row + column)]) - studio) <= 2, "\(column), \(row)")
                // What H.264 keeps of a step to white is less exact; ffmpeg gives the full range.
                if column < 30 { #expect(abs(luma[34 * row + column] - value) <= 8, "\(column), \(row)") }
            }
            #expect(luma[34 * row + 33] > 200)
        }
    }

    @Test("A file that exists is not replaced unless that is wished, and a folder that is missing is told of")
    func existing() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("a.mkv")
        try "mine".write(toFile: path, atomically: true, encoding: .utf8)
        let form = LiveForm(size: SIMD2(64, 48), rate: 30)
        #expect(throws: VideoError.file(.exists(path: path))) {
            _ = try Recorder(to: path, form, hasSound: false, overwrite: false)
        }
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "mine")
        #expect(throws: VideoError.self) {
            _ = try Recorder(to: folder.file("none/a.mkv"), form, hasSound: false, overwrite: false)
        }
        #expect(throws: VideoError.unknownExtension(path: folder.file("a.gif"))) {
            _ = try Recorder(to: folder.file("a.gif"), form, hasSound: false, overwrite: false)
        }
    }

    private static func gray(_ value: UInt8, _ width: Int, _ height: Int) throws -> PixelBuffer {
        PixelBuffer(width: width, height: height, depth: .eight) { bytes in
            for index in bytes.indices { bytes[index] = index % 4 == 3 ? 255 : value }
        }
    }

    /// 20 ms of 440 Hz.
    private static func tone(at time: Double, from sample: Int) -> SoundStretch {
        let samples = (0..<1920).map { index in
            Float(0.5 * sin(2 * .pi * 440 * Double(sample + index / 2) / 48000))
        }
        return SoundStretch(samples: samples, time: time)
    }

    /// What ffprobe tells of a stream, a line each.
    private static func probe(_ path: String, _ stream: String, _ entry: String) throws -> [String] {
        let result = try runProgram(
            "/usr/bin/ffprobe",
            arguments: [
                "-v", "error", "-select_streams", stream, "-show_entries", entry, "-of", "csv=p=0", path,
            ])
        return result.output.split(separator: "\n").map {
            $0.trimmingCharacters(in: CharacterSet(charactersIn: ", \r"))
        }.filter { !$0.isEmpty }
    }

    /// The left channel, at 48 kHz.
    private static func sound(of path: String) throws -> [Float] {
        let folder = try TemporaryFolder()
        let result = try runProgram(
            "/usr/bin/ffmpeg",
            arguments: [
                "-v", "error", "-i", path, "-vn", "-af", "pan=mono|c0=c0", "-ar", "48000", "-f", "f32le",
                folder.file("sound"),
            ])
        #expect(result.status == 0, "\(result.errors)")
        let bytes = try Data(contentsOf: URL(fileURLWithPath: folder.file("sound")))
        return bytes.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
    }
}
