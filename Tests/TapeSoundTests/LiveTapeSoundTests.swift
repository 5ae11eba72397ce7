import Filters
import TapeSound
import TestSupport
import Testing
import Video

/// Playing a video with the sound of tape.
@Suite("The sound of tape while it plays") struct LiveTapeSoundTests {
    private let folder: TemporaryFolder
    private let path: String
    /// Without noise, so that samples can be compared with those of a neighboring tape.
    private var tape: TapeSoundSettings {
        var tape = TapeSoundSettings()
        (tape.wow, tape.saturation) = (0.5, 0.5)
        return tape
    }

    init() throws {
        folder = try temporaryFolder()
        path = try Media.make(
            "in.mkv", in: folder,
            "-f lavfi -i testsrc2=s=64x48:r=25:d=4 -f lavfi -i aevalsrc=0.5*sin(2000*t)|0.3*sin(900*t):s=48000:d=4 -c:v libx264 -preset veryfast -c:a pcm_s16le OUT"
        )
    }

    private func read(
        _ count: Int, _ source: (UnsafeMutableBufferPointer<Float>) throws -> Int
    ) throws -> [Float] {
        var result: [Float] = []
        var samples = [Float](repeating: 0, count: 2 * 960)
        while result.count / 2 < count {
            let received = try samples.withUnsafeMutableBufferPointer { try source($0) }
            if received == 0 { break }
            result += samples[..<(2 * received)]
        }
        return result
    }

    private func all() throws -> [Float] {
        let reader = try #require(try SoundReader(path: path))
        try reader.seek(to: 0)
        return try read(.max) { try reader.read(into: $0) }
    }

    @Test("What is read after a seek is what a saved file has there, to the end")
    func seeking() throws {
        let samples = try all()
        for tapes in [[], [tape], [tape, tape]] {
            let sound = TapeSound(
                TapeSoundCourse(tapes), rate: SoundReader.rate, channelCount: 2, first: 0, wanted: 0)
            let whole = tapes.isEmpty ? samples : samples.withUnsafeBufferPointer(sound.add) + sound.finish()
            let played = LiveTapeSound()
            played.use(TapeSoundCourse(tapes))
            let reader = TapeSoundReader(try #require(try SoundReader(path: path)), played)
            for start in [0, 100_001, 20_000] {
                try reader.seek(to: start)
                let part = try read(.max) { try reader.read(into: $0) }
                #expect(part == Array(whole[(2 * start)...]), "\(tapes.count) \(start)")
            }
        }
    }

    @Test("Tapes that come and go while it plays are faded, and the position stays")
    func changing() throws {
        let played = LiveTapeSound()
        let reader = TapeSoundReader(try #require(try SoundReader(path: path)), played)
        try reader.seek(to: 0)
        var heard: [Float] = []
        for count in [0, 1, 2, 1, 0] {
            played.use(count == 0 ? nil : TapeSoundCourse([TapeSoundSettings](repeating: tape, count: count)))
            heard += try read(960 * 25) { try reader.read(into: $0) }
        }
        // The right channel becomes the mono mix of both, whose largest step is 0.015, and wow moves it.
        let steps = (2..<heard.count).map { abs(heard[$0] - heard[$0 - 2]) }
        #expect(steps.max() ?? 1 < 0.03, "\(steps.max() ?? 1)")
        let plain = try all()
        #expect(Array(heard[..<(2 * 24_000)]) == Array(plain[..<(2 * 24_000)]))
        // The change takes effect after a block, an eighth of a second, and a fade.
        let rest = 2 * (24_000 - 6000 - 1024)
        let isPlain = heard.suffix(rest) == plain[(heard.count - rest)..<heard.count]
        #expect(isPlain)
    }
}
