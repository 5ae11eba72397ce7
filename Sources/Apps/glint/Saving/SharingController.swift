import System
import Filters
@preconcurrency import Glibc
import Gtk
import Imaging
import Localization

/// Passes the filtered picture on to other programs: by copying, opening, printing or dragging.
@MainActor
final class SharingController {
    private let context: WindowContext
    private let editor: DocumentEditor
    private let playback: PlaybackController
    private let saver: EditExporter
    /// The files for other programs; nil if there is no cache folder.
    private let files = ResultFiles()

    /// - Parameter playback: paused before sharing, so that the visible frame is passed on.
    init(
        _ context: WindowContext, editor: DocumentEditor, playback: PlaybackController, saver: EditExporter,
        dragHandle: Object
    ) {
        self.context = context
        self.editor = editor
        self.playback = playback
        self.saver = saver
        dragHandle.offerDrags { [weak self] in self?.giveDragged($0) }
    }

    private func giveDragged(_ then: @escaping @MainActor (File?) -> Void) {
        guard let document = editor.document else { return then(nil) }
        makeFile(of: document, label: tr("Preparing \(document.name)…"), then: then)
    }

    /// Copies the complete filtered picture, as a PNG.
    func copy() {
        playback.pause()
        guard let document = editor.document else { return }
        // Most programs assume that pasted pictures are sRGB.
        let choices = ExportChoices(compression: .fast, colors: .srgb)
        makeFile(of: document, as: choices, label: tr("Copying \(document.name)…")) { [weak self] file in
            guard let file else { return }
            inBackground({
                defer { file.path.map { _ = unlink($0) } }
                return try? file.contents()
            }) { bytes in
                guard let self, let bytes else { return }
                Clipboard(of: self.context.window).setPNG(bytes)
                self.context.toasts.show(tr("Copied the picture"))
            }
        }
    }

    /// Asks for an application and opens the picture with it: its file if the picture is unchanged, else a
    /// new one.
    func openWith() {
        guard let document = editor.document else { return }
        if document.isUntouched, let file = document.file, file.path.map(PathName.exists) == true {
            return choose(file)
        }
        makeFile(of: document, label: tr("Preparing \(document.name)…")) { [weak self] in
            $0.map { self?.choose($0) }
        }
    }

    private func choose(_ file: File) {
        AppChooser.show(file, over: context.window) { [weak self] in self?.context.toasts.showFailure($0) }
    }

    /// Asks how to print the picture, and prints it.
    func printPicture() {
        guard let document = editor.document else { return }
        let choices = ExportChoices(
            size: .longestSide(Self.longestPrinted), depth: .eight, compression: .fast, colors: .srgb)
        makeFile(of: document, as: choices, label: tr("Preparing \(document.name)…")) { [weak self] file in
            guard let self, let path = file?.path else { return }
            PrintJob.print(
                pngAt: path, named: document.name, stem: PathName.stem(of: document.name),
                folder: document.folder,
                over: context.window
            ) { [weak self] in
                self?.context.toasts.showFailure($0)
            }
        }
    }

    /// In pixels: 600 dpi on the long side of an A4 page.
    private static let longestPrinted = 7000

    /// Writes the filtered picture to a new temporary file.
    ///
    /// - Parameter then: gets nil after a message if that failed.
    private func makeFile(
        of document: Document, as choices: ExportChoices = ExportChoices(compression: .fast), label: String,
        then: @escaping @MainActor (File?) -> Void
    ) {
        guard let path = files.newPath(named: PathName.stem(of: document.suggestedName) + ".png") else {
            context.toasts.showFailure(tr("A temporary file for the copy could not be created."))
            return then(nil)
        }
        saver.write(
            document, to: path, as: choices, overwrite: true, label: label, isPassedOn: true,
            failed: { then(nil) }, then: { _ in then(File(path: path)) })
    }
}
