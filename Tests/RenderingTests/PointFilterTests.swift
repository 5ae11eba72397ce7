import Filters
import Imaging
import Rendering
import Testing

@Suite("Point filters against their formulas in double precision") struct PointFilterTests {
    /// The tolerance: half floats near 1 have a spacing of 1/2048, and formulas may round three times.
    private let tolerance = 1.0 / 1500

    @Test("saturation mixes with BT.601 luma on encoded values", arguments: [0, 0.3, 1, 1.7, 2])
    func saturation(amount: Double) throws {
        try withEngine { engine in
            let picture = testPicture(alpha: true)
            let values = try engine.values(
                [Recipe.Stage("saturation", ["amount": .number(amount)])],
                of: SourceFrame(picture.buffer(.eight)))
            let expected = picture.rounded(to: .eight).map { color in
                let luma = 0.299 * color.x + 0.587 * color.y + 0.114 * color.z
                let gray = SIMD4(luma, luma, luma, color.w)
                return gray + (color - gray) * amount
            }
            #expect(largestDifference(values, expected) < tolerance)
        }
    }

    @Test("invert mixes with one minus the color and leaves alpha", arguments: [0, 0.25, 1])
    func invert(amount: Double) throws {
        try withEngine { engine in
            let picture = testPicture(alpha: true)
            let values = try engine.values(
                [Recipe.Stage("invert", ["amount": .number(amount)])],
                of: SourceFrame(picture.buffer(.eight)))
            let expected = picture.rounded(to: .eight).map { color in
                let inverse = SIMD4(1 - color.x, 1 - color.y, 1 - color.z, color.w)
                return color * (1 - amount) + inverse * amount
            }
            #expect(largestDifference(values, expected) < tolerance)
        }
    }

    @Test("fused filters give the same result as one by one, in order")
    func fusedEqualsChained() throws {
        try withEngine { engine in
            let picture = testPicture()
            let chain = [
                Recipe.Stage("saturation", ["amount": 1.8]), Recipe.Stage("invert", ["amount": 0.7]),
                Recipe.Stage("saturation", ["amount": 0.4]),
            ]
            let fused = try engine.values(
                Recipe(chain), of: SourceFrame(picture.buffer(.sixteen)), precision: .rgba32f)
            let expected = picture.rounded(to: .sixteen).map { color in
                func saturate(_ color: SIMD4<Double>, _ amount: Double) -> SIMD4<Double> {
                    let luma = 0.299 * color.x + 0.587 * color.y + 0.114 * color.z
                    let gray = SIMD4(luma, luma, luma, color.w)
                    return gray + (color - gray) * amount
                }
                let first = saturate(color, 1.8)
                let inverse = SIMD4(1 - first.x, 1 - first.y, 1 - first.z, first.w)
                return saturate(first * 0.3 + inverse * 0.7, 0.4)
            }
            #expect(largestDifference(fused, expected) < 1e-5)
            #expect(engine.runs["saturation + invert + saturation"] == 1)
        }
    }

    @Test("opacity mixes the result over the input")
    func opacity() throws {
        try withEngine { engine in
            let picture = testPicture()
            var stage = Recipe.Stage("invert")
            stage.opacity = 0.25
            let values = try engine.values([stage], of: SourceFrame(picture.buffer(.eight)))
            let expected = picture.rounded(to: .eight).map { color in
                SIMD4(1 - color.x, 1 - color.y, 1 - color.z, color.w) * 0.25 + color * 0.75
            }
            #expect(largestDifference(values, expected) < tolerance)
        }
    }
}
