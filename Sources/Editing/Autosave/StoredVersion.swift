import System
import Filters
import Imaging

/// One version of a picture's edits, as stored in its file: a recipe with an additional key `edits`.
struct StoredVersion {
    /// A unique identifier.
    let id: String
    let recipe: Recipe
    let identity: PictureIdentity?
    let isSetAside: Bool
    let isExported: Bool
    /// The id of the stored steps that lead to and from the recipe; nil for none.
    let steps: String?

    private static let key = "edits"

    init(
        _ recipe: Recipe, identity: PictureIdentity?, isSetAside: Bool, isExported: Bool, steps: String?
    ) {
        id = Self.makeIdentifier()
        self.recipe = recipe
        self.identity = identity
        self.isSetAside = isSetAside
        self.isExported = isExported
        self.steps = steps
    }

    static func makeIdentifier() -> String { String(UInt64.random(in: 0 ... .max), radix: 36) }

    /// Nil if the file is not intact, or belongs to another picture whose path has the same hash.
    init?(contentsOf path: String, of picture: String) {
        guard let text = try? TextFile.read(path), var recipe = try? Recipe(json: text, acceptsNewer: true),
            case .object(let edits)? = recipe.otherKeys.removeValue(forKey: Self.key),
            case .string(picture)? = edits["picture"], case .string(let id)? = edits["version"]
        else { return nil }
        self.id = id
        self.recipe = recipe
        identity = PictureIdentity(json: edits["contents"])
        isSetAside = edits["setAside"] == .bool(true)
        isExported = edits["exported"] == .bool(true)
        steps = if case .string(let id)? = edits["steps"] { id } else { nil }
    }

    func text(of picture: String) -> String {
        var edits: [String: JSONValue] = ["picture": .string(picture), "version": .string(id)]
        edits["contents"] = identity?.json
        if let steps { edits["steps"] = .string(steps) }
        if isSetAside { edits["setAside"] = .bool(true) }
        if isExported { edits["exported"] = .bool(true) }
        var recipe = recipe
        recipe.otherKeys[Self.key] = .object(edits)
        return recipe.json + "\n"
    }
}
