import Editing
import Filters

/// `presets`: lists the built-in presets, as text or as JSON.
enum PresetsCommand {
    static func run(_ arguments: ParsedArguments) throws(CommandError) {
        try arguments.requireNoArguments()
        let presets = PresetLibrary.shipped()
        guard arguments.has(.json) else {
            let rows = presets.map { preset in
                (preset.id, preset.title + ": " + preset.recipe.stages.map(\.filter).joined(separator: ", "))
            }
            return try Console.print(Help.columns(rows).joined(separator: "\n"))
        }
        let array = presets.map { preset in
            JSONValue.object([
                "id": .string(preset.id), "title": .string(preset.title),
                "recipe": preset.recipe.jsonValue,
            ])
        }
        try Console.print(JSONValue.array(array).text)
    }
}
