import Filters
import Glibc
import Imaging
import Rendering
import Testing

@Suite("Filters that depend on the pixel's position") struct PositionFilterTests {
    private func values(
        _ stage: Recipe.Stage, of picture: Reference, viewport: Viewport? = nil
    ) throws -> [SIMD4<Float>] {
        try withEngine { engine in
            try engine.values(
                [stage], of: SourceFrame(picture.buffer(.sixteen)), viewport: viewport,
                precision: .rgba32f)
        }
    }

    @Test("the vignette is a gain on linear light by the distance from the middle", arguments: [-0.8, 0.6])
    func vignette(amount: Double) throws {
        func linear(_ value: Double) -> Double {
            value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
        }
        func encoded(_ value: Double) -> Double {
            value <= 0.0031308 ? 12.92 * value : 1.055 * pow(value, 1 / 2.4) - 0.055
        }
        let picture = testPicture(width: 90, height: 50).rounded(to: .sixteen)
        let (midpoint, roundness, feather) = (0.4, 0.7, 0.3)
        let stage = Recipe.Stage(
            "vignette",
            [
                "amount": .number(amount), "midpoint": .number(midpoint), "roundness": .number(roundness),
                "feather": .number(feather),
            ])
        let expected = Reference(width: 90, height: 50) { x, y in
            let shape = SIMD2(1.0, 1 - roundness + roundness * 50 / 90)
            let position = SIMD2((Double(x) + 0.5 - 45) / 45, (Double(y) + 0.5 - 25) / 25) * shape
            let distance = (position * position).sum().squareRoot() / (shape * shape).sum().squareRoot()
            let (middle, half) = (0.2 + 0.8 * midpoint, 0.02 + 0.58 * feather)
            let t = min(max((distance - middle + half) / (2 * half), 0), 1)
            let strength = t * t * (3 - 2 * t)
            let gain = amount < 0 ? 1 + amount * strength : 1 + 2 * amount * strength
            let color = picture[x, y]
            return SIMD4(
                encoded(linear(color.x) * gain), encoded(linear(color.y) * gain),
                encoded(linear(color.z) * gain), color.w)
        }
        #expect(largestDifference(try values(stage, of: picture), expected) < 1e-4)
    }

    private let gray = Reference(width: 256, height: 256) { _, _ in SIMD4(0.5, 0.5, 0.5, 1) }

    private func statistics(_ values: [SIMD4<Float>], channel: Int = 0) -> (mean: Double, deviation: Double) {
        let numbers = values.map { Double($0[channel]) }
        let mean = numbers.reduce(0, +) / Double(numbers.count)
        let variance = numbers.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(numbers.count)
        return (mean, variance.squareRoot())
    }

    @Test("grain has the deviation of its formula, keeps the mean, and is deterministic")
    func grain() throws {
        let stage = Recipe.Stage("film-grain", ["amount": 0.5, "size": 1])
        let noise = try values(stage, of: gray)
        let (mean, deviation) = statistics(noise)
        // The expected deviation in the middle is 0.15 amount (0.35 + 2.6 l (1 - l)), with noise of standard
        // deviation 1.
        #expect(abs(deviation / (0.15 * 0.5) - 1) < 0.03)
        #expect(abs(mean - 0.5) < 0.002)
        #expect(try values(stage, of: gray) == noise)
        #expect(
            try values(Recipe.Stage("film-grain", ["amount": 0.5, "size": 1, "seed": 7]), of: gray) != noise)
        #expect(noise.allSatisfy { $0.x == $0.y && $0.y == $0.z }, "without color it is gray")
        let colored = try values(Recipe.Stage("film-grain", ["amount": 0.5, "color": 1]), of: gray)
        #expect(!colored.allSatisfy { $0.x == $0.y })
    }

    @Test("grain has a factor for each tone", arguments: [(0.1, 0.81, 0.18, 0.01), (0.5, 0.25, 0.5, 0.25)])
    func grainByTone(gray level: Double, dark: Double, middle: Double, light: Double) throws {
        let gray = Reference(width: 256, height: 256) { _, _ in SIMD4(level, level, level, 1) }
        func deviation(_ factors: [String: ParameterValue]) throws -> Double {
            let stage = Recipe.Stage("film-grain", factors.merging(["amount": 0.5, "size": 1]) { $1 })
            return statistics(try values(stage, of: gray)).deviation
        }
        let even = try deviation([:])
        let toned = try deviation(["shadows": 0.2, "midtones": 1.5, "highlights": 0.5])
        #expect(abs(toned / even - (0.2 * dark + 1.5 * middle + 0.5 * light)) < 0.002)
    }

    @Test("neighbors are alike within a grain, and not beyond it")
    func grainHasASize() throws {
        for (size, expected) in [(1.0, -0.05...0.05), (6, 0.6...1)] {
            let noise = try values(
                Recipe.Stage("film-grain", ["amount": 1, "size": .number(size)]), of: gray)
            let (mean, deviation) = statistics(noise)
            let products = (0..<256 * 256 - 1).filter { $0 % 256 != 255 }.map {
                (Double(noise[$0].x) - mean) * (Double(noise[$0 + 1].x) - mean)
            }
            let correlation = products.reduce(0, +) / Double(products.count) / (deviation * deviation)
            #expect(expected.contains(correlation), "size \(size)")
        }
    }

    @Test("grain is attached to the picture: parts look as in the whole, and reduced it is weaker")
    func grainStays() throws {
        let stage = Recipe.Stage("film-grain", ["amount": 0.5, "size": 1])
        let whole = try values(stage, of: gray)
        let region = PixelRegion(origin: SIMD2(100, 50), size: SIMD2(20, 30))
        let part = try values(stage, of: gray, viewport: Viewport(gridSize: SIMD2(256, 256), region: region))
        for y in 0..<30 {
            for x in 0..<20 { #expect(part[y * 20 + x] == whole[(y + 50) * 256 + x + 100]) }
        }
        let reduced = try values(stage, of: gray, viewport: Viewport(wholeAt: SIMD2(64, 64)))
        let means = (0..<64 * 64).map { index in
            let (x, y) = (index % 64 * 4, index / 64 * 4)
            let sum = (0..<16).reduce(SIMD4<Float>.zero) { $0 + whole[(y + $1 / 4) * 256 + x + $1 % 4] }
            return sum / 16
        }
        let ratio = statistics(reduced).deviation / statistics(means).deviation
        #expect((0.8...1.25).contains(ratio))
    }
}
