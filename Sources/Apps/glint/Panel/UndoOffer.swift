import Gtk
import Localization

/// The offer to undo a change, while it is the last one.
@MainActor
final class UndoOffer {
    private let toasts: Toasts
    private let undo: @MainActor () -> Void
    private var toast: Toasts.Toast?

    /// - Parameter undo: undoes the change.
    init(_ toasts: Toasts, undo: @escaping @MainActor () -> Void) {
        self.toasts = toasts
        self.undo = undo
    }

    /// Says what was just changed, and offers to undo it.
    func show(_ text: String) {
        dismiss()
        toast = toasts.show(text, button: tr("_Undo"), seconds: 30, undo)
    }

    /// Withdraws the offer.
    func dismiss() {
        toast?.dismiss()
        toast = nil
    }
}
