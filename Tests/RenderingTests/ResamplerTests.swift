import Filters
import Foundation
import GPU
import Imaging
import Rendering
import TestSupport
import Testing

@Suite("Reduction of the source") struct ResamplerTests {
    /// Resizes the RGBA bytes on standard input's file with Pillow's bicubic filter, which widens as ours does.
    private static let pillow = """
        import sys
        from PIL import Image
        width, height, toWidth, toHeight = map(int, sys.argv[3:7])
        image = Image.frombytes('RGBA', (width, height), open(sys.argv[1], 'rb').read())
        # Pillow rounds to 8 bits between rows and columns; floats keep what is compared.
        bands = [band.convert('F').resize((toWidth, toHeight), Image.BICUBIC) for band in image.split()]
        with open(sys.argv[2], 'wb') as out:
            for band in bands: out.write(band.tobytes())
        """

    @Test(
        "a reduced picture is what Pillow's bicubic resize makes of it",
        arguments: [(50, 31), (97, 20), (13, 61), (1, 1), (96, 60)])
    func matchesPillow(width: Int, height: Int) throws {
        let picture = testPicture()
        let folder = try temporaryFolder()
        let bytes = picture.buffer(.eight).withUnsafeBytes { Data($0) }
        try bytes.write(to: URL(fileURLWithPath: folder.file("in")))
        try runPython(
            Self.pillow,
            arguments: [folder.file("in"), folder.file("out"), "97", "61", "\(width)", "\(height)"])
        let floats = try Data(contentsOf: URL(fileURLWithPath: folder.file("out"))).withUnsafeBytes {
            Array($0.bindMemory(to: Float.self))
        }
        let count = width * height
        let expected = Reference(width: width, height: height) { x, y in
            let place = y * width + x
            return SIMD4(
                Double(floats[place]), Double(floats[count + place]), Double(floats[2 * count + place]),
                Double(floats[3 * count + place])) / 255
        }
        try withEngine { engine in
            let values = try engine.values(
                [], of: PictureProvider(picture.buffer(.eight)),
                viewport: Viewport(wholeAt: SIMD2(width, height)),
                precision: .rgba32f)
            #expect(largestDifference(values, expected) < 1e-5)
        }
    }

    @Test("fine detail reduces to its mean instead of a moiré")
    func doesNotAlias() throws {
        // Columns of one pixel, black and white: beyond what a third of the size can show.
        let stripes = Reference(width: 300, height: 30) { x, _ in
            let level = Double(x & 1)
            return SIMD4(level, level, level, 1)
        }
        try withEngine { engine in
            let values = try engine.values(
                [], of: PictureProvider(stripes.buffer(.eight)), viewport: Viewport(wholeAt: SIMD2(97, 10)))
            let inner = (2..<95).map { values[5 * 97 + $0].x }
            #expect(inner.allSatisfy { abs($0 - 0.5) < 0.02 })
        }
    }

    @Test("hidden colors do not bleed into what is seen")
    func weighsByAlpha() throws {
        let picture = Reference(width: 64, height: 64) { x, _ in
            x & 1 == 0 ? SIMD4(0, 1, 0, 0) : SIMD4(1, 0, 0, 1)
        }
        try withEngine { engine in
            let values = try engine.values(
                [], of: PictureProvider(picture.buffer(.eight)), viewport: Viewport(wholeAt: SIMD2(16, 16)))
            #expect(values.allSatisfy { $0.y < 1e-3 && $0.x > 0.999 && abs($0.w - 0.5) < 0.05 })
        }
    }

    @Test("a part of the view is what the whole view has there, in tiles too")
    func partsEqualWhole() throws {
        let picture = testPicture(width: 300, height: 200).buffer(.eight)
        try withEngine { engine in
            let source = PictureProvider(picture)
            let grid = SIMD2(120, 80)
            let whole = try engine.values([], of: source, viewport: Viewport(wholeAt: grid))
            let region = PixelRegion(origin: SIMD2(40, 21), size: SIMD2(50, 33))
            let part = try engine.values([], of: source, viewport: Viewport(gridSize: grid, region: region))
            engine.device.textures.sizeLimit = 128
            let tiled = try engine.values([], of: PictureProvider(picture), viewport: Viewport(wholeAt: grid))
            #expect(tiled == whole)
            for y in 0..<33 {
                for x in 0..<50 { #expect(part[y * 50 + x] == whole[(y + 21) * 120 + x + 40]) }
            }
        }
    }
}
