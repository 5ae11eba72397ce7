@preconcurrency import CAdwaita
import Gtk
import Observation

/// The pages of a window: the picture, or an explanation of why there is none.
@MainActor @Observable
final class Pages {
    /// Their names in the interface file.
    enum Page: String {
        case empty, loading, error, unsupported, picture
    }

    private(set) var current = Page.empty

    private let interface: Interface

    init(_ interface: Interface) {
        self.interface = interface
    }

    /// Shows the picture.
    func showPicture() { show(.picture) }

    /// Shows the start page while there is no picture.
    func showEmpty() { show(.empty) }

    func showLoading(_ name: String) {
        gtk_label_set_text(interface["loading-text"].pointer(), name)
        show(.loading)
    }

    /// Shows a spinner beside the Open button while another picture loads and this one stays.
    func setBusy(_ isBusy: Bool) {
        let spinner = interface["busy"]
        gtk_widget_set_visible(spinner.widget, isBusy ? 1 : 0)
        gtk_spinner_set_spinning(spinner.pointer(), isBusy ? 1 : 0)
    }

    func showError(title: String, _ message: String) {
        let page = interface["error-page"]
        adw_status_page_set_title(page.pointer(), title)
        adw_status_page_set_description(page.pointer(), escapedMarkup(message))
        show(.error)
    }

    /// Shows that nothing can be opened.
    ///
    /// - Parameter title: nil for the default.
    func showUnsupported(title: String?, _ message: String) {
        let page = interface["unsupported-page"]
        if let title { adw_status_page_set_title(page.pointer(), title) }
        adw_status_page_set_description(page.pointer(), escapedMarkup(message))
        show(.unsupported)
    }

    private func show(_ page: Page) {
        current = page
        gtk_stack_set_visible_child_name(interface["pages"].pointer(), page.rawValue)
        gtk_spinner_set_spinning(interface["loading-spinner"].pointer(), page == .loading ? 1 : 0)
    }
}
