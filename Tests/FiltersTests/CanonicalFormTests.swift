import Filters
import Testing

@Suite("The canonical form of recipes") struct CanonicalFormTests {
    @Test("recipes are considered equal if their canonical forms are")
    func equivalence() throws {
        let catalog = FilterCatalog.builtIn
        let saturation = try #require(catalog.filter("saturation")?.parameters.first)
        var stages: [Recipe.Stage] = [
            .init("saturation"), .init("saturation", ["amount": 0.5]), .init("levels", ["black": 0.25]),
            .init("saturation", [saturation.id: saturation.defaultValue]), .init("from-the-future"),
            .init("from-the-future", ["x": 1]), .init("levels", ["black": 0.25, "other": 1]),
        ]
        for (index, opacity) in [(0, 0.5), (1, 0.5), (1, 1.0)] {
            stages.append(stages[index])
            stages[stages.count - 1].opacity = opacity
            stages[stages.count - 1].isEnabled = false
        }
        for _ in 0..<3000 {
            let recipes = (0..<2).map { _ in
                Recipe((0..<Int.random(in: 0...3)).compactMap { _ in stages.randomElement() })
            }
            let isSame = recipes[0].normalized(in: catalog) == recipes[1].normalized(in: catalog)
            #expect(recipes[0].isEquivalent(to: recipes[1], in: catalog) == isSame)
        }
    }
}
