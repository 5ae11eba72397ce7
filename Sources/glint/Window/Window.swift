@preconcurrency import CAdwaita
import Editing
import Filters
import GPU
import Gtk
import Imaging
import Rendering

/// A window with a picture, or with a page that says why there is none.
///
///     AdwApplicationWindow
///     ├── AdwHeaderBar            Open · title · Save, panel, menu
///     ├── GtkInfoBar              the notice that pictures are filtered in software
///     ├── GtkInfoBar              the warning that the picture is damaged
///     └── AdwToastOverlay
///         └── GtkStack            empty · loading · error · unsupported · picture
///             └── AdwFlap         original, canvas with the save bar | histogram, panel of filters
@MainActor
final class Window {
    let application: Application
    let window: Object
    let actions: ActionMap
    let toasts: Toasts
    let notices: Notices
    /// The notice that the picture is damaged.
    private var damageNotice: Notices.Notice?
    let saveBar: SaveBar
    let canvas: Canvas?
    let playback: PlaybackController
    let panel: FilterPanel
    let histogram: HistogramView
    let presets: PresetGallery
    /// Messages already shown about files that are not presets.
    var toldProblems: Set<String> = []
    /// Saves the edits of the picture between runs.
    let keeper: EditKeeper
    /// The picture being edited.
    var document: Document? {
        didSet {
            documentChanged()
            if document?.savePath != oldValue?.savePath { placeChanged() }
        }
    }
    /// The recipe for the next picture, instead of the opening one.
    var pendingRecipe: Recipe?
    /// The file being opened, otherwise the one shown.
    var file: File? { openingFile ?? document?.file }
    var openingFile: File?
    /// The last neighbor visited in the folder, until one is read: it may be unreadable, or open elsewhere.
    var passedNeighbor: String?
    var fileMonitor: FileMonitor?
    /// The toast that the file has changed, until it is read again.
    var fileNotice: Toasts.Toast?
    /// Distinguishes the newest opening from those it replaced.
    var openings = 0
    var loadingDelay: Delay?
    /// Whether the window was closed during a save.
    var closesAfterSave = false
    /// Whether the question about edits is on screen: two at once could get different answers.
    var isAskingAboutEdits = false
    /// Whether closing has been confirmed.
    var mayClose = false

    /// The offer to restore a removed stage, and the recipe without it.
    var undoOffer: (recipe: Recipe, toast: Toasts.Toast)?
    /// The notice that edits cannot be kept, while that is so.
    var keepingNotice: Notices.Notice?
    /// The offers to restore kept edits of this picture.
    var editOffers: [Toasts.Toast] = []

    private let interface: Interface
    private var wantsPanel = true
    /// Why the newest frame could not be made, and the notice shown while an older one is visible.
    private var failure: (message: String, notice: Notices.Notice?)?
    private let historyMenu: HistoryMenu
    private var tools: PictureTools?
    private(set) var comparison: Comparison?

    init(_ application: Application) {
        self.application = application
        interface = Interface(resource: UI.path("window"))
        window = interface["window"]
        actions = ActionMap(window)
        toasts = Toasts(overlay: interface["toasts"])
        notices = Notices(below: interface["header"])
        saveBar = SaveBar(interface)
        panel = FilterPanel(interface, catalog: application.catalog)
        histogram = HistogramView(interface)
        presets = PresetGallery(button: interface["presets"], canSave: true)
        historyMenu = HistoryMenu(interface)
        keeper = EditKeeper(folder: application.editFolder)
        let area = interface["canvas"]
        canvas = application.renderService.map {
            Canvas(area: area, renderService: $0, catalog: application.catalog)
        }
        playback = PlaybackController(
            canvas: canvas, actions: actions, button: interface["play-button"], catalog: application.catalog)
        gtk_window_set_application(window.pointer(), application.pointer)
        let (menu, shortcuts) = (
            ActionInterface.menu(history: historyMenu.section), ActionInterface.shortcutsWindow()
        )
        gtk_menu_button_set_menu_model(interface["menu-button"].pointer(), menu.pointer())
        gtk_application_window_set_help_overlay(window.pointer(), shortcuts.pointer())
        ActionInterface.setWindowKeys(of: window)
        window.keepFocusOnScreen()
        canvas?.frameFailed = { [weak self] in self?.previewFailed($0) }
        canvas?.frameCame = { [weak self] in self?.previewSucceeded() }
        canvas?.scaleChanged = { [weak self] in self?.updateSubtitle() }
        let timings = TimingsOverlay(interface)
        canvas?.timed = { timings.show($0) }
        canvas?.counted = { [weak self] in self?.histogram.show($0) }
        histogram.scopeChanged = { [weak self] in
            guard let self else { return }
            canvas?.histogram = histogram.scope
        }
        canvas?.failed = { [weak self] in self?.showUnsupported($0) }
        followPlayback()
        followPanel()
        followEdits()
        followPresets()
        followPresetFiles()
        followArrows(panel: interface["side"], picture: interface["canvas-overlay"])
        addActions()
        setHistogramShown(Settings.standard.showsHistogram)
        acceptDrops()
        window.answer("close-request") { [weak self] _ in .bool(self?.keepsOpen() ?? false) }
        window.connect("notify::fullscreened") { [weak self] in self?.fullscreenChanged() }
        if let error = application.graphicsError { showUnsupported(error) }
        documentChanged()
        placeChanged()
    }

    func present() {
        gtk_window_present(window.pointer())
    }

    /// Shows one of the pages of the stack.
    func show(page: String) {
        gtk_stack_set_visible_child_name(interface["pages"].pointer(), page)
        gtk_spinner_set_spinning(interface["loading-spinner"].pointer(), page == "loading" ? 1 : 0)
        let isPicture = page == "picture"
        actions.setEnabled("panel", isPicture)
        actions.setEnabled("add-filter", isPicture)
        actions.setEnabled("view", isPicture)
        for name in ["original", "split", "side-by-side", "compare"] { actions.setEnabled(name, isPicture) }
    }

    /// Shows the canvas of a window that is about to get its first picture, so that its context is created meanwhile.
    func awaitPicture() {
        if application.graphicsError == nil { show(page: "picture") }
    }

    func showLoading(_ name: String) {
        gtk_label_set_text(interface["loading-text"].pointer(), name)
        show(page: "loading")
    }

    /// Shows a spinner beside the Open button while another picture loads and this one stays.
    func setBusy(_ isBusy: Bool) {
        let spinner = interface["busy"]
        gtk_widget_set_visible(spinner.widget, isBusy ? 1 : 0)
        gtk_spinner_set_spinning(spinner.pointer(), isBusy ? 1 : 0)
    }

    func showError(title: String, _ message: String) {
        let page = interface["error-page"]
        adw_status_page_set_title(page.pointer(), escapedMarkup(title))
        adw_status_page_set_description(page.pointer(), escapedMarkup(message))
        show(page: "error")
    }

    /// Shows the page that says what is missing; nothing can be opened then.
    func showUnsupported(_ error: GPUError) {
        let advice: String
        switch error {
        case .tooOld:
            advice =
                "Install a newer graphics driver, or Mesa's software renderer: libgl1-mesa-dri. "
                + "Then start Glint again."
        case .contextLost:
            adw_status_page_set_title(
                interface["unsupported-page"].pointer(), "The Graphics Driver Was Reset")
            let edits = keepsEdits ? "Your edits are kept and can be brought back. " : ""
            advice = edits + "Start Glint again."
        default: advice = "Then start Glint again."
        }
        adw_status_page_set_description(
            interface["unsupported-page"].pointer(),
            escapedMarkup("\(error)\n\(advice)"))
        show(page: "unsupported")
        for name in ["open", "paste", "open-recipe"] { actions.setEnabled(name, false) }
    }

    /// Rebuilds everything after the graphics driver was reset.
    func restartGraphics() {
        canvas?.restart()
        comparison?.restart()
        if document != nil {
            toasts.showFailure("The graphics driver was reset. Your picture and your edits are all here.")
        }
    }

    /// Shows a message above the picture until it is dismissed.
    func showNotice(_ text: String, dismissed: @escaping @MainActor () -> Void) {
        let notice = interface["notice"]
        gtk_label_set_text(interface["notice-text"].pointer(), text)
        gtk_info_bar_set_revealed(notice.pointer(), 1)
        notice.connect("response") { [weak self] in
            guard let self else { return }
            gtk_info_bar_set_revealed(interface["notice"].pointer(), 0)
            dismissed()
        }
    }

    /// Shows a warning, while the picture is open, that its file is incomplete.
    private func showDamage() {
        damageNotice?.dismiss()
        damageNotice = document.flatMap { document in
            document.picture.damage.flatMap {
                notices.warn(
                    "\(document.name) is damaged, and this is only what could be read of it: \(ended($0))")
            }
        }
    }

    /// Whether the panel is shown beside the picture.
    func setPanelShown(_ isShown: Bool) {
        wantsPanel = isShown
        adw_flap_set_reveal_flap(interface["flap"].pointer(), isShown ? 1 : 0)
    }

    /// Whether the histogram is shown above the filters; hidden, none is made.
    func setHistogramShown(_ isShown: Bool) {
        histogram.setShown(isShown)
        canvas?.histogram = isShown ? histogram.scope : nil
    }

    /// Whether the times of the passes are shown over the picture.
    func setTimingsShown(_ isShown: Bool) {
        TimingsOverlay(interface).setShown(isShown)
        canvas?.measuresPasses = isShown
    }

    /// Sets the surround of the picture.
    func setSurround(_ surround: Surround) {
        canvas?.surround = surround
        comparison?.setSurround(surround)
    }

    func setDropHighlight(_ isShown: Bool) {
        gtk_widget_set_visible(interface["drop-highlight"].widget, isShown ? 1 : 0)
    }

    /// Replaces the current picture.
    func show(_ document: Document) {
        playback.stop()
        dismissEditOffers()
        self.document = document
        checkUndoOffer()
        watchFile()
        panel.show(document.recipe)
        canvas?.show(document.provider, recipe: document.recipe)
        showDamage()
        interface["canvas"].setAccessibleName(document.name)
        show(page: "picture")
        leaveHeader()
    }

    /// After opening a picture, Space is to play it, not to press the first header button.
    private func leaveHeader() {
        guard let focus = gtk_window_get_focus(window.pointer()),
            gtk_widget_is_ancestor(focus, interface["header"].widget) != 0
        else { return }
        gtk_window_set_focus(window.pointer(), nil)
    }

    /// Replaces the picture with its file's current contents.
    func reload(_ picture: Picture) {
        fileNotice?.dismiss()
        document?.reload(picture)
        showDamage()
        guard let document else { return }
        canvas?.show(document.provider, recipe: document.recipe)
    }

    /// Replaces the catalog; shows the recipe again if it uses a changed filter.
    func take(_ catalog: FilterCatalog) {
        let before = panel.catalog
        panel.catalog = catalog
        document?.catalog = catalog
        playback.catalog = catalog
        canvas?.catalog = catalog
        guard let recipe = document?.recipe,
            recipe.stages.contains(where: { before.filter($0.filter) != catalog.filter($0.filter) })
        else { return }
        let adapted = recipe.adapted(to: catalog).recipe
        document?.change(to: adapted, as: Edit("Filters That Changed"))
        panel.show(adapted)
        canvas?.show(adapted)
    }

    private func followPlayback() {
        playback.recipe = { [weak self] in self?.document?.recipe }
        playback.paused = { [weak self] seen in
            self?.panel.update(seen)
            self?.change(to: seen, as: Edit("Play"))
        }
    }

    private func followPanel() {
        panel.changed = { [weak self] recipe, edit in self?.change(to: recipe, as: edit) }
        panel.removed = { [weak self] in self?.offerUndo(ofRemoving: $0) }
        panel.chooseFile = { [weak self] parameter, chosen in
            guard let self else { return }
            let suffix = parameter.fileExtension
            let kinds: [FileDialog.Filter] =
                suffix.isEmpty ? [] : [.init(name: ".\(suffix)", suffixes: [suffix])]
            FileDialog(
                opening: "Choose a File: \(parameter.title)", over: window, folder: document?.folder,
                filters: kinds + [.init(name: "All Files")]
            ).show(chosen)
        }
        guard let canvas else { return }
        canvas.countedEntering = { [weak self] in self?.panel.show(entering: $0, stage: $1) }
        let tools = PictureTools(interface, canvas: canvas, panel: panel)
        self.tools = tools
        comparison = application.renderService.map {
            Comparison(
                interface, canvas: canvas, tools: tools, renderService: $0, catalog: application.catalog)
        }
    }

    private func followEdits() {
        window.onHold { [weak self] isHeld in
            self?.document?.setHeld(false)
            if isHeld { self?.document?.setHeld(true) }
        }
        keeper.failed = { [weak self] problem in
            self?.keepingNotice?.dismiss()
            self?.keepingNotice = problem.flatMap {
                self?.notices.warn("The edits of this picture cannot be kept for later: \($0).")
            }
        }
        keeper.isShared = { [weak self] in
            self?.toasts.showFailure(
                "This picture is being edited in another window, too. The newest edits count; the others are kept."
            )
        }
    }

    private func documentChanged() {
        let title = interface["title"]
        let name = document.map { ($0.isEdited ? "• " : "") + $0.name } ?? "Glint"
        adw_window_title_set_title(title.pointer(), name)
        updateSubtitle()
        gtk_window_set_title(window.pointer(), document == nil ? name : "\(name) – Glint")
        let history = document?.history
        historyMenu.show(undo: history?.undoTitle, redo: history?.redoTitle)
        actions.setEnabled("undo", history?.undoTitle != nil)
        actions.setEnabled("redo", history?.redoTitle != nil)
        for name in [
            "save", "save-as", "copy", "save-recipe", "open-recipe", "copy-recipe", "reset-filters",
            "presets", "save-preset",
        ] {
            actions.setEnabled(name, document != nil)
        }
        playback.update()
        actions.setEnabled("reload", document?.file != nil)
        for name in ["previous", "next", "copy-to-next"] {
            actions.setEnabled(name, document?.file?.path != nil)
        }
    }

    /// Shows the picture's size, format and, unless it is fitted, its scale.
    private func updateSubtitle() {
        var parts = [document?.summary ?? ""]
        if let canvas, case .scaled = canvas.zoom, let scale = canvas.placement?.scale.min() {
            parts.append("\(Int((scale * 100).rounded())) %")
        }
        adw_window_title_set_subtitle(interface["title"].pointer(), parts.joined(separator: " · "))
    }

    /// Save asks for a destination only once; from then on its button says where it writes.
    private func placeChanged() {
        let tooltip = document?.savePath.map { "Save to \(PathName.last(of: $0)) (Ctrl+S)" }
        gtk_widget_set_tooltip_text(
            interface["save-button"].widget, tooltip ?? "Save the Filtered Picture (Ctrl+S)")
    }

    /// A drag can fail a hundred times for one reason, which is reported once.
    private func previewFailed(_ message: String) {
        guard message != failure?.message else { return }
        failure?.notice?.dismiss()
        failure = (message, notices.warn(sentence(message)))
    }

    private func previewSucceeded() {
        failure?.notice?.dismiss()
        failure = nil
    }

    private func fullscreenChanged() {
        let isFullscreen = gtk_window_is_fullscreen(window.pointer()) != 0
        actions.setEnabled("leave-fullscreen", isFullscreen)
        gtk_widget_set_visible(interface["leave-fullscreen"].widget, isFullscreen ? 1 : 0)
    }
}
