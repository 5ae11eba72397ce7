import Filters
import GPU
import Rendering

extension Benchmark {
    static let invert = Benchmark(
        name: "invert", title: "1000 × 1000 pixels inverted 20 times, resident on the device"
    ) {
        let repeats = 20
        let rounds = 15
        let picture = TestPicture(width: 1000, height: 1000).make()
        func glint(_ precision: PixelFormat) throws -> Double {
            let engine = try Engine(context: HeadlessContext())
            let provider = SourceFrame(picture.pixels)
            var frames = 0
            let viewport = Viewport(wholeAt: provider.size)
            func frame() throws {
                // The amount differs each time; otherwise, the earlier result would be reused.
                frames += 1
                let recipe = Recipe([.init("invert", ["amount": .number(1 - Double(frames) * 1e-6)])])
                _ = try engine.render(recipe, of: provider, viewport: viewport, precision: precision)
            }
            // Runs until the cached results have filled their budget, so that their textures are reused.
            for _ in 0..<100 { try frame() }
            return try Samples(rounds) {
                for _ in 0..<repeats { try frame() }
                engine.device.finish()
            }.median
        }
        let source = picture.pixels.withUnsafeBytes { Array($0) }
        var result = source
        let loop = try Samples(rounds) {
            for _ in 0..<repeats { invertInPlainSwift(source, into: &result) }
        }.median
        return [
            Figure(name: "Glint, 8 bit", value: try glint(.rgba8), unit: "ms"),
            Figure(name: "Glint, half floats", value: try glint(.rgba16f), unit: "ms"),
            Figure(name: "plain Swift loop, 8 bit, one core", value: loop, unit: "ms"),
        ]
    }
}

/// The straightforward implementation, which the compiler vectorizes.
@inline(never)
private func invertInPlainSwift(_ source: [UInt8], into result: inout [UInt8]) {
    for index in stride(from: 0, to: source.count, by: 4) {
        result[index] = 255 - source[index]
        result[index + 1] = 255 - source[index + 1]
        result[index + 2] = 255 - source[index + 2]
        result[index + 3] = source[index + 3]
    }
}
