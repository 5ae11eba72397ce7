import Decoding
import Filters
import GPU
import Imaging
import Rendering

extension Benchmark {
    static let size = Benchmark(
        name: "size", title: "saturation and blur (radius 10) of 12 and of 48 megapixels, without start-up"
    ) {
        let small = TestPicture.photograph.make()
        // The picture repeated four times, so that a codec does the same work per pixel.
        let large = Picture(pixels: small.pixels.tiledTwice(), channels: small.channels)
        return try exports(of: [small, large]) + previews(of: [small, large])
    }

    private static let names = ["12 megapixels", "48 megapixels"]
    private static let edits = Recipe([
        .init("saturation", ["amount": 0.3]), .init("gaussian-blur", ["radius": 10]),
    ])

    /// Measured from input file to output file.
    private static func exports(of pictures: [Picture]) throws -> [Figure] {
        let folder = try ScratchFolder()
        let renderer = try Renderer()
        return try ["png", "jpg"].flatMap { suffix in
            let output = folder.file("result." + suffix)
            let inputs = try pictures.enumerated().map { index, picture in
                let input = folder.file("picture-\(index)." + suffix)
                try picture.write(to: input, options: EncodingOptions(compression: .fast))
                return input
            }
            let samples = try Samples.inTurns(
                5,
                of: inputs.map { input in
                    {
                        try renderer.render(
                            RemotePictureDecoder.shared.picture(contentsOf: input), edits, to: output,
                            overwrite: true)
                    }
                })
            return zip(names, samples).flatMap { $1.figures("export, \(suffix), \($0)") }
        }
    }

    /// Frames with the same number of pixels and the same blur width on screen, while the saturation slider
    /// moves.
    private static func previews(of pictures: [Picture]) throws -> [Figure] {
        let view = Viewport(
            gridSize: SIMD2(1600, 1200), region: PixelRegion(origin: SIMD2(0, 100), size: SIMD2(1600, 1000)))
        let engine = try Engine(context: HeadlessContext())
        var moved = 0.0
        let samples = try Samples.inTurns(
            25,
            of: pictures.map { picture in
                let provider = SourceFrame(picture.pixels)
                let radius = 10 * Double(picture.width) / Double(pictures[0].width)
                return {
                    moved += 1e-5
                    let recipe = Recipe([
                        .init("saturation", ["amount": .number(0.3 + moved)]),
                        .init("gaussian-blur", ["radius": .number(radius)]),
                    ])
                    _ = try engine.render(recipe, of: provider, viewport: view)
                    engine.device.finish()
                }
            })
        return zip(names, samples).flatMap { $1.figures("preview, \($0)") }
    }
}

extension PixelBuffer {
    /// This picture tiled two by two.
    fileprivate func tiledTwice() -> PixelBuffer {
        PixelBuffer(width: 2 * width, height: 2 * height, depth: depth) { result in
            withUnsafeBytes { bytes in
                for place in 0..<4 * height {
                    let source = (place / 2) % height * bytesPerRow
                    result[place * bytesPerRow..<(place + 1) * bytesPerRow].copyBytes(
                        from: bytes[source..<source + bytesPerRow])
                }
            }
        }
    }
}
