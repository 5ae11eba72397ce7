@preconcurrency import CAdwaita
@preconcurrency import Glibc
import Gtk
import Imaging
import Rendering

/// Saving and copying the filtered picture at full resolution.
extension Window {
    /// Saves to the previous destination, or asks for one.
    func save() {
        save(then: {})
    }

    func save(then goOn: @escaping @MainActor () -> Void) {
        playback.pause()
        guard let place = document?.savePath else { return saveAs(then: goOn) }
        write(to: place, overwrite: true, then: goOn)
    }

    func saveAs() {
        saveAs(then: {})
    }

    private func saveAs(then goOn: @escaping @MainActor () -> Void) {
        playback.pause()
        guard let document else { return }
        askForPlace(name: document.suggestedName, folder: document.suggestedFolder, then: goOn)
    }

    private func askForPlace(name: String, folder: String?, then goOn: @escaping @MainActor () -> Void) {
        let compression = FileDialog.Choice(
            id: "compression", label: "PNG Compression",
            options: Compression.allCases.map { ($0.rawValue, $0.title) },
            selected: (document?.compression ?? .balanced).rawValue)
        let quality = FileDialog.Choice(
            id: "quality", label: "JPEG and WebP Quality",
            options: SavedFile.qualities.map { ("\($0)", "\($0)") },
            selected: "\(document?.quality ?? EncodingOptions().quality)")
        let formats = PictureFormat.allCases
        let kinds =
            formats.map { FileDialog.Filter(name: $0.name, suffixes: $0.fileExtensions) }
            + [.init(name: "All Pictures", suffixes: formats.flatMap(\.fileExtensions))]
        let kind = PictureFormat(fileName: name).flatMap(formats.firstIndex) ?? formats.count
        FileDialog(
            saving: "Save the Filtered Picture", over: window, name: name, folder: folder, filters: kinds,
            filter: kind, choices: [compression, quality]
        ).showForAnswer { [weak self] answer in
            if let chosen = answer.options[compression.id].flatMap(Compression.init) {
                self?.document?.compression = chosen
            }
            if let chosen = answer.options[quality.id].flatMap({ Int($0) }) {
                self?.document?.quality = chosen
            }
            let format = answer.filter.flatMap { formats.indices.contains($0) ? formats[$0] : nil }
            self?.save(at: answer.file, as: format, then: goOn)
        }
    }

    /// Says why a destination is refused, and asks again with the same name.
    private func refuse(
        _ file: File, because reason: String, folder: String?, then goOn: @escaping @MainActor () -> Void
    ) {
        MessageDialog.show(
            "Choose Another Name", reason, over: window,
            [
                .normal("Cancel"),
                .suggested("Choose…") { [weak self] in
                    self?.askForPlace(name: file.name, folder: folder, then: goOn)
                },
            ])
    }

    /// - Parameter format: the selected file type.
    private func save(
        at file: File, as format: PictureFormat?, then goOn: @escaping @MainActor () -> Void
    ) {
        guard let document else { return }
        guard let typed = file.path else {
            return refuse(
                file,
                because: "\(file.name) is on no folder of this computer, or its name is not UTF-8 text. "
                    + "Choose another place.",
                folder: document.suggestedFolder, then: goOn)
        }
        let path = SavedFile.path(typed, as: format, suggested: document.suggestedName)
        // The dialog confirmed replacing the name as typed, not one with another extension.
        let overwrite = path == typed
        guard PictureFormat(fileName: path) != nil else {
            let problem = ImagingError.unknownExtension(path: path)
            return refuse(
                file, because: sentence(problem, path: path), folder: PathName.folder(of: path), then: goOn)
        }
        guard document.isOriginal(path), !document.mayReplaceOriginal else {
            return write(to: path, overwrite: overwrite, then: goOn)
        }
        MessageDialog.show(
            "Replace the Original?",
            "“\(document.name)” is the picture you opened. Its pixels without the filters will be gone.",
            over: window,
            [
                .normal("Cancel"),
                .destructive("Replace") { [weak self] in
                    self?.document?.mayReplaceOriginal = true
                    self?.write(to: path, overwrite: true, then: goOn)
                },
            ])
    }

    private func write(to path: String, overwrite: Bool, then goOn: @escaping @MainActor () -> Void) {
        guard let document else { return }
        let recipe = document.recipe
        let metadata = document.picture.metadata
        let picture = document.provider.frameID
        let options = EncodingOptions(quality: document.quality, compression: document.compression)
        export(
            document, to: path, options: options, overwrite: overwrite, verb: "Saving"
        ) { [weak self] losses in
            guard let self else { return }
            // An original whose pixels contain the edits must not get them a second time.
            if document.isOriginal(path), let original = document.keptPath { keeper.forget(original) }
            // Another picture may have been opened meanwhile.
            if self.document?.provider.frameID == picture { self.document?.wasSaved(recipe, at: path) }
            let file = File(path: path)
            toasts.show("Saved \(file.name)", button: "Open _Folder") { [weak self] in
                self.map { showInFolder(file, over: $0.window) }
            }
            let remarks = Set(metadata.losses + losses).map(\.description).sorted()
            if !remarks.isEmpty {
                toasts.showFailure("\(file.name): \(remarks.joined(separator: "; ")).")
            }
            goOn()
        }
    }

    /// Copies the filtered picture, all of it, as a PNG.
    func copyPicture() {
        playback.pause()
        guard let document else { return }
        guard let path = temporaryPath() else {
            toasts.showFailure("There is no place for a copy.")
            return
        }
        // A copy is made to be pasted at once.
        let options = EncodingOptions(compression: .fast)
        export(document, to: path, options: options, overwrite: true, verb: "Copying") { [weak self] _ in
            inBackground({ takeFile(path) }) { bytes in
                guard let self, let bytes else { return }
                Clipboard(of: self.window).setPNG(bytes)
                self.toasts.show("Copied the picture")
            }
        }
    }

    private func export(
        _ document: Document, to path: String, options: EncodingOptions, overwrite: Bool, verb: String,
        then goOn: @escaping @MainActor ([MetadataLoss]) -> Void
    ) {
        let request = RenderQueue.SaveRequest(
            picture: document.picture, recipe: document.recipe, path: path, options: options,
            overwrite: overwrite)
        let isCopy = verb == "Copying"
        let save = saveBar.begin(
            "\(verb) \(isCopy ? document.name : PathName.last(of: path))…",
            recipe: isCopy ? nil : document.recipe)
        let token = application.renderService?.save(
            request, progress: { [weak self] part in self?.saveBar.show(save, part) },
            completion: { [weak self] result in
                guard let self else { return }
                saveBar.end(save)
                switch result {
                case .success(let losses):
                    goOn(losses)
                    saveEnded(true)
                case .failure(let error):
                    if !(error is Cancelled) { toasts.showFailure(sentence(error, path: path)) }
                    saveEnded(false)
                }
            })
        saveBar.setCancel(save) { token?.cancel() }
    }

    private func temporaryPath() -> String? {
        guard let folder = g_get_user_runtime_dir().map({ String(cString: $0) }) else { return nil }
        return "\(folder)/glint-copy-\(UInt64.random(in: 0 ... .max)).png"
    }
}

extension Compression {
    /// The name shown to users.
    fileprivate var title: String {
        switch self {
        case .fast: "Fast"
        case .balanced: "Balanced"
        case .smallest: "Smallest File"
        }
    }
}

/// Reads a file's contents and deletes it.
private func takeFile(_ path: String) -> [UInt8]? {
    defer { unlink(path) }
    return try? File(path: path).contents()
}
