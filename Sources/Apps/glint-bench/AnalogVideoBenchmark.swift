import Filters
import GPU
import Imaging
import Rendering

extension Benchmark {
    static let ntsc = Benchmark(
        name: "ntsc",
        title: "analog video chain with default settings, 8 bits in and out, resident on the device"
    ) {
        try figures("640×480", of: TestPicture(width: 640, height: 480))
            + figures("1920×1080", of: TestPicture(width: 1920, height: 1080))
            + figures("3840×2160", of: TestPicture(width: 3840, height: 2160))
    }

    /// Measures the time of a frame and of each of its passes. The noise differs in every frame.
    private static func figures(_ name: String, of picture: TestPicture) throws -> [Figure] {
        let engine = try Engine(context: HeadlessContext())
        let resident = try ResidentPicture(picture.make(), on: engine)
        var number = 0
        func frame() throws {
            number += 1
            let recipe = Recipe([.init("ntsc", ["resize480": false, "frame": .number(Double(number))])])
            _ = try resident.filtered(recipe, precision: .rgba16f, outputFormat: .rgba8ui, on: engine)
        }
        let samples = try Samples.inTurns(9, of: [frame])
        engine.device.timer = DispatchTimer(for: engine.device.traits)
        for _ in 0..<5 { try frame() }
        // A pass may consist of several dispatches.
        var passes: [(name: String, milliseconds: Double)] = []
        for entry in engine.device.timer?.takeEntries() ?? [] {
            if let known = passes.firstIndex(where: { $0.name == entry.label }) {
                passes[known].milliseconds += entry.milliseconds
            } else {
                passes.append((entry.label, entry.milliseconds))
            }
        }
        return samples[0].figures(name)
            + passes.map { Figure(name: "\(name), \($0.name)", value: $0.milliseconds / 5, unit: "ms") }
    }
}
