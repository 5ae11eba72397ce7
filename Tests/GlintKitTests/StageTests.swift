import Filters
import GlintKit
import Testing

@testable import glint_cli

@Suite("Typed stages") struct StageTests {
    @Test("every typed stage equals the same command-line arguments, and is valid for its filter")
    func sameAsArguments() throws {
        let catalog = FilterCatalog.builtIn
        for call in StageCalls.all.joined() {
            let stages = try StageArguments.stages(call.arguments, catalog: catalog)
            #expect([call.stage] == stages, "\(call.arguments)")
            #expect(Recipe([call.stage]).json == Recipe(stages).json)
            try catalog.validate(call.stage)
        }
    }

    @Test("there is a typed stage for every filter and every one of its parameters")
    func complete() {
        let calls = StageCalls.all.joined()
        for filter in FilterCatalog.builtIn.filters {
            let given = calls.filter { $0.stage.filter == filter.id }
            #expect(given.contains { $0.arguments == [filter.id] })
            for parameter in filter.parameters {
                #expect(
                    given.contains {
                        $0.arguments.count == 2 && $0.arguments[1].hasPrefix(parameter.id + "=")
                    },
                    "\(filter.id) \(parameter.id)")
            }
        }
    }

    @Test("a stage is blended and limited to regions without a variable")
    func settings() throws {
        let stage = Recipe.Stage.sepia(amount: 0.5).blended(.multiply, opacity: 0.25)
            .limited(to: .luminosity(0.2...0.8))
        let arguments = [
            "sepia", "amount=0.5", "blend=multiply", "opacity=0.25", "region=luminosity,0.2,0.8",
        ]
        #expect(try StageArguments.stages(arguments, catalog: .builtIn) == [stage])
    }
}
