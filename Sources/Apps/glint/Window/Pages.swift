@preconcurrency import CAdwaita
import Gtk

/// The pages of a window: the picture, or an explanation of why there is none.
@MainActor
struct Pages {
    private let interface: Interface
    private let actions: ActionMap

    init(_ interface: Interface, actions: ActionMap) {
        self.interface = interface
        self.actions = actions
    }

    /// Shows the picture.
    func showPicture() { show("picture") }

    /// Shows the start page while there is no picture.
    func showEmpty() { show("empty") }

    func showLoading(_ name: String) {
        gtk_label_set_text(interface["loading-text"].pointer(), name)
        show("loading")
    }

    /// Shows a spinner beside the Open button while another picture loads and this one stays.
    func setBusy(_ isBusy: Bool) {
        let spinner = interface["busy"]
        gtk_widget_set_visible(spinner.widget, isBusy ? 1 : 0)
        gtk_spinner_set_spinning(spinner.pointer(), isBusy ? 1 : 0)
    }

    func showError(title: String, _ message: String) {
        let page = interface["error-page"]
        adw_status_page_set_title(page.pointer(), escapedMarkup(title))
        adw_status_page_set_description(page.pointer(), escapedMarkup(message))
        show("error")
    }

    /// Shows that nothing can be opened.
    ///
    /// - Parameter title: nil for the default.
    func showUnsupported(title: String?, _ message: String) {
        let page = interface["unsupported-page"]
        if let title { adw_status_page_set_title(page.pointer(), title) }
        adw_status_page_set_description(page.pointer(), escapedMarkup(message))
        show("unsupported")
        for name in ["open", "paste", "open-recipe"] { actions.setEnabled(name, false) }
    }

    private func show(_ page: String) {
        gtk_stack_set_visible_child_name(interface["pages"].pointer(), page)
        gtk_spinner_set_spinning(interface["loading-spinner"].pointer(), page == "loading" ? 1 : 0)
        for name in ["panel", "view"] { actions.setEnabled(name, page == "picture") }
    }
}
