import Filters
import Foundation
import GPU
import Imaging
@testable import Rendering
import Testing

/// The contract of every filter, tested on the whole catalog.
@Suite("Every filter") struct FilterContractTests {
    static let filters = FilterCatalog.builtIn.filters.map(\.id)

    private func filter(_ id: String) throws -> FilterDeclaration {
        try #require(FilterCatalog.builtIn.filter(id))
    }

    /// Colors of every hue, some outside 0…1, with an edge and, if requested, alpha with hidden colors.
    private func picture(alpha: Bool = false, beyond: Bool = false) -> Reference {
        var dice = Dice("picture")
        let scene = testPicture(width: 33, height: 21, alpha: alpha)
        var result = scene
        for index in scene.pixels.indices where index % 3 == 0 {
            let range = beyond ? -0.5...1.5 : 0...1
            let color = SIMD3(dice.number(range), dice.number(range), dice.number(range))
            result.pixels[index] = SIMD4(color, scene.pixels[index].w)
        }
        return result
    }

    @Test("at identity gives the picture back, bit for bit", arguments: filters)
    func identityIsNothing(id: String) throws {
        guard let stage = try filter(id).identity else { return }
        for depth in PixelBuffer.Depth.allCases {
            let picture = picture(alpha: true).buffer(depth)
            let saved = try withSharedEngine { try $0.export(picture, [stage], depth: depth) }
            #expect(saved == picture.withUnsafeBytes { Array($0) })
        }
    }

    @Test(
        "values near identity hardly change anything, so the identity is correct", arguments: filters
    )
    func identityIsRight(id: String) throws {
        let filter = try filter(id)
        guard let identity = filter.identity else { return }
        // A picture without values near black and white, where thresholds at the end of their range are
        // crossed.
        let picture = picture(alpha: true).map { SIMD4(0.9, 0.9, 0.9, 1) * $0 + SIMD4(0.05, 0.05, 0.05, 0) }
        for parameter in filter.parameters where parameter.kind == .number {
            guard case .number(let value)? = parameter.identity, let min = parameter.min,
                let max = parameter.max
            else { continue }
            for step in [-1e-4, 1e-4] where (min...max).contains(value + step * (max - min)) {
                var stage = identity
                stage.set(parameter.id, to: .number(value + step * (max - min)))
                let values = try withSharedEngine { try $0.floats(stage, of: FloatFrame(picture)) }
                guard values.count == picture.pixels.count else { continue }
                let change = zip(values, picture.pixels).reduce(0.0) { sum, pair in
                    let difference = (SIMD4<Double>(pair.0) - pair.1) * pair.1.w
                    return sum + abs(difference.x) + abs(difference.y) + abs(difference.z)
                }
                #expect(change / Double(3 * values.count) < 0.002, "\(parameter.id)")
            }
        }
    }

    @Test("accepts pictures of every size", arguments: filters)
    func sizes(id: String) throws {
        let filter = try filter(id)
        var dice = Dice(id)
        let stage = filter.lively(&dice)
        for (width, height) in [(1, 1), (2, 2), (1, 7), (7, 1), (5, 3), (3, 129), (129, 2)] {
            let picture = testPicture(width: width, height: height, alpha: true)
            let values = try withSharedEngine { try $0.floats(stage, of: FloatFrame(picture)) }
            let size = try stage.size(entering: SIMD2(width, height))
            #expect(values.count == size.x * size.y && size.x > 0 && size.y > 0)
            #expect(values.allSatisfy(isFinite))
            guard filter.isPoint, !filter.readsPosition else { continue }
            // A point filter does not depend on the size of the picture: a column of single pixels gives the
            // same result.
            let row = FloatFrame(picture.pixels.map { SIMD4<Float>($0) }, width: 1)
            #expect(try withSharedEngine { try $0.floats(stage, of: row) } == values)
        }
    }

    @Test("stores neither NaN nor infinities, whatever its input", arguments: filters)
    func storesFiniteNumbers(id: String) throws {
        let filter = try filter(id)
        var dice = Dice(id)
        let odd: [Float] = [
            .nan, .infinity, -.infinity, 3e38, -3e38, 65504, -65504, 1e-38, -0.0, 0, 1, -1, 2,
        ]
        let pixels = (0..<300).map { _ in
            SIMD4<Float>(repeating: 0).replacingEach {
                Int.random(in: 0..<3, using: &dice) == 0
                    ? odd.randomElement(using: &dice) ?? .nan : Float(dice.number(-1...2))
            }
        }
        let frame = FloatFrame(pixels, width: 20)
        var stages = [Recipe.Stage(id)] + (0..<6).map { _ in filter.sample(&dice) }
        for index in 0..<2 {
            let values = filter.parameters.map { ($0.id, $0.extremes[min(index, $0.extremes.count - 1)]) }
            stages.append(Recipe.Stage(id, Dictionary(uniqueKeysWithValues: values)))
        }
        for stage in stages where !stage.isIdentity(of: filter) && stage.keepsSmall {
            let values = try withSharedEngine { try $0.floats(stage, of: frame) }
            #expect(values.allSatisfy(isFinite), "\(stage.parameters)")
        }
    }

    @Test("does not change alpha unless declared", arguments: filters)
    func keepsAlpha(id: String) throws {
        let filter = try filter(id)
        guard !filter.makesAlpha else { return }
        var dice = Dice(id)
        for stage in [Recipe.Stage(id), filter.sample(&dice)] {
            // Filters that mix neighbors also mix their alpha, so these get an opaque picture, which must
            // stay opaque.
            let picture = picture(alpha: filter.isPoint)
            let values = try withSharedEngine { try $0.floats(stage, of: FloatFrame(picture)) }
            #expect(
                values.indices.allSatisfy { index in
                    let alpha = filter.isPoint ? picture.pixels[index].w : 1
                    return abs(Double(values[index].w) - alpha) < (filter.isPoint ? 1e-7 : 1e-5)
                }, "\(stage.parameters)")
        }
    }

    @Test("does not reveal hidden colors", arguments: filters)
    func hidesHiddenColors(id: String) throws {
        let filter = try filter(id)
        var dice = Dice(id)
        let picture = picture(alpha: true)
        let other = picture.map { $0.w > 0 ? $0 : SIMD4(1 - $0.x, 0.3, $0.y, 0) }
        for stage in [Recipe.Stage(id), filter.sample(&dice)] where !stage.isIdentity(of: filter) {
            let (one, two) = try withSharedEngine { engine in
                (
                    try engine.floats(stage, of: FloatFrame(picture)),
                    try engine.floats(stage, of: FloatFrame(other))
                )
            }
            #expect(zip(one, two).allSatisfy { isClose($0.shown, $1.shown, 1e-5) }, "\(stage.parameters)")
        }
    }

    @Test("keeps gray gray unless declared to create color", arguments: filters)
    func keepsGray(id: String) throws {
        let filter = try filter(id)
        guard !filter.makesColor else { return }
        var dice = Dice(id)
        let picture = picture(alpha: true).map { SIMD4($0.y, $0.y, $0.y, $0.w) }
        for stage in [Recipe.Stage(id)] + (0..<4).map({ _ in filter.sample(&dice) }) {
            let values = try withSharedEngine { try $0.floats(stage, of: FloatFrame(picture)) }
            #expect(
                values.allSatisfy { value in
                    let chroma = SIMD4(value.x - value.y, value.y - value.z, 0, 0).largest
                    return value.w == 0 || chroma < 1e-5 * max(1, abs(value.x))
                }, "\(stage.parameters)")
        }
    }

    @Test("gives the same result fused with others as alone", arguments: filters)
    func fusedEqualsAlone(id: String) throws {
        let filter = try filter(id)
        var dice = Dice(id)
        var mixed = filter.sample(&dice)
        mixed.opacity = 0.7
        let chain = [
            Recipe.Stage("saturation", ["amount": 1.4]), filter.lively(&dice),
            Recipe.Stage("invert", ["amount": 0.7]),
            mixed,
        ]
        try withSharedEngine { engine in
            let frame = FloatFrame(picture(beyond: true))
            let together = try engine.frame(Recipe(chain), of: frame)
            var alone = frame
            for stage in chain { alone = try engine.frame([stage], of: alone) }
            #expect(together.size == alone.size)
            #expect(zip(together.pixels, alone.pixels).allSatisfy { isClose($0, $1, 1e-4) })
        }
    }

    @Test("gives the same result in tiles as in one piece, within a 16-bit unit", arguments: filters)
    func tiledEqualsWhole(id: String) throws {
        let filter = try filter(id)
        var dice = Dice(id)
        let picture = testPicture(alpha: true).buffer(.sixteen)
        for stage in [filter.lively(&dice), filter.sample(&dice)] {
            let size = SIMD2(picture.width, picture.height)
            let plan = try Plan(
                recipe: [stage], catalog: .builtIn, sourceSize: size,
                viewport: Viewport(wholeAt: try stage.size(entering: size)),
                precision: .rgba32f)
            // Filters that work along rows need whole rows, and spots are computed beside each other.
            let limit =
                id == FilterCatalog.retouch
                ? 4 * size.max()
                : plan.readsWhole
                    ? size.max() : max(2 * max(plan.halo.x, plan.halo.y) + 40, plan.widestRow)
            let (whole, tiled) = try withSharedEngine { engine in
                let whole = try engine.export(picture, [stage], depth: .sixteen)
                let tiled = try engine.export(picture, [stage], depth: .sixteen, sizeLimit: limit)
                return (words(whole), words(tiled))
            }
            #expect(whole.count == tiled.count)
            #expect(zip(whole, tiled).allSatisfy { abs(Int($0) - Int($1)) <= 1 })
        }
    }

    /// Changing tones before a reduction is not the same as after it: the results agree where a picture is
    /// smooth, and differ in fine detail. Filters with a steep tone curve, such as a threshold's step, create
    /// such detail themselves; the tolerance is then what the reduction loses.
    @Test(
        "at half size matches the saved file reduced to half, within 1.5 levels on average",
        arguments: filters)
    func previewEqualsExport(id: String) throws {
        let filter = try filter(id)
        var dice = Dice(id)
        let stage = filter.lively(&dice)
        let photograph = try Self.photograph.get()
        let whole = try stage.size(entering: SIMD2(photograph.width, photograph.height))
        let size = whole / 2
        let (seen, saved, reduced) = try withSharedEngine { engine in
            let half = Viewport(wholeAt: size)
            let seen = try engine.values([stage], of: SourceFrame(photograph), viewport: half)
            let saved = try engine.export(photograph, [stage], depth: .eight)
            let file = PixelBuffer(width: whole.x, height: whole.y, depth: .eight) {
                $0.copyBytes(from: saved)
            }
            return (seen, saved, try engine.values([], of: SourceFrame(file), viewport: half))
        }
        var (difference, detail) = (SIMD4<Float>.zero, SIMD4<Float>.zero)
        for y in 0..<size.y {
            for x in 0..<size.x {
                let index = y * size.x + x
                let first = 4 * (2 * y * whole.x + 2 * x)
                let pixel = SIMD4(saved[first], saved[first + 1], saved[first + 2], saved[first + 3])
                let mean = reduced[index].clamped.shown
                difference += (seen[index].clamped.shown - mean).magnitudes
                detail += ((SIMD4<Float>(pixel) / 255).shown - mean).magnitudes
            }
        }
        let scale = 255 / Float(3 * seen.count)
        let (mean, lost) = ((difference * scale).colorSum, (detail * scale).colorSum)
        #expect(mean <= max(1.5, lost), "\(stage.parameters)")
    }

    @Test("survives a recipe's JSON unchanged", arguments: filters)
    func roundTripsThroughJSON(id: String) throws {
        let filter = try filter(id)
        var dice = Dice(id)
        for _ in 0..<5 {
            let stage = filter.sample(&dice)
            let recipe = Recipe([stage])
            #expect(try Recipe(json: recipe.json) == recipe)
            try FilterCatalog.builtIn.validate(recipe)
            for parameter in filter.parameters {
                let value = try #require(stage.given(parameter))
                #expect(value == stage.value(of: parameter))
                #expect(parameter.problem(with: value) == nil)
            }
        }
    }

    @Test("rejects values that its parameters do not accept", arguments: filters)
    func refusesWrongValues(id: String) throws {
        for parameter in try filter(id).parameters {
            for wrong in parameter.wrong {
                var stage = Recipe.Stage(id)
                stage.parameters[parameter.id] = StageValue(json: wrong)
                #expect(throws: RecipeError.self, "\(parameter.id) = \(wrong)") {
                    try FilterCatalog.builtIn.validate(stage)
                }
            }
        }
    }

    @Test("has no parameter without effect, except on the sound", arguments: filters)
    func everyParameterMatters(id: String) throws {
        let filter = try filter(id)
        var dice = Dice(id)
        let frame = FloatFrame(picture(alpha: true))
        try withSharedEngine { engine in
            for parameter in filter.parameters {
                // Some parameters depend on another one, so the others are tried with several settings.
                let samples = (0..<8).map { _ in filter.sample(&dice) }
                // Some have no effect together with another one, so random subsets of the others are tried,
                // too.
                let parts = (0..<24).map { _ in
                    var stage = filter.sample(&dice)
                    // Iterates in declaration order, since a dictionary's order varies between runs.
                    for left in filter.parameters where Bool.random(using: &dice) {
                        stage.parameters[left.id] = nil
                    }
                    return stage
                }
                let isSound = id == NTSC.id && NTSCSettings.soundParameters.contains(parameter.id)
                let bases = isSound ? samples : [Recipe.Stage(id)] + samples + parts.filter(\.keepsSmall)
                let matters = try bases.contains { base in
                    let before = try engine.floats(base, of: frame)
                    // Most values of a size in pixels exceed the picture, so more of them are tried.
                    let count = parameter.unit == "px" ? 16 : 1
                    let values = parameter.extremes + (0..<count).map { _ in parameter.sample(&dice) }
                    return try values.contains { value in
                        var stage = base
                        stage.set(parameter.id, to: value)
                        guard stage.keepsSmall else { return false }
                        return try engine.floats(stage, of: frame) != before
                    }
                }
                #expect(matters != isSound, "\(parameter.id)")
            }
        }
    }

    /// A part of the sample photograph, with mountains, sky and trees.
    private static let photograph: Result<PixelBuffer, any Error> = Result {
        let data = URL(fileURLWithPath: #filePath).deletingLastPathComponent().path + "/../../data/"
        let picture = try Picture(contentsOf: data + "landscape.jpg").pixels
        let (x, y, width, height) = (400, 500, 480, 320)
        return picture.withUnsafeBytes { all in
            PixelBuffer(width: width, height: height, depth: .eight) { bytes in
                for row in 0..<height {
                    let first = (y + row) * picture.bytesPerRow + 4 * x
                    UnsafeMutableRawBufferPointer(rebasing: bytes[row * 4 * width..<(row + 1) * 4 * width])
                        .copyMemory(from: UnsafeRawBufferPointer(rebasing: all[first..<first + 4 * width]))
                }
            }
        }
    }

    private func words(_ bytes: [UInt8]) -> [UInt16] {
        bytes.withUnsafeBytes { Array($0.bindMemory(to: UInt16.self)) }
    }
}

private func isFinite(_ pixel: SIMD4<Float>) -> Bool {
    pixel.x.isFinite && pixel.y.isFinite && pixel.z.isFinite && pixel.w.isFinite
}

/// True if no channel differs by more than `tolerance`, relative to the value if that is above 1.
private func isClose(_ a: SIMD4<Float>, _ b: SIMD4<Float>, _ tolerance: Float) -> Bool {
    (0..<4).allSatisfy { abs(a[$0] - b[$0]) <= tolerance * max(1, abs(b[$0])) }
}

extension SIMD4<Float> {
    /// Composited over black.
    fileprivate var shown: Self { Self(x * w, y * w, z * w, w) }

    fileprivate var clamped: Self { clamped(lowerBound: .zero, upperBound: .one) }

    fileprivate var magnitudes: Self { replacing(with: -self, where: self .< 0) }

    fileprivate var colorSum: Float { x + y + z }

    fileprivate var largest: Float { Swift.max(abs(self.min()), abs(self.max())) }

    fileprivate func replacingEach(_ value: () -> Float) -> Self { Self(value(), value(), value(), value()) }
}
