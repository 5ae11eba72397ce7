import Gtk
import Localization

/// Watches the open picture's file on the disk, and reports its changes.
@MainActor
final class FileFollower {
    /// Returns true while this window writes a file: its own saves are not reported.
    var isSaving: @MainActor () -> Bool = { false }
    /// Reads the file again.
    var reload: @MainActor () -> Void = {}

    private let toasts: Toasts
    private let editor: DocumentEditor
    private var monitor: FileMonitor?
    /// The toast saying that the file has changed, shown until the file is reread.
    private var notice: Toasts.Toast?

    init(_ context: WindowContext, editor: DocumentEditor) {
        toasts = context.toasts
        self.editor = editor
    }

    /// Starts watching the file of the picture just opened.
    func follow() {
        dismissNotice()
        notice = nil
        monitor = editor.document?.file?.path.map { path in
            FileMonitor(path: path) { [weak self] in self?.check() }
        }
    }

    /// Removes the message that the file has changed.
    func dismissNotice() { notice?.dismiss() }

    private func check() {
        // This window's own save is handled when the save ends.
        guard let document = editor.document, !isSaving() else { return }
        let state = document.fileState
        if state != .same { dismissNotice() }
        switch state {
        case .same: return
        case .gone:
            let name = document.name
            notice = toasts.showFailure(
                editor.keepsEdits
                    ? tr("“\(name)” was moved or deleted. The picture stays open, and your edits are kept.")
                    : tr("“\(name)” was moved or deleted. The picture stays open."))
        case .changed:
            notice = toasts.show(
                tr("“\(document.name)” has changed on disk"), button: tr("_Reload"), seconds: 0
            ) { [weak self] in self?.reload() }
        }
        // Reported once per change.
        editor.noteFile()
    }
}
