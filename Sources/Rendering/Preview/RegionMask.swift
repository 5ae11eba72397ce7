import Filters
import Shaders

/// Where the regions of a stage act, as a picture: a color whose opacity is how much of the stage a pixel gets.
package enum RegionMask {
    /// The ids of the filters that make it, which no file can have: a luminosity is read in the primaries that the stage's
    /// filter works in.
    private static let id = "-glint-region-mask"
    private static let idInSRGB = "-glint-region-mask-srgb"

    private static let file = "engine/region-mask.glsl"
    private static let declarations = [id, idInSRGB].map { id in
        var declaration = FilterDeclaration(
            id: id, title: "Mask", group: "", summary: "", parameters: [], makesColor: true, makesAlpha: true,
            readsPlace: false, readsTime: false, file: file, source: Shaders.text[file] ?? "")
        declaration.meansSRGB = id == idInSRGB
        return declaration
    }

    /// The filter of this id, if it is one that makes masks.
    static func filter(_ id: String) -> FilterDeclaration? { declarations.first { $0.id == id } }

    /// A recipe for the mask of a stage, placed as the recipe's result is: what comes before the stage, for its
    /// luminosity, and of what comes after it the filters that change the picture's shape.
    ///
    /// - Returns: nil where the stage has no regions.
    package static func recipe(ofStage index: Int, in recipe: Recipe, catalog: FilterCatalog) -> Recipe? {
        guard recipe.stages.indices.contains(index), !recipe.stages[index].regions.isEmpty else { return nil }
        let isInSRGB = catalog.filter(recipe.stages[index].filter)?.meansSRGB == true
        var mask = Recipe.Stage(isInSRGB ? idInSRGB : id)
        mask.regions = recipe.stages[index].regions
        // What nobody reads need not be filtered.
        let readsColors = mask.regions.contains { $0.shape == .luminosity }
        let before = recipe.stages[..<index].filter { readsColors || !catalog.takesRegion($0.filter) }
        let after = recipe.stages[(index + 1)...].filter { !catalog.takesRegion($0.filter) }
        return Recipe(before + [mask] + after)
    }
}
