extension NTSC {
    /// A recipe for frames whose lower field comes first in time: where Analog Video would take the upper one first, it
    /// takes the lower one.
    package static func takingLowerFieldFirst(_ recipe: Recipe) -> Recipe {
        guard let filter = FilterCatalog.builtIn.filter(id),
            let field = filter.parameters.first(where: { $0.id == "useField" }),
            let preset = filter.parameters.first(where: { $0.id == "preset" })
        else { return recipe }
        var recipe = recipe
        for index in recipe.stages.indices where recipe.stages[index].filter == id {
            var given = ["preset": recipe.stages[index].value(of: preset)]
            given["useField"] = recipe.stages[index].given(field)
            // An unreadable preset is told of where it is used.
            let values = try? NTSC().values(given: given, defaults: ["useField": field.defaultValue])
            if values?["useField"] == .text("interleaved-upper") {
                recipe.stages[index].set("useField", to: .text("interleaved-lower"))
            }
        }
        return recipe
    }
}
