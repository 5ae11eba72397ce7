import Filters
import Imaging
import Rendering

extension Benchmark {
    static let memory = Benchmark(
        name: "memory", title: "12 megapixels of 8 bits filtered from memory to memory, in this process"
    ) {
        let opaque = TestPicture.photograph.make()
        let pictures = [("RGB", opaque), ("RGBA", Picture(pixels: opaque.pixels, channels: .rgba))]
        let recipes: [(String, Recipe)] = [
            ("saturation", Recipe([.init("saturation", ["amount": 0.3])])),
            (
                "saturation and blur (radius 10)",
                Recipe([.init("saturation", ["amount": 0.3]), .init("gaussian-blur", ["radius": 10])])
            ),
        ]
        let renderer = try Renderer()
        var works: [(name: String, work: () throws -> Void)] = []
        for (channels, picture) in pictures {
            for (name, recipe) in recipes {
                works.append(("\(channels), \(name)", { _ = try renderer.render(picture, recipe) }))
            }
        }
        let samples = try Samples.inTurns(5, of: works.map(\.work))
        return zip(works, samples).flatMap { $1.figures($0.name) }
    }
}
