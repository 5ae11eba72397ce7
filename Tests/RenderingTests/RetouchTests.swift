import Filters
import Foundation
import GPU
import Imaging
@testable import Rendering
import TestSupport
import Testing

@Suite("Retouch") struct RetouchTests {
    /// Gradients with noise, from 0.1 to 0.9.
    private static func picture(_ width: Int, _ height: Int) -> Reference {
        var dice = Dice("retouch")
        return Reference(width: width, height: height) { x, y in
            let (u, v) = (Double(x) / Double(width), Double(y) / Double(height))
            let noise = SIMD4(dice.number(0...0.3), dice.number(0...0.3), dice.number(0...0.3), 0)
            return SIMD4(0.1 + 0.5 * u, 0.1 + 0.5 * v, 0.6 - 0.5 * u * v, 1) + noise
        }.rounded(to: .sixteen)
    }

    private static func values(
        _ spots: [RetouchSpot], of picture: Reference, viewport: Viewport? = nil,
        precision: PixelFormat = .rgba32f
    ) throws -> [SIMD4<Float>] {
        var stage = Recipe.Stage(FilterCatalog.retouch)
        stage.spots = spots
        return try withSharedEngine {
            try $0.values(
                [stage], of: SourceFrame(picture.buffer(.float)), viewport: viewport, precision: precision)
        }
    }

    /// The formula of a spot's weight in double precision, without the opacity.
    private static func weight(_ spot: RetouchSpot, _ picture: Reference, _ x: Int, _ y: Int) -> Double {
        let size = SIMD2(Double(picture.width), Double(picture.height))
        let (place, radius) = (SIMD2(Double(x) + 0.5, Double(y) + 0.5), spot.radius * size.max())
        let points = spot.points.map { $0 * size }
        let pairs = points.count == 1 ? [(points[0], points[0])] : Array(zip(points, points.dropFirst()))
        let distance =
            pairs.map { start, end in
                let (way, apart) = (end - start, place - start)
                let length = (way * way).sum()
                let part = length > 0 ? min(max((apart * way).sum() / length, 0), 1) : 0
                let rest = apart - way * part
                return (rest * rest).sum().squareRoot()
            }.min() ?? .infinity
        let (feather, depth) = (spot.feather * radius, radius - distance)
        let cover = smooth(0, 1, (depth - 0.5 * min(feather - 1, 0)) / max(feather, 1))
        return cover < 0.001 ? 0 : cover
    }

    @Test("a clone equals the shifted pixels, weighted by feather and opacity", arguments: [0.0, 0.5, 1])
    func cloneEqualsShiftedPixels(feather: Double) throws {
        let picture = Self.picture(120, 80)
        let spot = RetouchSpot(
            points: [SIMD2(0.3, 0.5)], radius: 0.15, source: SIMD2(0.8, 0.4), mode: .clone, feather: feather,
            opacity: feather == 0 ? 1 : 0.7)
        let values = try Self.values([spot], of: picture)
        var expected = picture
        for y in 0..<80 {
            for x in 0..<120 {
                let weight = Self.weight(spot, picture, x, y) * spot.opacity
                expected.pixels[y * 120 + x] +=
                    weight * (picture[min(x + 60, 119), max(y - 8, 0)] - picture[x, y])
            }
        }
        #expect(largestDifference(values, expected) < 1e-5)
        // A feather of 1 reaches the middle.
        guard feather < 1 else { return }
        let middle = values[40 * 120 + 36]
        let copied = picture[96, 32] * spot.opacity + picture[36, 40] * (1 - spot.opacity)
        #expect(largestDifference([middle], Reference(width: 1, height: 1) { _, _ in copied }) < 1e-5)
    }

    /// Solves the same equation with a sparse direct solver: inside the mask, each pixel differs from its
    /// neighbors in the picture as the source does.
    private static let solver = """
        import sys
        import numpy as np, scipy.sparse as sparse, scipy.sparse.linalg as linalg
        width, height, dx, dy = map(int, sys.argv[3:7])
        data = np.fromfile(sys.argv[1], np.float64).reshape(height, width, 4)
        picture, weight = data[..., :3], data[..., 3]
        y, x = np.mgrid[:height, :width]
        source = picture[np.clip(y + dy, 0, height - 1), np.clip(x + dx, 0, width - 1)]
        mask = weight > 0
        index = np.full((height, width), -1)
        index[mask] = np.arange(mask.sum())
        ys, xs = np.nonzero(mask)
        rows, columns, numbers = [], [], []
        degree, right = np.zeros(len(ys)), np.zeros((len(ys), 3))
        for down, across in ((0, 1), (1, 0), (0, -1), (-1, 0)):
            yy, xx = ys + down, xs + across
            own = np.nonzero((yy >= 0) & (yy < height) & (xx >= 0) & (xx < width))[0]
            yy, xx = yy[own], xx[own]
            degree[own] += 1
            right[own] += source[ys[own], xs[own]] - source[yy, xx]
            other = index[yy, xx]
            inner = other >= 0
            rows.append(own[inner]); columns.append(other[inner]); numbers.append(-np.ones(inner.sum()))
            right[own[~inner]] += picture[yy[~inner], xx[~inner]]
        every = np.arange(len(ys))
        matrix = sparse.csc_matrix((
            np.concatenate(numbers + [degree]),
            (np.concatenate(rows + [every]), np.concatenate(columns + [every]))))
        solve = linalg.splu(matrix).solve
        healed = picture.copy()
        for channel in range(3):
            healed[mask, channel] = solve(right[:, channel])
        result = picture + weight[..., None] * (healed - picture)
        result.tofile(sys.argv[2])
        """

    private static func healed(_ spot: RetouchSpot, _ picture: Reference) throws -> Reference {
        let folder = try temporaryFolder()
        let size = SIMD2(Double(picture.width), Double(picture.height))
        let shift = SIMD2<Int>((spot.offset * size).rounded(.toNearestOrAwayFromZero))
        var numbers: [Double] = []
        for y in 0..<picture.height {
            for x in 0..<picture.width {
                let color = picture[x, y]
                numbers += [color.x, color.y, color.z, weight(spot, picture, x, y)]
            }
        }
        try numbers.withUnsafeBytes { Data($0) }.write(to: URL(fileURLWithPath: folder.file("in")))
        try runPython(
            solver,
            arguments: [
                folder.file("in"), folder.file("out"), "\(picture.width)", "\(picture.height)", "\(shift.x)",
                "\(shift.y)",
            ])
        let data = try Data(contentsOf: URL(fileURLWithPath: folder.file("out")))
        let result = data.withUnsafeBytes { Array($0.bindMemory(to: Double.self)) }
        return Reference(width: picture.width, height: picture.height) { x, y in
            let index = 3 * (y * picture.width + x)
            return SIMD4(result[index], result[index + 1], result[index + 2], 1)
        }
    }

    private static let healedSpots: [RetouchSpot] = [
        RetouchSpot(points: [SIMD2(0.4, 0.5)], radius: 0.012, source: SIMD2(0.5, 0.5)),
        RetouchSpot(points: [SIMD2(0.4, 0.5)], radius: 0.05, source: SIMD2(0.6, 0.4), feather: 0),
        RetouchSpot(points: [SIMD2(0.5, 0.5)], radius: 0.24, source: SIMD2(0.2, 0.6), feather: 1),
        // At edges and a corner of the picture.
        RetouchSpot(points: [SIMD2(0, 0.5)], radius: 0.1, source: SIMD2(0.5, 0.5)),
        RetouchSpot(points: [SIMD2(0.7, 0.98)], radius: 0.12, source: SIMD2(0.3, 0.3)),
        RetouchSpot(points: [SIMD2(0.995, 0.01)], radius: 0.2, source: SIMD2(0.4, 0.6)),
        // A stroke that crosses itself. No pixel has a weight so near the limit of the mask that rounding
        // decides whether it is healed.
        RetouchSpot(
            points: [SIMD2(0.113, 0.1), SIMD2(0.8, 0.7909), SIMD2(0.8, 0.2), SIMD2(0.2, 0.8)], radius: 0.02,
            source: SIMD2(0.2, 0.15)),
    ]

    @Test(
        "a healed spot solves Poisson's equation as a direct solver does, within 1/255",
        arguments: healedSpots)
    func healEqualsDirectSolver(spot: RetouchSpot) throws {
        let picture = Self.picture(331, 247)
        let expected = try Self.healed(spot, picture)
        #expect(largestDifference(try Self.values([spot], of: picture), expected) < 1.0 / 255)
        // The test would not notice a spot without an effect.
        #expect(largestDifference(picture.pixels.map { SIMD4<Float>($0) }, expected) > 0.1)
    }

    @Test("spots are applied in order: each copies the results of those before it")
    func spotsFollowEachOther() throws {
        let picture = Self.picture(160, 100)
        var spots = [
            RetouchSpot(points: [SIMD2(0.3, 0.4)], radius: 0.06, source: SIMD2(0.6, 0.5)),
            RetouchSpot(points: [SIMD2(0.34, 0.45)], radius: 0.05, source: SIMD2(0.3, 0.4), opacity: 0.8),
            RetouchSpot(
                points: [SIMD2(0.6, 0.5)], radius: 0.05, source: SIMD2(0.33, 0.43), mode: .clone),
            RetouchSpot(points: [SIMD2(0.1, 0.9)], radius: 0.02, source: SIMD2(0.2, 0.9)),
        ]
        // More than the sheets of one round.
        spots += spots + spots
        var expected = picture
        for spot in spots {
            let values = try Self.values([spot], of: expected, precision: .rgba32f)
            expected.pixels = values.map { SIMD4<Double>($0) }
        }
        #expect(largestDifference(try Self.values(spots, of: picture), expected) < 1e-4)
    }

    @Test("many small spots take few passes, and none where a part of the picture has none")
    func manySpotsTakeFewPasses() throws {
        let spots = (0..<300).map { index -> RetouchSpot in
            let place = SIMD2(Double(index % 20) / 20 + 0.02, Double(index / 20) / 40 + 0.02)
            return RetouchSpot(points: [place], radius: 0.003, source: place + SIMD2(0.02, 0))
        }
        var stage = Recipe.Stage(FilterCatalog.retouch)
        stage.spots = spots
        func plan(_ region: PixelRegion) throws -> Plan {
            try Plan(
                recipe: [stage], catalog: .builtIn, sourceSize: SIMD2(3000, 2000),
                viewport: Viewport(gridSize: SIMD2(3000, 2000), region: region), precision: .rgba16f)
        }
        let whole = try plan(PixelRegion(size: SIMD2(3000, 2000)))
        #expect(whole.passes.count <= 8)
        let below = try plan(PixelRegion(origin: SIMD2(0, 1500), size: SIMD2(3000, 500)))
        let computed = below.passes.dropLast().filter { !$0.region.isEmpty }
        #expect(computed.isEmpty)
        #expect(below.source.region == PixelRegion(origin: SIMD2(0, 1500), size: SIMD2(3000, 500)))
    }

    @Test("parts of the picture equal the whole bit for bit")
    func partsEqualWhole() throws {
        let picture = Self.picture(200, 150)
        let spots = Self.healedSpots
        let whole = try Self.values(spots, of: picture)
        for part in [
            PixelRegion(size: SIMD2(200, 40)), PixelRegion(origin: SIMD2(0, 40), size: SIMD2(200, 70)),
            PixelRegion(origin: SIMD2(90, 10), size: SIMD2(60, 140)),
        ] {
            let values = try Self.values(
                spots, of: picture, viewport: Viewport(gridSize: SIMD2(200, 150), region: part))
            let expected = (0..<part.size.y).flatMap { y in
                whole[((part.origin.y + y) * 200 + part.origin.x)...].prefix(part.size.x)
            }
            #expect(values == expected)
        }
    }

    @Test("a reduced preview looks like the reduced result")
    func previewEqualsExport() throws {
        let picture = Reference(width: 400, height: 300) { x, y in
            let (u, v) = (Double(x) / 400, Double(y) / 300)
            return SIMD4(0.5 + 0.4 * sin(9 * u), 0.5 + 0.4 * sin(7 * v), 0.5 + 0.4 * sin(5 * (u + v)), 1)
        }
        let spots = [
            RetouchSpot(points: [SIMD2(0.3, 0.4)], radius: 0.08, source: SIMD2(0.6, 0.5)),
            RetouchSpot(points: [SIMD2(0.7, 0.8)], radius: 0.05, source: SIMD2(0.5, 0.7), mode: .clone),
        ]
        let whole = try Self.values(spots, of: picture)
        let half = try Self.values(spots, of: picture, viewport: Viewport(wholeAt: SIMD2(200, 150)))
        let reduced = Reference(width: 200, height: 150) { x, y in
            [SIMD2(0, 0), SIMD2(1, 0), SIMD2(0, 1), SIMD2(1, 1)].reduce(SIMD4.zero) {
                $0 + SIMD4<Double>(whole[(2 * y + $1.y) * 400 + 2 * x + $1.x]) / 4
            }
        }
        let sum = zip(half, reduced.pixels).reduce(0.0) { sum, pair in
            let difference = SIMD4<Double>(pair.0) - pair.1
            return sum + (difference * difference).sum()
        }
        #expect((sum / Double(3 * half.count)).squareRoot() < 1.5 / 255)
        // At the rim of a hard spot the two grids weigh pixels differently.
        #expect(largestDifference(half, reduced) < 0.1)
    }

    @Test("the source of a new spot looks like its surroundings, lies off it, and is always the same")
    func sourceIsSimilar() {
        // Stripes of two textures, with a blemish in the dark one.
        let size = SIMD2(200, 150)
        var dice = Dice("source")
        var bytes: [UInt8] = []
        for y in 0..<size.y {
            for x in 0..<size.x {
                let isDark = x < 100
                let level = isDark ? 60 + dice.number(0...8) : 200 + dice.number(0...40)
                let blemish = (x - 85) * (x - 85) + (y - 70) * (y - 70) < 30
                bytes += [UInt8(blemish ? 255 : level), UInt8(level), UInt8(level), 255]
            }
        }
        let finder = RetouchSource(size: size, bytes: bytes)
        let spot = RetouchSpot(points: [SIMD2(85, 70) / SIMD2(200, 150)], radius: 0.04, source: .zero)
        let source = finder.source(for: spot)
        let pixel = source * SIMD2(200, 150)
        #expect(pixel.x < 100 - 8, "it is in the same texture")
        let way = pixel - SIMD2(85, 70)
        #expect((way * way).sum().squareRoot() >= 16, "it is off the spot")
        #expect(finder.source(for: spot) == source)
        let other = RetouchSpot(points: [source], radius: 0.04, source: .zero)
        let next = finder.source(for: spot, avoiding: [other]) * SIMD2(200, 150) - pixel
        #expect((next * next).sum().squareRoot() >= 16, "it avoids other spots")
    }
}
