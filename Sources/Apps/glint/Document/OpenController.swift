import System
import Editing
import Filters
import Gtk
import Imaging
import Localization

/// Opens pictures and clips in a window: decodes them on another thread, asks for confirmation if needed, and
/// steps through folders.
@MainActor
final class OpenController {
    /// Called when opening has ended, whether it succeeded or not.
    var ended: @MainActor () -> Void = {}
    /// The files that were opened together; nil while the folder of the open picture is stepped through.
    private(set) var chosenFiles: ChosenFiles?
    /// Called when several pictures were opened, which a strip should show.
    var severalOpened: @MainActor () -> Void = {}
    /// The recipe for the next picture, instead of its default one.
    var pendingRecipe: Recipe?

    private let context: WindowContext
    private let canvas: Canvas?
    private let editor: DocumentEditor
    private let editRecovery: EditRecovery
    private let closing: ClosingController
    private var openingFile: File?
    /// True while a picture is being opened, except while the user is asked a question.
    private(set) var isOpening = false
    /// What the user requested for the picture that is being opened.
    private var waiting: [@MainActor () -> Void] = []
    /// A held key must not go on for long after it was released.
    private static let mostWaiting = 20
    /// The neighbor in the folder that was tried last, until one has been read: it may be unreadable, or open
    /// in another window.
    private var passedNeighbor: String?
    /// Identifies the newest request to open something, so that the results of earlier ones are ignored.
    private var openings = 0
    private var loadingDelay: Delay?

    private static let filters = [
        FileDialog.Filter(name: tr("Pictures and Videos"), mimeTypes: ["image/*", "video/*"]),
        FileDialog.Filter(name: tr("All Files")),
    ]

    init(
        _ context: WindowContext, canvas: Canvas?, editor: DocumentEditor, editRecovery: EditRecovery,
        closing: ClosingController
    ) {
        self.context = context
        self.canvas = canvas
        self.editor = editor
        self.editRecovery = editRecovery
        self.closing = closing
    }

    /// The file being opened, otherwise the one shown.
    var file: File? { openingFile ?? editor.document?.file }

    /// Asks for a picture and opens it.
    func choose() {
        FileDialog(
            opening: tr("Open a Picture or a Video"), over: context.window, folder: editor.document?.folder,
            filters: Self.filters
        ).show { [weak self] file in self?.open([.file(file)]) }
    }

    /// Opens the picture's file again.
    func reload() {
        guard let document = editor.document, let file = document.file else { return }
        // If the original was replaced, its pixels already contain the filters.
        open(
            .file(file), page: document.medium.page.number, orNearest: true,
            keepsRecipe: !document.hasReplacedOriginal)
    }

    /// Shows another page of the picture's file; the edits stay.
    func turn(to page: Int) {
        guard let file = editor.document?.file else { return }
        open(.file(file), page: page, keepsRecipe: true)
    }

    /// Opens the first source here, from which the window can step to the other files. Each source without a
    /// path gets its own window. A folder stands for its pictures.
    ///
    /// - Parameters:
    ///   - recipe: the recipe for all of them; nil for their usual ones.
    ///   - begun: the decoding of the first one, if it has begun already.
    func open(_ sources: [DocumentSource], recipe: Recipe? = nil, begun: PictureLoader? = nil) {
        let opened = DocumentSource.withFoldersOpened(sources)
        let files = opened.filter { $0.file?.path != nil }
        let paths = files.compactMap { $0.file?.path }
        // The pictures of one folder are stepped through as such, with those that are added later.
        let isFolder = sources.count == 1 && opened.count > 1
        let set = paths.count > 1 && (!isFolder || recipe != nil) ? ChosenFiles(paths, recipe: recipe) : nil
        let all = files + opened.filter { $0.file?.path == nil }
        guard let index = all.firstIndex(where: { otherWindow(showing: $0) == nil }) else {
            all.first.flatMap(otherWindow)?.present()
            return
        }
        pendingRecipe = recipe ?? pendingRecipe
        if paths.count > 1 { severalOpened() }
        let isBegun = !isFolder && all[index].file == sources.first?.file
        open(all[index], among: set, begun: isBegun ? begun : nil)
        for (other, source) in all.enumerated() where other != index && source.file?.path == nil {
            context.application.open(source, recipe: recipe)
        }
    }

    private func otherWindow(showing source: DocumentSource) -> Window? {
        source.file.flatMap(otherWindow)
    }

    /// Runs `action` once the picture that is being opened is shown, or now if there is none; not at all if
    /// it cannot be opened.
    func whenOpened(_ action: @escaping @MainActor () -> Void) {
        guard isOpening else { return action() }
        if waiting.count < Self.mostWaiting { waiting.append(action) }
    }

    /// The actions are enabled only after the window has followed the new document.
    private func runWaiting() {
        onMainThread { [weak self] in
            guard let self, !isOpening, !waiting.isEmpty else { return }
            waiting.removeFirst()()
            runWaiting()
        }
    }

    /// Opens the picture `count` positions further in the folder; the current picture's edits are stored.
    ///
    /// - Parameter recipe: the recipe for that picture; nil for its earlier edits.
    func step(by count: Int, copying recipe: Recipe? = nil) {
        if isOpening { return whenOpened { [weak self] in self?.step(by: count, copying: recipe) } }
        guard let path = editor.document?.file?.path else { return }
        do throws(FileError) {
            guard let next = try neighbor(count, of: path) else {
                context.toasts.show(
                    count > 0 ? tr("This is the last picture") : tr("This is the first picture"))
                return
            }
            let file = File(path: next)
            passedNeighbor = next
            guard let other = otherWindow(showing: file) else { return open(.file(file), copying: recipe) }
            // The edits of a picture belong to one window.
            context.toasts.show(
                tr("“\(file.name)” is open in another window"), button: tr("_Show")
            ) { [weak other] in other?.present() }
            step(by: count.signum(), copying: recipe)
        } catch {
            context.toasts.showFailure(sentence(error, path: PathName.folder(of: path)))
        }
    }

    private func neighbor(_ count: Int, of path: String) throws(FileError) -> String? {
        if let chosenFiles { return chosenFiles.path(count, from: path, past: passedNeighbor) }
        let folder = try PictureFolder(PathName.folder(of: path), withVideos: true)
        return folder.picture(count, from: path, past: passedNeighbor)
    }

    /// Opens another picture of the folder; the current picture's edits are stored.
    func visit(_ path: String) {
        let file = File(path: path)
        if let other = otherWindow(showing: file) { return other.present() }
        open(.file(file))
    }

    private func otherWindow(showing file: File) -> Window? {
        context.application.window(showing: file).flatMap { $0.opener === self ? nil : $0 }
    }

    /// Decodes a picture on another thread and shows it. The current one stays until then, and remains if the
    /// new one cannot be read.
    ///
    /// - Parameters:
    ///   - page: the index of the picture in its file, from 1.
    ///   - orNearest: whether to use the last page if the file has fewer by now.
    ///   - keepsRecipe: whether the current picture's edits carry over to the new one.
    ///   - copied: the edits to apply to the new one as a change; nil for only its earlier edits.
    ///   - largestPixelCount: a picture with more pixels is opened only if the user confirms.
    ///   - set: the files that are opened with it; nil to keep the current ones if it is one of them.
    ///   - begun: the decoding of its first page, if it has begun already.
    func open(
        _ source: DocumentSource, page: Int = 1, orNearest: Bool = false, keepsRecipe: Bool = false,
        copying copied: Recipe? = nil, largestPixelCount: Int = DecodingOptions.ordinaryPixelCount,
        among set: ChosenFiles? = nil, begun: PictureLoader? = nil
    ) {
        guard context.application.graphicsError == nil else { return ended() }
        openings += 1
        canvas?.forgetStandIn()
        openingFile = source.file
        isOpening = true
        let opening = openings
        loadingDelay = Delay(milliseconds: 250) { [weak self] in
            guard let self else { return }
            if editor.document != nil {
                context.pages.setBusy(true)
            } else if canvas?.showsStandIn != true {
                context.pages.showLoading(source.name)
            }
        }
        if editor.document == nil { showStandIn(source, opening: opening) }
        let loader =
            begun
            ?? PictureLoader(source, page: page, orNearest: orNearest, largestPixelCount: largestPixelCount)
        loader.whenDone { [weak self] result in
            guard let self, opening == openings else { return }
            defer { ended() }
            loadingDelay = nil
            openingFile = nil
            isOpening = false
            context.pages.setBusy(false)
            switch result {
            case .success(let medium):
                take(medium, from: source, among: set, keepsRecipe: keepsRecipe, copying: copied)
            case .failure(let failure):
                waiting = []
                // While the question is shown, the current picture stays behind it, or the error page if
                // there is none.
                if failure.question == nil || editor.document == nil { report(failure, about: source) }
                guard let large = failure.question else { return openNext(of: set, after: source) }
                askAboutSize(of: source, large) { [weak self] in
                    self?.open(
                        source, page: page, orNearest: orNearest, keepsRecipe: keepsRecipe, copying: copied,
                        largestPixelCount: DecodingOptions.greatestPixelCount, among: set)
                }
            }
        }
    }

    /// Opens the next of several files in an empty window if one of them cannot be read.
    private func openNext(of set: ChosenFiles?, after source: DocumentSource) {
        guard editor.document == nil, let set, let path = source.file?.path,
            let next = set.path(1, from: path, past: nil)
        else { return }
        open(.file(File(path: next)), among: set)
    }

    /// Shows a large picture at reduced size while the full one is decoded on another thread.
    private func showStandIn(_ source: DocumentSource, opening: Int) {
        inBackground({ source.loadStandIn() }) { [weak self] sourceFrame in
            guard let sourceFrame else { return }
            self?.findBeginning(with: source.file) { [weak self] beginning in
                guard let self, opening == openings, openingFile != nil, editor.document == nil else {
                    return
                }
                canvas?.show(standIn: sourceFrame, recipe: beginning.recipe)
                context.pages.showPicture()
            }
        }
    }

    private func take(
        _ medium: Medium, from source: DocumentSource, among set: ChosenFiles?, keepsRecipe: Bool,
        copying copied: Recipe?
    ) {
        passedNeighbor = nil
        if keepsRecipe, editor.document != nil {
            editor.reload(medium)
            return runWaiting()
        }
        let opening = openings
        closing.askAboutEdits(before: .openingPicture) { [weak self] discards in
            // Another picture may have been opened during the save.
            guard let self, opening == openings else { return }
            if discards { editor.discardEdits() }
            openingFile = source.file
            isOpening = true
            findBeginning(with: source.file, among: set) { [weak self] beginning in
                guard let self, opening == openings else { return }
                openingFile = nil
                isOpening = false
                show(medium, from: source, among: set, beginning: beginning, copying: copied)
                runWaiting()
            }
        }
        // If the user cancels, nothing is opened.
        if closing.isAsking { waiting = [] }
    }

    private func findBeginning(
        with file: File?, among set: ChosenFiles? = nil,
        _ then: @escaping @MainActor @Sendable (EditRecovery.Beginning) -> Void
    ) {
        editRecovery.findBeginning(
            with: file,
            requested: { [weak self] in
                self?.pendingRecipe ?? (set ?? self?.chosenFiles)?.recipe(for: file?.path)
            },
            then)
    }

    private func askAboutSize(
        of source: DocumentSource, _ large: LargePicture, then goOn: @escaping @MainActor @Sendable () -> Void
    ) {
        MessageDialog.show(
            tr("Open “\(source.name)”?"), large.question, over: context.window,
            [.normal(tr("_Cancel")), .normal(tr("_Open"), goOn)])
    }

    private func show(
        _ medium: Medium, from source: DocumentSource, among set: ChosenFiles?,
        beginning: EditRecovery.Beginning, copying copied: Recipe?
    ) {
        pendingRecipe = nil
        chosenFiles = set ?? chosenFiles
        let isChosen = source.file?.path.map { chosenFiles?.paths.contains($0) == true } ?? false
        let isOfSetRecipe = chosenFiles?.recipe(for: source.file?.path) != nil
        if isChosen, let path = source.file?.path { chosenFiles?.noteShown(path) } else { chosenFiles = nil }
        let (recipe, messages) = beginning.recipe.adapted(to: editor.catalog)
        var document = Document(
            medium, file: source.file, recipe: recipe, catalog: editor.catalog, steps: beginning.steps,
            saved: beginning.saved.adapted(to: editor.catalog).recipe)
        document.adaptHistory()
        document.title = source.title
        document.isInNoFile = source.file == nil
        if let file = source.file { RecentFiles.add(file) }
        editor.open(document)
        // Coming back to the file, its recipe is found as its edits.
        if isOfSetRecipe { editor.keep() }
        beginning.remark.map { _ = context.toasts.show($0) }
        if !messages.isEmpty { context.toasts.showFailure(messages.joined(separator: "\n")) }
        if let copied {
            editor.apply(copied, as: Edit(tr("Copied Edits")))
        } else {
            editRecovery.show(beginning.offers + recipeInFile(of: medium, unless: beginning.isResumed))
        }
    }

    /// An offer to apply the recipe stored in the picture's file.
    private func recipeInFile(of medium: Medium, unless isResumed: Bool) -> [EditRecovery.Offer] {
        guard !isResumed, case .picture(let picture) = medium,
            let recipe = picture.metadata.recipe.flatMap({ try? Recipe(json: $0, acceptsNewer: true) }),
            !recipe.stages.isEmpty
        else { return [] }
        return [
            EditRecovery.Offer(
                text: tr("This picture contains the recipe it was made with"),
                recipe: recipe.adapted(to: editor.catalog).recipe, button: tr("_Apply"),
                edit: tr("Apply Recipe"))
        ]
    }

    private func report(_ failure: LoadFailure, about source: DocumentSource) {
        canvas?.forgetStandIn()
        if editor.document == nil {
            context.pages.showError(title: tr("Could Not Open “\(source.name)”"), failure.message)
        } else {
            context.toasts.showFailure(failure.message)
        }
    }
}
