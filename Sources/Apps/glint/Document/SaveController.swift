import System
@preconcurrency import CAdwaita
@preconcurrency import Glibc
import Filters
import Gtk
import Imaging
import Rendering
import Localization

/// Saves and exports the filtered picture at full resolution.
@MainActor
final class SaveController {
    /// Called when a save, or a copy for another program, has ended, with whether it succeeded.
    var ended: @MainActor (Bool) -> Void = { _ in }

    private let context: WindowContext
    private let editor: DocumentEditor
    private let playback: PlaybackController
    private let bar: SaveBar
    let saver: EditExporter
    private let clips: ClipSaveController

    /// - Parameters:
    ///   - playback: paused before a save, so that the visible frame is saved.
    ///   - bar: shows the progress.
    init(_ context: WindowContext, editor: DocumentEditor, playback: PlaybackController, bar: SaveBar) {
        self.context = context
        self.editor = editor
        self.playback = playback
        self.bar = bar
        saver = EditExporter(context, bar: bar)
        clips = ClipSaveController(context, editor: editor, bar: bar)
        saver.ended = { [weak self] in self?.ended($0) }
        clips.ended = { [weak self] in self?.ended($0) }
    }

    /// True while a save is in progress.
    var isActive: Bool { bar.isActive }

    /// The recipe of the picture being saved; nil if no save is in progress, or only that of a copy.
    var recipe: Recipe? { bar.recipe }

    /// Saves to the previous destination, or asks for one.
    func save(then goOn: @escaping @MainActor () -> Void = {}) {
        playback.pause()
        if editor.document?.medium.clip != nil { return clips.save(then: goOn) }
        guard let document = editor.document, let path = document.savePath else { return saveAs(then: goOn) }
        write(to: path, as: document.saveChoices ?? ExportChoices(), overwrite: true, then: goOn)
    }

    /// Asks for a destination and saves there.
    func saveAs(then goOn: @escaping @MainActor () -> Void = {}) {
        if editor.document?.medium.clip != nil { saveVideo(then: goOn) } else { savePicture(then: goOn) }
    }

    /// Asks how to save a clip, or an animated still as a clip, and where.
    func saveVideo(then goOn: @escaping @MainActor () -> Void = {}) {
        playback.pause()
        clips.ask(then: goOn)
    }

    /// Asks for a destination and saves the picture there, or the current frame of a clip.
    func savePicture(then goOn: @escaping @MainActor () -> Void = {}) {
        playback.pause()
        guard let document = editor.document, let subject else { return }
        let folder = document.suggestedFolder ?? Self.picturesFolder
        let destination = ExportDestination(folder: folder, name: document.suggestedName)
        var choices = document.saveChoices ?? remembered("Save")
        if document.saveChoices == nil {
            // A save covers the whole picture; the compression settings are remembered.
            choices.size = .full
            choices.depth = nil
        }
        choices.format = destination.typedFormat ?? .png
        ask(.save, subject, at: destination, choices) { [weak self] answer in
            guard let self else { return }
            Settings.standard.setExportValues(answer.choices.values, "Save")
            editor.choose(answer.choices)
            write(to: answer.path, as: answer.choices, overwrite: answer.overwrite, then: goOn)
        }
    }

    /// Asks how and where to export the picture, and exports it; for a clip, asks how to save it.
    func export() {
        playback.pause()
        guard let document = editor.document else { return }
        if document.medium.clip != nil { return clips.ask {} }
        guard let subject else { return }
        let home = document.folder ?? Self.picturesFolder
        let folder = Settings.standard.exportFolder(of: home).flatMap { PathName.isFolder($0) ? $0 : nil }
        let choices = remembered("Export")
        var destination = ExportDestination(folder: folder ?? home, name: document.suggestedName)
        destination.follow(choices.format ?? .png)
        ask(.export, subject, at: destination, choices) { [weak self] answer in
            guard let self else { return }
            Settings.standard.setExportValues(answer.choices.values, "Export")
            Settings.standard.setExportFolder(PathName.folder(of: answer.path), of: home)
            if document.isOriginal(answer.path) { editor.choose(answer.choices) }
            write(to: answer.path, as: answer.choices, overwrite: answer.overwrite, isExport: true)
        }
    }

    private func ask(
        _ wording: ExportDialog.Wording, _ subject: ExportDialog.Subject, at destination: ExportDestination,
        _ choices: ExportChoices, chosen: @escaping @MainActor (ExportDialog.Answer) -> Void
    ) {
        ExportDialog(
            over: context.window, wording, saving: subject, at: destination, choices: choices,
            renderService: context.application.renderService, chosen: chosen
        ).present()
    }

    private func remembered(_ group: String) -> ExportChoices {
        var choices = ExportChoices()
        choices.take(Settings.standard.exportValues(group))
        choices.format = choices.format ?? .png
        return choices
    }

    private var subject: ExportDialog.Subject? {
        editor.document.map { document in
            .init(
                picture: document.medium.picture, time: document.sourceFrame.time, recipe: document.recipe,
                catalog: document.catalog, original: document.file?.path)
        }
    }

    /// The default folder for a picture without a file.
    private static var picturesFolder: String {
        let folder = g_get_user_special_dir(G_USER_DIRECTORY_PICTURES) ?? g_get_home_dir()
        return folder.map { String(cString: $0) } ?? "."
    }

    /// - Parameter isExport: whether Save keeps its own destination, unless the document's own file was
    ///   replaced.
    private func write(
        to path: String, as choices: ExportChoices, overwrite: Bool, isExport: Bool = false,
        then goOn: @escaping @MainActor () -> Void = {}
    ) {
        guard let document = editor.document else { return }
        saver.write(
            document, to: path, as: choices, overwrite: overwrite,
            label: isExport
                ? tr("Exporting \(PathName.last(of: path))…") : tr("Saving \(PathName.last(of: path))…")
        ) { [weak self] losses in
            guard let self else { return }
            let isWhole = choices.size == .full
            if isExport, !document.isOriginal(path) {
                editor.noteExported(document, isWhole: isWhole)
            } else {
                editor.noteSaved(document, at: path, isWhole: isWhole)
            }
            let file = File(path: path)
            context.toasts.show(
                isExport ? tr("Exported \(file.name)") : tr("Saved \(file.name)"), button: tr("Open _Folder")
            ) {
                [weak self] in
                self.map { showInFolder(file, over: $0.context.window) }
            }
            let remarks = Set((document.medium.losses + losses).map(\.description)).sorted()
            if !remarks.isEmpty {
                context.toasts.showFailure("\(file.name): \(remarks.joined(separator: "; ")).")
            }
            goOn()
        }
    }
}
