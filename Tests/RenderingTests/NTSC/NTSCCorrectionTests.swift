import Filters
@testable import Rendering
import Testing

/// Each correction of a known error in the reference has a switch; switched off, the reference's picture is
/// reproduced.
@Suite("Corrections of the analog video chain") struct NTSCCorrectionTests {
    /// The result of the chain without randomness.
    private func made(_ changes: [String: ParameterValue], of frame: FloatFrame) throws -> [SIMD4<Float>] {
        var settings = NTSCSettings().still
        for (id, value) in changes { settings.set(id, to: value) }
        return try withSharedEngine { try $0.floats(settings.stage(), of: frame) }
    }

    private func plain(_ color: SIMD4<Float>, width: Int = 200, height: Int = 8) -> FloatFrame {
        FloatFrame([SIMD4<Float>](repeating: color, count: width * height), width: width)
    }

    private func luma(_ color: SIMD4<Float>) -> Float {
        0.299 * color.x + 0.587 * color.y + 0.114 * color.z
    }

    private static let colors = FloatFrame(testPicture(width: 120, height: 24))

    @Test("rows begin as bright as they continue", arguments: ["notch", "box", "comb-1", "comb-2"])
    func steadyStart(demodulation: String) throws {
        // Comb filters are designed for NTSC: they do not remove PAL's carrier.
        for standard in demodulation.hasPrefix("comb") ? ["ntsc"] : ["ntsc", "pal"] {
            let changes: [String: ParameterValue] = [
                "chromaDemodulation": .text(demodulation), "standard": .text(standard), "lumaSmear": 0.8,
                "sharpComb": .toggle(demodulation == "comb-2"),
            ]
            let frame = plain(SIMD4(0.6, 0.5, 0.4, 1))
            let dark = try made(changes, of: frame)
            let steady = try made(changes.merging(["steadyStart": true]) { $1 }, of: frame)
            #expect(luma(dark[0]) < 0.3)
            let row = steady[600..<800].map(luma)
            #expect(row.prefix(20).allSatisfy { abs($0 - row[150]) < 0.06 }, "\(row.prefix(20))")
        }
    }

    @Test("270° are not 90°, and the offset counts at 0°")
    func truePhase() throws {
        func pictures(_ isTrue: Bool, _ shifts: [(shift: ParameterValue, offset: ParameterValue)]) throws
            -> [[SIMD4<Float>]]
        {
            try shifts.map {
                try made(
                    [
                        "videoScanlinePhaseShift": $0.shift, "videoScanlinePhaseShiftOffset": $0.offset,
                        "truePhase": .toggle(isTrue),
                    ], of: Self.colors)
            }
        }
        for shifts in [[("90", 0), ("270", 0)], [("0", 0), ("0", 1)]]
            as [[(ParameterValue, ParameterValue)]]
        {
            let reference = try pictures(false, shifts)
            let corrected = try pictures(true, shifts)
            let (areSame, differ) = (reference[0] == reference[1], corrected[0] != corrected[1])
            #expect(areSame && differ)
        }
    }

    @Test("color's delay is scaled once")
    func singleDelay() throws {
        func picture(_ delay: ParameterValue, _ isSingle: Bool) throws -> [SIMD4<Float>] {
            try made(
                [
                    "chromaDelayHorizontal": delay, "bandwidthScale": 2, "singleDelay": .toggle(isSingle),
                ], of: Self.colors)
        }
        let (once, twice, half) = (try picture(4, true), try picture(4, false), try picture(2, false))
        let (isHalf, differs) = (once == half, once != twice)
        #expect(isHalf && differs)
    }

    @Test(
        "noise is weaker in highlights", arguments: ["compositeNoise", "lumaNoise", "chromaNoise"])
    func noiseInShadows(noise: String) throws {
        func strength(of gray: Float, _ isOn: Bool) throws -> Double {
            let changes: [String: ParameterValue] = [
                noise: true, "\(noise)Intensity": 0.1, "noiseInShadows": .toggle(isOn), "steadyStart": true,
                "\(noise)Frequency": 0.5,
            ]
            let frame = plain(SIMD4(gray, gray, gray, 1), width: 400, height: 40)
            let values = try made(changes, of: frame).map {
                SIMD3<Double>(Double($0.x), Double($0.y), Double($0.z))
            }
            let mean = values.reduce(.zero, +) / Double(values.count)
            let variance = values.reduce(SIMD3.zero) { $0 + ($1 - mean) * ($1 - mean) } / Double(values.count)
            return variance.sum().squareRoot()
        }
        let reference = try strength(of: 0.9, false) / strength(of: 0.1, false)
        #expect(abs(reference - 1) < 0.1)
        let corrected = try strength(of: 0.9, true) / strength(of: 0.1, true)
        #expect(corrected < 0.5 && corrected > 0.1)
    }

    /// Lines that alternate within a field, which a comb filter mistakes for color.
    @Test("comb filters keep detail between rows", arguments: ["comb-1", "comb-2"])
    func sharpComb(demodulation: String) throws {
        let lines = (0..<40).flatMap { y in
            [SIMD4<Float>](repeating: SIMD4(SIMD3(repeating: (y / 2) % 2 == 0 ? 0.2 : 0.8), 1), count: 120)
        }
        func contrast(_ isSharp: Bool) throws -> Float {
            let changes: [String: ParameterValue] = [
                "chromaDemodulation": .text(demodulation), "sharpComb": .toggle(isSharp),
                "vhsSettings": false,
                "lumaSmear": 0, "compositePreemphasis": 0, "steadyStart": true,
            ]
            let pixels = try made(changes, of: FloatFrame(lines, width: 120))
            return abs(luma(pixels[20 * 120 + 60]) - luma(pixels[22 * 120 + 60])) / 0.6
        }
        #expect(try contrast(false) < 0.1)
        #expect(try contrast(true) > 0.9)
    }
}
