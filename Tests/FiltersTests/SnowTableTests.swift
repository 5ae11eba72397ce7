@testable import Filters
import Testing

@Suite("Snow of the analog video chain") struct SnowTableTests {
    /// The number of transients in the rows of a picture.
    private func counts(_ changes: [String: ParameterValue], frame: Int, size: SIMD2<Int>) -> [Int] {
        var settings = NTSCSettings()
        for (id, value) in changes { settings.set(id, to: value) }
        let fields = NTSCFields(useField: settings.choice("useField"), time: FrameTime(frame: frame))
        let texels = SnowTable(settings: settings, size: size, frame: frame, fields: fields).texels()
        return texels.prefix(size.y).map { Int($0.y) }
    }

    // At the edges of the band the probability of a transient is so small that 1 minus it rounds to 1.
    @Test("ends in every row, wherever the wandering band's edges lie")
    func bandEdges() {
        for (tracking, frame) in [(0.4, 12), (0.25, 25), (1, 25), (0.12, 7)] {
            let counts = counts(["tracking": .number(tracking)], frame: frame, size: SIMD2(720, 480))
            #expect(counts.allSatisfy { $0 < 720 })
            #expect(counts.contains { $0 > 0 })
        }
        for frame in 0..<280 {
            let counts = counts(["tracking": .number(0.35)], frame: frame, size: SIMD2(16, 480))
            #expect(counts.allSatisfy { $0 < 80 })
        }
    }

    @Test("has the requested density")
    func density() {
        // The probability is an eighth of the intensity, which is a hundredth of the setting, at 64 positions
        // more than the row has: some transients begin before it.
        let counts = counts(
            ["snowIntensity": .number(50), "snowAnisotropy": .number(0), "trackingNoise": .toggle(false)],
            frame: 0, size: SIMD2(936, 480))
        let expected = 480 * 1000 * 0.5 * 0.125
        #expect(abs(Double(counts.reduce(0, +)) / expected - 1) < 0.03)
    }
}
