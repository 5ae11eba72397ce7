import Filters
import GPU
import Rendering

extension Benchmark {
    static let points = Benchmark(
        name: "points", title: "one point filter and six in one pass, 12 megapixels resident, half floats"
    ) {
        let engine = try Engine(context: HeadlessContext())
        let picture = try ResidentPicture(
            TestPicture.photograph.make(), format: .rgba16f, on: engine)
        let saturation = Recipe([.init("saturation", ["amount": 0.9])])
        let invert = Recipe([.init("invert", ["amount": 0.9])])
        let recipes = [saturation, invert, sixPoints]
        let passes = try recipes.map { recipe in
            let before = engine.device.dispatches
            _ = try picture.filtered(recipe, on: engine)
            return engine.device.dispatches - before
        }
        guard Set(passes).count == 1 else {
            throw BenchmarkFailure(
                description: "six point filters take \(passes[2]) dispatches, one \(passes[0])")
        }
        let samples = try Samples.inTurns(
            9, of: recipes.map { recipe in { _ = try picture.filtered(recipe, on: engine) } })
        return samples[0].figures("saturation") + samples[1].figures("invert")
            + samples[2].figures("saturation and invert, three times each")
    }

    /// Six point filters with fewer than ten arithmetic instructions each.
    static let sixPoints = Recipe(
        [0.9, 0.8, 0.7].flatMap { amount in
            [
                Recipe.Stage("saturation", ["amount": .number(amount)]),
                Recipe.Stage("invert", ["amount": .number(amount)]),
            ]
        })
}
