import Filters
import Localization

/// A recipe read from a file; every error names the file.
enum RecipeFile {
    /// No recipe comes near this many bytes; a picture passed by mistake does.
    private static let largest = 16 << 20

    static func read(_ path: String) throws(CommandError) -> Recipe {
        let bytes = try bytes(path)
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw .files("\(path.shortened): this is not a recipe: it is not UTF-8 text")
        }
        return try recipe(text, named: path.shortened)
    }

    /// Parses a recipe from its JSON; error messages begin with `name`.
    static func recipe(_ json: String, named name: String) throws(CommandError) -> Recipe {
        do throws(RecipeError) {
            let recipe = try Recipe(json: json)
            try FilterSet.catalog.validate(recipe)
            return recipe
        } catch {
            if case .unknownFilter(let id, _) = error, let refusal = FilterSet.refusal(of: id) {
                throw .files(refusal)
            }
            throw .files("\(name): \(error.sentence)")
        }
    }

    /// Also reads pipes, so that a shell can generate a recipe on the fly.
    private static func bytes(_ path: String) throws(CommandError) -> [UInt8] {
        do throws(PipeError) {
            return try StandardStreams.bytes(of: path, atMost: largest)
        } catch {
            switch error {
            case .tooLong: throw .files("\(path.shortened): this is not a recipe: it is too large")
            case .unreadable(_, let reason):
                throw .files("\(path.shortened): the recipe could not be read: \(reason)")
            default: throw .files("\(path.shortened): \(error)")
            }
        }
    }
}
