import Filters
import Foundation
import Testing

@Suite("Values in recipes") struct StageValueTests {
    /// Colors with 16 bits per channel, of which only white and black have 8-bit equivalents.
    private static let deepColors: [SIMD3<Double>] = stride(from: 0, through: 65535, by: 779).map { level in
        let levels = SIMD3(level, level * 7919 % 65536, 65535 - level)
        return SIMD3<Double>(levels) / 65535
    }

    /// JSON as Foundation parses it, independent of recipes.
    private func dictionary(_ text: String) throws -> NSDictionary {
        try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? NSDictionary)
    }

    private func parameters(_ recipe: Recipe) throws -> NSDictionary? {
        let filters = try dictionary(recipe.json)["filters"] as? [NSDictionary]
        return filters?.first?["parameters"] as? NSDictionary
    }

    private func recipe(_ filter: String, _ parameters: String) throws -> Recipe {
        try Recipe(json: #"{"glint": 1, "filters": [{"id": "\#(filter)", "parameters": \#(parameters)}]}"#)
    }

    @Test("a color keeps every bit in a stage, in its JSON and in its word")
    func keepsColors() throws {
        let shadows = try #require(FilterCatalog.builtIn.filter("gradient-map")?.parameter("shadows"))
        for color in Self.deepColors + [SIMD3(0.1, 1e-300, 1 - .ulpOfOne), SIMD3(1 / 3.0, 0.5, 0)] {
            let stage = Recipe.Stage("gradient-map", ["shadows": .color(color)])
            #expect(stage.value(of: shadows) == .color(color))
            let again = try Recipe(json: Recipe([stage]).json)
            #expect(again.stages == [stage])
            #expect(again.stages.first?.value(of: shadows) == .color(color))
            try FilterCatalog.builtIn.validate(again)
            #expect(ParameterValue(word: ParameterValue.color(color).word, kind: .color) == .color(color))
        }
    }

    @Test("a color of 8 bits per channel is written as before, others as three numbers")
    func writesColors() throws {
        for level in 0...255 {
            let levels = SIMD3(level, 255 - level, level * 7 % 256)
            let text = String(format: "#%02x%02x%02x", levels.x, levels.y, levels.z)
            let color = SIMD3<Double>(levels) / 255
            #expect(ParameterValue.color(color).json == .string(text))
            #expect(ParameterValue.color(color).word == text)
            let read = try recipe("gradient-map", #"{"shadows": "\#(text)"}"#)
            #expect(read == [.init("gradient-map", ["shadows": .color(color)])])
        }
        let deep = Recipe([.init("gradient-map", ["shadows": .color(SIMD3(0.25, 0, 1))])])
        #expect(try parameters(deep) == ["shadows": [0.25, 0, 1]])
        #expect(ParameterValue.color(SIMD3(0.25, 0, 1)).word == "0.25,0,1")
    }

    @Test("an invalid value is rejected with the valid ones, and written back unchanged")
    func keepsWrongValues() throws {
        let color = "must be a color such as #ff8000"
        let wrong: [(filter: String, id: String, json: String, problem: String)] = [
            ("saturation", "amount", "\"much\"", "must be a number from 0 to 2"),
            ("saturation", "amount", "null", "must be a number from 0 to 2"),
            ("saturation", "amount", "[0.5, 0.5]", "must be a number from 0 to 2"),
            ("saturation", "amount", "{\"a\": [1, null]}", "must be a number from 0 to 2"),
            ("saturation", "amount", "7.5", "is 7.5 but must be a number from 0 to 2"),
            ("gradient-map", "usesMidtones", "1", "must be true or false"),
            ("gradient-map", "shadows", "\"red\"", color), ("gradient-map", "shadows", "\"#12345g\"", color),
            ("gradient-map", "shadows", "[0, 0, 1.01]", color), ("gradient-map", "shadows", "[1, 1]", color),
            ("gradient-map", "shadows", "[0, 0, 1, 1]", color),
            ("gradient-map", "shadows", "[0, \"0\", 1]", color),
            ("swirl", "center", "[0.5, 0.5, 0.5]", "must be a point x,y with both from 0 to 1"),
            ("swirl", "center", "[]", "must be a point x,y with both from 0 to 1"),
            (
                "tone-curve", "all", "[[0, 0], [1]]",
                "must be a curve x,y;x,y;… with all from 0 to 1 and x increasing"
            ),
        ]
        for (filter, id, json, problem) in wrong {
            let recipe = try recipe(filter, "{\"\(id)\": \(json)}")
            #expect(throws: RecipeError.badValue(filter: filter, problem: "\(id) \(problem)")) {
                try FilterCatalog.builtIn.validate(recipe)
            }
            #expect(try parameters(recipe) == dictionary("{\"\(id)\": \(json)}"))
            #expect(try Recipe(json: recipe.json) == recipe)
        }
    }

    @Test("values of unknown filters and parameters are written back unchanged")
    func keepsUnknownValues() throws {
        let values = """
            {"a": 1, "b": -0.125, "c": true, "d": "text", "e": "#AbCdEf", "f": null, "g": [], "h": [1, 1, 1],
             "i": [0.1, 0.2], "j": [[0, 0], [1, 2, 3]], "k": {"x": [{"y": "#ffffff"}]}, "l": [1, "2", null, [3]],
             "m": [7, -8, 1e30], "n": [[0.5, 0.25]], "o": "", "p": 1e-30, "q": [[]], "r": [true, 1]}
            """
        for filter in ["from-the-future", "saturation"] {
            let recipe = try recipe(filter, values)
            #expect(try parameters(recipe) == dictionary(values))
            #expect(try Recipe(json: recipe.json) == recipe)
            #expect(Set([recipe, try Recipe(json: recipe.json)]).count == 1)
        }
    }

    @Test("any JSON survives unchanged, for every kind of parameter")
    func keepsAnything() throws {
        var random = Random(state: 14)
        for _ in 0..<100 {
            let ids = ["amount", "shadows", "usesMidtones", "other"]
            let values = Dictionary(uniqueKeysWithValues: ids.map { ($0, random.json(depth: 0)) })
            let text = JSONValue.object(values).text
            for filter in ["saturation", "gradient-map", "from-the-future"] {
                let recipe = try recipe(filter, text)
                #expect(try parameters(recipe) == dictionary(text))
                #expect(try Recipe(json: recipe.json) == recipe)
                for parameter in FilterCatalog.builtIn.filter(filter)?.parameters ?? [] {
                    let expected = values[parameter.id].flatMap {
                        ParameterValue(json: $0, kind: parameter.kind)
                    }
                    #expect(recipe.stages[0].given(parameter) == expected)
                    // Explicit values are written back exactly as they were read.
                    if let expected { #expect(StageValue(expected).value(of: parameter.kind) == expected) }
                }
            }
        }
    }

    @Test("a recipe's values reach a filter that is added later")
    func waitsForFilters() throws {
        let recipe = try recipe(
            "later",
            """
            {"ink": "#FF8000", "paper": [0.1, 0.2, 0.3], "name": "#ff8000", "amount": 0.5, "at": [0.5, 1],
             "bend": [[0, 1], [1, 0]], "is": true}
            """)
        let filter = try #require(
            try DeclarationParser.parse(
                """
                // filter: later
                // title: Later
                // group: Color
                // summary: Is written after the recipe.
                // parameter: ink "Ink" color default=#000000
                // parameter: paper "Paper" color default=#ffffff
                // parameter: name "Name" text default=""
                // parameter: amount "Amount" number 0..1 default=0
                // parameter: at "At" point default=0,0
                // parameter: bend "Bend" curve default=0,0;1,1
                // parameter: is "Is" toggle default=false
                """, file: "later.glsl"))
        let catalog = FilterCatalog.builtIn.adding([filter])
        try catalog.validate(recipe)
        let expected: [String: ParameterValue] = [
            "ink": .color(SIMD3(255, 128, 0) / 255), "paper": .color(SIMD3(0.1, 0.2, 0.3)), "name": "#ff8000",
            "amount": 0.5, "at": .point(SIMD2(0.5, 1)), "bend": .curve([SIMD2(0, 1), SIMD2(1, 0)]),
            "is": true,
        ]
        for parameter in filter.parameters {
            #expect(recipe.stages[0].value(of: parameter) == expected[parameter.id], "\(parameter.id)")
            #expect(recipe.stages[0].given(parameter) == expected[parameter.id], "\(parameter.id)")
        }
        // Equal to a stage created by a program, except for the capital letters.
        var stage = Recipe.Stage("later", expected)
        stage.set("ink", to: "#FF8000")
        #expect(recipe == [stage])
    }

    @Test("a color given as text by a program is a color, and one out of range is kept and rejected")
    func takesTexts() throws {
        let shadows = try #require(FilterCatalog.builtIn.filter("gradient-map")?.parameter("shadows"))
        var stage = Recipe.Stage("gradient-map", ["shadows": "#ff8000"])
        #expect(stage.value(of: shadows) == .color(SIMD3(255, 128, 0) / 255))
        try FilterCatalog.builtIn.validate(stage)
        for color in [
            SIMD3(-1, 0.3, 0.5), SIMD3(0, 0, 2), SIMD3(0, 1 + .ulpOfOne, 0), SIMD3(0, .infinity, 0),
        ] {
            stage.set("shadows", to: .color(color))
            #expect(stage.value(of: shadows) == .color(color))
            #expect(throws: RecipeError.self) { try FilterCatalog.builtIn.validate(stage) }
        }
        stage.set("shadows", to: .color(SIMD3(.nan, 0, 0)))
        #expect(throws: RecipeError.self) { try FilterCatalog.builtIn.validate(stage) }
        // As text, only the nearest representable color can be given.
        #expect(HexadecimalColor.text(nearest: SIMD3(-1, .infinity, .nan)) == "#00ff00")
    }
}

/// Deterministic values: a linear congruential generator (D. Knuth's MMIX), of which the upper half is used.
private struct Random {
    var state: UInt64

    mutating func below(_ count: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int(state >> 33) % count
    }

    mutating func json(depth: Int) -> JSONValue {
        switch below(depth < 3 ? 8 : 6) {
        case 0: .null
        case 1: .bool(below(2) == 0)
        case 2: .number(Double(below(1 << 30)) / Double(1 << 30))
        case 3: .number(Double(below(9) - 4))
        case 4:
            .string(
                ["", "red", "#ff8000", "#FF8000", "#ff800", "#ff80001", "# f8000", "#\u{FF11}12233"][below(8)]
            )
        case 5: .string("\(below(100))")
        case 6: .array((0..<below(5)).map { _ in json(depth: depth + 1) })
        default:
            .object(
                Dictionary(
                    (0..<below(3)).map { _ in ("\(below(9))", json(depth: depth + 1)) },
                    uniquingKeysWith: { $1 }))
        }
    }
}
