import Filters
import GPU
import Imaging
@testable import Rendering
import Testing

@Suite("The analog video chain's noise") struct NTSCNoiseTests {
    private static let gray = FloatFrame(
        [SIMD4<Float>](repeating: SIMD4(0.5, 0.5, 0.5, 1), count: 720 * 240), width: 720)

    /// The chain without all that is not told, on gray; luma and chroma, without the ends of rows.
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

    /// Simplex noise of a frequency f has its power around f, and none below a tenth of it.
    @Test("has its power where its frequency says")
    func spectrum() throws {
        for frequency in [0.05, 0.2] {
            let rows = try planes(
                [
                    "lumaNoise": true, "lumaNoiseIntensity": 0.1,
                    "lumaNoiseFrequency": .number(frequency),
                ])
            // The correlation of a row with itself falls to nothing within a cell of the noise, and some more.
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
            // Nothing repeats along a row, and rows know nothing of each other.
            for lag in [64, 100, 128, 256] { #expect(abs(correlation(lag)) < 0.1) }
            let pairs = zip(rows, rows.dropFirst()).flatMap {
                zip($0, $1).map { ($0.x - 0.5) * ($1.x - 0.5) }
            }
            let squares = rows.flatMap { $0.map { ($0.x - 0.5) * ($0.x - 0.5) } }
            #expect(abs(pairs.reduce(0, +)) / squares.reduce(0, +) < 0.05)
        }
    }

    @Test("is another in every frame and for every seed, and the same when made again")
    func time() throws {
        let changes: [String: ParameterValue] = ["lumaNoise": true, "compositeNoise": true]
        let first = try planes(changes)
        #expect(try planes(changes) == first)
        #expect(try planes(changes, frame: 1) != first)
        #expect(try planes(changes.merging(["randomSeed": 1]) { $1 }) != first)
        #expect(try planes(changes.merging(["randomSeed": -1]) { $1 }) != first)
    }

    @Test("leaves no preset with anything but numbers, whatever is set")
    func robust() throws {
        var dice = Dice("presets")
        let size = (width: 70, height: 26)
        for index in 0..<80 {
            var settings = NTSCSettings.random(&dice)
            if index % 2 == 1 {
                // Ends of ranges, where divisions by zero hide.
                for parameter in NTSCSettings.presetParameters {
                    guard let value = parameter.extremes.randomElement(using: &dice) else { continue }
                    settings.set(parameter.id, to: value)
                }
            }
            settings.set("generations", to: 1)
            let picture = testPicture(width: size.width, height: size.height)
            let stage = settings.stage(frame: index)
            let values = try withSharedEngine { try $0.floats(stage, of: FloatFrame(picture)) }
            #expect(try withSharedEngine { try $0.floats(stage, of: FloatFrame(picture)) } == values)
            let isFinite = values.allSatisfy { $0.x.isFinite && $0.y.isFinite && $0.z.isFinite }
            #expect(isFinite, "\(settings.parameters)")
        }
    }

    @Test("is the same when made again, in textures that held something else")
    func repeats() throws {
        var dice = Dice("again")
        let filter = try #require(FilterCatalog.builtIn.filter(NTSC.id))
        let frame = FloatFrame(testPicture(width: 33, height: 21, alpha: true))
        var stages = [Recipe.Stage(NTSC.id)] + (0..<5).map { _ in filter.sample(&dice) }
        for index in stages.indices { stages[index].set("generations", to: 1) }
        let (first, again) = try withSharedEngine { engine in
            (
                try stages.map { try engine.floats($0, of: frame) },
                try stages.reversed().map { try engine.floats($0, of: frame) }
            )
        }
        for (values, first) in zip(again.reversed(), first) {
            // Sums of much snow may end in another last digit.
            let differences = zip(values, first).map { one, two in
                let change = one - two
                let size = Swift.max(1, Swift.max(abs(two.min()), abs(two.max())))
                return Swift.max(abs(change.min()), abs(change.max())) / size
            }
            #expect(differences.max() ?? 1 < 2e-6)
        }
    }

    @Test("comes with ringing of any frequency without a trap")
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

    @Test("is the same in tiles as in one piece, snow and tracking errors too")
    func tiles() throws {
        var settings = NTSCSettings()
        settings.set("snowIntensity", to: 5)
        settings.set("tracking", to: 0.7)
        settings.set("dropouts", to: 0.6)
        settings.set("chromaDemodulation", to: "comb-2")
        settings.set("chromaDelayVertical", to: 4)
        let stage = settings.stage(frame: 3)
        let picture = testPicture(width: 90, height: 300).buffer(.sixteen)
        let (whole, tiled) = try withSharedEngine { engine in
            (
                try engine.export(picture, [stage], depth: .sixteen),
                try engine.export(picture, [stage], depth: .sixteen, sizeLimit: 100)
            )
        }
        #expect(whole == tiled)
    }
}
