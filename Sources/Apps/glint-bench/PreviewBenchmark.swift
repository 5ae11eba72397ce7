import Filters
import GPU
import Rendering

extension Benchmark {
    static let preview = Benchmark(
        name: "preview",
        title:
            "preview of saturation and blur (radius 10) on 12 megapixels, 1600 × 1000 visible, while a slider moves"
    ) {
        // The picture is as wide as the window, which shows only part of its height.
        let window = SIMD2(1600, 1000)
        let provider = SourceFrame(TestPicture.photograph.make())
        let filling = Viewport(
            gridSize: SIMD2(1600, 1200), region: PixelRegion(origin: SIMD2(0, 100), size: window))
        let atFullSize = Viewport(
            gridSize: provider.size, region: PixelRegion(origin: SIMD2(1200, 1000), size: window))
        return try drag(.saturation, filling, provider, "saturation, fitted")
            + drag(.radius, filling, provider, "radius, fitted")
            + drag(.saturation, atFullSize, provider, "saturation, at 100 %")
    }

    private enum Slider {
        case saturation, radius

        /// The recipe of a frame; it differs from frame to frame as during a drag.
        func recipe(_ frame: Int) -> Recipe {
            let moved = Double(frame % 1000) / 1000
            return Recipe([
                .init("saturation", ["amount": .number(self == .saturation ? 0.2 + moved : 0.3)]),
                .init("gaussian-blur", ["radius": .number(self == .radius ? 9 + 2 * moved : 10)]),
            ])
        }
    }

    /// The times from setting a new value to having the finished frame on the device, repeated for three
    /// seconds without pauses.
    private static func drag(
        _ slider: Slider, _ viewport: Viewport, _ provider: SourceFrame, _ name: String
    ) throws -> [Figure] {
        let engine = try Engine(context: HeadlessContext())
        func frame(_ number: Int) throws -> Samples.Time {
            try Samples.time {
                _ = try engine.render(slider.recipe(number), of: provider, viewport: viewport)
                engine.device.finish()
            }
        }
        let first = try frame(0)
        for number in 1..<20 { _ = try frame(number) }
        let end = ContinuousClock.now + .seconds(3)
        var times: [Samples.Time] = []
        while .now < end {
            try Interruption.check()
            times.append(try frame(20 + times.count))
        }
        let samples = Samples(times)
        return [
            Figure(name: "\(name): frames", value: Double(samples.count) / samples.sum * 1000, unit: "fps"),
            Figure(name: "\(name): p50", value: samples.median, unit: "ms"),
            Figure(name: "\(name): p95", value: samples.percentile(95), unit: "ms"),
            Figure(name: "\(name): processor time", value: samples.processorMedian, unit: "ms"),
            Figure(name: "\(name): first frame", value: first.wall, unit: "ms"),
        ]
    }
}
