import Filters
import Foundation
@testable import Rendering
import Testing

/// Each tape format limits luma and chroma, and adds noise, as its published figures say.
@Suite("Media of analog video") struct TapeMediumTests {
    /// The figures of a format: cutoffs in hertz, and the signal-to-noise ratio in decibels.
    struct Figures: Sendable, CustomTestStringConvertible {
        let id: String
        let luma: Double
        let chroma: Double
        let signalToNoise: Double
        var testDescription: String { id }
    }

    /// Chroma of color-under formats is 320 kHz, scaled with their carriers of 629, 743 and 688 kHz.
    static let figures = [
        Figures(id: "vhs", luma: 2.4e6, chroma: 320e3, signalToNoise: 43),
        Figures(id: "s-vhs", luma: 4.0e6, chroma: 320e3, signalToNoise: 45),
        Figures(id: "video8", luma: 2.5e6, chroma: 378e3, signalToNoise: 43),
        Figures(id: "hi8", luma: 4.0e6, chroma: 378e3, signalToNoise: 45),
        Figures(id: "betamax", luma: 2.5e6, chroma: 350e3, signalToNoise: 45),
        Figures(id: "u-matic", luma: 2.5e6, chroma: 350e3, signalToNoise: 46),
        Figures(id: "betacam-sp", luma: 4.5e6, chroma: 1.5e6, signalToNoise: 51),
        Figures(id: "type-c", luma: 5.0e6, chroma: 1.3e6, signalToNoise: 49),
    ]

    private static let sampleRate = 4 * 315e6 / 88
    private static let width = 1536
    /// Sines have whole numbers of periods in this many samples, which begin when the filters have settled.
    private static let window = 1024
    private static let settled = 256

    /// Settings under which all stages but the tape's bandwidth pass luma and slow changes of color.
    private static func settings(_ changes: [String: ParameterValue]) throws -> NTSCSettings {
        var settings = try NTSCFixtures.preset("identity").settings.still
        for (id, value) in changes { settings.set(id, to: value) }
        settings.set("vhsSharpenEnabled", to: false)
        settings.set("steadyStart", to: true)
        return settings
    }

    /// A sine of each number of periods, in three equal rows, since the comb filter compares a row with the
    /// one above.
    private static func sines(_ counts: [Int], of color: SIMD3<Float>) -> FloatFrame {
        let rows = counts.flatMap { count in
            let row = (0..<width).map { x in
                let angle = 2 * Double.pi * Double(count * x) / Double(window)
                return SIMD4(SIMD3(repeating: 0.5) + Float(sin(angle)) * color, 1)
            }
            return row + row + row
        }
        return FloatFrame(rows, width: width)
    }

    /// The amplitude of each sine in the result, weighing the channels.
    private static func amplitudes(
        _ counts: [Int], in pixels: [SIMD4<Float>], weights: SIMD3<Double>
    ) -> [Double] {
        counts.enumerated().map { index, count in
            let start = (3 * index + 2) * width + settled
            var (real, imaginary) = (0.0, 0.0)
            for x in 0..<window {
                let pixel = SIMD4<Double>(pixels[start + x])
                let value = (SIMD3(pixel.x, pixel.y, pixel.z) * weights).sum()
                let angle = 2 * Double.pi * Double(count * x) / Double(window)
                real += value * cos(angle)
                imaginary += value * sin(angle)
            }
            return (real * real + imaginary * imaginary).squareRoot()
        }
    }

    /// The tape's gain at each frequency, measured against the chain without a tape.
    private static func gains(
        _ counts: [Int], medium: String, color: SIMD3<Float>, weights: SIMD3<Double>
    ) throws -> [Double] {
        let frame = sines(counts, of: color)
        func measured(_ hasTape: Bool) throws -> [Double] {
            let settings = try settings([
                "medium": .text(medium), "vhsTapeSpeed": "sp", "vhsSettings": .toggle(hasTape),
            ])
            let pixels = try withSharedEngine { try $0.floats(settings.stage(), of: frame) }
            return amplitudes(counts, in: pixels, weights: weights)
        }
        return zip(try measured(true), try measured(false)).map { $0 / $1 }
    }

    /// The gain of a second-order Butterworth filter.
    private static func butterworth(_ frequency: Double, cutoff: Double) -> Double {
        let ratio = tan(.pi * frequency / sampleRate) / tan(.pi * cutoff / sampleRate)
        return 1 / (1 + ratio * ratio * ratio * ratio).squareRoot()
    }

    /// The gain of x + 1.6 (x − K1 x), with which recorders boost high frequencies.
    private static func boost(_ frequency: Double, cutoff: Double) -> Double {
        let step = 2 * Double.pi * cutoff / sampleRate
        let alpha = step / (1 + step)
        // K1 = α / (1 − (1 − α) z⁻¹)
        let angle = 2 * Double.pi * frequency / sampleRate
        let (real, imaginary) = (1 - (1 - alpha) * cos(angle), (1 - alpha) * sin(angle))
        let square = real * real + imaginary * imaginary
        let (low, turned) = (alpha * real / square, -alpha * imaginary / square)
        let (x, y) = (1 + 1.6 * (1 - low), -1.6 * turned)
        return (x * x + y * y).squareRoot()
    }

    /// The highest frequency at which the gain is half the power, from gains at rising frequencies.
    private static func halfPower(_ gains: [Double], at frequencies: [Double]) throws -> Double {
        let half = 0.5.squareRoot()
        let index = try #require(gains.lastIndex { $0 >= half })
        try #require(index + 1 < gains.count)
        let (above, below) = (log(gains[index]), log(gains[index + 1]))
        let part = (above - log(half)) / (above - below)
        return frequencies[index] + part * (frequencies[index + 1] - frequencies[index])
    }

    private static func frequencies(_ counts: [Int]) -> [Double] {
        counts.map { Double($0) * sampleRate / Double(window) }
    }

    @Test("limit chroma to the published bandwidth, at −3 dB", arguments: figures)
    func chroma(figures: Figures) throws {
        let counts = Array(stride(from: 2, to: 160, by: 3))
        // The axis I, and the weights that measure it.
        let gains = try Self.gains(
            counts, medium: figures.id, color: 0.2 * SIMD3(0.956, -0.272, -1.106),
            weights: SIMD3(0.5959, -0.2746, -0.3213))
        let frequencies = Self.frequencies(counts)
        for (gain, frequency) in zip(gains, frequencies) {
            let expected = Self.butterworth(frequency, cutoff: figures.chroma)
            #expect(abs(gain - expected) < 2e-3, "\(frequency)")
        }
        let measured = try Self.halfPower(gains, at: frequencies)
        #expect(abs(measured / figures.chroma - 1) < 0.01, "\(measured)")
    }

    @Test("limit luma to the published bandwidth, behind the recorder's boost", arguments: figures)
    func luma(figures: Figures) throws {
        let counts = Array(stride(from: 8, to: 508, by: 10))
        let gains = try Self.gains(
            counts, medium: figures.id, color: SIMD3(repeating: 0.2), weights: SIMD3(0.299, 0.587, 0.114))
        let frequencies = Self.frequencies(counts)
        let expected = frequencies.map {
            Self.butterworth($0, cutoff: figures.luma) * Self.boost($0, cutoff: figures.luma)
        }
        for (gain, expected) in zip(gains, expected) { #expect(abs(gain - expected) < 2e-3) }
        let (measured, wanted) = (
            try Self.halfPower(gains, at: frequencies), try Self.halfPower(expected, at: frequencies)
        )
        #expect(abs(measured / wanted - 1) < 0.005, "\(measured) \(wanted)")
    }

    /// Slow noise, which no format's bandwidth weakens.
    @Test("have noise as far below that of VHS as the published figures", arguments: figures)
    func noise(figures: Figures) throws {
        let gray = FloatFrame(
            [SIMD4<Float>](repeating: SIMD4(0.5, 0.5, 0.5, 1), count: 720 * 120), width: 720)
        for (noise, weights) in [
            ("lumaNoise", SIMD3(0.299, 0.587, 0.114)), ("chromaNoise", SIMD3(0.5959, -0.2746, -0.3213)),
        ] {
            func deviation(_ medium: String, hasTape: Bool = true) throws -> Double {
                let settings = try Self.settings([
                    "medium": .text(medium), "vhsTapeSpeed": "sp", "vhsSettings": .toggle(hasTape),
                    noise: true, "\(noise)Intensity": 0.1, "\(noise)Frequency": 0.002,
                    "\(noise)Detail": 1,
                ])
                let pixels = try withSharedEngine { try $0.floats(settings.stage(), of: gray) }
                let values = pixels.map {
                    (SIMD3(Double($0.x), Double($0.y), Double($0.z)) * weights).sum()
                }
                let mean = values.reduce(0, +) / Double(values.count)
                let squares = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
                return (squares / Double(values.count)).squareRoot()
            }
            let decibels = 20 * log10(try deviation("vhs") / deviation(figures.id))
            #expect(abs(decibels - (figures.signalToNoise - 43)) < 0.2, "\(noise) \(decibels)")
            let (plain, without) = (
                try deviation("vhs", hasTape: false), try deviation(figures.id, hasTape: false)
            )
            #expect(plain == without, "without a tape, the medium adds no noise")
        }
    }

    /// The result of the default settings, with all noise, after changes.
    private func made(_ changes: [String: ParameterValue]) throws -> [SIMD4<Float>] {
        let picture = FloatFrame(testPicture(width: 90, height: 24))
        var stage = NTSCSettings().stage(frame: 3)
        stage.set("medium", to: "vhs")
        for (id, value) in changes { stage.set(id, to: value) }
        return try withSharedEngine { try $0.floats(stage, of: picture) }
    }

    @Test("VHS is the medium of recipes without one, bit for bit", arguments: ["none", "sp", "lp", "ep"])
    func usual(speed: String) throws {
        var stage = Recipe.Stage(NTSC.id, ["resize480": false, "frame": 3, "vhsTapeSpeed": .text(speed)])
        #expect(stage.parameters["medium"] == nil)
        let picture = FloatFrame(testPicture(width: 90, height: 24))
        let old = try withSharedEngine { try $0.floats(stage, of: picture) }
        stage.set("medium", to: "vhs")
        let new = try withSharedEngine { try $0.floats(stage, of: picture) }
        let isSame = old == new
        #expect(isSame)
    }

    @Test("do nothing without a tape", arguments: figures.dropFirst())
    func withoutTape(figures: Figures) throws {
        let medium = ParameterValue.text(figures.id)
        for off in [["vhsTapeSpeed": "none"], ["vhsSettings": false]] as [[String: ParameterValue]] {
            let isSame = try made(off) == made(off.merging(["medium": medium]) { $1 })
            #expect(isSame)
        }
        let differs = try made([:]) != made(["medium": medium])
        #expect(differs)
    }

    @Test(
        "ignore speeds that they lack",
        arguments: [
            ("vhs", 3), ("s-vhs", 3), ("betamax", 3), ("video8", 2), ("hi8", 2), ("u-matic", 1),
            ("betacam-sp", 1), ("type-c", 1),
        ])
    func speeds(medium: String, count: Int) throws {
        let pictures = try ["sp", "lp", "ep"].map {
            try made(["medium": .text(medium), "vhsTapeSpeed": .text($0)])
        }
        for index in 1..<3 {
            let isSame = pictures[index] == pictures[index - 1]
            #expect(isSame == (index >= count))
        }
    }
}
