import System
@preconcurrency import CAdwaita
import Exporting
import Decoding
import Filters
import Gtk
import Imaging
import Rendering
import Video
import Localization

/// Saves content with several frames: a video, in whole or in part, or a still with animated filters.
@MainActor
final class ClipSaveController {
    /// Called when a save has ended, with whether it succeeded.
    var ended: @MainActor (Bool) -> Void = { _ in }

    private let context: WindowContext
    private let editor: DocumentEditor
    private let bar: SaveBar
    /// The path and settings of the last save of a file's clip, for saving it again.
    private var last: (source: File, path: String, choices: ClipSaveChoices, part: Range<Int>?)?

    /// - Parameter bar: shows the progress.
    init(_ context: WindowContext, editor: DocumentEditor, bar: SaveBar) {
        self.context = context
        self.editor = editor
        self.bar = bar
    }

    /// Saves to the previous destination, or asks for one.
    func save(then goOn: @escaping @MainActor () -> Void) {
        // Another trim may be meant for another file, and may not have been asked about.
        if let last, let file = editor.document?.file, file == last.source, subject?.part == last.part {
            write(to: last.path, as: last.choices, overwrite: true, then: goOn)
        } else {
            ask(then: goOn)
        }
    }

    /// Asks how and where to save, and saves.
    func ask(then goOn: @escaping @MainActor () -> Void) {
        guard let subject else { return }
        ClipSaveDialog(
            over: context.window, saving: subject, renderService: context.application.renderService
        ) { [weak self] choices in
            self?.askForDestination(as: choices, then: goOn)
        }.present()
    }

    private var subject: ClipSubject? {
        guard let document = editor.document else { return nil }
        let medium: ClipSubject.Medium
        switch document.medium {
        case .picture(let picture): medium = .still(picture)
        case .clip(let clip):
            medium = .video(
                path: clip.stream.path, clip.info, clip.table, part: clip.isTrimmed ? clip.range : nil)
        // Cameras are recorded instead.
        case .live: return nil
        }
        return .init(medium: medium, recipe: document.recipe, catalog: document.catalog)
    }

    private func askForDestination(as choices: ClipSaveChoices, then goOn: @escaping @MainActor () -> Void) {
        guard let document = editor.document else { return }
        FileDialog(
            saving: tr("Save as \(choices.kind.title)"), over: context.window,
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
                tr("\(file.name) is not in a local folder, or its name is not UTF-8 text."), choices,
                goOn
            )
        }
        let hasSuffix = PathName.suffix(of: typed).lowercased() == choices.kind.suffix
        let path = hasSuffix ? typed : "\(typed).\(choices.kind.suffix)"
        if document.isOriginal(path) {
            return refuse(tr("“\(document.name)” is the open file, which is never replaced."), choices, goOn)
        }
        if choices.kind == .pictures, !path.contains(NumberedPictures.frameMark) {
            return refuse(
                tr("The name must contain \(NumberedPictures.frameMark) for the frame's number."),
                choices,
                goOn)
        }
        if choices.kind == .pictures, let original = document.file?.path,
            let frames = subject?.frames(choices),
            frames.contains(where: { NumberedPictures.path(of: $0, in: path) == original })
        {
            return refuse(
                tr(
                    "One of the pictures would be named “\(document.name)”, but that is the open file, which is never replaced."
                ),
                choices,
                goOn)
        }
        // The user has confirmed replacing the file with the typed name, but not a file with another
        // extension or a number.
        write(to: path, as: choices, overwrite: hasSuffix && choices.kind != .pictures, then: goOn)
    }

    /// Shows why a destination is rejected, and asks again.
    private func refuse(
        _ reason: String, _ choices: ClipSaveChoices, _ goOn: @escaping @MainActor () -> Void
    ) {
        MessageDialog.show(
            tr("Choose Another Name"), reason, over: context.window,
            [
                .normal(tr("Cancel")),
                .suggested(tr("Choose…")) { [weak self] in self?.askForDestination(as: choices, then: goOn) },
            ])
    }

    /// The content when the save was requested, since other work continues meanwhile.
    private struct Work {
        var request: ClipRequest
        let document: Document
        let choices: ClipSaveChoices
        let frameCount: Int
        /// The trimmed part, whether or not it alone is saved.
        let part: Range<Int>?
        let goOn: @MainActor () -> Void
    }

    private func write(
        to path: String, as choices: ClipSaveChoices, overwrite: Bool,
        then goOn: @escaping @MainActor () -> Void
    ) {
        guard let document = editor.document, let subject else { return }
        write(
            Work(
                request: subject.request(choices, path: path, overwrite: overwrite),
                document: document, choices: choices, frameCount: subject.frames(choices).count,
                part: subject.part,
                goOn: goOn))
    }

    private func write(_ work: Work) {
        let (request, path) = (work.request, work.request.path)
        let save = bar.begin(tr("Saving \(PathName.last(of: path))…"), recipe: work.document.recipe)
        let start = ContinuousClock.now
        let begin: SaveBeginning = { engine, shouldStop in
            request.begin(
                on: engine, readPicture: { try RemotePictureDecoder.shared.picture(contentsOf: $0) },
                shouldStop: shouldStop)
        }
        let token = context.application.renderService?.save(
            begin,
            progress: { [weak self] part in
                let pace = ClipPace(part: part, frameCount: work.frameCount, elapsed: .now - start)
                self?.bar.show(save, part, pace: pace?.text ?? "")
            },
            completion: { [weak self] result in
                guard let self else { return }
                bar.end(save)
                switch result {
                case .success:
                    if let source = work.document.file { last = (source, path, work.choices, work.part) }
                    editor.noteSaved(work.document, at: path)
                    reportSave(to: path, work.choices)
                    work.goOn()
                    ended(true)
                case .failure(let error):
                    failed(error, work)
                    ended(false)
                }
            })
        bar.setCancel(save) { token?.cancel() }
    }

    private func reportSave(to path: String, _ choices: ClipSaveChoices) {
        let file = File(path: path)
        context.toasts.show(
            choices.kind == .pictures ? tr("Saved the pictures") : tr("Saved \(file.name)"),
            button: tr("Open _Folder")
        ) { [weak self] in
            self.map { showInFolder(file, over: $0.context.window) }
        }
    }

    private func failed(_ error: any Error, _ work: Work) {
        func ask(
            _ heading: String, _ body: String, _ answer: String,
            _ change: @escaping (inout ClipRequest) -> Void
        ) {
            MessageDialog.show(
                heading, body, over: context.window,
                [
                    .normal(tr("Cancel")),
                    .suggested(answer) { [weak self] in
                        var changed = work
                        change(&changed.request)
                        self?.write(changed)
                    },
                ])
        }
        switch error {
        case is Cancelled: break
        case ClipError.damaged:
            ask(tr("Save the Readable Frames?"), sentence("\(error)"), tr("Save Readable Frames")) {
                $0.acceptsDamage = true
            }
        case ImagingError.file(.exists(let path)) where work.choices.kind == .pictures:
            ask(
                tr("Replace Pictures?"),
                tr("“\(PathName.last(of: path))” already exists, and others may exist as well."),
                tr("Replace")
            ) { $0.existing = .overwrite }
        default: context.toasts.showFailure(sentence(error, path: work.request.path))
        }
    }
}
