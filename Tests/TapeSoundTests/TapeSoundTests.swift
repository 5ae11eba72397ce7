@testable import Filters
import Foundation
@testable import TapeSound
import TestSupport
import Testing

/// The sound of tape, measured with scipy.
@Suite("The sound of tape") struct TapeSoundTests {
    /// Neither noise nor distortion.
    private static func clean(
        _ track: TapeSoundSettings.Track = .linear, _ speed: TapeSoundSettings.Speed = .sp
    ) -> TapeSoundSettings {
        var settings = TapeSoundSettings()
        (settings.track, settings.speed, settings.switchesHeads) = (track, speed, false)
        return settings
    }

    /// The defaults of the filter.
    private static func usual(_ track: TapeSoundSettings.Track = .linear) -> TapeSoundSettings {
        var settings = clean(track)
        (settings.hiss, settings.wow, settings.flutter) = (0.3, 0.3, 0.3)
        (settings.saturation, settings.dropouts, settings.hum) = (0.3, 0.3, 0.1)
        settings.switchesHeads = true
        return settings
    }

    /// Processes interleaved samples in pieces of a size.
    private func process(
        _ samples: [Float], _ tapes: [TapeSoundSettings], rate: Int = 48000, channels: Int = 1,
        first: Int = 0, wanted: Int? = nil, step: Int = 5000
    ) -> [Float] {
        let sound = TapeSound(
            TapeSoundCourse(tapes), rate: rate, channelCount: channels, first: first, wanted: wanted ?? first)
        var result: [Float] = []
        for start in stride(from: 0, to: samples.count, by: step * channels) {
            let piece = samples[start..<min(start + step * channels, samples.count)]
            result += Array(piece).withUnsafeBufferPointer(sound.add)
        }
        return result + sound.finish()
    }

    private func tone(
        _ frequency: Double, seconds: Double, amplitude: Double = 0.5, rate: Int = 48000
    ) -> [Float] {
        (0..<Int(seconds * Double(rate))).map {
            Float(amplitude * sin(2 * Double.pi * frequency * Double($0) / Double(rate)))
        }
    }

    private func noise(_ count: Int) -> [Float] {
        var generator = SplitMix(seed: 5)
        return (0..<count).map { _ in Float(generator.number(-0.5, 0.5)) }
    }

    /// The numbers that a script prints, which finds the samples as `x` and their rate as `rate`.
    private func measure(_ samples: [Float], rate: Int = 48000, _ script: String) throws -> [Double] {
        let folder = try temporaryFolder()
        let data = samples.withUnsafeBytes { Data($0) }
        try data.write(to: URL(fileURLWithPath: folder.file("samples")))
        let text = try runPython(
            """
            import sys
            import numpy as np
            from scipy import signal
            x = np.fromfile(sys.argv[1], np.float32).astype(float)
            rate = int(sys.argv[2])
            \(script)
            """, arguments: [folder.file("samples"), "\(rate)"])
        return text.split(whereSeparator: \.isWhitespace).compactMap { Double($0) }
    }

    @Test("Parts that are processed separately equal the whole, bit for bit", arguments: [1, 3])
    func parts(generations: Int) {
        let samples = noise(2 * 48000 * 4)
        for track in [TapeSoundSettings.Track.linear, .hifi] {
            let tapes = (0..<generations).map { generation in
                var tape = Self.usual(track)
                (tape.seed, tape.dropouts) = (generation, 1)
                return tape
            }
            let first = -1234
            let whole = process(samples, tapes, channels: 2, first: first)
            #expect(whole.count == samples.count)
            #expect(process(samples, tapes, channels: 2, first: first, step: 777) == whole)
            for wanted in [50_000, 96_001, 150_000] {
                let needed = TapeSound.firstInput(for: wanted, layerCount: generations, rate: 48000)
                let from = max(first, needed)
                let part = process(
                    Array(samples[(2 * (from - first))...]), tapes, channels: 2, first: from, wanted: wanted)
                #expect(part == Array(whole[(2 * (wanted - first))...]), "\(track) \(wanted)")
            }
        }
    }

    @Test(
        "The response has fallen by 3 dB at the limits of the band",
        arguments: [
            (TapeSoundSettings.Track.linear, TapeSoundSettings.Speed.sp, 100.0, 10_000.0),
            (.linear, .lp, 100, 7_000), (.linear, .ep, 100, 5_000), (.hifi, .sp, 20, 20_000),
            (.hifi, .ep, 20, 20_000), (.linear, .none, 50, 15_000),
        ])
    func band(
        track: TapeSoundSettings.Track, speed: TapeSoundSettings.Speed, low: Double, high: Double
    ) throws {
        // A sweep, divided out of the response.
        let count = 48000 * 4
        let sweep = (0..<count).map { index in
            let time = Double(index) / 48000
            return Float(0.25 * sin(2 * Double.pi * 5 * 4 / log(4800.0) * (pow(4800, time / 4) - 1)))
        }
        var settings = Self.clean(track, speed)
        settings.saturation = 0
        let result = process(sweep, [settings])
        let limits = try measure(
            sweep + result,
            """
            source, result = np.split(x, 2)
            n = 1 << 19
            gain = np.abs(np.fft.rfft(result, n)) / np.abs(np.fft.rfft(source, n))
            frequencies = np.fft.rfftfreq(n, 1 / rate)
            inside = gain / np.median(gain[(frequencies > 900) & (frequencies < 1100)]) > 0.5 ** 0.5
            middle = np.searchsorted(frequencies, 1000)
            print(frequencies[middle - np.argmin(inside[middle::-1])], frequencies[middle + np.argmin(inside[middle:])])
            print(np.median(gain[(frequencies > 900) & (frequencies < 1100)]))
            """)
        #expect(abs(limits[0] / low - 1) < 0.05 && abs(limits[1] / high - 1) < 0.02, "\(limits)")
        #expect(abs(limits[2] - 1) < 0.02)
    }

    /// The weighted RMS deviation of the speed in percent, after IEC 60386, the deviation of its mean in
    /// percent, and the maximum delay in milliseconds.
    private func speed(_ settings: TapeSoundSettings) throws -> [Double] {
        try measure(
            process(tone(3150, seconds: 40), [settings]),
            """
            x = x[rate:-rate]
            phase = np.unwrap(np.angle(signal.hilbert(signal.sosfiltfilt(
                signal.butter(4, [2000, 4500], 'bandpass', fs=rate, output='sos'), x))))[rate:-rate]
            delay = 2 * np.pi * 3150 * np.arange(len(phase)) / rate - phase
            delay = (delay - np.mean(delay)) / (2 * np.pi * 3150)
            deviation = -np.diff(delay) * rate
            curve = np.array([[0.2, -30.6], [0.315, -19.7], [0.4, -15], [0.63, -8.4], [0.8, -6], [1, -4.2],
                [1.6, -1.8], [2, -0.9], [4, 0], [6.3, -0.9], [10, -2.1], [20, -5.9], [40, -10.4],
                [63, -14.2], [100, -17.3], [200, -23]])
            spectrum = np.fft.rfft(deviation - np.mean(deviation))
            frequencies = np.fft.rfftfreq(len(deviation), 1 / rate)
            level = np.interp(np.log(np.maximum(frequencies, 0.01)), np.log(curve[:, 0]), curve[:, 1])
            level[frequencies > 300] = -200
            weighted = np.fft.irfft(spectrum * 10 ** (level / 20), len(deviation))
            slope = np.polyfit(np.arange(len(delay)) / rate, delay, 1)[0]
            print(100 * np.std(weighted), 100 * slope, 1000 * np.max(np.abs(delay)))
            """)
    }

    @Test("Wow and flutter are those of a recorder, and picture and sound stay together")
    func wowAndFlutter() throws {
        var settings = Self.clean()
        (settings.wow, settings.flutter) = (0.3, 0.3)
        let usual = try speed(settings)
        #expect((0.12...0.28).contains(usual[0]), "\(usual)")
        settings.speed = .ep
        let slow = try speed(settings)
        #expect(abs(slow[0] / usual[0] - 3.0.squareRoot()) < 0.1, "\(slow)")
        settings.track = .hifi
        let hifi = try speed(settings)
        #expect((0.003...0.008).contains(hifi[0]), "\(hifi)")
        // Half a frame of a film.
        settings.track = .linear
        (settings.wow, settings.flutter) = (1, 1)
        let worst = try speed(settings)
        #expect(abs(worst[1]) < 0.01 && worst[2] < 1000.0 / 60 / 2, "\(worst)")
        settings.wow = 0
        settings.flutter = 0
        #expect(try speed(settings)[0] < 1e-4)
    }

    @Test(
        "Hiss has the signal-to-noise ratio of the track",
        arguments: [
            (TapeSoundSettings.Track.linear, TapeSoundSettings.Speed.sp, 42.0), (.linear, .ep, 37.2),
            (.hifi, .sp, 70),
        ], [22050, 48000, 192_000])
    func hiss(tape: (TapeSoundSettings.Track, TapeSoundSettings.Speed, Double), rate: Int) throws {
        var settings = Self.clean(tape.0, tape.1)
        settings.hiss = 0.3
        let silence = [Float](repeating: 0, count: 4 * rate)
        let level = try measure(
            process(silence, [settings], rate: rate), rate: rate,
            "print(20 * np.log10(np.std(x[rate:-rate]) / 0.5 ** 0.5))")
        #expect(abs(level[0] + tape.2) < 0.3, "\(level)")
        settings.hiss = 0
        #expect(process(silence, [settings], rate: rate).allSatisfy { $0 == 0 })
    }

    @Test("Hum has the mains frequency of the standard", arguments: [(false, 60), (true, 50)])
    func hum(isPAL: Bool, frequency: Double) throws {
        var settings = Self.clean()
        (settings.hum, settings.isPAL) = (0.1, isPAL)
        let found = try measure(
            process([Float](repeating: 0, count: 4 * 48000), [settings]),
            """
            spectrum = np.abs(np.fft.rfft(x)) * 2 / len(x)
            print(np.argmax(spectrum) / 4, 20 * np.log10(np.max(spectrum)))
            """)
        #expect(found[0] == frequency && abs(found[1] + 50) < 0.1, "\(found)")
    }

    @Test("The hi-fi track buzzes at the field rate", arguments: [(false, 60 / 1.001), (true, 50)])
    func buzz(isPAL: Bool, rate: Double) throws {
        var settings = Self.usual(.hifi)
        (settings.hum, settings.dropouts, settings.isPAL) = (0, 0, isPAL)
        let silence = [Float](repeating: 0, count: 20 * 48000)
        let found = try measure(
            process(silence, [settings]) + [Float(rate)],
            """
            expected, x = x[-1], x[:-1] * np.hanning(len(x) - 1)
            spectrum = np.abs(np.fft.rfft(x)) ** 2
            frequencies = np.fft.rfftfreq(len(x), 1 / rate)
            low = (frequencies > 30) & (frequencies < 1000)
            near = np.abs(frequencies / expected - np.round(frequencies / expected)) * expected < 0.3
            print(np.sum(spectrum[low & near]) / np.sum(spectrum[low]))
            print(frequencies[low][np.argmax(spectrum[low])])
            """)
        // The rest is hiss.
        #expect(found[0] > 0.9, "\(found)")
        settings.switchesHeads = false
        let quiet = process(silence, [settings])
        #expect(quiet.map(abs).max() ?? 1 < 0.001)
    }

    @Test("A sine wave of full scale has 3 % of its third harmonic, and no tones that are not harmonic")
    func saturation() throws {
        var settings = Self.clean()
        settings.saturation = 0.3
        let third = try measure(
            process(tone(400, seconds: 2, amplitude: 1), [settings]),
            """
            spectrum = np.abs(np.fft.rfft(x[rate // 2:-rate // 2]))
            print(spectrum[1200] / spectrum[400])
            """)
        #expect((0.02...0.04).contains(third[0]), "\(third)")
        // The fifth harmonic of 7 kHz would come back as 13 kHz.
        settings.track = .hifi
        settings.saturation = 1
        let loud = try measure(
            process(tone(7000, seconds: 2, amplitude: 1), [settings]),
            """
            spectrum = np.abs(np.fft.rfft(x[rate // 2:-rate // 2]))
            print(20 * np.log10(spectrum[13000] / spectrum[7000]))
            """)
        #expect(loud[0] < -70, "\(loud)")
    }

    @Test("Dropouts of the sound are dropouts of the picture")
    func dropouts() throws {
        var picture = NTSCSettings()
        picture.set("dropouts", to: 0.05)
        picture.set("randomSeed", to: 7)
        picture.set("snowIntensity", to: 0)
        picture.set("trackingNoise", to: false)
        var settings = Self.clean()
        (settings.dropouts, settings.seed) = (1, 7)
        let rate = settings.pictureFieldRate
        let found = SoundDropout.beginning(in: 0..<4, settings)
        #expect((20...60).contains(found.count), "\(found.count)")
        for dropout in found {
            let field = Int((dropout.start * rate + 1e-6).rounded(.down))
            let row = Int(((dropout.start * rate - Double(field)) * 240).rounded())
            let texels = SnowTable(
                settings: picture, size: SIMD2(640, 480), frame: field / 2, fields: .interleavedUpperFirst
            ).texels()
            #expect(texels[2 * row + field % 2].y > 0, "field \(field), row \(row)")
        }
        // They are heard when the picture shows them.
        let sound = process(tone(1000, seconds: 4), [settings])
        let dropout = try #require(found.first { $0.length > 0.015 && $0.start < 3.9 && $0.gain < 0.2 })
        let middle = Int((dropout.start + dropout.length / 2) * 48000)
        #expect((sound[(middle - 48)..<(middle + 48)].map(abs).max() ?? 1) < 0.15)
        settings.seed = 8
        #expect(SoundDropout.beginning(in: 0..<4, settings).map(\.start) != found.map(\.start))
    }

    @Test("The linear track is mono in every channel, and the hi-fi track keeps them apart")
    func channels() {
        let left = tone(1000, seconds: 1)
        let samples: [Float] = left.flatMap { [$0, Float(0)] }
        let mono = process(samples, [Self.usual()], channels: 2)
        #expect(stride(from: 0, to: mono.count, by: 2).allSatisfy { mono[$0] == mono[$0 + 1] })
        let stereo = process(samples, [Self.clean(.hifi)], channels: 2)
        #expect(stride(from: 1, to: stereo.count, by: 2).allSatisfy { stereo[$0] == 0 })
        #expect(stereo.map(abs).max() ?? 0 > 0.45)
    }

    @Test(
        "Every rate and number of channels gives as many samples", arguments: [8000, 11025, 44100, 192_000])
    func rates(rate: Int) {
        for channels in [1, 2, 6, 8] {
            for count in [0, 1, rate / 3] {
                let samples = noise(count * channels)
                for track in [TapeSoundSettings.Track.linear, .hifi] {
                    let result = process(samples, [Self.usual(track)], rate: rate, channels: channels)
                    #expect(result.count == samples.count && result.allSatisfy(\.isFinite))
                }
            }
        }
    }

    @Test("Settings change without a click, and nothing changes while there is no tape")
    func changes() {
        let samples = tone(300, seconds: 2)
        var loud = Self.clean()
        loud.saturation = 1
        let sound = TapeSound(
            layerCount: 1, settings: { seconds, _ in seconds < 1 ? nil : loud }, rate: 48000, channelCount: 1,
            first: 0, wanted: 0)
        let result = samples.withUnsafeBufferPointer(sound.add) + sound.finish()
        #expect(Array(result[..<48000]) == Array(samples[..<48000]))
        #expect(result[90_000...] != samples[90_000...])
        // The largest step of the tone itself is 0.02.
        let steps = zip(result, result.dropFirst()).map { abs($1 - $0) }
        #expect(steps.max() ?? 1 < 0.025)
    }

    @Test("A recipe's stages give the settings, over time as well")
    func recipes() throws {
        let plain = Recipe.Stage(NTSC.id)
        #expect(TapeSoundCourse([plain], frameRate: 25) == nil)
        var off = Recipe.Stage(NTSC.id, ["soundEnabled": true])
        off.isEnabled = false
        #expect(TapeSoundCourse([off], frameRate: 25) == nil)
        let on = Recipe.Stage(
            NTSC.id, ["soundEnabled": true, "generations": 2, "standard": "pal", "vhsTapeSpeed": "ep"])
        let course = try #require(TapeSoundCourse([plain, on], frameRate: 25))
        #expect(course.layerCount == 2)
        let tapes = try (0..<2).map { try #require(course.settings(at: 3, layer: $0)) }
        #expect(tapes[0].speed == .ep && tapes[0].isPAL && tapes[0].pictureFieldRate == 50)
        #expect(tapes[0].hiss == 0.3 && tapes[0].hum == 0.1 && tapes[0].track == .linear)
        #expect(tapes[0].seed == 0 && tapes[1].seed == 0x5bd1_e995)
        let recipe = try Recipe(
            json: """
                {"glint": 1, "filters": [{"id": "ntsc", "parameters": {
                    "soundEnabled": {"keys": [[0, false], [2, true]], "ease": "hold"},
                    "soundHiss": {"keys": [[0, 0], [10, 1]]}}}]}
                """)
        let moving = try #require(TapeSoundCourse(recipe, frameRate: 25))
        #expect(moving.settings(at: 1, layer: 0) == nil && moving.settings(at: 5, layer: 1) == nil)
        #expect(moving.settings(at: 5, layer: 0)?.hiss == 0.5)
    }
}
