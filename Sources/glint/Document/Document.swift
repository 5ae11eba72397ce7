import Editing
import Filters
import Gtk
import Imaging
import Rendering

/// A picture being edited: a value, changed by its window.
struct Document {
    /// What was opened.
    private(set) var picture: Picture
    /// The picture as the render queue pulls it.
    private(set) var provider: PictureProvider
    /// The file it came from; nil for one that was pasted or dropped as pixels.
    let file: File?
    /// What was done to it, to be undone.
    private(set) var history: EditHistory
    /// What is done to it.
    var recipe: Recipe { history.recipe }
    /// The recipe as it was opened, or last saved.
    private(set) var savedRecipe: Recipe
    /// Where it was last saved.
    private(set) var savePath: String?
    /// How hard it is squeezed where it is saved as PNG.
    var compression = EncodingOptions().compression
    /// How good it is where it is saved as JPEG or WebP, 1…100.
    var quality = EncodingOptions().quality
    /// Whether the person has agreed to the file it came from being replaced.
    var mayReplaceOriginal = false
    /// The filters there are.
    var catalog: FilterCatalog
    /// What the file held when it was read or replaced; nil where that is not known.
    private var identity: PictureIdentity?
    /// Whether the person has been told that the file is gone.
    private var isKnownGone = false

    init(_ picture: Picture, file: File?, recipe: Recipe, catalog: FilterCatalog) {
        self.picture = picture
        self.catalog = catalog
        provider = PictureProvider(picture)
        self.file = file
        history = EditHistory(recipe)
        savedRecipe = recipe
        identity = file?.path.flatMap { PictureIdentity($0) }
    }

    /// What people call it.
    var name: String { file?.name ?? "Pasted Picture" }

    /// Whether there are changes that are in no file.
    var isEdited: Bool {
        recipe != savedRecipe && recipe.normalized(in: catalog) != savedRecipe.normalized(in: catalog)
    }

    /// Whether nothing is done to the picture.
    var isUntouched: Bool { recipe.normalized(in: catalog).stages.isEmpty }

    /// What is set aside where its edits are discarded: where all was reset, what there was before.
    var discarded: Recipe { isUntouched ? savedRecipe : recipe }

    /// The size in pixels of the filtered picture, and the format.
    var summary: String {
        let source = SIMD2(picture.width, picture.height)
        // Where the recipe cannot be followed, the picture is what there is.
        let result = (try? catalog.size(of: recipe, entering: source)) ?? source
        let size = "\(result.x) × \(result.y)"
        return picture.format.map { "\(size) · \($0.name)" } ?? size
    }

    /// The name that Save As suggests: beside the original, never over it.
    var suggestedName: String {
        if let savePath { return PathName.last(of: savePath) }
        let original = file?.name ?? "picture"
        // A format that is only read is saved as PNG, which keeps every pixel.
        let isWritable = PictureFormat(fileName: name) != nil
        let suffix = isWritable ? PathName.suffix(of: original) : "png"
        return "\(PathName.stem(of: original))-edited.\(suffix)"
    }

    /// The folder it came from, else the one it was saved in; Open begins there.
    var folder: String? { (file?.path ?? savePath).map(PathName.folder) }

    /// The folder that Save As begins in.
    var suggestedFolder: String? {
        (savePath ?? file?.path).map(PathName.folder)
    }

    /// Whether saving there would replace what was opened.
    func isOriginal(_ path: String) -> Bool {
        file?.path.map { FileIdentity.isSame($0, path) } ?? false
    }

    /// Takes the recipe after a change.
    mutating func change(to recipe: Recipe, as edit: Edit) { history.record(recipe, as: edit) }

    /// Goes back by one gesture; gives its name, nil where there is none.
    mutating func undo() -> String? { history.undo() }

    /// Does again what was undone last; gives its name, nil where there is none.
    mutating func redo() -> String? { history.redo() }

    /// Says that a pointer's button went down or came up: what lies between is one gesture.
    mutating func setHeld(_ isHeld: Bool) { history.setHeld(isHeld) }

    /// The path that its edits are kept under; nil where they would be applied twice, to pixels that have them already.
    var keptPath: String? {
        hasReplacedOriginal ? nil : file?.path
    }

    /// Whether it was last saved in place of the file it came from.
    var hasReplacedOriginal: Bool { savePath.map(isOriginal) ?? false }

    /// How the file on disk differs from what was opened.
    enum FileState {
        case same, changed, gone
    }

    /// Looks at the file.
    var fileState: FileState {
        guard let path = file?.path, let identity else { return .same }
        guard PathName.exists(path) else { return isKnownGone ? .same : .gone }
        return PictureIdentity(path).map { $0 == identity } ?? true ? .same : .changed
    }

    /// Says that the person knows of the file as it is.
    mutating func noteFile() {
        isKnownGone = file?.path.map { !PathName.exists($0) } ?? false
        // One that comes back as it was is nothing new.
        if !isKnownGone { identity = file?.path.flatMap { PictureIdentity($0) } }
    }

    /// Takes the picture as its file is now; what was done to it, and where it was saved, stays.
    mutating func reload(_ picture: Picture) {
        noteFile()
        self.picture = picture
        provider = PictureProvider(picture)
    }

    /// Notes that `recipe` is in the file at `path`.
    mutating func wasSaved(_ recipe: Recipe, at path: String) {
        savedRecipe = recipe
        savePath = path
        if isOriginal(path) { noteFile() }
    }
}

extension File {
    /// Whether both are one file, however they are named.
    func isSame(as other: File) -> Bool {
        guard self != other else { return true }
        guard let path, let otherPath = other.path else { return false }
        return FileIdentity.isSame(path, otherPath)
    }
}
