import Gtk

/// The parts of a window that its controllers use.
@MainActor
struct WindowContext {
    let application: Application
    /// The parent window of dialogs.
    let window: Object
    let actions: ActionMap
    let toasts: Toasts
    let notices: Notices
    let pages: Pages
}
