@preconcurrency import CAdwaita
@preconcurrency import Glibc
import Filters
import Gtk
import Imaging
import Rendering

/// Saves and copies the filtered picture at full resolution.
@MainActor
final class SavingController {
    /// Called when a save or copy has ended, with whether it succeeded.
    var ended: @MainActor (Bool) -> Void = { _ in }

    private let context: WindowContext
    private let editor: DocumentEditor
    private let playback: PlaybackController
    private let bar: SaveBar
    private let clips: ClipSavingController

    /// - Parameters:
    ///   - playback: paused before a save: what is seen is saved.
    ///   - bar: shows the progress.
    init(_ context: WindowContext, editor: DocumentEditor, playback: PlaybackController, bar: SaveBar) {
        self.context = context
        self.editor = editor
        self.playback = playback
        self.bar = bar
        clips = ClipSavingController(context, editor: editor, bar: bar)
        clips.ended = { [weak self] in self?.ended($0) }
    }

    /// Whether a save is under way.
    var isActive: Bool { bar.isActive }

    /// The recipe of the picture being saved; nil if no save is under way, or only a copy.
    var recipe: Recipe? { bar.recipe }

    /// Follows a change of the document: enables what can be saved of it.
    func update() {
        let isClip = editor.document?.medium.clip != nil
        let isLive = editor.document?.medium.live != nil
        let isMoving = !isLive && editor.recipe.map(editor.catalog.readsTime) == true
        context.actions.setEnabled("save-video", isClip || isMoving)
        context.actions.setEnabled("save-frame", isClip)
    }

    /// Saves to the previous destination, or asks for one.
    func save(then goOn: @escaping @MainActor () -> Void = {}) {
        playback.pause()
        if editor.document?.medium.clip != nil { return clips.save(then: goOn) }
        guard let place = editor.document?.savePath else { return saveAs(then: goOn) }
        write(to: place, overwrite: true, then: goOn)
    }

    /// Asks for a destination and saves there.
    func saveAs(then goOn: @escaping @MainActor () -> Void = {}) {
        if editor.document?.medium.clip != nil { saveVideo(then: goOn) } else { savePicture(then: goOn) }
    }

    /// Asks how to save a clip, or a still whose filters move as a clip, and where.
    func saveVideo(then goOn: @escaping @MainActor () -> Void = {}) {
        playback.pause()
        clips.ask(then: goOn)
    }

    /// Asks for a destination and saves the picture there, or the frame of a clip that is shown.
    func savePicture(then goOn: @escaping @MainActor () -> Void = {}) {
        playback.pause()
        guard let document = editor.document else { return }
        askForPlace(name: document.suggestedName, folder: document.suggestedFolder, then: goOn)
    }

    private func askForPlace(name: String, folder: String?, then goOn: @escaping @MainActor () -> Void) {
        let compression = FileDialog.Choice(
            id: "compression", label: "PNG Compression",
            options: Compression.allCases.map { ($0.rawValue, $0.title) },
            selected: (editor.document?.compression ?? .balanced).rawValue)
        let quality = FileDialog.Choice(
            id: "quality", label: "JPEG and WebP Quality",
            options: SavedFile.qualities.map { ("\($0)", "\($0)") },
            selected: "\(editor.document?.quality ?? EncodingOptions().quality)")
        let formats = PictureFormat.allCases
        let kinds =
            formats.map { FileDialog.Filter(name: $0.name, suffixes: $0.fileExtensions) }
            + [.init(name: "All Pictures", suffixes: formats.flatMap(\.fileExtensions))]
        let kind = PictureFormat(fileName: name).flatMap(formats.firstIndex) ?? formats.count
        FileDialog(
            saving: "Save the Filtered Picture", over: context.window, name: name, folder: folder,
            filters: kinds,
            filter: kind, choices: [compression, quality]
        ).showForAnswer { [weak self] answer in
            self?.editor.choose(
                compression: answer.options[compression.id].flatMap(Compression.init),
                quality: answer.options[quality.id].flatMap { Int($0) })
            let format = answer.filter.flatMap { formats.indices.contains($0) ? formats[$0] : nil }
            self?.save(at: answer.file, as: format, then: goOn)
        }
    }

    /// Says why a destination is refused, and asks again with the same name.
    private func refuse(
        _ file: File, because reason: String, folder: String?, then goOn: @escaping @MainActor () -> Void
    ) {
        MessageDialog.show(
            "Choose Another Name", reason, over: context.window,
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
        guard let document = editor.document else { return }
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
            over: context.window,
            [
                .normal("Cancel"),
                .destructive("Replace") { [weak self] in
                    self?.editor.allowReplacingOriginal()
                    self?.write(to: path, overwrite: true, then: goOn)
                },
            ])
    }

    private func write(to path: String, overwrite: Bool, then goOn: @escaping @MainActor () -> Void) {
        guard let document = editor.document else { return }
        let options = EncodingOptions(quality: document.quality, compression: document.compression)
        export(
            document, to: path, options: options, overwrite: overwrite, verb: "Saving"
        ) { [weak self] losses in
            guard let self else { return }
            editor.noteSaved(document, at: path)
            let file = File(path: path)
            context.toasts.show("Saved \(file.name)", button: "Open _Folder") { [weak self] in
                self.map { showInFolder(file, over: $0.context.window) }
            }
            let remarks = Set((document.medium.picture.metadata.losses + losses).map(\.description)).sorted()
            if !remarks.isEmpty {
                context.toasts.showFailure("\(file.name): \(remarks.joined(separator: "; ")).")
            }
            goOn()
        }
    }

    /// Copies the filtered picture, all of it, as a PNG.
    func copy() {
        playback.pause()
        guard let document = editor.document else { return }
        guard let path = temporaryPath() else {
            context.toasts.showFailure("There is no place for a copy.")
            return
        }
        // A copy is made to be pasted at once.
        let options = EncodingOptions(compression: .fast)
        export(document, to: path, options: options, overwrite: true, verb: "Copying") { [weak self] _ in
            inBackground({ takeFile(path) }) { bytes in
                guard let self, let bytes else { return }
                Clipboard(of: self.context.window).setPNG(bytes)
                self.context.toasts.show("Copied the picture")
            }
        }
    }

    private func export(
        _ document: Document, to path: String, options: EncodingOptions, overwrite: Bool, verb: String,
        then goOn: @escaping @MainActor ([SaveRemark]) -> Void
    ) {
        let request = RenderQueue.SaveRequest(
            picture: document.medium.picture, at: document.sourceFrame.time, recipe: document.recipe,
            path: path, options: options,
            overwrite: overwrite)
        let isCopy = verb == "Copying"
        let save = bar.begin(
            "\(verb) \(isCopy ? document.name : PathName.last(of: path))…",
            recipe: isCopy ? nil : document.recipe)
        let token = context.application.renderService?.save(
            request, progress: { [weak self] part in self?.bar.show(save, part) },
            completion: { [weak self] result in
                guard let self else { return }
                bar.end(save)
                switch result {
                case .success(let losses):
                    goOn(losses)
                    ended(true)
                case .failure(let error):
                    if !(error is Cancelled) { context.toasts.showFailure(sentence(error, path: path)) }
                    ended(false)
                }
            })
        bar.setCancel(save) { token?.cancel() }
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
