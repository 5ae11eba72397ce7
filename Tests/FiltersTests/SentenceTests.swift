import Filters
import Testing

@Suite("Sentences about values") struct SentenceTests {
    @Test("the sentence on a parameter's valid values agrees with the command line's help")
    func demands() {
        let parameters = FilterCatalog.builtIn.filters.flatMap(\.parameters)
        for kind in ParameterKind.allCases { #expect(parameters.contains { $0.kind == kind }, "\(kind)") }
        for parameter in parameters {
            #expect(parameter.demand == "\(parameter.id) must be \(parameter.allowed)")
        }
    }

    @Test("blend modes and region shapes have the same English names as in recipes")
    func titles() {
        for mode in BlendMode.allCases {
            #expect(mode.title.lowercased().split(separator: " ") == mode.rawValue.split(separator: "-"))
        }
        for shape in Region.Shape.allCases {
            #expect(shape.title.lowercased().split(separator: " ").contains(shape.rawValue[...]))
        }
        for operation in Region.Operation.allCases {
            #expect(operation.title.lowercased() == operation.rawValue)
        }
    }

    @Test(
        "an error in JSON is reported with its location and what is expected",
        arguments: [
            ("{\"glint\" 1}", "line 1, column 10: expected a colon, found “1”"),
            ("{\n  glint: 1}", "line 2, column 3: expected a key in quotes, found “g”"),
            ("[1 2]", "line 1, column 4: expected a comma or “]”, found “2”"),
            ("{\"glint\": one}", "line 1, column 11: expected a value, found “o”"),
            ("{} {}", "line 1, column 4: expected the end, found “{”"),
            ("{\"glint\": ", "line 1, column 11: expected a value, found the end of the text"),
            ("[1", "line 1, column 3: expected a comma or “]”, found the end of the text"),
            ("[\"a", "line 1, column 4: expected a closing quote, found the end of the text"),
        ])
    func mistakes(json: String, problem: String) {
        let error = #expect(throws: RecipeError.self) { try Recipe(json: json) }
        #expect(error?.description == "this is not a recipe: \(problem)")
    }

    @Test("an unknown preset is reported by name, and names without a similar one get no hint")
    func subjects() {
        #expect(NTSCPreset.Mistake(reason: "why").sentence(about: "a.json") == "a.json is not a preset: why")
        let unknown = RecipeError.unknownFilter("x", known: ["blur", "invert"])
        #expect(unknown.description == "there is no filter “x”")
        #expect(
            unknown.sentence(meaning: "blur")
                == "there is no filter “x” (did you mean blur?)")
        #expect(
            RecipeError.unknownParameter("y", filter: "invert", known: []).description
                == "invert has no parameter “y”; it has none")
    }
}
