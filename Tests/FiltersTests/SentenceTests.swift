import Filters
import Testing

@Suite("Sentences about values") struct SentenceTests {
    @Test("the sentence on a parameter's valid values agrees with the command line's help")
    func demands() {
        let parameters = FilterCatalog.builtIn.filters.flatMap(\.parameters)
        for kind in ParameterKind.allCases { #expect(parameters.contains { $0.kind == kind }, "\(kind)") }
        for parameter in parameters {
            #expect(parameter.demand == "\(parameter.id) has to be \(parameter.allowed)")
        }
    }

    @Test("blend modes and region shapes have the same English names as in recipes")
    func titles() {
        for mode in BlendMode.allCases {
            #expect(mode.title.lowercased().split(separator: " ") == mode.rawValue.split(separator: "-"))
        }
        for shape in Region.Shape.allCases {
            #expect(shape.title.lowercased().split(separator: " ").first == shape.rawValue[...])
        }
        for operation in Region.Operation.allCases {
            #expect(operation.title.lowercased() == operation.rawValue)
        }
    }

    @Test(
        "an error in JSON is reported with its location and what is expected",
        arguments: [
            ("{\"glint\" 1}", "line 1, column 10: there is “1” where a colon should be"),
            ("{\n  glint: 1}", "line 2, column 3: there is “g” where a key in quotes should be"),
            ("[1 2]", "line 1, column 4: there is “2” where a comma or “]” should be"),
            ("{\"glint\": one}", "line 1, column 11: there is “o” where a value should be"),
            ("{} {}", "line 1, column 4: there is “{” where the end should be"),
            ("{\"glint\": ", "line 1, column 11: there is the end of the text where a value should be"),
            ("[1", "line 1, column 3: there is the end of the text where a comma or “]” should be"),
            ("[\"a", "line 1, column 4: there is the end of the text where a closing quote should be"),
        ])
    func mistakes(json: String, problem: String) {
        let error = #expect(throws: RecipeError.self) { try Recipe(json: json) }
        #expect(error?.description == "this is no recipe: \(problem)")
    }

    @Test("an unknown preset is reported by name, and names without a similar one get no hint")
    func subjects() {
        #expect(NTSCPreset.Mistake(reason: "why").sentence(about: "a.json") == "a.json is no preset: why")
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
