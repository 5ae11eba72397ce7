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

    // At the band's edges the probability of a transient is almost zero: 1 minus it is 1.
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
        // An eighth of the intensity, a hundredth of which is the setting, on 64 positions, including those
        // before the row.
        let counts = counts(
            ["snowIntensity": .number(50), "snowAnisotropy": .number(0), "trackingNoise": .toggle(false)],
            frame: 0, size: SIMD2(936, 480))
        let expected = 480 * 1000 * 0.5 * 0.125
        #expect(abs(Double(counts.reduce(0, +)) / expected - 1) < 0.03)
    }
}
