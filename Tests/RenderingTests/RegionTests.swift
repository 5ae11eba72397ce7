import Filters
import Glibc
import GPU
import Imaging
import Rendering
import Testing

@Suite("Regions") struct RegionTests {
    /// A stage's weight at a pixel by its definition: the depth inside the outline, relative to the feather.
    ///
    /// - Parameter isAlone: true if a subtracting region subtracts from the whole picture.
    private func cover(
        _ region: Region, x: Int, y: Int, of picture: Reference, isAlone: Bool = true
    ) -> Double {
        let (width, height) = (Double(picture.width), Double(picture.height))
        let (a, b) = (region.width * width / 2, region.height * height / 2)
        let (dx, dy) = (
            Double(x) + 0.5 - region.x * width - a, Double(y) + 0.5 - region.y * height - b
        )
        let angle = region.angle * .pi / 180
        let (u, v) = (cos(angle) * dx - sin(angle) * dy, sin(angle) * dx + cos(angle) * dy)
        /// The weight at a depth inside the outline. A hard edge begins half a pixel outside, one with a
        /// feather of a pixel or more at the outline.
        func edge(_ depth: Double, _ feather: Double, _ pixel: Double) -> Double {
            let start = feather < pixel ? (feather - pixel) / 2 : 0
            return smooth(start, start + max(feather, pixel), depth)
        }
        var inside: Double
        let isSubtracted = !isAlone && region.operation == .subtract
        switch region.shape {
        case .gradient:
            // The distance from the line of full effect, as a fraction of the distance to the line without
            // effect.
            let (sx, sy) = (region.x * width, region.y * height)
            let (wx, wy) = (region.endX * width - sx, region.endY * height - sy)
            let way = hypot(wx, wy)
            let done = ((Double(x) + 0.5 - sx) * wx + (Double(y) + 0.5 - sy) * wy) / way
            inside = edge(way - done, way, 1)
        case .luminosity:
            let color = picture[x, y]
            let luma = min(max(0.299 * color.x + 0.587 * color.y + 0.114 * color.z, 0), 1)
            let distance = max(region.low - luma, luma - region.high, 0)
            inside = region.feather > 0 ? 1 - smooth(0, region.feather, distance) : distance > 0 ? 0 : 1
        case .color:
            let (own, other) = (oklab(picture[x, y]), oklab(SIMD4(region.color, 1)))
            let far = hypot(own.y - other.y, own.z - other.z) / 0.4
            inside = 1 - smooth(region.tolerance, region.tolerance + region.feather, far)
        case .point:
            let (own, other) = (oklab(picture[x, y]), oklab(color(around: region, in: picture)))
            let (l, a, b) = ((own.x - other.x) / 2, own.y - other.y, own.z - other.z)
            let unlike = (l * l + a * a + b * b).squareRoot() / 0.4 / region.tolerance
            let (px, py) = (Double(x) + 0.5 - region.x * width, Double(y) + 0.5 - region.y * height)
            let far = hypot(px, py) / (region.radius * max(width, height))
            inside = (1 - smooth(0, 1, far)) * (1 - smooth(0.5, 1.5, unlike))
        case .rectangle:
            let length = region.feather * min(a, b)
            inside =
                edge(1 - abs(u) / a, length / a, 1 / a) * edge(1 - abs(v) / b, length / b, 1 / b)
        case .ellipse:
            let radius = hypot(u / a, v / b)
            let slope = hypot(u / (a * a), v / (b * b)) / max(radius, 1e-6)
            inside =
                max(abs(u) - a, abs(v) - b) > 0.5 ? 0 : edge(1 - radius, region.feather, slope)
        case .file, .brush: preconditionFailure("masks have tests of their own")
        }
        if region.isInverted { inside = 1 - inside }
        return region.operation == .subtract && !isSubtracted ? 1 - inside : inside
    }

    /// L, a and b in Oklab of a color encoded for sRGB.
    private func oklab(_ color: SIMD4<Double>) -> SIMD3<Double> {
        let light = [color.x, color.y, color.z].map {
            $0 <= 0.04045 ? $0 / 12.92 : pow(($0 + 0.055) / 1.055, 2.4)
        }
        let (r, g, b) = (light[0], light[1], light[2])
        let l = cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
        let m = cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
        let s = cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
        return SIMD3(
            0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s,
            1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s,
            0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s)
    }

    /// The mean of the pixels around a control point, weighted by alpha: 5 × 5 in small pictures.
    private func color(around region: Region, in picture: Reference) -> SIMD4<Double> {
        func start(_ part: Double, _ length: Int) -> Int {
            min(max(Int(min(max(part, 0), 1) * Double(length)) - 2, 0), length - 5)
        }
        let (left, top) = (start(region.x, picture.width), start(region.y, picture.height))
        var (sum, weight) = (SIMD4<Double>.zero, 0.0)
        for y in top..<top + 5 {
            for x in left..<left + 5 {
                sum += picture[x, y] * picture[x, y].w
                weight += picture[x, y].w
            }
        }
        return sum / weight
    }

    /// The weight of several regions: one that adds takes the maximum, one that subtracts multiplies by 1
    /// minus its weight, one that intersects by its weight.
    private func cover(_ regions: [Region], x: Int, y: Int, of picture: Reference) -> Double {
        var mask = regions.first?.operation == .add ? 0 : 1.0
        for region in regions {
            let part = cover(region, x: x, y: y, of: picture, isAlone: false)
            switch region.operation {
            case .add: mask = max(mask, part)
            case .subtract: mask *= 1 - part
            case .intersect: mask *= part
            }
        }
        return mask
    }

    /// A number of random regions of all kinds.
    private func randomRegions(_ count: Int, _ dice: inout Dice) -> [Region] {
        (0..<count).map { index in
            var region: Region
            switch Int(dice.number(0...6)) {
            case 0:
                region = .gradient(
                    from: SIMD2(dice.number(-0.2...1.2), dice.number(-0.2...1.2)),
                    to: SIMD2(dice.number(-0.2...1.2), dice.number(-0.2...1.2)))
                region.isInverted = dice.number(0...1) < 0.3
            case 1:
                let low = dice.number(0...0.8)
                region = .luminosity(low...low + dice.number(0.05...0.2), feather: dice.number(0.05...0.4))
                region.isInverted = dice.number(0...1) < 0.3
            case 2:
                region = .color(
                    SIMD3(dice.number(0...1), dice.number(0...1), dice.number(0...1)),
                    tolerance: dice.number(0...0.6), feather: dice.number(0.05...0.4))
                region.isInverted = dice.number(0...1) < 0.3
            case 3:
                region = .point(
                    x: dice.number(0...1), y: dice.number(0...1), radius: dice.number(0.05...1.2),
                    tolerance: dice.number(0.1...0.8))
                region.isInverted = dice.number(0...1) < 0.3
            default: region = random(&dice)
            }
            if dice.number(0...1) < (index == 0 ? 0.3 : 0.6) {
                region.operation = dice.number(0...1) < 0.5 ? .subtract : .intersect
            }
            return region
        }
    }

    private func random(_ dice: inout Dice) -> Region {
        var region = Region(
            dice.number(0...1) < 0.5 ? .ellipse : .rectangle, x: dice.number(-0.3...0.6),
            y: dice.number(-0.3...0.6), width: dice.number(0.05...1.2), height: dice.number(0.05...1.2))
        region.feather = dice.number(0...1) < 0.3 ? 0 : dice.number(0...1)
        region.angle = dice.number(0...1) < 0.5 ? 0 : dice.number(-180...180)
        region.isInverted = dice.number(0...1) < 0.3
        return region
    }

    private func invert(in region: Region, opacity: Double = 1) -> Recipe.Stage {
        var stage = Recipe.Stage("invert")
        stage.region = region
        stage.opacity = opacity
        return stage
    }

    private func way(_ one: SIMD4<Float>, _ other: SIMD4<Float>) -> Float {
        let difference = one - other
        return max(difference.max(), -difference.min())
    }

    private func words(_ bytes: [UInt8]) -> [UInt16] {
        bytes.withUnsafeBytes { Array($0.bindMemory(to: UInt16.self)) }
    }

    private let picture = testPicture().rounded(to: .sixteen)

    @Test("a point filter is blended by the region's coverage of a pixel", arguments: 0..<24)
    func pointFilter(seed: Int) throws {
        var dice = Dice("region \(seed)")
        let region = random(&dice)
        let opacity = seed % 3 == 0 ? 0.6 : 1
        let values = try withSharedEngine {
            try $0.values(
                [invert(in: region, opacity: opacity)], of: SourceFrame(picture.buffer(.sixteen)),
                precision: .rgba32f)
        }
        let expected = picture.made { x, y in
            let color = picture[x, y]
            let part = opacity * cover(region, x: x, y: y, of: picture)
            let inverted = SIMD4(1 - color.x, 1 - color.y, 1 - color.z, color.w)
            return color * (1 - part) + inverted * part
        }
        #expect(largestDifference(values, expected) < 2e-4, "\(region)")
    }

    @Test("several regions of every kind are combined in order", arguments: 0..<32)
    func several(seed: Int) throws {
        var dice = Dice("regions \(seed)")
        var stage = Recipe.Stage("invert")
        stage.regions = randomRegions(seed % 8 + 1, &dice)
        stage.opacity = seed % 3 == 0 ? 0.6 : 1
        let values = try withSharedEngine {
            try $0.values([stage], of: SourceFrame(picture.buffer(.sixteen)), precision: .rgba32f)
        }
        let expected = picture.made { x, y in
            let color = picture[x, y]
            let part = stage.opacity * cover(stage.regions, x: x, y: y, of: picture)
            let inverted = SIMD4(1 - color.x, 1 - color.y, 1 - color.z, color.w)
            return color * (1 - part) + inverted * part
        }
        #expect(largestDifference(values, expected) < 4e-4, "\(stage.regions)")
    }

    @Test(
        "several regions of a multi-pass filter, which is only computed where they cover",
        arguments: 0..<16)
    func severalOfSeveralPasses(seed: Int) throws {
        var dice = Dice("regions of a blur \(seed)")
        var stage = Recipe.Stage("gaussian-blur", ["radius": 4])
        let source = SourceFrame(picture.buffer(.sixteen))
        try withSharedEngine { engine in
            let blurred = try engine.values([stage], of: source, precision: .rgba32f)
            stage.regions = randomRegions(seed % 4 + 1, &dice)
            let values = try engine.values([stage], of: source, precision: .rgba32f)
            let expected = picture.made { x, y in
                let (below, above) = (picture[x, y], SIMD4<Double>(blurred[y * picture.width + x]))
                let part = cover(stage.regions, x: x, y: y, of: picture)
                return below * (1 - part) + above * part
            }
            #expect(largestDifference(values, expected) < 4e-4, "\(stage.regions)")
        }
    }

    @Test("a luminosity range includes both ends, and values above white count as white")
    func luminosityEnds() throws {
        let grays = [0.0, 0.25, 0.5, 0.75, 1]
        let picture = Reference(width: 5, height: 1) { x, _ in SIMD4(SIMD3(repeating: grays[x]), 1) }
        func isInverted(_ region: Region, after stages: [Recipe.Stage] = []) throws -> [Bool] {
            try withSharedEngine { engine in
                let source = SourceFrame(picture.buffer(.sixteen))
                let before = try engine.values(Recipe(stages), of: source, precision: .rgba32f)
                let after = try engine.values(
                    Recipe(stages + [invert(in: region)]), of: source, precision: .rgba32f)
                return zip(before, after).map { $0 != $1 }
            }
        }
        // Inversion leaves 0.5 unchanged, but 16 bits cannot represent 0.5 exactly, so every inversion is
        // visible.
        #expect(try isInverted(.luminosity(0...0.25)) == [true, true, false, false, false])
        #expect(try isInverted(.luminosity(0.7...1)) == [false, false, false, true, true])
        #expect(
            try isInverted(.luminosity(0.9...1), after: [Recipe.Stage("exposure", ["stops": 2])])
                == [false, false, true, true, true])
    }

    @Test("the color of a region is in sRGB, also in a picture with other primaries")
    func colorsInOtherPrimaries() throws {
        // In Display P3, sRGB's red (255, 0, 0) is (234, 51, 35): Lindbloom's calculator.
        let picture = Reference(width: 2, height: 1) { x, _ in
            x == 0 ? SIMD4(234.0 / 255, 51.0 / 255, 35.0 / 255, 1) : SIMD4(1, 0, 0, 1)
        }
        let buffer = picture.buffer(.sixteen).with(ColorSpace(primaries: .displayP3))
        let values = try withSharedEngine {
            try $0.values(
                [invert(in: .color(SIMD3(1, 0, 0), tolerance: 0.01, feather: 0))],
                of: SourceFrame(buffer), precision: .rgba32f)
        }
        #expect(abs(Double(values[0].x) - 21.0 / 255) < 1e-3 && values[1].x == 1)
    }

    @Test("a control point has the color of the full resolution, where it lies after the stages before it")
    func colorOfAPoint() throws {
        // The point lies in the blue half after the flip, which moves that half to the left.
        let picture = Reference(width: 400, height: 100) { x, _ in
            x < 200 ? SIMD4(x % 40 < 20 ? 0.9 : 0.1, 0.2, 0.2, 1) : SIMD4(0.2, 0.3, 0.8, 1)
        }
        var stage = Recipe.Stage("invert")
        stage.region = .point(x: 0.25, y: 0.5, radius: 2, tolerance: 0.2)
        let recipe: Recipe = [Recipe.Stage("flip"), stage]
        let source = SourceFrame(picture.buffer(.sixteen))
        let changed = try withSharedEngine { engine in
            try [1, 8].map { scale in
                let size = SIMD2(400, 100) / scale
                let (before, after) = try (
                    engine.values(
                        [recipe.stages[0]], of: source, viewport: Viewport(wholeAt: size),
                        precision: .rgba32f),
                    engine.values(
                        recipe, of: source, viewport: Viewport(wholeAt: size), precision: .rgba32f)
                )
                let row = size.x * (size.y / 2)
                return (0..<size.x).filter { before[row + $0] != after[row + $0] }.map { $0 * scale }
            }
        }
        #expect(changed[0].first == 0 && changed[0].last == 199)
        #expect(changed[1].allSatisfy { $0 < 208 } && changed[1].count >= 24)
    }

    @Test("a gradient that begins and ends at one point is a hard edge from top to bottom")
    func gradientOfNoLength() throws {
        let picture = Reference(width: 4, height: 8) { _, _ in SIMD4(0.2, 0.2, 0.2, 1) }
        let point = SIMD2(0.5, 0.5)
        let values = try withSharedEngine {
            try $0.values(
                [invert(in: .gradient(from: point, to: point))], of: SourceFrame(picture.buffer(.sixteen)),
                precision: .rgba32f)
        }
        for (index, value) in values.enumerated() {
            #expect(abs(value.x - (index / 4 < 4 ? 0.8 : 0.2)) < 1e-4)
        }
    }

    @Test("moving regions, and changing how they combine, compiles nothing")
    func kernelsStay() throws {
        var dice = Dice("kernels of regions")
        for filter in ["invert", "gaussian-blur"] {
            var texts: Set<String> = []
            for _ in 0..<8 {
                var stage = Recipe.Stage(filter)
                stage.regions = [
                    random(&dice), .gradient(from: SIMD2(dice.number(0...1), 0), to: SIMD2(0.5, 1)),
                    .luminosity(dice.number(0...0.5)...1),
                ]
                stage.regions[0].shape = .ellipse
                stage.regions[1].operation = dice.number(0...1) < 0.5 ? .add : .subtract
                stage.opacity = dice.number(0.1...1)
                let plan = try Plan(
                    recipe: [stage], catalog: .builtIn, sourceSize: SIMD2(200, 100),
                    viewport: Viewport(wholeAt: SIMD2(200, 100)), precision: .rgba16f)
                let last = try #require(plan.passes.last)
                let shape = KernelShape(
                    of: last, inputFormats: last.inputs.map { _ in .rgba16f }, outputFormat: .rgba8)
                texts.insert(KernelGenerator.source(for: shape).text)
            }
            #expect(texts.count == 1, "\(filter)")
        }
    }

    @Test("the mask of a stage shows its weight per pixel, at the pixel's position in the result")
    func mask() throws {
        var dice = Dice("masks")
        let source = SourceFrame(picture.buffer(.sixteen))
        for count in [1, 3] {
            // A filter at identity, as when a region is drawn before the filter is set.
            var stage = Recipe.Stage("saturation", ["amount": 1])
            stage.regions = randomRegions(count, &dice)
            let recipe: Recipe = [
                Recipe.Stage("invert"), stage, Recipe.Stage("invert"), Recipe.Stage("flip"),
            ]
            let mask = try #require(RegionMask.recipe(ofStage: 1, in: recipe, catalog: .builtIn))
            let values = try withSharedEngine { try $0.values(mask, of: source, precision: .rgba32f) }
            let entering = Reference(width: picture.width, height: picture.height) { x, y in
                let color = picture[x, y]
                return SIMD4(1 - color.x, 1 - color.y, 1 - color.z, color.w)
            }
            let flipped = try withSharedEngine {
                try $0.values(
                    [Recipe.Stage("flip")], of: SourceFrame(entering.buffer(.sixteen)), precision: .rgba32f)
            }
            let isMirrored = abs(Double(flipped[0].x) - entering[picture.width - 1, 0].x) < 1e-4
            #expect(isMirrored)
            for y in 0..<picture.height {
                for x in 0..<picture.width {
                    let part = cover(stage.regions, x: picture.width - 1 - x, y: y, of: entering)
                    #expect(abs(Double(values[y * picture.width + x].w) - part) < 4e-4)
                }
            }
        }
        #expect(RegionMask.recipe(ofStage: 0, in: [Recipe.Stage("invert")], catalog: .builtIn) == nil)
    }

    @Test("a multi-pass filter is blended in the same way, with a blend mode", arguments: 0..<6)
    func severalPasses(seed: Int) throws {
        var dice = Dice("region of a blur \(seed)")
        let region = random(&dice)
        var stage = Recipe.Stage("gaussian-blur", ["radius": 4])
        let source = SourceFrame(picture.buffer(.sixteen))
        try withSharedEngine { engine in
            let blurred = try engine.values([stage], of: source, precision: .rgba32f)
            stage.region = region
            stage.blend = seed % 2 == 0 ? .normal : .multiply
            let values = try engine.values([stage], of: source, precision: .rgba32f)
            let expected = picture.made { x, y in
                let (below, above) = (
                    picture[x, y], SIMD4<Double>(blurred[y * picture.width + x])
                )
                let part = cover(region, x: x, y: y, of: picture)
                let result = stage.blend == .normal ? above : below * above
                return below * (1 - part) + result * part
            }
            #expect(largestDifference(values, expected) < 2e-4, "\(region)")
        }
    }

    @Test("outside a region nothing changes, bit for bit, even if the filter is undefined there")
    func outsideIsUntouched() throws {
        let source = testPicture(alpha: true).buffer(.sixteen)
        for filter in ["exposure", "gaussian-blur"] {
            var stage = Recipe.Stage(filter, filter == "exposure" ? ["stops": 5] : ["radius": 9])
            stage.blend = .colorDodge
            stage.region = Region(.rectangle, x: 0.25, y: 0.25, width: 0.25, height: 0.5)
            stage.region?.feather = 0.5
            try withSharedEngine { engine in
                let before = try words(engine.export(source, [], depth: .sixteen))
                let after = try words(engine.export(source, [stage], depth: .sixteen))
                var changed = 0
                for y in 0..<source.height {
                    for x in 0..<source.width {
                        let offset = 4 * (y * source.width + x)
                        let isSame = before[offset..<offset + 4] == after[offset..<offset + 4]
                        let (u, v) = (
                            (Double(x) + 0.5) / Double(source.width),
                            (Double(y) + 0.5) / Double(source.height)
                        )
                        if u < 0.25 || u > 0.5 || v < 0.25 || v > 0.75 {
                            #expect(isSame, "\(filter) at \(x), \(y)")
                        } else if !isSame {
                            changed += 1
                        }
                    }
                }
                #expect(changed > 300)
            }
        }
    }

    @Test("a multi-pass filter is only computed where the region covers, wherever the view is")
    func partOnly() throws {
        var stage = Recipe.Stage("gaussian-blur", ["radius": 4])
        stage.region = Region(.ellipse, x: 0.25, y: 0.5, width: 0.25, height: 0.25)
        func blurred(_ view: PixelRegion) throws -> PixelRegion? {
            let plan = try Plan(
                recipe: [stage], catalog: .builtIn, sourceSize: SIMD2(400, 400),
                viewport: Viewport(gridSize: SIMD2(400, 400), region: view), precision: .rgba16f)
            #expect(plan.passes.last?.region == view)
            return plan.passes.dropLast().last?.region
        }
        #expect(
            try blurred(PixelRegion(size: SIMD2(400, 400)))
                == PixelRegion(origin: SIMD2(99, 199), size: SIMD2(102, 102)))
        #expect(
            try blurred(PixelRegion(origin: SIMD2(150, 250), size: SIMD2(250, 20)))
                == PixelRegion(origin: SIMD2(150, 250), size: SIMD2(51, 20)))
        #expect(try blurred(PixelRegion(origin: SIMD2(300, 0), size: SIMD2(50, 50)))?.size == .one)
        let whole = PixelRegion(size: SIMD2(400, 400))
        // For several regions, the affected part is the union of those that add.
        stage.regions.append(Region(.rectangle, x: 0.5, y: 0.1, width: 0.25, height: 0.1))
        stage.regions.append(Region(.rectangle, x: 0, y: 0, width: 1, height: 1))
        stage.regions[2].operation = .subtract
        #expect(
            try blurred(whole) == PixelRegion(from: SIMD2(99, 39), to: SIMD2(301, 301)))
        stage.regions = [.gradient(from: SIMD2(0.5, 0.25), to: SIMD2(0.5, 0.5))]
        #expect(try blurred(whole) == PixelRegion(size: SIMD2(400, 201)))
        stage.regions[0].isInverted = true
        #expect(try blurred(whole) == PixelRegion(from: SIMD2(0, 99), to: SIMD2(400, 400)))
        // A corner, cut off by the line between the middles of the top and the left side.
        stage.regions = [.gradient(from: SIMD2(0, 0), to: SIMD2(0.25, 0.25))]
        let corner = try blurred(whole)
        #expect(corner?.origin == .zero && (200...203).contains(corner?.size.x ?? 0))
        // An ellipse that subtracts from the whole picture leaves its surroundings.
        stage.regions = [Region(.ellipse, x: 0.25, y: 0.5, width: 0.25, height: 0.25)]
        stage.regions[0].operation = .subtract
        #expect(try blurred(whole) == whole)
        stage.regions[0].isInverted = true
        #expect(try blurred(whole) == PixelRegion(origin: SIMD2(99, 199), size: SIMD2(102, 102)))
        stage.regions = [.luminosity(0.5...1)]
        #expect(try blurred(whole) == whole)
        // Several regions of which the first subtracts act on the rest of the picture.
        stage.regions = [
            Region(.ellipse, x: 0.25, y: 0.5, width: 0.25, height: 0.25).subtracted(),
            Region(.rectangle, x: 0.5, y: 0.1, width: 0.25, height: 0.1).subtracted(),
        ]
        #expect(try blurred(whole) == whole)
        // An intersection is not larger than its parts.
        stage.regions = [
            .luminosity(0...1), Region(.rectangle, x: 0.5, y: 0.1, width: 0.25, height: 0.1).intersected(),
        ]
        #expect(try blurred(whole) == PixelRegion(from: SIMD2(199, 39), to: SIMD2(301, 81)))
        stage.regions = [Region(.ellipse, x: 0.25, y: 0.5, width: 0.25, height: 0.25).inverted()]
        #expect(try blurred(whole) == whole)
    }

    @Test(
        "a region gives the same result in tiles as in one piece",
        arguments: ["invert", "gaussian-blur", "kuwahara"])
    func tiledEqualsWhole(filter: String) throws {
        var dice = Dice("tiles \(filter)")
        for count in [1, 1, 1, 3, 5] {
            var stage = Recipe.Stage(filter)
            stage.regions = count == 1 ? [random(&dice)] : randomRegions(count, &dice)
            let chain: Recipe = [Recipe.Stage("rotate", ["turns": 1]), stage, Recipe.Stage("saturation")]
            let source = picture.buffer(.sixteen)
            let (whole, tiled) = try withSharedEngine { engine in
                (
                    words(try engine.export(source, chain, depth: .sixteen)),
                    words(try engine.export(source, chain, depth: .sixteen, sizeLimit: 90))
                )
            }
            #expect(whole.count == tiled.count)
            #expect(zip(whole, tiled).allSatisfy { abs(Int($0) - Int($1)) <= 1 }, "\(stage)")
        }
    }

    @Test("a region has the same position in a half-size view, and in a part of the picture")
    func views() throws {
        let gray = Reference(width: 200, height: 120) { _, _ in SIMD4(0.2, 0.2, 0.2, 1) }
        var region = Region(.ellipse, x: 0.1, y: 0.2, width: 0.6, height: 0.7)
        region.feather = 0.6
        region.angle = 30
        let source = SourceFrame(gray.buffer(.sixteen))
        try withSharedEngine { engine in
            let whole = try engine.values([invert(in: region)], of: source, precision: .rgba32f)
            let half = try engine.values(
                [invert(in: region)], of: source, viewport: Viewport(wholeAt: SIMD2(100, 60)),
                precision: .rgba32f)
            let mean = Reference(width: 100, height: 60) { x, y in
                let corner = 2 * y * 200 + 2 * x
                let sum = whole[corner] + whole[corner + 1] + whole[corner + 200] + whole[corner + 201]
                return SIMD4<Double>(sum / 4)
            }
            #expect(largestDifference(half, mean) < 2e-3)
            let part = PixelRegion(origin: SIMD2(30, 20), size: SIMD2(50, 40))
            let seen = try engine.values(
                [invert(in: region)], of: source, viewport: Viewport(gridSize: SIMD2(200, 120), region: part),
                precision: .rgba32f)
            for y in 0..<40 {
                for x in 0..<50 { #expect(seen[y * 50 + x] == whole[(y + 20) * 200 + x + 30]) }
            }
        }
    }

    @Test(
        "several regions have the same positions in every part of the picture",
        arguments: ["invert", "gaussian-blur"])
    func severalInParts(filter: String) throws {
        var dice = Dice("parts of regions")
        let source = SourceFrame(picture.buffer(.sixteen))
        let size = SIMD2(picture.width, picture.height)
        for _ in 0..<4 {
            var stage = Recipe.Stage(filter)
            stage.regions = randomRegions(4, &dice)
            try withSharedEngine { engine in
                let whole = try engine.values([stage], of: source, precision: .rgba32f)
                let part = PixelRegion(origin: size / 4, size: size / 3)
                let seen = try engine.values(
                    [stage], of: source, viewport: Viewport(gridSize: size, region: part), precision: .rgba32f
                )
                for y in 0..<part.size.y {
                    for x in 0..<part.size.x {
                        let index = (y + part.origin.y) * size.x + x + part.origin.x
                        #expect(way(seen[y * part.size.x + x], whole[index]) < 1e-5)
                    }
                }
            }
        }
    }

    @Test("after a stage that changes the picture's shape a region is relative to its output")
    func afterGeometry() throws {
        let left = Region(.rectangle, x: 0, y: 0, width: 0.5, height: 1)
        let recipe: Recipe = [
            Recipe.Stage("crop", ["left": 50, "right": 0, "top": 0, "bottom": 0]), invert(in: left),
        ]
        let gray = Reference(width: 80, height: 10) { _, _ in SIMD4(0.25, 0.25, 0.25, 1) }
        let values = try withSharedEngine {
            try $0.values(
                recipe, of: SourceFrame(gray.buffer(.sixteen)),
                viewport: Viewport(wholeAt: SIMD2(40, 10)), precision: .rgba32f)
        }
        for (index, value) in values.enumerated() {
            #expect(abs(Double(value.x) - (index % 40 < 20 ? 0.75 : 0.25)) < 1e-4)
        }
    }

    @Test("fused with filters around it, a region gives the same result as alone")
    func fused() throws {
        var dice = Dice("fused regions")
        for _ in 0..<6 {
            let chain = [
                Recipe.Stage("saturation", ["amount": 1.5]), invert(in: random(&dice), opacity: 0.8),
                Recipe.Stage("vignette"), invert(in: random(&dice)),
            ]
            try withSharedEngine { engine in
                let frame = FloatFrame(picture)
                let together = try engine.frame(Recipe(chain), of: frame)
                var alone = frame
                for stage in chain { alone = try engine.frame([stage], of: alone) }
                #expect(zip(together.pixels, alone.pixels).allSatisfy { way($0, $1) < 1e-4 })
            }
        }
    }
}
