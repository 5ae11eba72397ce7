import Foundation
import TestSupport
import Testing

/// Saving videos with the sound of tape.
@Suite("Tape sound on the command line") struct TapeSoundCommandTests {
    private static let on = ["--", "ntsc", "resize480=false", "soundEnabled=true"]
    /// Nothing but the band of the hi-fi track.
    private static let clean =
        on + ["soundTrack=hifi", "headSwitching=false"]
        + ["Hiss", "Hum", "Wow", "Flutter", "Saturation", "Dropouts"].map { "sound\($0)=0" }

    private func render(_ folder: TemporaryFolder, arguments: [String]) throws {
        let run = try glint(in: folder, arguments: ["render"] + arguments)
        #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
    }

    private func hash(_ path: String) throws -> String {
        let folder = try temporaryFolder()
        let hash = try Media.make(
            "hash", in: folder, "-i \(path) -map 0:a -c copy -f streamhash -hash md5 OUT")
        return try String(contentsOfFile: hash, encoding: .utf8)
    }

    /// The samples of the first track, interleaved.
    private func samples(_ path: String) throws -> [Int16] {
        let folder = try temporaryFolder()
        let raw = try Media.make("sound", in: folder, "-i \(path) -map 0:a:0 -f s16le -c:a pcm_s16le OUT")
        return try Data(contentsOf: URL(fileURLWithPath: raw)).withUnsafeBytes {
            Array($0.bindMemory(to: Int16.self))
        }
    }

    private func makeVideo(
        _ name: String, in folder: TemporaryFolder, _ sound: String = "-c:a pcm_s16le",
        source: String = "-f lavfi -i aevalsrc=0.3*sin(900*t*t)|0.3*sin(700*t*t)+0.1*random(1):s=48000:d=3"
    ) throws {
        try Media.make(
            name, in: folder,
            "-f lavfi -i testsrc2=s=64x48:r=25:d=3 \(source) -c:v libx264 -preset veryfast \(sound) OUT")
    }

    @Test("sound is copied bit for bit without it, and with --no-tape-sound")
    func copied() throws {
        let folder = try temporaryFolder()
        try makeVideo("in.mp4", in: folder, "-c:a aac")
        let input = try hash(folder.file("in.mp4"))
        try render(
            folder, arguments: ["in.mp4", "-o", "off.mp4", "--", "ntsc", "resize480=false", "soundHiss=1"])
        #expect(try hash(folder.file("off.mp4")) == input)
        try render(folder, arguments: ["in.mp4", "-o", "left-out.mp4", "--no-tape-sound"] + Self.on)
        #expect(try hash(folder.file("left-out.mp4")) == input)
        try render(folder, arguments: ["in.mp4", "-o", "on.mp4"] + Self.on)
        #expect(try hash(folder.file("on.mp4")) != input)
        try render(folder, arguments: ["in.mp4", "-o", "silent.mp4", "--no-audio"] + Self.on)
        #expect(try Media.probe(folder.file("silent.mp4"), "stream=codec_name", stream: "a").isEmpty)
        // The picture is the same in any case.
        let frames = try ["off", "left-out", "on", "silent"].map {
            try Media.frames(of: folder.file("\($0).mp4"), as: "rgb24")
        }
        #expect(frames.allSatisfy { $0 == frames[0] })
    }

    @Test(
        "each container gets its codec, in every track",
        arguments: [
            ("out.mp4", "aac"), ("out.webm", "opus"), ("out.mkv", "flac"), ("out.mov", "pcm_s16le"),
        ])
    func codecs(name: String, codec: String) throws {
        let folder = try temporaryFolder()
        try makeVideo(
            "in.mkv", in: folder,
            "-map 0:v -map 1:a -map 2:a -map 3:a -c:a flac",
            source: "-f lavfi -i aevalsrc=0.3*sin(900*t*t)|0.3*sin(700*t*t):s=44100:d=3 "
                + "-f lavfi -i aevalsrc=0.3*sin(900*t):s=8000:d=3 "
                + "-f lavfi -i aevalsrc=0.1*sin(900*t)|0|0|0|0|0:s=48000:d=3:c=5.1")
        try render(folder, arguments: ["in.mkv", "-o", name, "--video-preset", "fast"] + Self.on)
        let streams = try Media.probe(folder.file(name), "stream=codec_name,channels", stream: "a")
        #expect(streams == ["\(codec),2", "\(codec),1", "\(codec),6"])
        let seconds = Double(try samples(folder.file(name)).count) / 2 / (codec == "opus" ? 48000 : 44100)
        #expect(abs(seconds - 3) < 0.06, "\(seconds)")
    }

    @Test(
        "picture and sound stay together: a sample is where it was",
        arguments: ["out.mkv", "out.mov", "out.mp4"])
    func offset(name: String) throws {
        let folder = try temporaryFolder()
        try makeVideo(
            "in.mkv", in: folder,
            source: "-f lavfi -i aevalsrc=0.5*(random(0)-0.5)|0.5*(random(1)-0.5):s=48000:d=3")
        try render(folder, arguments: ["in.mkv", "-o", name] + Self.clean)
        let input = try samples(folder.file("in.mkv"))
        let output = try samples(folder.file(name))
        #expect(abs(output.count - input.count) < 4096)
        /// The sum of products of the left channels.
        func similarity(_ lag: Int) -> Double {
            stride(from: 20_000, to: 100_000, by: 2).reduce(0.0) {
                $0 + Double(input[$1]) * Double(output[$1 + 2 * lag])
            }
        }
        let best = (-200...200).max { similarity($0) < similarity($1) }
        // The low-pass filter at 20 kHz delays treble by about a sample.
        #expect(abs(best ?? 1000) <= 1, "\(best ?? 1000)")
    }

    @Test("a part has the sound of the whole, sample for sample", arguments: ["in.mkv", "in.mov"])
    func parts(input: String) throws {
        let folder = try temporaryFolder()
        try makeVideo(input, in: folder)
        let settings = Self.on + ["generations=2", "soundDropouts=1", "soundWow=1"]
        try render(folder, arguments: [input, "-o", "whole.mkv"] + settings)
        try render(folder, arguments: [input, "-o", "part.mkv", "--from", "30f", "--to", "2"] + settings)
        let whole = try samples(folder.file("whole.mkv"))
        let part = try samples(folder.file("part.mkv"))
        #expect(part.count == 2 * 38_400)
        #expect(part == Array(whole[(2 * 57_600)..<(2 * 96_000)]))
    }

    @Test("video options that have no effect on an animation are reported")
    func animation() throws {
        let folder = try temporaryFolder()
        try makeVideo("in.mkv", in: folder)
        let run = try glint(
            in: folder, arguments: ["render", "in.mkv", "-o", "out.gif", "--no-tape-sound"] + Self.on)
        #expect(run.status == 0 && run.errors.contains("--no-tape-sound has no effect on GIF"))
    }
}
