import Filters
import GPU
import Imaging
import Rendering

extension Benchmark {
    static let blur = Benchmark(
        name: "blur",
        title: "gaussian blur of 12 megapixels at full size, on the device and from memory to memory"
    ) {
        let photograph = TestPicture.photograph.make()
        let deep = Picture(pixels: photograph.pixels.deepened(), channels: .rgb)
        return try blurFigures(of: photograph, radius: 40, precision: .rgba16f, output: .rgba8ui)
            + blurFigures(of: photograph, radius: 10, precision: .rgba16f, output: .rgba8ui)
            + blurFigures(of: deep, radius: 10, precision: .rgba32f, output: .rgba16ui)
    }

    /// Precision and output format are the same as in an export.
    private static func blurFigures(
        of picture: Picture, radius: Double, precision: PixelFormat, output: PixelFormat
    ) throws -> [Figure] {
        let engine = try Engine(context: HeadlessContext())
        let resident = try ResidentPicture(picture, on: engine)
        let recipe = Recipe([.init("gaussian-blur", ["radius": .number(radius)])])
        func blurred() throws -> Texture {
            try resident.filtered(recipe, precision: precision, outputFormat: output, on: engine)
        }
        let error = try BlurError(sigma: radius / 2, source: picture.pixels).largest(
            in: blurred(), on: engine.device)
        let renderer = try Renderer()
        let samples = try Samples.inTurns(
            5,
            of: [
                { try engine.device.withContext { _ = try blurred() } },
                { _ = try renderer.render(picture, recipe) },
            ])
        let name = "radius \(Int(radius)), \(picture.pixels.depth.rawValue) bit"
        let maximum = picture.pixels.depth == .eight ? 255 : 65535
        return samples[0].figures("\(name), resident")
            + samples[1].figures("\(name), memory to memory")
            + [Figure(name: "\(name): largest error", value: error, unit: "of \(maximum)")]
    }
}

extension PixelBuffer {
    /// The same pixels with 16 bits per channel, where the low byte differs from the high byte.
    fileprivate func deepened() -> PixelBuffer {
        PixelBuffer(width: width, height: height, depth: .sixteen) { result in
            withUnsafeBytes { bytes in
                let samples = result.bindMemory(to: UInt16.self)
                for index in bytes.indices {
                    let isAlpha = index & 3 == 3
                    samples[index] = UInt16(bytes[index]) << 8 | (isAlpha ? 255 : UInt16(index &* 37 & 255))
                }
            }
        }
    }
}
