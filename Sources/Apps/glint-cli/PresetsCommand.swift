import Editing
import Filters

/// `presets`: lists the built-in presets, as text or as JSON.
enum PresetsCommand {
    static func run(_ arguments: ParsedArguments) throws(CommandError) {
        try arguments.requireNoArguments()
        let presets = PresetLibrary.shipped()
        guard arguments.has(.json) else {
            let rows = presets.map { id, preset in
                (id, preset.title + ": " + preset.recipe.stages.map(\.filter).joined(separator: ", "))
            }
            return try Console.print(Help.columns(rows).joined(separator: "\n"))
        }
        let array = presets.map { id, preset in
            JSONValue.object([
                "id": .string(id), "title": .string(preset.title),
                "recipe": preset.recipe.jsonValue,
            ])
        }
        try Console.print(JSONValue.array(array).text)
    }
}
