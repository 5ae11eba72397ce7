@preconcurrency import CAdwaita
import Editing
import Filters
import Gtk
import Localization

/// A text of several lines, with a menu of the fields that it may contain.
@MainActor
final class CaptionControl: ParameterControl {
    let parameter: ParameterDeclaration
    private let view = Object(gtk_text_view_new())
    private let menu = Object(gtk_menu_button_new())
    private let parts: ParameterRow
    private let signalGuard = SignalGuard()
    var row: Object { parts.row }

    /// The height of the text in logical pixels, about four lines; longer texts scroll.
    private static let height: gint = 80
    private static let margin: gint = 6

    init(_ parameter: ParameterDeclaration, host: ControlHost) {
        self.parameter = parameter
        parts = ParameterRow(parameter, host: host)
        gtk_text_view_set_wrap_mode(view.pointer(), GTK_WRAP_WORD_CHAR)
        gtk_text_view_set_left_margin(view.pointer(), Self.margin)
        gtk_text_view_set_right_margin(view.pointer(), Self.margin)
        gtk_text_view_set_top_margin(view.pointer(), Self.margin)
        gtk_text_view_set_bottom_margin(view.pointer(), Self.margin)
        // Tab moves the focus, as in other controls.
        gtk_text_view_set_accepts_tab(view.pointer(), 0)
        let scroller = Object(gtk_scrolled_window_new())
        gtk_widget_add_css_class(scroller.widget, "caption-text")
        gtk_scrolled_window_set_policy(scroller.pointer(), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
        gtk_scrolled_window_set_min_content_height(scroller.pointer(), Self.height)
        gtk_scrolled_window_set_child(scroller.pointer(), view.widget)
        addMenu()
        parts.add(menu)
        parts.addBelow(scroller)
        buffer.connect("changed") { [weak self] in
            guard let self, !signalGuard.isOn else { return }
            host.changed(parameter, .text(text))
        }
    }

    private var buffer: Object { Object(gtk_text_view_get_buffer(view.pointer())) }

    private var text: String {
        var (start, end) = (GtkTextIter(), GtkTextIter())
        gtk_text_buffer_get_bounds(buffer.pointer(), &start, &end)
        guard let text = gtk_text_buffer_get_text(buffer.pointer(), &start, &end, 1) else { return "" }
        defer { g_free(text) }
        return String(cString: text)
    }

    private func addMenu() {
        let group = Object(owned: UnsafeMutableRawPointer(g_simple_action_group_new()))
        let actions = ActionMap(group)
        let model = Object(owned: UnsafeMutableRawPointer(g_menu_new()))
        for (field, title) in Self.fields {
            actions.add(field) { [weak self] in self?.insert("{\(field)}") }
            g_menu_append(model.pointer(), title, "field.\(field)")
        }
        gtk_widget_add_css_class(menu.widget, "text-button")
        gtk_widget_insert_action_group(menu.widget, "field", group.pointer())
        gtk_menu_button_set_label(menu.pointer(), tr("Insert Field"))
        gtk_menu_button_set_menu_model(menu.pointer(), model.pointer())
        menu.setAccessibleNameOfMenuButton(tr("Insert Field"))
        menu.leaveFocusOnClick()
    }

    /// The fields with their titles in the menu.
    private static var fields: [(String, String)] {
        [
            ("date", tr("Date")), ("camera", tr("Camera", context: "photograph")), ("lens", tr("Lens")),
            ("shutter", tr("Exposure Time")), ("aperture", tr("Aperture")),
            ("iso", tr("Sensitivity", context: "photograph")), ("focal", tr("Focal Length")),
            ("name", tr("File Name")),
        ]
    }

    /// Replaces the selected text.
    private func insert(_ text: String) {
        gtk_text_buffer_delete_selection(buffer.pointer(), 1, 1)
        gtk_text_buffer_insert_at_cursor(buffer.pointer(), text, -1)
        gtk_widget_grab_focus(view.widget)
    }

    func show(_ stage: Recipe.Stage) {
        guard case .text(let shown) = stage.value(of: parameter), shown != text else { return }
        signalGuard { gtk_text_buffer_set_text(buffer.pointer(), shown, -1) }
    }

    func setNames(_ name: @escaping (ParameterDeclaration) -> String) {
        view.setAccessibleName(name(parameter))
    }

    func grabFocus() { gtk_widget_grab_focus(view.widget) }
}

/// A font without a size, edited with a button that opens the desktop's font chooser.
@MainActor
final class FontControl: ParameterControl {
    let parameter: ParameterDeclaration
    private let button = Object(gtk_font_button_new())
    private let parts: ParameterRow
    var row: Object { parts.row }

    init(_ parameter: ParameterDeclaration, host: ControlHost) {
        self.parameter = parameter
        parts = ParameterRow(parameter, host: host)
        gtk_font_button_set_title(button.pointer(), parameter.title)
        gtk_font_button_set_use_size(button.pointer(), 0)
        gtk_font_chooser_set_level(button.pointer(), GTK_FONT_CHOOSER_LEVEL_STYLE)
        parts.addBelow(button)
        button.connect("font-set") { [weak self] in
            if let font = self?.font { host.changed(parameter, .text(font)) }
        }
    }

    /// The chosen font.
    private var font: String? {
        guard let font = gtk_font_chooser_get_font_desc(button.pointer()) else { return nil }
        defer { pango_font_description_free(font) }
        pango_font_description_unset_fields(font, PANGO_FONT_MASK_SIZE)
        guard let text = pango_font_description_to_string(font) else { return nil }
        defer { g_free(text) }
        return String(cString: text)
    }

    func show(_ stage: Recipe.Stage) {
        guard case .text(let text) = stage.value(of: parameter), text != font else { return }
        gtk_font_chooser_set_font(button.pointer(), text)
    }

    func setNames(_ name: @escaping (ParameterDeclaration) -> String) {
        button.setAccessibleNameOfButton(name(parameter))
    }
}
