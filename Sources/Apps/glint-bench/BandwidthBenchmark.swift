import Filters
import GPU
import Rendering

extension Benchmark {
    static let bandwidth = Benchmark(
        name: "bandwidth",
        title:
            "12 megapixels in half floats: bytes read and written per second, compared with a copy; upload and download in 8 bits"
    ) {
        let engine = try Engine(context: HeadlessContext())
        let device = engine.device
        let picture = try ResidentPicture(
            TestPicture.photograph.make(), format: .rgba16f, on: engine)
        let original = try picture.filtered(Recipe(), on: engine)
        func blur(_ radius: Double) throws {
            let recipe = Recipe([.init("gaussian-blur", ["radius": .number(radius)])])
            _ = try picture.filtered(recipe, on: engine)
        }
        // Counts one read and one write of the pixels, per axis for a blur. Any further transfers of a filter
        // are not counted.
        let works: [(name: String, transfers: Int, work: () throws -> Void)] = [
            (
                "copy", 2,
                {
                    let copy = try device.textures.texture(
                        width: original.width, height: original.height, format: original.format)
                    try device.copy(original, to: copy)
                    device.finish()
                }
            ),
            ("six point filters", 2, { _ = try picture.filtered(sixPoints, on: engine) }),
            ("blur, radius 10", 4, { try blur(10) }),
            ("blur, radius 40", 4, { try blur(40) }),
        ]
        let samples = try Samples.inTurns(9, of: works.map(\.work))
        let rates = zip(works, samples).map { work, samples in
            Double(work.transfers * original.byteCount) / samples.median / 1e6
        }
        return try zip(works, rates).flatMap { work, rate in
            [
                Figure(name: work.name, value: rate, unit: "GB/s"),
                Figure(name: "\(work.name): part of the copy's", value: rate / rates[0] * 100, unit: "%"),
            ]
        } + transfers(on: device)
    }

    /// The transfer rate of 8-bit pixels to the device and back.
    private static func transfers(on device: Device) throws -> [Figure] {
        let pixels = TestPicture.photograph.make().pixels
        let texture = try device.textures.texture(width: pixels.width, height: pixels.height, format: .rgba8)
        let result = try device.textures.texture(width: pixels.width, height: pixels.height, format: .rgba8ui)
        let samples = try Samples.inTurns(
            5,
            of: [
                {
                    try pixels.withUnsafeBytes { bytes in
                        guard let base = bytes.baseAddress else { return }
                        try device.upload(base, pixelsPerRow: pixels.width, to: texture)
                    }
                    device.finish()
                },
                {
                    let readback = Readback(on: device, depth: 1)
                    try readback.start(result) { _ in }
                    try readback.finish()
                },
            ])
        return zip(["to the device", "back"], samples).map { name, samples in
            Figure(
                name: name, value: Double(pixels.bytesPerRow * pixels.height) / samples.median / 1e6,
                unit: "GB/s")
        }
    }
}
