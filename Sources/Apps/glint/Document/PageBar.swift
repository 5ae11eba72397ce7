@preconcurrency import CAdwaita
import Gtk
import Imaging
import Localization

/// The bar below a picture whose file contains several: shows the current page and switches to another.
@MainActor
final class PageBar {
    /// Called with the page that the user has chosen.
    var chosen: @MainActor (Int) -> Void = { _ in }

    private let frame: Object
    private let adjustment: Object
    private let count: Object
    private var isUpdating = false
    /// While the user pages quickly, only the last page is read.
    private var pause: Delay?

    /// In milliseconds.
    private static let pauseLength = 120

    init(_ interface: Interface) {
        frame = interface["page-bar"]
        let widgets = Interface(resource: UI.path("page-bar"))
        gtk_scrolled_window_set_child(frame.pointer(), widgets["bar"].widget)
        adjustment = widgets["page"]
        count = widgets["count"]
        adjustment.connect("value-changed") { [weak self] in
            guard let self, !isUpdating else { return }
            pause = Delay(milliseconds: Self.pauseLength) { [weak self] in
                guard let self else { return }
                pause = nil
                chosen(Int(gtk_adjustment_get_value(adjustment.pointer())))
            }
        }
    }

    /// Shows which page is open; hidden for a single page.
    ///
    /// - Parameter isOfOther: whether another file was opened, of which no page has been chosen yet.
    func show(_ page: PageNumber, isOfOther: Bool = false) {
        if isOfOther { pause = nil }
        gtk_widget_set_visible(frame.widget, page.count > 1 ? 1 : 0)
        isUpdating = true
        gtk_adjustment_set_upper(adjustment.pointer(), Double(page.count))
        // If the user has chosen another page since, that one is read next.
        if pause == nil { gtk_adjustment_set_value(adjustment.pointer(), Double(page.number)) }
        isUpdating = false
        gtk_label_set_text(count.pointer(), tr("of \(page.count)"))
    }

    /// Moves by a number of pages, clamped to the available ones.
    func turn(by count: Int) {
        gtk_adjustment_set_value(
            adjustment.pointer(), gtk_adjustment_get_value(adjustment.pointer()) + Double(count))
    }
}
