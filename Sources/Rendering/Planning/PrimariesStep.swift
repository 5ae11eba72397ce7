import Filters
import Imaging
import Shaders

/// Conversions around filters that assume the primaries of sRGB, for pictures with other primaries.
enum PrimariesStep {
    private static let file = "engine/primaries.glsl"
    private static let rows = ["red", "green", "blue"]

    // Such ids are invalid in files, so no other filter can have them.
    private static let toSRGB = declaration(id: "-glint-to-srgb")
    private static let fromSRGB = declaration(id: "-glint-from-srgb")

    private static func declaration(id: String) -> FilterDeclaration {
        FilterDeclaration(
            id: id, title: "Primaries", group: "", summary: "",
            parameters: rows.map(ParameterDeclaration.numbers),
            makesColor: false, makesAlpha: false, readsPosition: false, readsTime: false, file: file,
            source: Shaders.text[file] ?? "")
    }

    /// True for a step that ``surrounding(_:primaries:)`` has inserted.
    static func isConversion(_ step: RecipeStep) -> Bool {
        step.filter.id == toSRGB.id || step.filter.id == fromSRGB.id
    }

    /// Inserts conversions before and after each group of consecutive steps that need them.
    ///
    /// - Parameter primaries: the primaries of the first step's input.
    static func surrounding(_ steps: [RecipeStep], primaries: Primaries) -> [RecipeStep] {
        guard primaries != .sRGB else { return steps }
        var result: [RecipeStep] = []
        var isSRGB = false
        for step in steps {
            if step.filter.meansSRGB != isSRGB {
                let way = isSRGB ? Primaries.sRGB.matrix(to: primaries) : primaries.matrix(to: .sRGB)
                result.append(conversion(isSRGB ? fromSRGB : toSRGB, way, before: step))
                isSRGB.toggle()
            }
            result.append(step)
        }
        if isSRGB, let last = result.last {
            result.append(conversion(fromSRGB, Primaries.sRGB.matrix(to: primaries), after: last))
        }
        return result
    }

    private static func conversion(
        _ filter: FilterDeclaration, _ matrix: Matrix3, before next: RecipeStep? = nil,
        after last: RecipeStep? = nil
    ) -> RecipeStep {
        let size = next?.size ?? last?.leavingSize ?? .one
        let values = zip(rows, [matrix.rows.0, matrix.rows.1, matrix.rows.2]).map {
            ($0, ParameterValue.color($1))
        }
        return RecipeStep(
            index: next?.index ?? last?.index ?? 0, stage: Recipe.Stage(filter.id), filter: filter,
            multiPass: nil, values: Dictionary(uniqueKeysWithValues: values), time: .zero, frame: 0,
            size: size,
            leavingSize: size)
    }
}
