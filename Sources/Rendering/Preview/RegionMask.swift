import Filters
import Shaders

/// The mask of a stage's regions as a picture: a color whose opacity is the weight of the stage at each
/// pixel.
package enum RegionMask {
    /// The ids of the filters that render the mask; such ids are invalid in files. There are two filters
    /// because luminosity is computed in the primaries in which the stage's filter works.
    private static let id = "-glint-region-mask"
    private static let idInSRGB = "-glint-region-mask-srgb"

    private static let file = "engine/region-mask.glsl"
    private static let declarations = [id, idInSRGB].map { id in
        var declaration = FilterDeclaration(
            id: id, title: "Mask", group: "", summary: "", parameters: [], makesColor: true, makesAlpha: true,
            readsPosition: false, readsTime: false, file: file, source: Shaders.text[file] ?? "")
        declaration.meansSRGB = id == idInSRGB
        return declaration
    }

    /// The filter with the given id, if it renders masks.
    static func filter(_ id: String) -> FilterDeclaration? { declarations.first { $0.id == id } }

    /// A recipe that renders the mask of a stage, aligned with the result of `recipe`. It contains the stages
    /// before it, for luminosity regions, and those after it that change the picture's shape.
    ///
    /// - Returns: nil if the stage has no regions.
    package static func recipe(ofStage index: Int, in recipe: Recipe, catalog: FilterCatalog) -> Recipe? {
        guard recipe.stages.indices.contains(index), !recipe.stages[index].regions.isEmpty else { return nil }
        let isInSRGB = catalog.filter(recipe.stages[index].filter)?.meansSRGB == true
        var mask = Recipe.Stage(isInSRGB ? idInSRGB : id)
        mask.regions = recipe.stages[index].regions
        // If no region reads colors, they need not be filtered.
        let readsColors = mask.regions.contains(where: \.shape.readsColors)
        let before = recipe.stages[..<index].filter { readsColors || !catalog.takesRegion($0) }
        let after = recipe.stages[(index + 1)...].filter { !catalog.takesRegion($0) }
        return Recipe(before + [mask] + after)
    }
}
