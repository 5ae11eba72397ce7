import System
import Editing
import Filters
import Gtk
import Imaging
import Live
import Rendering
import Localization

/// A picture or a clip being edited, as a value that its window changes.
struct Document {
    /// The opened source.
    private(set) var medium: Medium
    /// The picture as a source for the render queue; nil for a clip or a camera.
    private var still: SourceFrame?
    /// The file from which the document was opened; nil if it was pasted or dropped as pixels.
    let file: File?
    /// The edits, for undo and redo.
    var history: EditHistory
    /// The current frame of the medium, as a source for the render queue.
    var sourceFrame: SourceFrame { still ?? medium.sourceFrame }
    /// The current recipe.
    var recipe: Recipe { history.recipe }
    /// The recipe when the document was opened or last saved.
    private(set) var savedRecipe: Recipe
    /// The path to which the document was last saved.
    private(set) var savePath: String?
    /// The settings of the last save; nil if there was none.
    var saveChoices: ExportChoices?
    /// The available filters.
    var catalog: FilterCatalog
    /// The identity of the file when it was read or replaced; nil if unknown.
    private var identity: PictureIdentity?
    /// True if the user has been informed that the file no longer exists.
    private var isKnownGone = false

    /// - Parameters:
    ///   - steps: the undo and redo history of earlier edits.
    ///   - saved: the recipe stored in a picture file; nil for `recipe`.
    init(
        _ medium: Medium, file: File?, recipe: Recipe, catalog: FilterCatalog,
        steps: EditHistory.Steps = EditHistory.Steps(), saved: Recipe? = nil
    ) {
        self.medium = medium
        self.catalog = catalog
        still = medium.stillFrame
        self.file = file
        history = EditHistory(recipe, steps: steps)
        savedRecipe = saved ?? recipe
        identity = file?.path.flatMap { PictureIdentity($0) }
    }

    /// The display name of a picture without a file; nil for one that was pasted.
    var title: String?
    /// True if no file contains the picture itself yet, for example because it was taken with a camera.
    var isInNoFile = false

    /// True for a picture that is neither a clip nor live.
    var isStill: Bool { medium.clip == nil && medium.live == nil }

    /// The name shown to users.
    var name: String { medium.live?.name ?? file?.name ?? title ?? tr("Pasted Picture") }

    /// True if there are changes that no picture file contains. Camera images are transient, so there is
    /// nothing to save.
    var isEdited: Bool {
        medium.live == nil && (isInNoFile || !recipe.isEquivalent(to: savedRecipe, in: catalog))
    }

    /// The index of the picture in its file, if the user can page to the others: `single` for a pasted
    /// picture, and for a file that was replaced by this picture alone.
    var page: PageNumber { file == nil || hasReplacedOriginal ? .single : medium.page }

    /// True if the recipe has no effect on the picture.
    var isUntouched: Bool { recipe.normalized(in: catalog).stages.isEmpty }

    /// The recipe to set aside when edits are discarded: if everything was reset, the previous one.
    var discarded: Recipe { isUntouched ? savedRecipe : recipe }

    /// The size in pixels of the filtered picture, and the properties of its file.
    var summary: String {
        let source = sourceFrame.size
        // If the recipe cannot be applied, the source's size is shown.
        let result = (try? catalog.size(of: recipe, entering: source)) ?? source
        return ([tr("\(result.x) × \(result.y)")] + medium.description).joined(separator: " · ")
    }

    /// The suggested file name for Save As in the original's folder; never that of the original.
    var suggestedName: String {
        if let savePath { return PathName.last(of: savePath) }
        if let title { return "\(title).png" }
        let original = file?.name ?? "picture"
        if let clip = medium.clip { return "\(PathName.stem(of: original))-\(clip.frameName).png" }
        // A read-only format is saved as PNG, which keeps every pixel.
        let isWritable = PictureFormat(fileName: name) != nil
        let suffix = isWritable ? PathName.suffix(of: original) : "png"
        let page = medium.page.number > 1 ? "-page\(medium.page.number)" : ""
        return "\(PathName.stem(of: original))\(page)-edited.\(suffix)"
    }

    /// The folder of the original, otherwise the one in which the document was saved; Open starts there.
    var folder: String? { (file?.path ?? savePath).map(PathName.folder) }

    /// The folder in which Save As starts.
    var suggestedFolder: String? {
        (savePath ?? file?.path).map(PathName.folder)
    }

    /// True if saving to this path would replace the original.
    func isOriginal(_ path: String) -> Bool {
        file?.path.map { FileIdentity.isSame($0, path) } ?? false
    }

    /// Adapts the undo and redo history to the current filters.
    mutating func adaptHistory() {
        let catalog = catalog
        history.mapSteps { $0.adapted(to: catalog).recipe }
    }

    /// The path under which its edits are stored; nil if its pixels already contain them.
    var autosavePath: String? {
        hasReplacedOriginal ? nil : file?.path
    }

    /// True if the last save replaced the original file.
    var hasReplacedOriginal: Bool { savePath.map(isOriginal) ?? false }

    /// How the file on disk differs from the opened one.
    enum FileState {
        case same, changed, gone
    }

    /// The current state of the file.
    var fileState: FileState {
        guard let path = file?.path, let identity else { return .same }
        guard PathName.exists(path) else { return isKnownGone ? .same : .gone }
        return PictureIdentity(path).map { $0 == identity } ?? true ? .same : .changed
    }

    /// Records that the user has been informed of the file's current state.
    mutating func noteFile() {
        isKnownGone = file?.path.map { !PathName.exists($0) } ?? false
        // A file that reappears unchanged is not reported.
        if !isKnownGone { identity = file?.path.flatMap { PictureIdentity($0) } }
    }

    /// Replaces the picture with its file's current contents, or with another page of the file, and keeps the
    /// edits.
    mutating func reload(_ medium: Medium) {
        noteFile()
        if medium.page.number != self.medium.page.number {
            // No file contains this page with these edits; the last saved file is of the other page.
            savePath = nil
            savedRecipe = Recipe()
        }
        self.medium = medium
        still = medium.stillFrame
    }

    /// Changes the clip's trimmed part, or its table of frames; does nothing for a picture.
    mutating func changeClip(_ change: (inout Clip) -> Void) {
        guard case .clip(var clip) = medium else { return }
        change(&clip)
        medium = .clip(clip)
    }

    /// Records that `recipe` was saved to the file at `path`; Save writes to that file from now on.
    ///
    /// - Parameter isWhole: whether the file has all of the result's pixels.
    mutating func wasSaved(_ recipe: Recipe, at path: String, isWhole: Bool = true) {
        wasExported(recipe, isWhole: isWhole)
        // For a clip only one frame was saved; the next frame gets a separate file.
        if medium.clip == nil { savePath = path }
        if isOriginal(path) { noteFile() }
    }

    /// Records that `recipe` was exported to a file other than the one that Save writes.
    ///
    /// - Parameter isWhole: whether the file has all of the result's pixels.
    mutating func wasExported(_ recipe: Recipe, isWhole: Bool) {
        // Without a store for edits, a smaller copy does not count as saving them.
        if isWhole || autosavePath != nil { savedRecipe = recipe }
        if isWhole { isInNoFile = false }
    }
}

extension File {
    /// True if both are the same file, even under different paths.
    func isSame(as other: File) -> Bool {
        guard self != other else { return true }
        guard let path, let otherPath = other.path else { return false }
        return FileIdentity.isSame(path, otherPath)
    }
}
