@preconcurrency import CAdwaita
import Editing
import Filters
import GPU
import Gtk
import Imaging
import Observation
import Rendering
import CustomFilters
import Localization

/// A window with a picture, or with a page that explains why there is none.
///
///     AdwApplicationWindow
///     ├── AdwHeaderBar            Open · title · Save, panel, menu
///     ├── GtkInfoBar              the notice that pictures are filtered in software
///     ├── GtkInfoBar              the warning that the picture is damaged
///     └── AdwToastOverlay
///         └── GtkStack            empty · loading · error · unsupported · picture
///             └── GtkPaned        original, canvas with the save bar, thumbnails, bar |
///                             histogram, panel of filters
@MainActor @Observable
final class Window {
    let context: WindowContext
    /// The picture being edited.
    let editor: DocumentEditor
    let opener: OpenController
    let saving: SaveController
    let sharing: SharingController
    let closing: ClosingController
    let playback: PlaybackController
    let recipes: RecipeFiles
    let presets: PresetController
    let videoPresets: VideoPresetFiles
    let canvas: Canvas?
    let panel: FilterPanel
    private(set) var comparison: Comparison?
    private(set) var cropping: CropController?

    let interface: Interface
    private let autosave: AutosaveController
    private let editRecovery: EditRecovery
    private let follower: FileFollower
    private let shaderFollower: ShaderFollower
    private let editCopying: EditCopying
    private let undoOffer: UndoOffer
    private let filterMistakes: FilterErrors
    let histogram: HistogramView
    /// The color under the pointer.
    private(set) var readout: PixelReadout?
    let timings: TimingsOverlay
    private let header: HeaderBar
    let zoomButton: ZoomButton
    let panelPosition: PanelPosition
    /// True if the mask of the edited stage is shown over the picture.
    var showsMask = false
    /// True while the regions of a stage are edited.
    private(set) var editsRegions = false
    /// True if the spots of a retouched stage are shown over the picture.
    var showsSpots = true
    /// True while the spots of a stage are edited.
    private(set) var editsSpots = false
    /// True while a pointer button or a finger is pressed.
    @ObservationIgnored var isDragging = false
    /// The next update of the panel during playback.
    @ObservationIgnored var panelUpdate: Delay?
    /// True if the window covers the whole screen.
    var isFullscreen = false
    /// True if the panel is restored when leaving fullscreen.
    var hadPanelBeforeFullscreen = false
    let folderBar: FolderBar
    private let startPage: StartPage
    let clipBar: ClipBar
    let pageBar: PageBar
    let camera: CameraController
    let cameraBar: CameraBar
    let pictureTimer = PictureTimer()
    /// Reports why a camera sends nothing.
    var cameraNotice: Notices.Notice?
    private let pictureNotices: PictureNotices
    @ObservationIgnored private var clippingHint: Toasts.Toast?
    private(set) var tools: PictureTools?

    init(_ application: Application) {
        let interface = Interface(resource: UI.path("window"))
        let window = interface["window"]
        let actions = ActionMap(window)
        let context = WindowContext(
            application: application, window: window, actions: actions,
            toasts: Toasts(overlay: interface["toasts"]), notices: Notices(below: interface["header"]),
            pages: Pages(interface))
        let autosave = AutosaveController(folder: application.editFolder)
        let editor = DocumentEditor(catalog: application.catalog, autosave: autosave)
        self.interface = interface
        self.context = context
        self.autosave = autosave
        self.editor = editor
        canvas = application.renderService.map {
            Canvas(area: interface["canvas"], renderService: $0, catalog: application.catalog)
        }
        playback = PlaybackController(
            editor, clipPlayer: ClipPlayer(editor, canvas: canvas), canvas: canvas,
            button: interface["play-button"])
        clipBar = ClipBar(interface, player: playback.clipPlayer)
        pageBar = PageBar(interface)
        saving = SaveController(context, editor: editor, playback: playback, bar: SaveBar(interface))
        sharing = SharingController(
            context, editor: editor, playback: playback, saver: saving.saver,
            dragHandle: interface["drag-handle"])
        closing = ClosingController(context, editor: editor, saving: saving)
        editRecovery = EditRecovery(context, editor: editor, autosave: autosave)
        opener = OpenController(
            context, canvas: canvas, editor: editor, editRecovery: editRecovery, closing: closing)
        camera = CameraController(
            context, editor: editor, canvas: canvas, closing: closing,
            recording: RecordingController(editor, canvas: canvas))
        cameraBar = CameraBar(interface, camera: camera)
        recipes = RecipeFiles(context: context, editor: editor, opener: opener, playback: playback)
        undoOffer = UndoOffer(context.toasts) { [weak editor] in editor?.undo() }
        presets = PresetController(
            context, editor: editor, playback: playback, undoOffer: undoOffer, button: interface["presets"])
        videoPresets = VideoPresetFiles(context: context, editor: editor)
        follower = FileFollower(context, editor: editor)
        shaderFollower = ShaderFollower(context, editor: editor)
        panel = FilterPanel(interface, editor: editor, presets: presets.section)
        filterMistakes = FilterErrors(interface)
        histogram = HistogramView(interface)
        timings = TimingsOverlay(interface)
        header = HeaderBar(interface, editor: editor)
        zoomButton = ZoomButton(interface)
        panelPosition = PanelPosition(interface)
        let thumbnails = FolderThumbnails(
            application.renderService, editFolder: application.editFolder,
            catalog: { [weak editor] in editor?.catalog ?? .builtIn })
        folderBar = FolderBar(interface, thumbnails: thumbnails)
        startPage = StartPage(interface, thumbnails)
        editCopying = EditCopying(context, editor: editor, autosave: autosave)
        pictureNotices = PictureNotices(context.notices)
        setUpWindow()
        followCanvas()
        followPanel()
        followEditor()
        followKeys()
        presets.previewed = { [weak self] recipe in
            guard let self, let document = editor.document else { return }
            canvas?.show(recipe ?? shownRecipe(of: document))
        }
        pageBar.chosen = { [weak self] in self?.opener.turn(to: $0) }
        // Until now the page bar has shown the requested page, which may be unreadable.
        opener.ended = { [weak self] in
            guard let self, let document = editor.document else { return }
            showPage(of: document)
        }
        folderBar.happened = { [weak self] in self?.follow($0) }
        autosave.stored = { [weak self] in self?.folderBar.refresh($0) }
        opener.severalOpened = { [weak self] in self?.folderBar.isStripShown = true }
        followPlayer()
        followCamera()
        followFullscreen()
        followDisplaySettings()
        followClippingMarks()
        ActionInterface.addActions(of: self)
        addContextMenus()
        acceptDrops()
        closing.closed = { [weak self] in self?.close() }
        startPage.chosen = { [weak self] in self?.opener.open([.file($0)]) }
        // A window that gets a picture at once does not show the page.
        onMainThread { [weak self] in
            if let self, context.pages.current == .empty { startPage.show() }
        }
        if let error = application.graphicsError { showUnsupported(error) }
    }

    private func setUpWindow() {
        let window = context.window
        gtk_window_set_application(window.pointer(), context.application.pointer)
        gtk_application_window_set_help_overlay(
            window.pointer(), ActionInterface.shortcutsWindow().pointer())
        ActionInterface.setWindowKeys(of: window)
        window.keepFocusOnScreen()
    }

    func present() {
        gtk_window_present(context.window.pointer())
    }

    /// Shows the canvas of a window that is about to get its first picture, so that its OpenGL context is
    /// created in the meantime.
    func awaitPicture() {
        if context.application.graphicsError == nil { context.pages.showPicture() }
    }

    /// Immediately starts writing the edits made so far.
    func flushEdits() { autosave.flush() }

    /// Completes a recording in progress before the program exits.
    func finishRecording() { camera.recording.finish() }

    /// Shows the page that explains what is missing; nothing can be opened then.
    func showUnsupported(_ error: GPUError) {
        var title: String?
        var advice = tr("Then start Glint again.")
        switch error {
        case .tooOld:
            advice = tr(
                """
                Install a newer graphics driver, or Mesa's software renderer: libgl1-mesa-dri. Then start \
                Glint again.
                """)
        case .contextLost:
            title = tr("The Graphics Driver Was Reset")
            advice =
                editor.keepsEdits
                ? tr("Your edits are kept and can be restored. Start Glint again.")
                : tr("Start Glint again.")
        default: break
        }
        context.pages.showUnsupported(title: title, "\(error)\n\(advice)")
    }

    /// Rebuilds everything after the graphics driver was reset.
    func restartGraphics() {
        canvas?.restart()
        comparison?.restart()
        readout?.restart()
        folderBar.restart()
        if editor.document != nil {
            context.toasts.showFailure(
                tr("The graphics driver was reset. Your picture and your edits are intact."))
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
            // Otherwise its button would keep the keyboard focus although it is hidden.
            gtk_window_set_focus(context.window.pointer(), nil)
            dismissed()
        }
    }

    /// Sets the surround of the picture.
    func setSurround(_ surround: Surround) {
        canvas?.surround = surround
        comparison?.setSurround(surround)
    }

    /// Replaces the available filters.
    func use(_ catalog: FilterCatalog) {
        canvas?.catalog = catalog
        editor.use(catalog)
    }

    /// Shows the errors in files of custom filters.
    func show(_ refusals: [CustomFilterFiles.Refusal]) { filterMistakes.show(refusals) }

    private func close() {
        panelPosition.remember()
        playback.clipPlayer.stop()
        camera.close()
        autosave.flush()
        canvas?.close()
        comparison?.close()
        context.application.remove(self)
    }

    // Connections between the parts of the window

    private func followCanvas() {
        guard let canvas else { return }
        canvas.happened = { [weak self] in self?.follow($0) }
        readout = PixelReadout(interface, canvas: canvas)
        let tools = PictureTools(interface, canvas: canvas, panel: panel)
        self.tools = tools
        cropping = CropController(
            context, editor: editor, canvas: canvas, tools: tools, side: interface["side"])
        cropping?.changed = { [weak self] in self?.croppingChanged() }
        cropping?.measure = { [weak self] in self?.measure(side: AutoPerspective.side, $0) }
        comparison = context.application.renderService.map {
            Comparison(
                interface, canvas: canvas, tools: tools, renderService: $0, catalog: editor.catalog)
        }
    }

    /// Says how the marks on the picture are turned off.
    private func followClippingMarks() {
        canvasArea.observe { [weak self] in
            guard let self else { return }
            clippingHint?.dismiss()
            clippingHint =
                histogram.marks.isEmpty
                ? nil
                : context.toasts.show(
                    tr("Clipped shadows are marked blue and clipped highlights red"), button: tr("_Hide")
                ) { [weak self] in self?.histogram.marksBothEnds = false }
        }
    }

    /// Passes on what is counted, marked and measured for the picture.
    private func followDisplaySettings() {
        canvasArea.observe { [weak self] in
            guard let self, let canvas else { return }
            canvas.scope = histogram.kind
            canvas.histogram = histogram.isShown ? histogram.scope : nil
            canvas.clippingMarks = histogram.marks
            canvas.measuresPasses = timings.isShown
            readout?.isShown = histogram.isShown
            tools?.showsMask = showsMask
            tools?.showsSpots = showsSpots
        }
    }

    private func follow(_ event: Canvas.Event) {
        comparison?.follow(event)
        switch event {
        case .pictureShown, .frameShown, .resized, .zoomed: break
        case .stepped(let count): opener.step(by: count)
        case .scaled:
            if let canvas { zoomButton.show(canvas.zoom, scale: canvas.scale) }
        case .placed: tools?.follow()
        case .frame(let frame):
            playback.noteShown(frame)
            readout?.update()
            pictureNotices.previewSucceeded()
            if canvas?.measuresPasses == true { timings.show(frame) }
        case .counted(let histogram): self.histogram.show(histogram)
        case .countedScope(let counts): histogram.show(counts)
        case .countedEntering(let histogram, let stage): panel.show(entering: histogram, stage: stage)
        case .frameFailed(let message): pictureNotices.previewFailed(message)
        case .failed(let error): showUnsupported(error)
        }
    }

    private func followPanel() {
        panel.happened = { [weak self] in self?.follow($0) }
    }

    private func follow(_ event: FilterPanel.Event) {
        switch event {
        case .removed(let title): undoOffer.show(tr("Removed \(title)"))
        case .keysChanged: clipBar.showKeys(panel.keyTimes)
        case .overlaysChanged:
            tools?.update()
            clipBar.showKeys(panel.keyTimes)
            editsRegions = panel.regionStage != nil
            editsSpots = panel.spots != nil
        case .pick(let point): tools?.pick(point)
        case .pickGray(let begins): begins ? pickGray() : tools?.gray.end()
        case .measure(let then): measure(side: AutoAdjustment.side, then)
        case .measureBefore(let stage, let then):
            let before = editor.recipe.map { Recipe(Array($0.stages.prefix(stage))) }
            measure(before ?? Recipe(), side: Self.pickSide, then)
        case .drawRegion(let region): tools?.draw(region)
        case .retouch(let begins): tools?.retouch(begins)
        case .chooseFile(let title, let suffixes, let chosen): chooseFile(title, suffixes, chosen)
        case .importPreset(let taken): videoPresets.choose(taken: taken)
        case .exportPreset(let preset): videoPresets.export(preset)
        case .makeThumbnail(let request, let token, let made):
            context.application.renderService?.makeThumbnail(request, token: token, then: made)
        }
    }

    private func follow(_ event: FolderStrip.Event) {
        switch event {
        case .open(let path): opener.visit(path)
        case .copyEdits(let paths): editCopying.copy(to: paths)
        case .reset(let paths): editCopying.reset(paths)
        case .showInFolder(let path): showInFolder(File(path: path), over: context.window)
        }
    }

    /// A crop takes over the picture, and its panel replaces the filters.
    private func croppingChanged() {
        let isCropping = cropping?.isActive == true
        if isCropping {
            panelPosition.isShown = true
            comparison?.layout = .single
        }
        for name in ["panel-scroller", "panel-buttons"] {
            gtk_widget_set_visible(interface[name].widget, isCropping ? 0 : 1)
        }
        tools?.setHandlesShown(!isCropping)
        if !isCropping, editor.document != nil { gtk_widget_grab_focus(canvasArea.widget) }
    }

    /// Waits for a click on something gray, and sets the white balance from it.
    private func pickGray() {
        tools?.gray.begin { [weak self] coordinates in
            self?.panel.adjust.endPick()
            guard let coordinates else { return }
            self?.measure(side: Self.pickSide) { thumbnail in
                if let color = thumbnail.color(at: coordinates) { self?.panel.adjust.balance(gray: color) }
            }
        }
    }

    /// The longer side of a thumbnail in which a color is picked: small enough to be rendered at once; each
    /// pixel is a mean, so noise does not matter.
    private static let pickSide = 1024

    /// Renders a thumbnail of the filtered picture; without result if another picture is opened meanwhile.
    ///
    /// - Parameter side: the longer side in pixels.
    private func measure(
        _ recipe: Recipe = Recipe(), side: Int, _ then: @escaping @MainActor (Thumbnail) -> Void
    ) {
        let measured = editor.document?.sourceFrame.sourceID
        presets.makeThumbnail(recipe, side: side, part: .whole, token: CancellationToken()) {
            [weak self] thumbnail in
            if self?.editor.document?.sourceFrame.sourceID == measured { then(thumbnail) }
        }
    }

    private func chooseFile(
        _ title: String, _ suffixes: [String], _ chosen: @escaping @MainActor (File) -> Void
    ) {
        let kinds: [FileDialog.Filter] =
            suffixes.isEmpty
            ? [] : [.init(name: suffixes.map { ".\($0)" }.joined(separator: ", "), suffixes: suffixes)]
        FileDialog(
            opening: tr("Choose a File: \(title)"), over: context.window,
            folder: editor.document?.folder, filters: kinds + [.init(name: tr("All Files"))]
        ).show(chosen)
    }

    private func followEditor() {
        editor.happened = { [weak self] event in
            guard let self, let document = editor.document else { return }
            // The canvas is updated first, so that the picture renders while the rest of the window is
            // updated.
            if event == .continued {
                canvas?.show(shownRecipe(of: document))
                return
            }
            if event == .opened { leavePicture() }
            // This may end playback, which resets the displayed time.
            playback.stopIfStill()
            if event == .changed { canvas?.show(shownRecipe(of: document)) }
            follow(event, of: document)
        }
        editor.reported = { [weak self] in self?.context.toasts.showFailure($0) }
        follower.isSaving = { [weak self] in self?.saving.isActive == true }
        follower.reload = { [weak self] in self?.opener.reload() }
        context.window.onHold { [weak self] isHeld in
            self?.isDragging = isHeld
            self?.editor.setHeld(isHeld)
        }
    }

    /// Stops what is still active on the previous picture: crop, playback, camera, offers.
    private func leavePicture() {
        cropping?.end()
        playback.stop()
        playback.clipPlayer.stop()
        camera.leaveIfReplaced()
        editRecovery.dismissOffers()
    }

    private func follow(_ event: DocumentEditor.Event, of document: Document) {
        switch event {
        case .opened: show(document)
        case .reloaded:
            interface["canvas"].setAccessibleName(document.name)
            follower.dismissNotice()
            showPage(of: document)
            pictureNotices.showDamage(of: document)
            canvas?.show(document.sourceFrame, recipe: shownRecipe(of: document))
            playback.clipPlayer.reopen()
        case .changed, .continued: undoOffer.dismiss()
        case .replaced:
            undoOffer.dismiss()
            panel.update(document.recipe)
            canvas?.show(shownRecipe(of: document))
            cropping?.update()
        case .refitted:
            panel.refit(document.recipe)
            canvas?.show(shownRecipe(of: document))
        case .saved: showPage(of: document)
        }
    }

    private func shownRecipe(of document: Document) -> Recipe {
        cropping?.shown(document.recipe) ?? document.recipe
    }

    private func show(_ document: Document) {
        undoOffer.dismiss()
        follower.follow()
        panel.show(document.recipe)
        canvas?.show(document.sourceFrame, recipe: document.recipe)
        pictureNotices.showDamage(of: document)
        playback.clipPlayer.open()
        interface["canvas"].setAccessibleName(document.name)
        context.pages.showPicture()
        showPage(of: document, isOther: true)
        folderBar.follow(
            document.medium.live == nil ? document.file?.path : nil, among: opener.chosenFiles?.paths)
        leaveHeader()
    }

    private func showPage(of document: Document, isOther: Bool = false) {
        pageBar.show(document.page, isOfOther: isOther)
    }

    /// After opening a picture, keys apply to it: Space should play it, not press the first header button.
    private func leaveHeader() {
        let focus = gtk_window_get_focus(context.window.pointer())
        guard focus.map({ gtk_widget_is_ancestor($0, interface["header"].widget) != 0 }) ?? true else {
            return
        }
        gtk_widget_grab_focus(interface["canvas"].widget)
    }

    /// The canvas alone, and with its overlays.
    var canvasArea: Object { interface["canvas"] }
    var canvasOverlay: Object { interface["canvas-overlay"] }
}
