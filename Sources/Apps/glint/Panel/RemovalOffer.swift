import Gtk
import Localization

/// The offer to restore a removed stage, while its removal is the last change.
@MainActor
final class RemovalOffer {
    private let toasts: Toasts
    private let undo: @MainActor () -> Void
    private var toast: Toasts.Toast?

    /// - Parameter undo: restores the stage.
    init(_ toasts: Toasts, undo: @escaping @MainActor () -> Void) {
        self.toasts = toasts
        self.undo = undo
    }

    /// Offers to restore the stage that was just removed.
    func show(_ title: String) {
        dismiss()
        toast = toasts.show(tr("Removed \(title)"), button: tr("_Undo"), seconds: 30, undo)
    }

    /// Removes the offer.
    func dismiss() {
        toast?.dismiss()
        toast = nil
    }
}
