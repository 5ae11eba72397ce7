import Filters
import GPU
import Imaging
import Rendering
import Testing

@Suite("Exports") struct ExporterTests {
    private func export(
        _ picture: PixelBuffer, _ recipe: Recipe, depth: PixelBuffer.Depth, sizeLimit: Int? = nil
    ) throws -> [UInt8] {
        try withEngine { engine in
            if let sizeLimit { engine.device.textures.sizeLimit = sizeLimit }
            var rows: [UInt8] = []
            let exporter = try Exporter(picture, recipe: recipe, depth: depth, on: engine) { bytes, _ in
                rows += bytes
            }
            while try exporter.step() {}
            #expect(exporter.progress == 1)
            return rows
        }
    }

    private func bytes(_ buffer: PixelBuffer) -> [UInt8] {
        buffer.withUnsafeBytes { Array($0) }
    }

    @Test("an empty recipe gives the file's pixels, bit for bit", arguments: PixelBuffer.Depth.allCases)
    func identity(depth: PixelBuffer.Depth) throws {
        let picture = testPicture(alpha: true).buffer(depth)
        #expect(try export(picture, [], depth: depth) == bytes(picture))
    }

    @Test("parameters at identity give the file's pixels, bit for bit", arguments: PixelBuffer.Depth.allCases)
    func identityParameters(depth: PixelBuffer.Depth) throws {
        let picture = testPicture(alpha: true).buffer(depth)
        let recipe: Recipe = [
            Recipe.Stage("saturation", ["amount": 1]), Recipe.Stage("invert", ["amount": 0]),
            Recipe.Stage("gaussian-blur", ["radius": 0]),
        ]
        #expect(try export(picture, recipe, depth: depth) == bytes(picture))
    }

    @Test(
        "inverting twice gives the picture, bit for bit",
        arguments: [PixelBuffer.Depth.eight, .sixteen])
    func roundTripThroughTheDevice(depth: PixelBuffer.Depth) throws {
        let picture = testPicture(alpha: true).buffer(depth)
        let recipe: Recipe = [Recipe.Stage("invert"), Recipe.Stage("invert")]
        #expect(try export(picture, recipe, depth: depth) == bytes(picture))
    }

    @Test("8 and 16 bits are converted by scaling and rounding")
    func changesDepth() throws {
        let picture = testPicture(alpha: true)
        let eight = bytes(picture.buffer(.eight))
        let widened = try export(picture.buffer(.eight), [], depth: .sixteen)
        let words = widened.withUnsafeBytes { Array($0.bindMemory(to: UInt16.self)) }
        #expect(words == eight.map { UInt16($0) * 257 })
        let narrowed = try export(picture.buffer(.sixteen), [], depth: .eight)
        let expected = picture.buffer(.sixteen).withUnsafeBytes { bytes in
            bytes.bindMemory(to: UInt16.self).map { UInt8((Double($0) / 257).rounded()) }
        }
        #expect(narrowed == expected)
    }

    @Test("strips and tiles equal the whole", arguments: PixelBuffer.Depth.allCases, [40, 64, 90])
    func tilesEqualWhole(depth: PixelBuffer.Depth, sizeLimit: Int) throws {
        let picture = testPicture(alpha: true).buffer(depth)
        let recipe: Recipe = [
            Recipe.Stage("saturation", ["amount": 0.4]), Recipe.Stage("gaussian-blur", ["radius": 5]),
            Recipe.Stage("invert", ["amount": 0.8]), Recipe.Stage("gaussian-blur", ["radius": 2]),
        ]
        let whole = try export(picture, recipe, depth: depth)
        let tiled = try export(picture, recipe, depth: depth, sizeLimit: sizeLimit)
        #expect(whole == tiled)
    }

    /// Radii blurred on grids reduced by 2, 4, 8 and 64 in half floats, and tiles that begin anywhere on
    /// these.
    @Test(
        "parts of a picture blurred on reduced grids equal those of the whole",
        arguments: [PixelFormat.rgba16f, .rgba32f], [7.0, 13, 24, 200])
    func partsOfReducedGridsEqualWhole(precision: PixelFormat, radius: Double) throws {
        let picture = testPicture(width: 331, height: 257, alpha: true).buffer(.eight)
        let recipe: Recipe = [
            Recipe.Stage("saturation", ["amount": 0.4]),
            Recipe.Stage("gaussian-blur", ["radius": .number(radius)]), Recipe.Stage("invert"),
            Recipe.Stage("gaussian-blur", ["radius": .number(radius / 3)]),
        ]
        try withEngine { engine in
            let source = SourceFrame(picture)
            let whole = try engine.values(recipe, of: source, precision: precision)
            for (x, y, width, height) in [
                (0, 0, 40, 30), (1, 1, 1, 1), (17, 45, 33, 7), (330, 256, 1, 1), (291, 101, 40, 156),
                (0, 131, 331, 3),
            ] {
                let region = PixelRegion(origin: SIMD2(x, y), size: SIMD2(width, height))
                let part = try engine.values(
                    recipe, of: source, viewport: Viewport(gridSize: source.size, region: region),
                    precision: precision)
                for row in 0..<height {
                    let start = (y + row) * 331 + x
                    #expect(
                        Array(part[row * width..<(row + 1) * width]) == Array(whole[start..<start + width]))
                }
            }
        }
    }

    @Test("the view at 100 % equals the saved file, within half an 8-bit level")
    func previewEqualsExport() throws {
        let picture = testPicture()
        let recipe: Recipe = [
            Recipe.Stage("saturation", ["amount": 1.6]), Recipe.Stage("gaussian-blur", ["radius": 7]),
        ]
        let saved = try export(picture.buffer(.eight), recipe, depth: .eight)
        try withEngine { engine in
            let source = SourceFrame(picture.buffer(.eight))
            let region = PixelRegion(origin: SIMD2(31, 17), size: SIMD2(40, 30))
            let seen = try engine.values(
                recipe, of: source, viewport: Viewport(gridSize: source.size, region: region))
            for y in 0..<30 {
                for x in 0..<40 {
                    let index = ((y + 17) * 97 + x + 31) * 4
                    let value = (seen[y * 40 + x] * 255).clamped(
                        lowerBound: SIMD4(repeating: 0), upperBound: SIMD4(repeating: 255))
                    for channel in 0..<4 {
                        #expect(abs(value[channel] - Float(saved[index + channel])) <= 0.501)
                    }
                }
            }
        }
    }

    @Test("however far the filters reach, the graphics memory is bounded")
    func boundsMemory() throws {
        let picture = PixelBuffer(width: 6000, height: 2500, depth: .sixteen) { _ in }
        let blurs = (0..<3).map { _ in Recipe.Stage("gaussian-blur", ["radius": 120]) }
        try withEngine { engine in
            let exporter = try Exporter(picture, recipe: Recipe(blurs), depth: .sixteen, on: engine) { _, _ in
            }
            _ = try exporter.step()
            // Three textures of 128 MB at a time, plus the pool's idle limit.
            #expect(engine.device.textures.counters.peakBytes < 640 << 20)
        }
    }

    @Test("a picture is decoded while it is exported if the recipe reads its rows from top to bottom")
    func decidesBeforeTheFirstRow() throws {
        let header = PictureHeader(
            width: 1000, height: 3000, depth: .eight, channels: .rgb, format: .jpeg,
            ending: PictureTrailer(orientation: .upright, wholeSize: SIMD2(1000, 3000)))
        let recipes: [(recipe: Recipe, isStreamed: Bool)] = [
            ([], true), ([Recipe.Stage("invert")], true),
            ([Recipe.Stage("gaussian-blur", ["radius": 10])], true),
            ([Recipe.Stage("flip", ["horizontal": false, "vertical": true])], false),
        ]
        try withEngine { engine in
            for (recipe, isStreamed) in recipes {
                let begun = try RowStream { begin, _ in
                    try begin(header)
                    return header.ending
                }
                let stream = try #require(begun)
                let input = try ExportInput(
                    stream, for: recipe, as: .png, options: EncodingOptions(), on: engine)
                #expect((input != nil) == isStreamed, "\(recipe)")
            }
        }
    }

    // A ray from a corner crosses the whole picture, however small the requested tile.
    @Test("rays that cross the picture do not split it into ever smaller tiles", arguments: [0.0, 0.1, 0.5])
    func worthwhileTiles(center: Double) throws {
        let picture = PixelBuffer(width: 6000, height: 4500, depth: .eight) { _ in }
        let zoom = Recipe.Stage(
            "zoom-blur", ["amount": .number(1), "center": .point(SIMD2(center, center))])
        try withEngine { engine in
            let exporter = try Exporter(picture, recipe: [zoom], depth: .eight, on: engine) { _, _ in }
            #expect(exporter.tiling.tileCount < 60, "\(exporter.tiling.tileCount) tiles")
        }
    }
}
