@preconcurrency import CAdwaita
import Clips
import Decoding
import Filters
import Gtk
import Imaging
import Rendering
import Video

/// Saves what has frames: a video, whole or in part, and a still whose filters move.
@MainActor
final class ClipSavingController {
    /// Called when a save has ended, with whether it succeeded.
    var ended: @MainActor (Bool) -> Void = { _ in }

    private let context: WindowContext
    private let editor: DocumentEditor
    private let bar: SaveBar
    /// Where and how a file's clip was saved last, for saving it again.
    private var last: (source: File, path: String, choices: ClipSaveChoices)?

    /// - Parameter bar: shows the progress.
    init(_ context: WindowContext, editor: DocumentEditor, bar: SaveBar) {
        self.context = context
        self.editor = editor
        self.bar = bar
    }

    /// Saves to the previous destination, or asks for one.
    func save(then goOn: @escaping @MainActor () -> Void) {
        if let last, let file = editor.document?.file, file == last.source {
            write(as: last.choices, to: last.path, overwrite: true, then: goOn)
        } else {
            ask(then: goOn)
        }
    }

    /// Asks how and where to save, and saves.
    func ask(then goOn: @escaping @MainActor () -> Void) {
        guard let subject else { return }
        ClipSaveDialog(over: context.window, saving: subject) { [weak self] choices in
            self?.askForPlace(as: choices, then: goOn)
        }.present()
    }

    private var subject: ClipSaveDialog.Subject? {
        guard let document = editor.document else { return nil }
        let medium: ClipSaveDialog.Subject.Medium
        switch document.medium {
        case .picture(let picture): medium = .still(picture)
        case .clip(let clip):
            let isPart = clip.inPoint != nil || clip.outPoint != nil
            medium = .video(
                path: clip.stream.path, clip.info, clip.table, part: isPart ? clip.range : nil)
        }
        return .init(medium: medium, recipe: document.recipe, catalog: document.catalog)
    }

    private func askForPlace(as choices: ClipSaveChoices, then goOn: @escaping @MainActor () -> Void) {
        guard let document = editor.document else { return }
        FileDialog(
            saving: "Save as \(choices.kind.title)", over: context.window,
            name: choices.name(for: PathName.stem(of: document.name)), folder: document.suggestedFolder,
            filters: [FileDialog.Filter(name: choices.kind.title, suffixes: [choices.kind.suffix])]
        ).showForAnswer { [weak self] answer in
            self?.save(as: choices, at: answer.file, then: goOn)
        }
    }

    private func save(as choices: ClipSaveChoices, at file: File, then goOn: @escaping @MainActor () -> Void)
    {
        guard let typed = file.path, let document = editor.document else {
            return refuse(
                "\(file.name) is on no folder of this computer, or its name is not UTF-8 text.", choices, goOn
            )
        }
        let hasSuffix = PathName.suffix(of: typed).lowercased() == choices.kind.suffix
        let path = hasSuffix ? typed : "\(typed).\(choices.kind.suffix)"
        if document.isOriginal(path) {
            return refuse("“\(document.name)” is what is open, and is never replaced.", choices, goOn)
        }
        if choices.kind == .pictures, !path.contains(NumberedPictures.frameMark) {
            return refuse(
                "The name has to have \(NumberedPictures.frameMark) in it, for the frame's number.", choices,
                goOn)
        }
        // The dialog confirmed replacing the name as typed, not one with another extension.
        write(as: choices, to: path, overwrite: hasSuffix, then: goOn)
    }

    /// Says why a destination is refused, and asks again.
    private func refuse(
        _ reason: String, _ choices: ClipSaveChoices, _ goOn: @escaping @MainActor () -> Void
    ) {
        MessageDialog.show(
            "Choose Another Name", reason, over: context.window,
            [
                .normal("Cancel"),
                .suggested("Choose…") { [weak self] in self?.askForPlace(as: choices, then: goOn) },
            ])
    }

    private func write(
        as choices: ClipSaveChoices, to path: String, overwrite: Bool, acceptsDamage: Bool = false,
        then goOn: @escaping @MainActor () -> Void
    ) {
        guard let document = editor.document, let subject else { return }
        var request = ClipSaveDialog.request(for: subject, choices, path: path, overwrite: overwrite)
        request.acceptsDamage = acceptsDamage
        let label = "Saving \(PathName.last(of: path))…"
        let save = bar.begin(label, recipe: document.recipe)
        let frames = frameCount(subject, choices)
        let start = ContinuousClock.now
        let begin: SaveBeginning = { [request] engine, shouldStop in
            request.begin(
                on: engine, readPicture: { try PictureLoader.shared.picture(contentsOf: $0) },
                shouldStop: shouldStop)
        }
        let token = context.application.renderService?.save(
            begin,
            progress: { [weak self] part in
                let pace = ClipPace(part: part, frameCount: frames, elapsed: .now - start)
                self?.bar.show(save, part, label: "\(label) \(pace?.text ?? "")")
            },
            completion: { [weak self] result in
                guard let self else { return }
                bar.end(save)
                switch result {
                case .success:
                    if let source = document.file { last = (source, path, choices) }
                    editor.noteSaved(document, at: path)
                    tellOfSave(to: path, choices)
                    goOn()
                    ended(true)
                case .failure(let error):
                    failed(error, path: path) { [weak self] in
                        self?.write(
                            as: choices, to: path, overwrite: overwrite, acceptsDamage: true, then: goOn)
                    }
                    ended(false)
                }
            })
        bar.setCancel(save) { token?.cancel() }
    }

    private func frameCount(_ subject: ClipSaveDialog.Subject, _ choices: ClipSaveChoices) -> Int {
        switch subject.medium {
        case .video(_, let info, let table, let part):
            (choices.isPart ? part?.count : nil) ?? table?.count ?? info.toldFrameCount ?? 0
        case .still: Int((choices.duration * ClipRequest.usualRate.value).rounded())
        }
    }

    private func tellOfSave(to path: String, _ choices: ClipSaveChoices) {
        let file = File(path: path)
        context.toasts.show(
            choices.kind == .pictures ? "Saved the pictures" : "Saved \(file.name)", button: "Open _Folder"
        ) { [weak self] in
            self.map { showInFolder(file, over: $0.context.window) }
        }
    }

    /// - Parameter accept: saves what can be read of a damaged file.
    private func failed(
        _ error: any Error, path: String, accept: @escaping @MainActor @Sendable () -> Void
    ) {
        if error is Cancelled { return }
        guard case ClipError.damaged? = error as? ClipError else {
            context.toasts.showFailure(sentence(error, path: path))
            return
        }
        MessageDialog.show(
            "Save What Can Be Read?", sentence("\(error)"), over: context.window,
            [.normal("Cancel"), .suggested("Save the Others", accept)])
    }
}
