import Filters
import Testing

/// Stages that show what a filter does.
@Suite struct SampleStageTests {
    @Test func everySampleChangesThePicture() {
        // The look of a table needs a file.
        for filter in FilterCatalog.builtIn.filters where filter.id != "lut" {
            let stage = Recipe.Stage(sampleOf: filter)
            #expect(!stage.isIdentity(of: filter), "\(filter.id)")
            for parameter in filter.parameters {
                #expect(parameter.problem(with: stage.value(of: parameter)) == nil, "\(filter.id)")
            }
        }
    }

    @Test func aSampleOfNeutralDefaultsIsHalfwayToALimit() throws {
        let text = """
            // filter: neutral
            // title: N
            // group: G
            // summary: S.
            // parameter: amount "Amount" number -1..1 default=0 identity=0
            // parameter: white "White" number 0..1 default=1 identity=1
            // parameter: count "Count" integer 0..3 default=0 identity=0
            vec4 neutral(vec4 color, float amount, float white, int count) { return color; }
            """
        let catalog = FilterCatalog(files: ["neutral.glsl": text])
        let filter = try #require(catalog.filter("neutral"))
        let stage = Recipe.Stage(sampleOf: filter)
        #expect(filter.parameters.map { stage.value(of: $0) } == [.number(0.5), .number(0.5), .number(2)])
    }
}
