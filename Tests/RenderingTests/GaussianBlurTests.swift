import Filters
import GPU
import Glibc
import Imaging
import Rendering
import Testing

@Suite("Gaussian blur against a direct sum in double precision") struct GaussianBlurTests {
    /// Sums premultiplied colors under a Gaussian up to 6 standard deviations, with clamped edges.
    private func reference(_ picture: Reference, radius: Double) -> Reference {
        let sigma = radius / 2
        let reach = Int((6 * sigma).rounded(.up))
        let kernel = (-reach...reach).map { sigma == 0 ? 1 : exp(-Double($0 * $0) / (2 * sigma * sigma)) }
        let sum = kernel.reduce(0, +)
        func blurred(_ source: Reference, _ step: (Int, Int)) -> Reference {
            Reference(width: source.width, height: source.height) { x, y in
                zip(-reach...reach, kernel).reduce(.zero) {
                    $0 + source[x + $1.0 * step.0, y + $1.0 * step.1] * ($1.1 / sum)
                }
            }
        }
        let premultiplied = picture.map { SIMD4($0.x * $0.w, $0.y * $0.w, $0.z * $0.w, $0.w) }
        return blurred(blurred(premultiplied, (1, 0)), (0, 1)).map { color in
            guard sigma > 0, color.w > 0 else { return SIMD4(0, 0, 0, color.w) }
            return SIMD4(color.x / color.w, color.y / color.w, color.z / color.w, color.w)
        }
    }

    @Test(
        "within 0.6 of an 8-bit level, edges included", arguments: [0.5, 1, 3, 6, 10, 25, 60], [false, true])
    func opaque(radius: Double, isKnownOpaque: Bool) throws {
        try withEngine { engine in
            let picture = testPicture()
            let values = try engine.values(
                [Recipe.Stage("gaussian-blur", ["radius": .number(radius)])],
                of: SourceFrame(picture.buffer(.eight), isOpaque: isKnownOpaque))
            let expected = reference(picture.rounded(to: .eight), radius: radius)
            #expect(largestDifference(values, expected) < 0.6 / 255)
        }
    }

    @Test("within 16 of 65535 in 32-bit floats", arguments: [0.5, 1, 3, 10, 60], [false, true])
    func opaqueInFloats(radius: Double, isKnownOpaque: Bool) throws {
        try withEngine { engine in
            let picture = testPicture()
            let values = try engine.values(
                [Recipe.Stage("gaussian-blur", ["radius": .number(radius)])],
                of: SourceFrame(picture.buffer(.sixteen), isOpaque: isKnownOpaque), precision: .rgba32f)
            let expected = reference(picture.rounded(to: .sixteen), radius: radius)
            #expect(largestDifference(values, expected) < 16.0 / 65535)
        }
    }

    /// The first stage sets alpha to red.
    @Test("parts made transparent by a previous filter have no weight in an opaque picture")
    func knowsWhatMakesAlpha() throws {
        try withEngine { engine in
            let picture = testPicture()
            let recipe: Recipe = [
                Recipe.Stage("color-matrix", ["alphaAlpha": 0, "alphaRed": 1]),
                Recipe.Stage("gaussian-blur", ["radius": 6]),
            ]
            let known = try engine.values(recipe, of: SourceFrame(picture.buffer(.eight), isOpaque: true))
            #expect(known == (try engine.values(recipe, of: SourceFrame(picture.buffer(.eight)))))
            #expect(known.contains { $0.w < 0.9 })
        }
    }

    @Test("colors are weighted by alpha, so that hidden ones do not bleed", arguments: [1.0, 3, 10])
    func weighsByAlpha(radius: Double) throws {
        try withEngine { engine in
            let picture = testPicture(alpha: true)
            let values = try engine.values(
                [Recipe.Stage("gaussian-blur", ["radius": .number(radius)])],
                of: SourceFrame(picture.buffer(.sixteen)), precision: .rgba32f)
            let expected = reference(picture.rounded(to: .sixteen), radius: radius)
            // A color with almost no alpha is the quotient of two tiny numbers; only color times alpha is
            // visible.
            let shown = zip(values, expected.pixels).map { value, reference in
                let difference = SIMD4<Double>(value) * Double(value.w) - reference * reference.w
                return max(abs(difference.min()), abs(difference.max()))
            }
            #expect((shown.max() ?? 1) < 16.0 / 65535)
        }
    }

    @Test("radius 0 gives the picture back, bit for bit")
    func radiusZero() throws {
        try withEngine { engine in
            let picture = testPicture(alpha: true)
            let values = try engine.values(
                [Recipe.Stage("gaussian-blur", ["radius": 0])], of: SourceFrame(picture.buffer(.sixteen)),
                precision: .rgba32f)
            let expected = picture.rounded(to: .sixteen)
            #expect(largestDifference(values, expected) < 1e-7)
        }
    }

    @Test("opacity mixes the blurred picture over the sharp one")
    func opacity() throws {
        try withEngine { engine in
            let picture = testPicture()
            var stage = Recipe.Stage("gaussian-blur", ["radius": 3])
            stage.opacity = 0.4
            for keepsResults in [true, false] {
                let values = try engine.values(
                    [Recipe.Stage("saturation", ["amount": 0]), stage],
                    of: SourceFrame(picture.buffer(.sixteen)), precision: .rgba32f,
                    keepsResults: keepsResults)
                let gray = picture.rounded(to: .sixteen).map { color in
                    let luma = 0.299 * color.x + 0.587 * color.y + 0.114 * color.z
                    return SIMD4(luma, luma, luma, color.w)
                }
                var expected = reference(gray, radius: 3)
                expected.pixels = zip(expected.pixels, gray.pixels).map { $0 * 0.4 + $1 * 0.6 }
                #expect(largestDifference(values, expected) < 16.0 / 65535)
            }
        }
    }

    @Test(
        "pictures of hardly any pixels work",
        arguments: [(1, 1), (2, 2), (1, 5000), (5000, 1), (3, 1)])
    func tinyPictures(width: Int, height: Int) throws {
        try withEngine { engine in
            let picture = testPicture(width: width, height: height)
            let values = try engine.values(
                [Recipe.Stage("gaussian-blur", ["radius": 3])], of: SourceFrame(picture.buffer(.eight)))
            let expected = reference(picture.rounded(to: .eight), radius: 3)
            #expect(largestDifference(values, expected) < 0.25 / 255)
        }
    }
}
