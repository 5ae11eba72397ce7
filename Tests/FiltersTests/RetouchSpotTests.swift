import Filters
import Testing

@Suite("Retouched spots") struct RetouchSpotTests {
    private static func recipe(_ spot: String) -> String {
        "{\"glint\": 1, \"filters\": [{\"id\": \"retouch\", \"spots\": [\(spot)]}]}"
    }

    @Test("spots survive a recipe's JSON, with defaults and unknown keys")
    func roundTrips() throws {
        let text = """
            {"points": [[0.25, 0.5]], "radius": 0.01, "source": [0.5, 0.5]},
            {"points": [[0, 0.5], [0.125, 1]], "radius": 0.02, "source": [0.5, -0.5], "mode": "clone",
             "feather": 0, "opacity": 0.5, "note": "hair"}
            """
        let recipe = try Recipe(json: Self.recipe(text))
        try FilterCatalog.builtIn.validate(recipe)
        let spots = recipe.stages[0].spots
        #expect(spots.count == 2)
        #expect(spots[0] == RetouchSpot(points: [SIMD2(0.25, 0.5)], radius: 0.01, source: SIMD2(0.5, 0.5)))
        #expect(spots[1].mode == .clone && spots[1].opacity == 0.5 && spots[1].points.count == 2)
        #expect(recipe.json.contains("hair"))
        #expect(try Recipe(json: recipe.json) == recipe)
    }

    @Test("a mode of a newer version is preserved, but cannot be applied")
    func keepsUnknownModes() throws {
        let recipe = try Recipe(
            json: Self.recipe(
                "{\"points\": [[0, 0]], \"radius\": 0.1, \"source\": [1, 1], \"mode\": \"fill\"}"))
        #expect(recipe.stages[0].spots.isEmpty)
        #expect(recipe.json.contains("fill"))
        let error = #expect(throws: RecipeError.self) { try FilterCatalog.builtIn.validate(recipe) }
        #expect(error?.description == "retouch: the mode of a spot must be one of heal, clone")
    }

    @Test(
        "spots that cannot be read are rejected, saying what is wrong",
        arguments: [
            ("{}", "spot 1 has no “points”"),
            ("{\"points\": [[0]], \"radius\": 0.1, \"source\": [0, 0]}", "must be [x, y]"),
            ("{\"points\": [[0, 0]], \"radius\": 0.1}", "the “source” of spot 1"),
            ("{\"points\": [[0, 0]], \"source\": [0, 0]}", "the “radius” of spot 1 is not a number"),
            (
                "{\"points\": [[0, 0]], \"radius\": 0.1, \"source\": [0, 0], \"feather\": true}",
                "the “feather” of spot 1 is not a number"
            ),
        ])
    func refusesMalformed(spot: String, expected: String) {
        let error = #expect(throws: RecipeError.self) { try Recipe(json: Self.recipe(spot)) }
        #expect(error?.description.contains(expected) == true, "\(String(describing: error))")
    }

    @Test("spots out of range are rejected")
    func refusesOutOfRange() {
        let spot = RetouchSpot(points: [SIMD2(0.5, 0.5)], radius: 0.01, source: SIMD2(0.6, 0.5))
        func problem(_ spots: [RetouchSpot]) -> String? {
            var stage = Recipe.Stage("retouch")
            stage.spots = spots
            do throws(RecipeError) {
                try FilterCatalog.builtIn.validate(stage)
                return nil
            } catch {
                return error.description
            }
        }
        func changed(_ edit: (inout RetouchSpot) -> Void) -> [RetouchSpot] {
            var other = spot
            edit(&other)
            return [spot, other]
        }
        #expect(problem([spot]) == nil)
        #expect(
            problem(changed { $0.radius = 0.3 })?.hasSuffix("its radius must be from 0.0005 to 0.25") == true)
        #expect(problem(changed { $0.points = [] })?.hasSuffix("spot 2: it has no points") == true)
        #expect(problem(changed { $0.points = [SIMD2(3, 0)] })?.contains("-2 to 2") == true)
        #expect(problem(changed { $0.source.y = .infinity })?.contains("source") == true)
        #expect(problem(changed { $0.feather = -1 })?.contains("feather") == true)
        #expect(problem(changed { $0.opacity = 2 })?.contains("opacity") == true)
        #expect(problem([RetouchSpot](repeating: spot, count: 501))?.contains("501 spots") == true)
        let many = changed { $0.points = Array(repeating: SIMD2(0.5, 0.5), count: 20_000) }
        #expect(problem(many)?.contains("20000 points") == true)
    }

    @Test("a stage without spots changes nothing")
    func emptyIsIdentity() throws {
        let filter = try #require(FilterCatalog.builtIn.filter("retouch"))
        #expect(Recipe.Stage("retouch").isIdentity(of: filter))
    }
}
