@preconcurrency import CAdwaita
import Filters
@preconcurrency import Glibc
import Gtk

/// Begins a launch in its own process and completes it in the running instance.
extension Application {
    /// Begins a launch: passes it on to a running instance if there is one, otherwise opens the graphics
    /// driver; returns the exit status if the launch is already complete.
    func begin(_ options: CommandLineOptions.Values) -> Int? {
        if options.isGiven("version") {
            print("glint \(GlintVersion.current)")
            return 0
        }
        guard Display.open() else {
            printError("glint: there is no display to open a window on")
            return 1
        }
        do throws(StandardInputError) {
            let count = options.count(of: StandardInput.word)
            if count > 1 { throw .isAskedForTwice }
            if count > 0 { try StandardInput.gather() }
        } catch {
            printError("glint: \(error)")
            return 1
        }
        let isService = flags & G_APPLICATION_IS_SERVICE.rawValue != 0
        if isService, options.hasOperands {
            printError(
                "glint: a service opens only files that are sent to it; remove FILE from its command line")
            return 1
        }
        if options.isGiven("new-instance") {
            standAlone()
        } else if !isService, joinsRunningProgram() {
            asksRunningProgram = true
            return nil
        }
        openDevice()
        // If this fails, GLib retries and reports the error. Another launch may have registered first.
        let isRegistered = g_application_register(application.pointer(), nil, nil) != 0
        asksRunningProgram = isRegistered && g_application_get_is_remote(application.pointer()) != 0
        return nil
    }

    /// Connects to the running instance, if there is one for this launch.
    private func joinsRunningProgram() -> Bool {
        switch RunningProgram.find() {
        case .none: return false
        case .here where !RunningProgram.hasFailed:
            // The instance may have exited since. As a launcher, this process does not take over its bus name
            // then, which would be too early.
            flags |= G_APPLICATION_IS_LAUNCHER.rawValue
            if g_application_register(application.pointer(), nil, nil) != 0 { return true }
            flags &= ~G_APPLICATION_IS_LAUNCHER.rawValue
            return false
        case .silent:
            printError("glint: the running program does not answer; starting another one.")
            fallthrough
        case .here, .elsewhere:
            standAlone()
            return false
        }
    }

    private func standAlone() { flags |= G_APPLICATION_NON_UNIQUE.rawValue }

    /// The flags of the application, until it is registered on the bus.
    private var flags: UInt32 {
        get { g_application_get_flags(application.pointer()).rawValue }
        set {
            g_application_set_flags(application.pointer(), GApplicationFlags(rawValue: newValue))
        }
    }

    /// Opens the inputs of a launch.
    func carryOut(_ launch: Launch) {
        if launch.pictures.isEmpty { return openEmptyWindow(for: launch) }
        if launch.opensWindows || launch.pictures.count == 1 {
            for picture in launch.pictures { open(picture, with: launch.recipe) }
        } else {
            open(launch.pictures, with: launch.recipe)
        }
    }

    func openEmptyWindow(for launch: Launch) {
        let window = makeWindow()
        let recipe = launch.recipe.flatMap(window.recipes.read)
        window.present()
        switch launch.live {
        case nil: window.opener.pendingRecipe = recipe
        case .camera(let name)?:
            window.camera.pendingRecipe = recipe
            window.camera.open(named: name)
        case .screen?:
            window.camera.pendingRecipe = recipe
            window.camera.openScreen()
        }
    }

    /// Opens a picture in its own window, or in the one that already shows it, with the recipe from a file if
    /// one is given.
    private func open(_ source: DocumentSource, with recipe: File?) {
        if let file = source.file, let window = window(showing: file) {
            if let recipe { window.recipes.apply(recipe, to: file) }
            return window.present()
        }
        let loader = PictureLoader(source)
        let window = makeWindow()
        open(source, loader, in: window, recipe: recipe.flatMap(window.recipes.read))
    }

    /// Opens several pictures in one window.
    private func open(_ sources: [DocumentSource], with recipe: File?) {
        let files = sources.map(\.file)
        if let shown = files.first.flatMap({ $0 }).flatMap(window(showing:)),
            files.allSatisfy({ $0.flatMap(window(showing:)) != nil })
        {
            return shown.present()
        }
        let window = makeWindow()
        window.awaitPicture()
        window.opener.open(sources, recipe: recipe.flatMap(window.recipes.read))
        window.present()
    }

    /// Opens a picture in its own window, or raises the window that already shows it.
    func open(_ source: DocumentSource, recipe: Recipe?) {
        if let file = source.file, let window = window(showing: file) { return window.present() }
        let loader = PictureLoader(source)
        open(source, loader, in: makeWindow(), recipe: recipe)
    }

    private func open(
        _ source: DocumentSource, _ loader: PictureLoader, in window: Window, recipe: Recipe?
    ) {
        window.opener.pendingRecipe = recipe
        window.awaitPicture()
        window.opener.open([source], begun: loader)
        window.present()
    }
}
