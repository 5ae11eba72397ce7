import Gtk

/// What a window lends its controllers.
@MainActor
struct WindowContext {
    let application: Application
    /// The window that dialogs open over.
    let window: Object
    let actions: ActionMap
    let toasts: Toasts
    let notices: Notices
    let pages: Pages
}
