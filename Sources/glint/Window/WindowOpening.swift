@preconcurrency import CAdwaita
import Editing
import Filters
@preconcurrency import Glibc
import Gtk
import Imaging

/// Opening pictures and recipes.
extension Window {
    private static let pictureFilters = [
        FileDialog.Filter(name: "Pictures", mimeTypes: ["image/*"]), FileDialog.Filter(name: "All Files"),
    ]
    private static let recipeFilters = [
        FileDialog.Filter(name: "Recipes", suffixes: ["json"]), FileDialog.Filter(name: "All Files"),
    ]

    func chooseFile() {
        FileDialog(
            opening: "Open a Picture", over: window, folder: document?.folder, filters: Self.pictureFilters
        ).show { [weak self] file in self?.open([.file(file)]) }
    }

    func paste() {
        Clipboard(of: window).read { [weak self] transfer in
            guard let self else { return }
            guard let transfer else {
                toasts.showFailure("There is no picture and no recipe to paste.")
                return
            }
            if case .text(let text) = transfer {
                if !pasteRecipe(text) { toasts.showFailure("There is no picture and no recipe to paste.") }
                return
            }
            open(PictureSource.sources(of: transfer))
        }
    }

    func acceptDrops() {
        window.acceptDrops(
            hovers: { [weak self] isOver in
                self?.setDropHighlight(isOver && self?.application.graphicsError == nil)
            },
            dropped: { [weak self] transfer in self?.open(PictureSource.sources(of: transfer)) })
    }

    func reload() {
        guard let document, let file = document.file else { return }
        // If the original was replaced, its pixels already contain the filters.
        open(.file(file), keepsRecipe: !document.hasReplacedOriginal)
    }

    /// Opens the first here and each other in its own window.
    func open(_ sources: [PictureSource]) {
        guard let first = sources.first else { return }
        if let file = first.file, let other = application.window(showing: file), other !== self {
            other.present()
        } else {
            open(first)
        }
        for source in sources.dropFirst() { application.open(source, recipe: nil) }
    }

    /// Decodes a picture on another thread and shows it. The current one stays until then, and for good if the new one
    /// cannot be read.
    ///
    /// - Parameters:
    ///   - keepsRecipe: whether the current picture's edits carry over to the new one.
    ///   - copied: the edits to apply to the new one as a change; nil for only its earlier edits.
    ///   - asks: whether to ask about unsaved edits.
    ///   - largestPixelCount: a picture with more pixels is opened only if the user confirms.
    func open(
        _ source: PictureSource, keepsRecipe: Bool = false, copying copied: Recipe? = nil, asks: Bool = true,
        largestPixelCount: Int = DecodingOptions.ordinaryPixelCount
    ) {
        guard application.graphicsError == nil else { return }
        openings += 1
        canvas?.forgetStandIn()
        openingFile = source.file
        let opening = openings
        loadingDelay = Delay(milliseconds: 250) { [weak self] in
            guard let self else { return }
            if document != nil {
                setBusy(true)
            } else if canvas?.showsStandIn != true {
                showLoading(source.name)
            }
        }
        if document == nil { showStandIn(source, opening: opening) }
        inBackground({ source.load(largestPixelCount: largestPixelCount) }) { [weak self] result in
            guard let self, opening == openings else { return }
            loadingDelay = nil
            openingFile = nil
            setBusy(false)
            switch result {
            case .success(let picture):
                take(picture, from: source, keepsRecipe: keepsRecipe, copying: copied, asks: asks)
            case .failure(let failure):
                // Behind the question stays the current picture, or the reason if there is none.
                if failure.question == nil || document == nil { openingFailed(source, failure) }
                guard let large = failure.question else { return }
                askAboutSize(of: source, large) { [weak self] in
                    self?.open(
                        source, keepsRecipe: keepsRecipe, copying: copied, asks: asks,
                        largestPixelCount: DecodingOptions.greatestPixelCount)
                }
            }
        }
    }

    /// Shows a large picture at reduced size while the whole is decoded on another thread.
    private func showStandIn(_ source: PictureSource, opening: Int) {
        inBackground({ source.loadStandIn() }) { [weak self] provider in
            guard let provider else { return }
            self?.findBeginning(with: source.file) { [weak self] beginning in
                guard let self, opening == openings, openingFile != nil, document == nil else { return }
                canvas?.show(standIn: provider, recipe: beginning.recipe)
                show(page: "picture")
            }
        }
    }

    private func take(
        _ picture: Picture, from source: PictureSource, keepsRecipe: Bool, copying copied: Recipe?, asks: Bool
    ) {
        passedNeighbor = nil
        if keepsRecipe, document != nil { return reload(picture) }
        let opening = openings
        askAboutEdits(before: "opening another picture", unless: !asks) { [weak self] discards in
            // Another picture may have been opened during the save.
            guard let self, opening == openings else { return }
            if discards { discardEdits() }
            openingFile = source.file
            findBeginning(with: source.file) { [weak self] beginning in
                guard let self, opening == openings else { return }
                openingFile = nil
                show(picture, from: source, beginning: beginning, copying: copied)
            }
        }
    }

    private func askAboutSize(
        of source: PictureSource, _ large: LargePicture, then goOn: @escaping @MainActor @Sendable () -> Void
    ) {
        MessageDialog.show(
            "Open “\(source.name)”?", large.question, over: window,
            [.normal("_Cancel"), .normal("_Open", goOn)])
    }

    private func show(
        _ picture: Picture, from source: PictureSource, beginning: Beginning, copying copied: Recipe?
    ) {
        pendingRecipe = nil
        let (recipe, messages) = beginning.recipe.adapted(to: application.catalog)
        show(Document(picture, file: source.file, recipe: recipe, catalog: application.catalog))
        if !messages.isEmpty { toasts.showFailure(messages.joined(separator: "\n")) }
        if let copied {
            apply(copied, as: Edit("Copied Edits"))
        } else {
            show(beginning.offers)
        }
    }

    private func openingFailed(_ source: PictureSource, _ failure: LoadFailure) {
        canvas?.forgetStandIn()
        if document == nil {
            showError(title: "Could Not Open “\(source.name)”", failure.message)
        } else {
            toasts.showFailure(failure.message)
        }
    }

    func chooseRecipe() {
        FileDialog(
            opening: "Open a Recipe", over: window, folder: document?.suggestedFolder,
            filters: Self.recipeFilters
        ).show { [weak self] file in self?.openRecipe(file) }
    }

    private func openRecipe(_ file: File) {
        guard let recipe = readRecipe(file) else { return }
        if document == nil {
            pendingRecipe = recipe
        } else {
            apply(recipe, as: Edit("Open \(file.name)"))
        }
    }

    /// Reads a recipe for this window; problems are reported in toasts.
    func readRecipe(_ file: File) -> Recipe? {
        do {
            let text = String(decoding: try file.contents(), as: UTF8.self)
            let read = try Recipe(json: text, acceptsNewer: true)
            let (recipe, messages) = read.adapted(to: application.catalog)
            if !messages.isEmpty {
                toasts.showFailure(([file.name + ":"] + messages).joined(separator: "\n"))
            }
            return recipe
        } catch let error as GtkError {
            toasts.showFailure(unreadableRecipe(file) ?? "\(file.name): \(error)")
        } catch {
            toasts.showFailure("\(file.name): \(error)")
        }
        return nil
    }

    /// The usual reasons in plain words: GLib's messages name the failed function and repeat the path.
    private func unreadableRecipe(_ file: File) -> String? {
        guard let path = file.path else { return nil }
        var status = stat()
        guard stat(path, &status) == 0 else {
            let isMissing = errno == ENOENT || errno == ENOTDIR
            return isMissing ? "There is no recipe \(file.name) in \(PathName.folder(of: path))." : nil
        }
        if status.st_mode & S_IFMT == S_IFDIR { return "\(file.name) is a folder, not a recipe." }
        return access(path, R_OK) == 0 ? nil : "\(file.name): you may not read this file."
    }

    func saveRecipe() {
        playback.pause()
        guard let document else { return }
        let name = "\(PathName.stem(of: document.name)).json"
        FileDialog(
            saving: "Save the Recipe", over: window, name: name, folder: document.suggestedFolder,
            filters: Self.recipeFilters
        ).show { [weak self] file in
            guard let self, let document = self.document else { return }
            do {
                try file.replaceContents(with: document.recipe.json + "\n")
                toasts.show("Saved \(file.name)")
            } catch {
                toasts.showFailure("\(file.name) could not be saved: \(error)")
            }
        }
    }
}
