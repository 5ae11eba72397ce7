import System
@preconcurrency import CAdwaita
import CSystem
import Editing
import Filters
import GPU
import Gtk
import Imaging
import Rendering
import Video
import Localization

/// The program: its command line, its windows, and the device they share.
@MainActor
final class Application {
    /// The available filters: built-in and custom ones.
    var catalog: FilterCatalog { customFilters.catalog }
    /// The render queue; nil without OpenGL 4.3.
    private(set) var renderService: RenderService?
    /// The device's traits; nil if there is no device.
    private(set) var traits: DeviceTraits? {
        didSet {
            SharedVideoDecoders.readsPlanes.store(traits?.convertsPlanes == true, ordering: .relaxed)
        }
    }
    /// The OpenGL context until rendering starts.
    private var context: GdkSharedContext?
    /// The reason why there is no device.
    private(set) var graphicsError: GPUError?

    /// The folder in which edits are stored between runs; nil without a home folder.
    let editFolder = EditStore.standardFolder(environment: Environment.folders)

    /// The current presets; nil without a home folder.
    var presets: PresetLibrary? {
        PresetLibrary.standardFolder(environment: Environment.folders).map {
            PresetLibrary(folder: $0)
        }
    }

    private let customFilters = CustomFilterSet()
    /// The toasts about files that are not valid filters, by path.
    let application: Object
    /// True if an already running instance handles this launch.
    var asksRunningProgram = false
    private var windows: [Window] = []
    private var hasShownNotice = false
    private var quitting: Quitting?
    /// When the driver was last reset.
    private var lastLoss: ContinuousClock.Instant?

    init() {
        // An already running instance handles the launch.
        let flags = GApplicationFlags(
            rawValue: G_APPLICATION_HANDLES_COMMAND_LINE.rawValue | G_APPLICATION_HANDLES_OPEN.rawValue)
        application = Object(adw_application_new(UI.applicationID, flags))
        let options = CommandLineOptions(application)
        Launch.addOptions(to: options)
        options.parsed { [weak self] in self?.begin($0) }
        application.connect("startup") { [weak self] in self?.startUp() }
        application.answer("command-line") { [weak self] arguments in
            if let line = ApplicationCommandLine(arguments) { self?.carryOut(Launch(line)) }
            return .int(0)
        }
        // File managers and docks start programs this way, without a command line.
        application.connect("activate") { [weak self] in self?.carryOut(Launch()) }
        application.connect("open") { [weak self] (arguments: SignalArguments) in
            let files = arguments.files(0, count: 1)
            self?.carryOut(Launch(pictures: files.map { .file($0) }))
        }
    }

    var pointer: UnsafeMutablePointer<GtkApplication> { application.pointer() }

    /// Runs until the last window is closed or a signal ends it; returns the exit status. Returns at once if
    /// an already running instance has handled the launch.
    func run() -> Int32 {
        // GLib has no options whose value is optional.
        let status = runApplication(
            application, carguments_count(), carguments_list(), spelling: ["--camera": "--camera="])
        // A running instance never rejects a launch, so an error means that the instance has failed.
        if status != 0, asksRunningProgram { RunningProgram.startOver() }
        EditWriter.finish()
        RecordingController.finishEnded()
        return status
    }

    private func startUp() {
        _ = TextLog.shared
        HiddenWindows.keepInFront()
        endWellOnSignals()
        Settings.standard.style.use()
        g_set_application_name("Glint")
        gtk_window_set_default_icon_name(UI.applicationID)
        startRendering()
        followOwnFilters()
        let actions = ActionMap(application)
        RunningProgram.announce(in: actions)
        ActionInterface.addActions(of: self, to: actions)
        // An action of the desktop entry, which desktops call over the bus.
        actions.add("camera") { [weak self] in self?.carryOut(Launch(live: .camera(""))) }
        ActionInterface.setApplicationKeys(of: application)
    }

    private func endWellOnSignals() {
        TerminationSignal.watch {
            onMainThread {
                // Edits are restored at the next start, so there is nothing to ask.
                self.windows.forEach { $0.flushEdits() }
                EditWriter.finish()
                self.windows.forEach { $0.finishRecording() }
                RecordingController.finishEnded()
                TerminationSignal.endProgram()
            }
        }
    }

    /// Opens the graphics driver, which may restart the program, so this must precede owning a bus name to
    /// which others send messages.
    func openDevice() {
        do {
            let context = try GdkSharedContext()
            traits = context.traits
            self.context = context
        } catch {
            SoftwareFallback.startOver(because: error)
            graphicsError = error
        }
    }

    private func startRendering() {
        guard let context else { return }
        self.context = nil
        renderService = RenderService(
            context: context, unavailable: { [weak self] in self?.endGraphics(because: $0) },
            lost: { [weak self] in self?.restartGraphics() })
    }

    private func endGraphics(because error: GPUError) {
        graphicsError = error
        RunningProgram.retire()
        renderService?.end()
        windows.forEach { $0.showUnsupported(error) }
    }

    /// Continues with a new context after the driver was reset. If there is none, or the driver is soon reset
    /// again, writes the edits and reports the failure.
    private func restartGraphics() {
        windows.forEach { $0.flushEdits() }
        let now = ContinuousClock.now
        defer { lastLoss = now }
        if let lastLoss, now - lastLoss < Self.leastTimeBetweenLosses {
            return endGraphics(because: .contextLost)
        }
        do throws(GPUError) {
            let context = try GdkSharedContext()
            traits = context.traits
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
        customFilters.changed = { [weak self] new in
            guard let self else { return }
            renderService?.use(catalog)
            windows.forEach { $0.use(self.catalog) }
            let names = listed(new.map(\.quoted))
            if !new.isEmpty {
                windows.first?.context.toasts.show(
                    trn(
                        "\(names) is now available as a filter", "\(names) are now available as filters",
                        count: new.count))
            }
        }
        customFilters.refused = { [weak self] new in
            guard let self else { return }
            windows.forEach { $0.show(self.customFilters.refusals) }
            // The panel, which shows the error, may be hidden.
            let names = listed(new.map { PathName.last(of: $0.path).quoted })
            if !new.isEmpty {
                windows.first?.context.toasts.show(
                    trn(
                        "\(names) has errors and cannot be used", "\(names) have errors and cannot be used",
                        count: new.count))
            }
        }
        customFilters.follow()
    }

    /// A new window, not shown yet.
    func makeWindow() -> Window {
        if graphicsError != nil { RunningProgram.retire() }
        let window = Window(self)
        windows.append(window)
        window.show(customFilters.refusals)
        showNotice(in: window)
        return window
    }

    /// The window that shows the file.
    func window(showing file: File) -> Window? {
        windows.first { $0.opener.file?.isSame(as: file) ?? false }
    }

    /// Sets the surround in every window.
    func setSurround(_ surround: Surround) { windows.forEach { $0.setSurround(surround) } }

    /// Removes a window that is closing.
    func remove(_ window: Window) {
        FrameLog.shared?.closes(window)
        windows.removeAll { $0 === window }
    }

    /// Closes every window once the user has decided about all unsaved edits; on Cancel, all stay open.
    func quit() {
        // A batch continues until it is cancelled.
        if let batch = BatchDialog.running { return batch.bringToFront() }
        // Only one window asks at a time.
        if let asking = windows.first(where: \.closing.isAsking) { return asking.present() }
        let quitting = Quitting()
        self.quitting = quitting
        goOn(quitting)
    }

    private func goOn(_ quitting: Quitting) {
        // A newer request to quit may have replaced this one.
        guard quitting === self.quitting else { return }
        let undecided = windows.first { window in
            // A save in progress finishes in the background, and asks only if it fails.
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

    /// A request to close all windows, each of which may ask the user, one at a time.
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
            No graphics driver with OpenGL 4.3 was found, so filters run on the CPU, which is slower. See \
            About Glint › Troubleshooting for details.
            """)
    }

    func showAbout() {
        AboutWindow.show(
            over: gtk_application_get_active_window(pointer), traits: traits, error: graphicsError,
            notice: traits?.isSoftware == true ? softwareNotice : nil)
    }
}
