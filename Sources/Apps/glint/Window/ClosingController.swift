@preconcurrency import CAdwaita
import Filters
import Gtk
import Localization

/// Closes a window without losing anything: edits are stored automatically, so it asks only about changes
/// that are not, and lets a save finish first.
@MainActor
final class ClosingController {
    /// Called when the window closes.
    var closed: @MainActor () -> Void = {}
    /// True if the question about edits is on screen; two at once could get different answers.
    private(set) var isAsking = false

    private let window: Object
    private let editor: DocumentEditor
    private let saving: SaveController
    /// True if the window was closed during a save.
    private var closesAfterSave = false
    /// True if closing has been confirmed.
    private var mayClose = false

    init(_ context: WindowContext, editor: DocumentEditor, saving: SaveController) {
        window = context.window
        self.editor = editor
        self.saving = saving
        saving.ended = { [weak self] in self?.saveEnded($0) }
        window.answer("close-request") { [weak self] _ in .bool(self?.keepsOpen() ?? false) }
    }

    /// Closes the window.
    ///
    /// - Parameter discarded: the edits that may be discarded without asking again.
    func close(discarding discarded: Recipe?) {
        if let discarded, discarded == editor.recipe {
            editor.discardEdits()
            mayClose = true
        }
        gtk_window_close(window.pointer())
    }

    /// Returns true if the window stays open, to ask about unsaved edits.
    private func keepsOpen() -> Bool {
        if saving.isActive {
            // A requested save finishes with the window hidden; if it fails, the window reappears.
            closesAfterSave = true
            gtk_widget_set_visible(window.widget, 0)
            return true
        }
        guard !mayClose, editor.wouldLoseEdits(isLast: true) else {
            closed()
            return false
        }
        askAboutEdits(before: .closing) { [weak self] discards in
            self?.close(discarding: discards ? self?.editor.recipe : nil)
        }
        return true
    }

    /// Closes a window that was waiting for its save, or brings it back if the save failed.
    private func saveEnded(_ isDone: Bool) {
        guard closesAfterSave else { return }
        closesAfterSave = false
        isDone ? gtk_window_close(window.pointer()) : gtk_window_present(window.pointer())
    }

    /// The reasons why closing would lose edits.
    enum Deed {
        case closing, openingCamera, openingPicture

        @MainActor
        fileprivate func warning(about document: Document) -> String {
            let name = document.name
            return switch (self, document.isInNoFile) {
            case (.closing, true):
                tr(
                    """
                    “\(name)” has not been saved at full size. If you close it without saving, it will be \
                    lost.
                    """
                )
            case (.closing, false):
                tr(
                    """
                    The changes to “\(name)” have not been saved. If you close it without saving, they will \
                    be lost.
                    """
                )
            case (.openingCamera, true):
                tr(
                    """
                    “\(name)” has not been saved at full size. If you open the camera without saving, it \
                    will be lost.
                    """
                )
            case (.openingCamera, false):
                tr(
                    """
                    The changes to “\(name)” have not been saved. If you open the camera without saving, \
                    they will be lost.
                    """)
            case (.openingPicture, true):
                tr(
                    """
                    “\(name)” has not been saved at full size. If you open another picture without saving, \
                    it will be lost.
                    """)
            case (.openingPicture, false):
                tr(
                    """
                    The changes to “\(name)” have not been saved. If you open another picture without \
                    saving, they will be lost.
                    """)
            }
        }
    }

    /// Asks whether to save or discard the edits, and continues unless cancelled. It asks again about changes
    /// made during the save.
    ///
    /// - Parameter goOn: called with whether to discard the edits; the closure discards them.
    func askAboutEdits(
        before deed: Deed, unless isKnown: Bool = false, goOn: @escaping @MainActor (Bool) -> Void
    ) {
        guard !isKnown, let document = editor.document, editor.wouldLoseEdits(isLast: false) else {
            return goOn(false)
        }
        gtk_window_present(window.pointer())
        guard !isAsking else { return }
        isAsking = true
        MessageDialog.show(
            document.isInNoFile ? tr("Save the Picture?") : tr("Save Changes?"),
            deed.warning(about: document),
            over: window,
            [
                .normal(tr("Cancel")) { [weak self] in self?.isAsking = false },
                .destructive(tr("Discard")) { [weak self] in
                    self?.isAsking = false
                    goOn(true)
                },
                .suggested(tr("Save")) { [weak self] in
                    self?.isAsking = false
                    self?.saving.save { self?.askAboutEdits(before: deed, goOn: goOn) }
                },
            ])
    }
}
