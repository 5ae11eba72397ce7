import Editing
import Filters
import Localization

extension CommandOption {
    static let preset = CommandOption(
        long: "preset", value: "NAME",
        summary: "Apply a preset such as vivid; repeatable, applied in order with --recipe.",
        isRepeatable: true)
}

/// Where stages that precede those on the command line come from.
enum RecipeSource {
    /// A recipe file.
    case file(String)
    /// A built-in preset.
    case preset(Recipe, id: String)

    /// The name of the source in error messages.
    var name: String {
        switch self {
        case .file(let path): path
        case .preset(_, let id): id
        }
    }
}

extension [RecipeSource] {
    /// The stages of all sources, in order.
    func stages() throws(CommandError) -> [Recipe.Stage] {
        var stages: [Recipe.Stage] = []
        for source in self {
            switch source {
            case .file(let path): stages += try RecipeFile.read(path).stages
            case .preset(let recipe, _): stages += recipe.stages
            }
        }
        return stages
    }
}

extension ParsedArguments {
    /// The recipes and presets, in the order given.
    func recipes() throws(CommandError) -> [RecipeSource] {
        var sources: [RecipeSource] = []
        for (option, value) in values(of: [RenderOptions.recipe, .preset]) {
            sources.append(option == .preset ? try Self.preset(value) : .file(value))
        }
        return sources
    }

    private static func preset(_ id: String) throws(CommandError) -> RecipeSource {
        let presets = PresetLibrary.shipped()
        if let found = presets.first(where: { $0.id == id }) { return .preset(found.recipe, id: id) }
        throw .usage(
            "there is no preset \(id.quoted)\(NearName.hint(id, among: presets.map(\.id))); "
                + "\(Program.name) presets lists them")
    }
}
