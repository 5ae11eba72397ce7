import Filters
import GPU
import Imaging
@testable import Rendering
import Testing

@Suite("The analog video chain's noise") struct NTSCNoiseTests {
    private static let gray = FloatFrame(
        [SIMD4<Float>](repeating: SIMD4(0.5, 0.5, 0.5, 1), count: 720 * 240), width: 720)

    /// The result on gray with all effects off except the given changes: luma and chroma, without the ends of
    /// rows.
    private func planes(_ changes: [String: ParameterValue], frame: Int = 0) throws -> [[SIMD3<Double>]] {
        var settings = try NTSCFixtures.preset("identity").settings.still
        for (id, value) in changes { settings.set(id, to: value) }
        let pixels = try withSharedEngine { try $0.floats(settings.stage(frame: frame), of: Self.gray) }
        return stride(from: 0, to: pixels.count, by: 720).map { start in
            pixels[start + 60..<start + 660].map { color in
                let color = SIMD4<Double>(color)
                return SIMD3(
                    0.299 * color.x + 0.587 * color.y + 0.114 * color.z,
                    0.5959 * color.x - 0.2746 * color.y - 0.3213 * color.z,
                    0.2115 * color.x - 0.5227 * color.y + 0.3112 * color.z)
            }
        }
    }

    private func deviation(_ rows: [[SIMD3<Double>]]) -> SIMD3<Double> {
        let all = rows.flatMap { $0 }
        let count = Double(all.count)
        let mean = all.reduce(.zero, +) / count
        let variance = all.reduce(SIMD3.zero) { $0 + ($1 - mean) * ($1 - mean) } / count
        return variance.squareRoot()
    }

    private func isNear(_ value: Double, _ wanted: Double) -> Bool { abs(value / wanted - 1) < 0.1 }

    @Test("is as strong as the reference's, within a tenth")
    func strength() throws {
        let composite = deviation(try planes(["compositeNoise": true]))
        #expect(isNear(composite.x, 0.0081), "\(composite)")
        #expect(isNear(composite.y, 0.0067), "\(composite)")
        #expect(isNear(composite.z, 0.0077), "\(composite)")
        let luma = deviation(try planes(["lumaNoise": true]))
        #expect(isNear(luma.x, 0.0023) && luma.y < 1e-4, "\(luma)")
        let chroma = deviation(try planes(["chromaNoise": true]))
        #expect(isNear(chroma.y, 0.032) && isNear(chroma.z, 0.032) && chroma.x < 1e-4, "\(chroma)")
    }

    /// Simplex noise of frequency f has its power around f, and none below a tenth of it.
    @Test("has its power at its frequency")
    func spectrum() throws {
        for frequency in [0.05, 0.2] {
            let rows = try planes(
                [
                    "lumaNoise": true, "lumaNoiseIntensity": 0.1,
                    "lumaNoiseFrequency": .number(frequency),
                ])
            // The autocorrelation of a row falls to zero within slightly more than a cell of the noise.
            func correlation(_ lag: Int) -> Double {
                var (sum, square) = (0.0, 0.0)
                for row in rows {
                    for x in 0..<(row.count - lag) { sum += (row[x].x - 0.5) * (row[x + lag].x - 0.5) }
                    for pixel in row.dropLast(lag) { square += (pixel.x - 0.5) * (pixel.x - 0.5) }
                }
                return sum / square
            }
            let cell = Int(1 / frequency)
            #expect(correlation(max(1, cell / 10)) > 0.6)
            #expect(abs(correlation(2 * cell)) < 0.1)
            // No pattern repeats along a row, and rows are independent.
            for lag in [64, 100, 128, 256] { #expect(abs(correlation(lag)) < 0.1) }
            let pairs = zip(rows, rows.dropFirst()).flatMap {
                zip($0, $1).map { ($0.x - 0.5) * ($1.x - 0.5) }
            }
            let squares = rows.flatMap { $0.map { ($0.x - 0.5) * ($0.x - 0.5) } }
            #expect(abs(pairs.reduce(0, +)) / squares.reduce(0, +) < 0.05)
        }
    }

    @Test("works with ringing of any frequency without a trap")
    func ringing() throws {
        for frequency in [0, 1e-6, 0.5, 1] {
            let changes: [String: ParameterValue] = [
                "ringing": true, "ringingFrequency": .number(frequency), "ringingPower": 1,
                "ringingScale": 10,
            ]
            let rows = try planes(changes)
            #expect(rows.allSatisfy { $0.allSatisfy { abs($0.x - 0.5) < 0.01 } }, "\(frequency)")
        }
    }
}
