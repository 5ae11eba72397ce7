@preconcurrency import CAdwaita
import CArguments
import Editing
import Filters
import GPU
import Gtk
import Imaging
import Rendering
import Wording

/// The program: its command line, its windows, and the device they share.
@MainActor
final class Application {
    /// The available filters: built-in and the user's own.
    var catalog: FilterCatalog { ownFilters.catalog }
    /// The render queue; nil where there is no OpenGL 4.3.
    private(set) var renderService: RenderService?
    /// The device's traits; nil if there is no device.
    private(set) var traits: DeviceTraits?
    /// Why there is no device.
    private(set) var graphicsError: GPUError?

    /// Where edits are kept between runs; nil where there is no home folder.
    let editFolder = EditStore.standardFolder(environment: Environment.folders)

    /// The current presets; nil where there is no home folder.
    var presets: PresetLibrary? {
        PresetLibrary.standardFolder(environment: Environment.folders).map {
            PresetLibrary(shipped: resourceTexts(in: UI.presets), folder: $0)
        }
    }

    private let ownFilters = OwnFilters()
    /// The toasts about files that are not valid filters, by path.
    private let application: Object
    private var windows: [Window] = []
    private var recipeFile: File?
    /// What is shown live at the start, if anything.
    private var live: Live?

    private enum Live {
        /// The camera of this name, or where it is empty the last one.
        case camera(String)
        case screen
    }

    private var hasShownNotice = false
    private var quitting: Quitting?
    /// When the driver was last reset.
    private var lastLoss: ContinuousClock.Instant?

    init() {
        // One process per launch: each has its own recipe, and a crash takes no other window with it.
        let flags = GApplicationFlags(
            rawValue: G_APPLICATION_NON_UNIQUE.rawValue | G_APPLICATION_HANDLES_OPEN.rawValue)
        application = Object(adw_application_new(UI.applicationID, flags))
        addOptions()
        application.connect("startup") { [weak self] in self?.startUp() }
        application.connect("activate") { [weak self] in self?.openEmptyWindow() }
        application.connect("open") { [weak self] (arguments: SignalArguments) in
            for file in arguments.files(0, count: 1) { self?.openAtStart(file) }
        }
    }

    var pointer: UnsafeMutablePointer<GtkApplication> { application.pointer() }

    /// Runs until the last window is closed or a signal ends it; returns the exit status.
    func run() -> Int32 {
        EndingSignal.watch {
            onMainThread {
                // Edits are restored at the next start, so nothing need be asked.
                self.windows.forEach { $0.flushEdits() }
                EditWriter.finish()
                self.windows.forEach { $0.finishRecording() }
                RecordingController.finishEnded()
                EndingSignal.endProgram()
            }
        }
        // GLib has no options whose value may be missing.
        let status = runApplication(
            application, carguments_count(), carguments_words(), spelling: ["--camera": "--camera="])
        EditWriter.finish()
        RecordingController.finishEnded()
        return status
    }

    private func addOptions() {
        let options = CommandLineOptions(application)
        options.setSummary("Filter pictures live on the GPU.", parameters: "[FILE…]")
        options.add("version", "Print the version")
        options.addFile("recipe", "Open the pictures with the recipe in FILE", placeholder: "FILE")
        options.addText(
            "camera", "Show the camera NAME, by its name or id; alone the last one", placeholder: "NAME")
        options.add("screen", "Show a screen or a window that is chosen")
        options.parsed { [weak self] values in
            if values.isGiven("version") {
                print("glint \(GlintVersion.current)")
                return 0
            }
            guard gtk_init_check() != 0 else {
                printError("glint: there is no display to open a window on")
                return 1
            }
            self?.recipeFile = values.path("recipe").map { File(path: $0) }
            self?.live =
                values.text("camera").map { .camera($0) } ?? (values.isGiven("screen") ? .screen : nil)
            return nil
        }
    }

    private func startUp() {
        _ = TextLog.shared
        Settings.standard.style.use()
        g_set_application_name("Glint")
        gtk_window_set_default_icon_name(UI.applicationID)
        openDevice()
        followOwnFilters()
        let actions = ActionMap(application)
        actions.add("new-window") { [weak self] in self?.openEmptyWindow() }
        actions.add("about") { [weak self] in self?.showAbout() }
        actions.add("quit") { [weak self] in self?.quit() }
        ActionInterface.setApplicationKeys(of: application)
    }

    private func openDevice() {
        do {
            let context = try GdkSharedContext()
            traits = try context.traits()
            renderService = RenderService(
                context: context, unavailable: { [weak self] in self?.endGraphics(because: $0) },
                lost: { [weak self] in self?.restartGraphics() })
        } catch {
            SoftwareFallback.startOver(because: error)
            graphicsError = error
        }
    }

    private func endGraphics(because error: GPUError) {
        graphicsError = error
        renderService?.end()
        windows.forEach { $0.showUnsupported(error) }
    }

    /// Continues with another context after the driver was reset; if there is none, or it is lost at once, too, keeps
    /// the edits and reports it.
    private func restartGraphics() {
        windows.forEach { $0.flushEdits() }
        let now = ContinuousClock.now
        defer { lastLoss = now }
        if let lastLoss, now - lastLoss < Self.leastTimeBetweenLosses {
            return endGraphics(because: .contextLost)
        }
        do throws(GPUError) {
            let context = try GdkSharedContext()
            traits = try context.traits()
            renderService?.restart(context: context)
            renderService?.use(catalog)
            windows.forEach { $0.restartGraphics() }
        } catch {
            endGraphics(because: .contextLost)
        }
    }

    /// A driver that resets again within this time is considered unusable.
    private static let leastTimeBetweenLosses = Duration.seconds(5)

    private func followOwnFilters() {
        renderService?.use(catalog)
        ownFilters.changed = { [weak self] new in
            guard let self else { return }
            renderService?.use(catalog)
            windows.forEach { $0.use(self.catalog) }
            let names = new.map { "“\($0)”" }.joined(separator: ", ")
            if !new.isEmpty {
                windows.first?.context.toasts.show(
                    trn(
                        "\(names) is among the filters now", "\(names) are among the filters now",
                        count: new.count))
            }
        }
        ownFilters.refused = { [weak self] new in
            guard let self else { return }
            windows.forEach { $0.show(self.ownFilters.refusals) }
            // The panel, which tells what is wrong, may be hidden.
            let names = new.map { "“\(PathName.last(of: $0.path))”" }.joined(separator: ", ")
            if !new.isEmpty {
                windows.first?.context.toasts.show(
                    trn(
                        "\(names) cannot be used as it is", "\(names) cannot be used as they are",
                        count: new.count))
            }
        }
        ownFilters.follow()
    }

    private func makeWindow() -> Window {
        let window = Window(self)
        windows.append(window)
        window.show(ownFilters.refusals)
        showNotice(in: window)
        return window
    }

    private func openEmptyWindow() {
        let window = makeWindow()
        let recipe = recipeFile.flatMap(window.recipes.read)
        window.present()
        switch live {
        case nil: window.opener.pendingRecipe = recipe
        case .camera(let name)?:
            window.camera.pendingRecipe = recipe
            window.camera.open(named: name)
        case .screen?:
            window.camera.pendingRecipe = recipe
            window.camera.openScreen()
        }
        live = nil
    }

    private func openAtStart(_ file: File) {
        if let window = window(showing: file) { return window.present() }
        let window = makeWindow()
        window.opener.pendingRecipe = recipeFile.flatMap(window.recipes.read)
        window.awaitPicture()
        window.opener.open(.file(file))
        window.present()
    }

    /// Opens a picture in its own window, or raises the window that already shows it.
    func open(_ source: PictureSource, recipe: Recipe?) {
        if let file = source.file, let window = window(showing: file) { return window.present() }
        let window = makeWindow()
        window.opener.pendingRecipe = recipe
        window.awaitPicture()
        window.opener.open(source)
        window.present()
    }

    /// The window that shows the file.
    func window(showing file: File) -> Window? {
        windows.first { $0.opener.file?.isSame(as: file) ?? false }
    }

    /// Shows another surround in every window.
    func setSurround(_ surround: Surround) { windows.forEach { $0.setSurround(surround) } }

    /// Removes a window that closes.
    func remove(_ window: Window) {
        windows.removeAll { $0 === window }
    }

    /// Closes every window once all those with edits have agreed; if one does not, all stay.
    private func quit() {
        // A batch goes on until it is cancelled.
        if let batch = BatchDialog.running { return batch.bringToFront() }
        // One question at a time.
        if let asking = windows.first(where: \.closing.isAsking) { return asking.present() }
        let quitting = Quitting()
        self.quitting = quitting
        goOn(quitting)
    }

    private func goOn(_ quitting: Quitting) {
        // A later request to quit asks again.
        guard quitting === self.quitting else { return }
        let undecided = windows.first { window in
            // A save under way finishes out of sight, and asks by itself if it fails.
            guard let document = window.editor.document, window.saving.recipe != document.recipe,
                window.editor.wouldLoseEdits(isLast: true)
            else { return false }
            return quitting.discarded[ObjectIdentifier(window)] != document.recipe
        }
        guard let undecided else {
            self.quitting = nil
            for window in windows {
                window.closing.close(discarding: quitting.discarded[ObjectIdentifier(window)])
            }
            return
        }
        undecided.closing.askAboutEdits(before: .closing) { discards in
            if discards { quitting.discarded[ObjectIdentifier(undecided)] = undecided.editor.recipe }
            self.goOn(quitting)
        }
    }

    /// A request to close all windows, which asks one after the other.
    private final class Quitting {
        /// The edits that may be discarded, by window.
        var discarded: [ObjectIdentifier: Recipe] = [:]
    }

    private func showNotice(in window: Window) {
        guard let traits, traits.isSoftware, !hasShownNotice else { return }
        hasShownNotice = true
        guard Settings.standard.dismissedSoftware != traits.renderer else { return }
        window.showNotice(softwareNotice) { Settings.standard.dismissedSoftware = traits.renderer }
    }

    private var softwareNotice: String {
        tr(
            """
            No graphics driver with OpenGL 4.3 was found: pictures are filtered on the processor, which is slower. \
            About Glint › Troubleshooting says more.
            """)
    }

    private func showAbout() {
        AboutWindow.show(
            over: gtk_application_get_active_window(pointer), traits: traits, error: graphicsError,
            notice: traits?.isSoftware == true ? softwareNotice : nil)
    }
}
