import Filters
import Foundation
import GPU
import Imaging
import TestSupport
import Testing

@testable import Rendering

@Suite("Reduction of the source") struct ReductionTests {
    /// Resizes RGBA with Pillow's bicubic filter, which widens like Glint's; colors are weighted by alpha.
    private static let pillow = """
        import sys
        import numpy
        from PIL import Image
        width, height, toWidth, toHeight = map(int, sys.argv[3:7])
        values = numpy.fromfile(sys.argv[1], numpy.float32).reshape(height, width, 4)
        values[..., :3] *= values[..., 3:]
        # Pillow rounds to 8 bits between rows and columns; floats keep what is compared.
        bands = [Image.fromarray(values[..., band]).resize((toWidth, toHeight), Image.BICUBIC) for band in range(4)]
        result = numpy.dstack([numpy.asarray(band) for band in bands])
        alpha = result[..., 3:]
        result[..., :3] = numpy.where(alpha > 0, result[..., :3] / numpy.where(alpha > 0, alpha, 1), 0)
        result.astype(numpy.float32).tofile(sys.argv[2])
        """

    private func pillowReduced(_ picture: Reference, to size: SIMD2<Int>) throws -> Reference {
        let folder = try temporaryFolder()
        let floats = picture.pixels.map { SIMD4<Float>($0) }
        try floats.withUnsafeBytes { Data($0) }.write(to: URL(fileURLWithPath: folder.file("in")))
        try runPython(
            Self.pillow,
            arguments: [
                folder.file("in"), folder.file("out"), "\(picture.width)", "\(picture.height)", "\(size.x)",
                "\(size.y)",
            ])
        let result = try Data(contentsOf: URL(fileURLWithPath: folder.file("out"))).withUnsafeBytes {
            Array($0.bindMemory(to: SIMD4<Float>.self))
        }
        return Reference(width: size.x, height: size.y) { x, y in SIMD4<Double>(result[y * size.x + x]) }
    }

    @Test(
        "a reduced picture equals Pillow's bicubic resize",
        arguments: [(50, 31), (97, 20), (13, 61), (9, 6), (96, 60)],
        [PixelBuffer.Depth.eight, .sixteen])
    func matchesPillow(size: (Int, Int), depth: PixelBuffer.Depth) throws {
        for alpha in [false, true] {
            let picture = testPicture(alpha: alpha).rounded(to: depth)
            let expected = try pillowReduced(picture, to: SIMD2(size.0, size.1))
            try withEngine { engine in
                let values = try engine.values(
                    [], of: SourceFrame(picture.buffer(depth), isOpaque: !alpha),
                    viewport: Viewport(wholeAt: SIMD2(size.0, size.1)), precision: .rgba32f)
                // Almost transparent pixels are left out: they have no meaningful color.
                let seen = zip(values, expected.pixels).map { $1.w > 0.05 ? $0 : SIMD4<Float>($1) }
                #expect(largestDifference(seen, expected) < 2e-5)
            }
        }
    }

    @Test(
        "a picture of one row or column is reduced along it",
        arguments: [(300, 1, 20, 1), (1, 300, 1, 20), (2, 1, 1, 1)])
    func reducesLines(width: Int, height: Int, toWidth: Int, toHeight: Int) throws {
        let picture = testPicture(width: width, height: height).rounded(to: .eight)
        let size = SIMD2(toWidth, toHeight)
        let expected = try pillowReduced(picture, to: size)
        try withEngine { engine in
            let values = try engine.values(
                [], of: SourceFrame(picture.buffer(.eight)), viewport: Viewport(wholeAt: size),
                precision: .rgba32f)
            #expect(largestDifference(values, expected) < 2e-5)
        }
    }

    /// Views at a sixteenth or less are made from a reduced copy, so they differ from a single reduction:
    /// they use two successive smooth kernels instead of one, and the kernels are cut off differently at the
    /// border.
    @Test(
        "a view far smaller than its picture is within a level of 255 of Pillow's, within three at the border",
        arguments: [(31, 23), (25, 19), (8, 6)], [PixelBuffer.Depth.eight, .sixteen])
    func farSmallerViewsMatchPillow(size: (Int, Int), depth: PixelBuffer.Depth) throws {
        for alpha in [false, true] {
            // A picture of odd size with hard edges and a one-pixel texture.
            let picture = Reference(width: 509, height: 377) { x, y in
                let edge = (x + y / 3) % 170 < 80 ? 0.05 : 0.95
                let wave = 0.5 + 0.5 * sin(Double(x * x + y * y) / 5000)
                return SIMD4(edge, wave, Double((x ^ y) & 1), alpha && (x / 90 + y / 70) % 2 == 0 ? 0.3 : 1)
            }.rounded(to: depth)
            let expected = try pillowReduced(picture, to: SIMD2(size.0, size.1))
            try withEngine { engine in
                let values = try engine.values(
                    [], of: SourceFrame(picture.buffer(depth), isOpaque: !alpha),
                    viewport: Viewport(wholeAt: SIMD2(size.0, size.1)), precision: .rgba32f)
                for (index, pair) in zip(values, expected.pixels).enumerated() {
                    let (x, y) = (index % size.0, index / size.0)
                    let isRim = x < 2 || y < 2 || x >= size.0 - 2 || y >= size.1 - 2
                    let difference = seen(SIMD4<Double>(pair.0)) - seen(pair.1)
                    let largest = max(difference.max(), -difference.min()) * 255
                    #expect(largest < (isRim ? 3 : 1), "at \(x), \(y)")
                }
            }
        }
    }

    /// A color composited over black.
    private func seen(_ color: SIMD4<Double>) -> SIMD4<Double> {
        var seen = color * color.w
        seen.w = color.w
        return seen
    }

    @Test("floats are converted to half floats like on the CPU")
    func packsHalves() {
        var values: [Float] = [
            0, -0.0, 1, -1, 0.5, 1.0 / 3, 65504.0 / 64, 6.1e-5, 5.96e-8, 2.9e-8, 3.1e-8, -1e-6,
        ]
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<10_000 {
            values.append(Float.random(in: -2...2, using: &generator))
            values.append(Float.random(in: -1e-4...1e-4, using: &generator))
        }
        for value in values {
            let half = HalfFloats.bits(of: SIMD4(repeating: value)).x
            #expect(half == Float16(value).bitPattern, "\(value)")
        }
    }

    @Test("fine detail reduces to its mean instead of a moiré")
    func doesNotAlias() throws {
        // Black and white columns of one pixel, finer than a third of the size can represent.
        let stripes = Reference(width: 300, height: 30) { x, _ in
            let level = Double(x & 1)
            return SIMD4(level, level, level, 1)
        }
        try withEngine { engine in
            let values = try engine.values(
                [], of: SourceFrame(stripes.buffer(.eight)), viewport: Viewport(wholeAt: SIMD2(97, 10)))
            let inner = (2..<95).map { values[5 * 97 + $0].x }
            #expect(inner.allSatisfy { abs($0 - 0.5) < 0.02 })
        }
    }

    @Test("hidden colors do not bleed into visible ones")
    func weighsByAlpha() throws {
        let picture = Reference(width: 64, height: 64) { x, _ in
            x & 1 == 0 ? SIMD4(0, 1, 0, 0) : SIMD4(1, 0, 0, 1)
        }
        try withEngine { engine in
            let values = try engine.values(
                [], of: SourceFrame(picture.buffer(.eight)), viewport: Viewport(wholeAt: SIMD2(16, 16)))
            #expect(values.allSatisfy { $0.y < 1e-3 && $0.x > 0.999 && abs($0.w - 0.5) < 0.05 })
        }
    }

    @Test("a part of the view equals that of the whole view")
    func partsEqualWhole() throws {
        let picture = testPicture(width: 300, height: 200).buffer(.eight)
        try withEngine { engine in
            let source = SourceFrame(picture)
            let grid = SIMD2(120, 80)
            let whole = try engine.values([], of: source, viewport: Viewport(wholeAt: grid))
            let region = PixelRegion(origin: SIMD2(40, 21), size: SIMD2(50, 33))
            let part = try engine.values([], of: source, viewport: Viewport(gridSize: grid, region: region))
            for y in 0..<33 {
                for x in 0..<50 { #expect(part[y * 50 + x] == whole[(y + 21) * 120 + x + 40]) }
            }
        }
    }
}
