import Foundation
import TestSupport
import Testing
import Video

/// The sound of videos, compared with the output of the ffmpeg program.
struct SoundReaderTests {
    struct Encoding: CustomTestStringConvertible, Sendable {
        let name: String
        /// The ffmpeg arguments for encoding video and sound.
        let encoding: String
        var rate = 48000
        var channels = "stereo"
        /// The tolerance against ffmpeg's samples. If ffmpeg resamples, its samples coincide with Glint's in
        /// the file's time only if both begin at the same one, so resampling is tested only with containers
        /// that begin at 0.
        var tolerance: Float = 0
        /// The tolerance between samples read after a seek and in sequence, for decoders that dither or keep
        /// state.
        var seekTolerance: Float = 0

        var testDescription: String { "\(name) \(channels) \(rate)" }
    }

    static let encodings = [
        Encoding(name: "aac.mp4", encoding: "-c:v mpeg4 -c:a aac -aac_pns 0"),
        Encoding(name: "aac44.mp4", encoding: "-c:v mpeg4 -c:a aac -aac_pns 0", rate: 44100),
        Encoding(name: "opus.mkv", encoding: "-c:v mpeg4 -c:a libopus", seekTolerance: 1e-5),
        Encoding(name: "opus.mp4", encoding: "-c:v mpeg4 -c:a libopus", seekTolerance: 1e-5),
        Encoding(name: "flac.mkv", encoding: "-c:v mpeg4 -c:a flac", rate: 44100),
        Encoding(name: "surround.mkv", encoding: "-c:v mpeg4 -c:a pcm_s16le", channels: "5.1"),
        Encoding(name: "pcm.avi", encoding: "-c:v mjpeg -c:a pcm_s16le"),
        Encoding(name: "pcm44.avi", encoding: "-c:v mjpeg -c:a pcm_s16le", rate: 44100),
        Encoding(name: "pcm.mov", encoding: "-c:v mjpeg -c:a pcm_s24le"),
        // The tolerance is for FFmpeg's decoder, which dithers to 16 bits.
        Encoding(name: "mp2.ts", encoding: "-c:v mpeg2video -c:a mp2", seekTolerance: 1e-4),
        Encoding(name: "vorbis.ogv", encoding: "-c:v libtheora -c:a libvorbis"),
    ]

    @Test("Samples equal ffmpeg's, at their time, and are the same after a seek", arguments: encodings)
    func samples(sound: Encoding) throws {
        let folder = try temporaryFolder()
        let path = try Self.video(sound, in: folder)
        let reader = try #require(try SoundReader(path: path))
        let inLine = try Self.read(reader, atMost: .max)
        let raw = try Self.ffmpeg(
            ["-i", path, "-f", "f32le", "-ar", "48000", "-ac", "2"], folder.file("raw"))
        let reference = try Data(contentsOf: URL(fileURLWithPath: raw)).withUnsafeBytes {
            Array($0.bindMemory(to: Float.self))
        }
        // Time 0 is the first frame of the video; the sound may begin before it.
        let start = try Self.firstTime(path, "a:0") - Self.firstTime(path, "v:0")
        let skipped = 2 * Int((-start * 48000).rounded())
        try #require(skipped >= 0)
        #expect(abs(inLine.count - (reference.count - skipped)) <= 2)
        let differences = zip(inLine, reference.dropFirst(skipped)).map { abs($0 - $1) }
        #expect(differences.max() ?? 1 <= sound.tolerance)
        #expect(inLine.contains { $0 > 0.2 })

        let count = inLine.count / 2
        for sample in [0, 1, 100, 1023, 25000, 47999, 70001, count - 100, 48000, count / 2, 0, count] {
            try reader.seek(to: sample)
            let some = try Self.read(reader, atMost: 2000)
            let expected = inLine.dropFirst(2 * sample).prefix(4000)
            #expect(some.count == expected.count, "at \(sample)")
            let worst = zip(some, expected).map { abs($0 - $1) }.max() ?? 0
            #expect(worst <= sound.seekTolerance, "at \(sample)")
        }
    }

    @Test("Sound that begins after the video, or has another time origin, is at its time")
    func laterStart() throws {
        let folder = try temporaryFolder()
        let tone = ["-itsoffset", "0.7", "-f", "lavfi", "-i", "sine=440:r=48000:d=1"]
        let picture = ["-f", "lavfi", "-i", "testsrc2=s=64x64:r=25:d=2"]
        let path = try Self.ffmpeg(
            picture + tone + ["-c:v", "mpeg4", "-c:a", "flac"], folder.file("late.mkv"))
        let samples = try Self.read(try #require(try SoundReader(path: path)), atMost: .max)
        let first = (samples.firstIndex { $0 != 0 } ?? 0) / 2
        // The tolerance is Matroska's resolution of a millisecond.
        #expect(abs(first - 33600) <= 48)
        #expect(abs(samples.count / 2 - 81600) <= 48)
        let later = try #require(try SoundReader(path: path, start: 0.5))
        #expect(try abs((Self.read(later, atMost: .max).firstIndex { $0 != 0 } ?? 0) / 2 - 9600) <= 48)
        try later.seek(to: 9000)
        #expect(try abs((Self.read(later, atMost: .max).firstIndex { $0 != 0 } ?? 0) / 2 - 600) <= 48)
    }

    @Test("A video without sound has no sound reader, and a file that is not a video is an error")
    func none() throws {
        let folder = try temporaryFolder()
        let path = try Self.ffmpeg(
            ["-f", "lavfi", "-i", "testsrc2=s=64x64:d=0.2", "-c:v", "mpeg4"], folder.file("silent.mp4"))
        #expect(try SoundReader(path: path) == nil)
        let text = folder.file("text.mp4")
        try "no video".write(toFile: text, atomically: true, encoding: .utf8)
        #expect(throws: VideoError.notAVideo(path: text)) { try SoundReader(path: text) }
        #expect(throws: VideoError.self) { try SoundReader(path: folder.file("missing.mp4")) }
    }

    @Test("Damaged sound is skipped, and the rest stays at its time")
    func damage() throws {
        let folder = try temporaryFolder()
        let path = try Self.video(
            Encoding(name: "whole.ts", encoding: "-c:v mpeg2video -c:a mp2"), in: folder)
        let whole = try Self.read(try #require(try SoundReader(path: path)), atMost: .max)
        var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        let middle = bytes.count / 2
        bytes.removeSubrange(middle..<(middle + 188 * 40))
        let damaged = folder.file("damaged.ts")
        try bytes.write(to: URL(fileURLWithPath: damaged))
        let rest = try Self.read(try #require(try SoundReader(path: damaged)), atMost: .max)
        #expect(abs(rest.count - whole.count) <= 2 * 1152)
        let end = zip(rest.suffix(60000).prefix(40000), whole.suffix(60000 + rest.count - whole.count))
        #expect(whole.count == rest.count ? end.allSatisfy { abs($0 - $1) < 1e-4 } : true)
    }

    private static func video(_ sound: Encoding, in folder: TemporaryFolder) throws -> String {
        let tones = [(300, 50), (500, 30), (700, 20), (70, 5), (1000, 80), (1500, 40)].map {
            "0.3*sin(2*PI*(\($0)+\($1)*t)*t)"
        }.prefix(sound.channels == "stereo" ? 2 : 6).joined(separator: "|")
        return try ffmpeg(
            [
                "-f", "lavfi", "-i", "testsrc2=s=160x120:r=30000/1001:d=3", "-f", "lavfi", "-i",
                "aevalsrc=exprs='\(tones)':c=\(sound.channels):s=\(sound.rate):d=3.1",
            ] + sound.encoding.split(separator: " ").map(String.init), folder.file(sound.name))
    }

    private static func ffmpeg(_ arguments: [String], _ path: String) throws -> String {
        let result = try runProgram(
            "/usr/bin/ffmpeg",
            arguments: ["-hide_banner", "-loglevel", "error", "-nostdin", "-y"] + arguments + [path])
        guard result.status == 0 else { throw ProgramFailure(description: result.errors) }
        return path
    }

    /// The time of a stream's first decoded frame, in seconds.
    private static func firstTime(_ path: String, _ stream: String) throws -> Double {
        let result = try runProgram(
            "/usr/bin/ffprobe",
            arguments: [
                "-loglevel", "error", "-select_streams", stream, "-read_intervals", "%+#8", "-show_entries",
                "frame=best_effort_timestamp_time", "-of", "csv=p=0", path,
            ])
        let first = result.output.split(whereSeparator: { ",\n".contains($0) }).first
        return try #require(first.flatMap { Double($0) })
    }

    private static func read(_ reader: SoundReader, atMost count: Int) throws -> [Float] {
        var all: [Float] = []
        let samples = UnsafeMutableBufferPointer<Float>.allocate(capacity: 2 * 1111)
        defer { samples.deallocate() }
        while all.count < 2 * min(count, 1 << 30) {
            let limit = min(samples.count, 2 * min(count, 1 << 30) - all.count)
            let some = try reader.read(into: UnsafeMutableBufferPointer(rebasing: samples[..<limit]))
            if some == 0 { break }
            all += samples[..<(2 * some)]
        }
        return all
    }
}
