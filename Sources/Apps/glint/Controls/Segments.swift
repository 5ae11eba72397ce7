@preconcurrency import CAdwaita
import Gtk

/// A widget that chooses one of several titles.
@MainActor
protocol Picker: AnyObject {
    var object: Object { get }
    /// The index of the selected title; setting it does not notify.
    var selected: Int? { get set }
    /// Called with the title's index after the user has selected one.
    var chosen: (@MainActor (Int) -> Void)? { get set }
    /// The accessible name.
    func setName(_ name: String)
}

/// Titles side by side if they are few and short, otherwise in a drop-down list.
@MainActor
func makePicker(_ titles: [String], atMost: Int) -> any Picker {
    if titles.count <= atMost, Segments.fits(titles) { return Segments(titles) }
    return DropDown(titles)
}

extension DropDown: Picker {}

/// A few titles side by side, one of them pressed.
@MainActor
final class Segments: Picker {
    let object = Object(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0))
    var chosen: (@MainActor (Int) -> Void)?
    private var buttons: [Object] = []
    private let titles: [String]
    private let signalGuard = SignalGuard()

    /// True if the titles fit beside each other in the panel.
    static func fits(_ titles: [String]) -> Bool {
        titles.allSatisfy { TextWidth.characters($0) <= 32 / Double(max(1, titles.count)) }
    }

    init(_ titles: [String]) {
        self.titles = titles
        gtk_widget_add_css_class(object.widget, "linked")
        gtk_box_set_homogeneous(object.pointer(), 1)
        for (index, title) in titles.enumerated() {
            let button = Object(gtk_toggle_button_new_with_label(title))
            gtk_widget_set_hexpand(button.widget, 1)
            if let first = buttons.first {
                gtk_toggle_button_set_group(button.pointer(), first.pointer())
            }
            gtk_box_append(object.pointer(), button.widget)
            buttons.append(button)
            button.connect("toggled") { [weak self, weak button] in
                guard let self, let button, !signalGuard.isOn else { return }
                if gtk_toggle_button_get_active(button.pointer()) != 0 { chosen?(index) }
            }
        }
    }

    var selected: Int? {
        get { buttons.firstIndex { gtk_toggle_button_get_active($0.pointer()) != 0 } }
        set {
            signalGuard {
                for (index, button) in buttons.enumerated() {
                    gtk_toggle_button_set_active(button.pointer(), index == newValue ? 1 : 0)
                }
            }
        }
    }

    func setName(_ name: String) {
        object.setAccessibleName(name)
        for (button, title) in zip(buttons, titles) { button.setAccessibleName("\(name) \(title)") }
    }
}
