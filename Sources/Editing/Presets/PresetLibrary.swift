import System
import Filters
@preconcurrency import Glibc
import Imaging
import Presets
import Localization

/// A preset: a recipe with a name.
package struct Preset: Sendable, Hashable {
    /// The name of the file, empty without one; for presets built into the program, without its number and
    /// extension, such as `vivid`.
    package let id: String
    /// The displayed name.
    package let title: String
    package let recipe: Recipe
    /// The file; nil for presets built into the program.
    package let path: String?

    private static let titleKey = "title"

    /// Reads a preset's JSON, which is that of a recipe; `name` is its title if it has none of its own.
    package init(json text: String, name: String, path: String? = nil) throws(RecipeError) {
        var recipe = try Recipe(json: text)
        id = path.map(PathName.last) ?? ""
        if case .string(let title)? = recipe.otherKeys.removeValue(forKey: Self.titleKey) {
            self.title = title
        } else {
            title = name
        }
        self.recipe = recipe
        self.path = path
    }

    /// The context given to translators of preset titles.
    package static let context = "preset"

    package init(id: String, title: String, recipe: Recipe, path: String? = nil) {
        self.id = id
        self.title = title
        self.recipe = recipe
        self.path = path
    }

    /// The preset as JSON, which `--recipe` accepts as well.
    package var json: String {
        var recipe = recipe
        recipe.otherKeys[Self.titleKey] = .string(title)
        return recipe.json
    }
}

/// The available presets: those built into the program, and the user's own, one file each.
package struct PresetLibrary: Sendable {
    package let shipped: [Preset]
    /// Sorted by title.
    package private(set) var own: [Preset] = []
    /// A message for each file that is not a preset; such files are kept unchanged.
    package private(set) var problems: [String] = []

    private let folder: String

    /// - Parameters:
    ///   - shipped: the JSON of the program's presets by file name; the names define their order.
    ///   - folder: the folder of the user's presets; it need not exist.
    package init(shipped: [String: String] = Presets.texts, folder: String) {
        self.folder = folder
        self.shipped = Self.shipped(shipped)
        reload()
    }

    /// The presets built into the program, in their order.
    package static func shipped(_ texts: [String: String] = Presets.texts) -> [Preset] {
        texts.sorted { $0.key < $1.key }.compactMap { name, text in
            let stem = PathName.stem(of: name)
            guard let preset = try? Preset(json: text, name: stem) else { return nil }
            return Preset(
                id: String(stem.drop { $0.isNumber || $0 == "-" }),
                title: translated(preset.title, context: Preset.context), recipe: preset.recipe)
        }
    }

    /// The folder of the user's presets: `glint/presets` in `$XDG_DATA_HOME`, or in `~/.local/share`.
    package static func standardFolder(environment: [String: String]) -> String? {
        PathName.userFolder("XDG_DATA_HOME", orInHome: ".local/share", "presets", environment: environment)
    }

    /// Reads the folder again.
    package mutating func reload() {
        own = []
        problems = []
        let names = (try? FolderListing(folder).names) ?? []
        for name in names.sorted(by: NaturalOrder.isBefore) where Self.isPreset(name) {
            let path = "\(folder)/\(name)"
            do {
                let text = try TextFile.read(path)
                own.append(try Preset(json: text, name: PathName.stem(of: name), path: path))
            } catch let error as RecipeError {
                problems.append(tr("The preset \(name) was skipped: \(error)."))
            } catch {
                let reason = "\(error)".replacing(path, with: name)
                problems.append(tr("The preset \(name) was skipped: \(reason)."))
            }
        }
        own.sort { NaturalOrder.isBefore($0.title, $1.title) }
    }

    private static func isPreset(_ name: String) -> Bool {
        !name.hasPrefix(".") && PathName.suffix(of: name).lowercased() == "json"
    }

    /// The preset with an id; nil if there is none any more.
    package func preset(_ id: String) -> Preset? { (own + shipped).first { $0.id == id } }

    /// The user's preset with a title, ignoring case.
    package func own(_ title: String) -> Preset? {
        own.first { $0.title.lowercased() == title.lowercased() }
    }

    /// Saves a recipe under a title, replacing the preset with that title if there is one.
    @discardableResult
    package mutating func save(_ recipe: Recipe, as title: String) throws(FileError) -> Preset {
        try PathName.makeFolder(folder)
        let known = own(title)?.path
        let path = known ?? freePath(for: title)
        let preset = Preset(
            id: PathName.last(of: path), title: title, recipe: recipe.withoutPresetMarks, path: path)
        try write(preset, replacing: known != nil)
        reload()
        return preset
    }

    /// Removes a preset's file; ``restore(_:)`` can bring it back.
    package mutating func remove(_ preset: Preset) throws(FileError) {
        guard let path = preset.path else { return }
        guard unlink(path) == 0 || errno == ENOENT else { throw .writing(path, errno: errno) }
        reload()
    }

    /// Renames one of the user's presets; its file keeps its name.
    package mutating func rename(_ preset: Preset, to title: String) throws(FileError) {
        guard let path = preset.path else { return }
        try write(Preset(id: preset.id, title: title, recipe: preset.recipe, path: path), replacing: true)
        reload()
    }

    /// Restores a preset that was removed.
    package mutating func restore(_ preset: Preset) throws(FileError) {
        try write(preset, replacing: false)
        reload()
    }

    private func write(_ preset: Preset, replacing: Bool) throws(FileError) {
        guard let path = preset.path else { return }
        try AtomicFile.write(preset.json + "\n", to: path, overwrite: replacing)
    }

    /// A recognizable file name that no other file has, including broken ones, which are kept.
    private func freePath(for title: String) -> String {
        let words = title.lowercased().split { !$0.isLetter && !$0.isNumber }
        let stem = String(words.joined(separator: "-").prefix(60))
        let base = stem.isEmpty ? "preset" : stem
        var path = "\(folder)/\(base).json"
        var number = 2
        while PathName.exists(path) {
            path = "\(folder)/\(base)-\(number).json"
            number += 1
        }
        return path
    }
}
