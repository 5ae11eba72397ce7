@preconcurrency import CAdwaita
import Gtk
import Localization

/// An entry for a value in a row. It has no background until hovered. A click selects the text, which is
/// applied on Return or when the entry loses the focus.
@MainActor
final class ValueEntry {
    let object: Object
    /// Moves the focus away after Return and Escape; if nil, these only apply or revert the typed text.
    var leave: (@MainActor () -> Void)?
    private let taken: @MainActor (String) -> Void
    private var shown = ""

    /// - Parameters:
    ///   - entry: a GtkEntry.
    ///   - taken: called with the typed text; rejected text reverts to the last ``show(_:)``.
    init(
        _ entry: Object = Object(gtk_entry_new()), width: Int, taken: @escaping @MainActor (String) -> Void
    ) {
        object = entry
        self.taken = taken
        // Numbers are written from left to right in every language, but aligned to the end of the row, which
        // is on the left in some.
        let isMirrored = gtk_widget_get_default_direction() == GTK_TEXT_DIR_RTL
        gtk_widget_set_direction(object.widget, GTK_TEXT_DIR_LTR)
        // The inner text widget has its own direction, which is used for numbers without letters.
        if let text = gtk_editable_get_delegate(object.pointer()) {
            gtk_widget_set_direction(Object(text).widget, GTK_TEXT_DIR_LTR)
        }
        gtk_editable_set_alignment(object.pointer(), isMirrored ? 0 : 1)
        gtk_editable_set_width_chars(object.pointer(), gint(width))
        gtk_editable_set_max_width_chars(object.pointer(), gint(width))
        gtk_widget_add_css_class(object.widget, "numeric")
        object.set("enable-undo", false)
        object.connect("activate") { [weak self] in
            self?.take()
            self?.leave?()
        }
        object.onFocus { [weak self] hasFocus in
            guard let self else { return }
            guard hasFocus else { return take() }
            // The click that gives the focus places the cursor first.
            onMainThread { [weak self] in
                if let self { gtk_editable_select_region(object.pointer(), 0, -1) }
            }
        }
        object.onKeyBefore { [weak self] in self?.key($0) ?? false }
    }

    /// Escape and Ctrl+Z revert the typed text. With nothing typed, Ctrl+Z undoes the last edit of the
    /// picture: GTK's entries consume the key even if they have nothing to undo.
    private func key(_ press: KeyPress) -> Bool {
        switch (Int(gdk_keyval_to_lower(guint(press.key))), press.isControlHeld) {
        case (Int(GDK_KEY_Escape), _):
            guard leave != nil || isTyped else { return false }
            giveBack()
            leave?()
        case (Int(GDK_KEY_z), true) where !press.isShiftHeld:
            isTyped ? giveBack() : activate(.undo)
        case (Int(GDK_KEY_z), true), (Int(GDK_KEY_y), true):
            if !isTyped { activate(.redo) }
        default: return false
        }
        return true
    }

    private var isTyped: Bool { object.text != shown }

    private func giveBack() { gtk_editable_set_text(object.pointer(), shown) }

    private func activate(_ action: Action) {
        gtk_widget_activate_action_variant(object.widget, action.name, nil)
    }

    func show(_ text: String) {
        shown = text
        if object.text != text { gtk_editable_set_text(object.pointer(), text) }
    }

    /// Applies the typed text.
    func take() {
        let text = object.text
        guard text != shown else { return }
        taken(text)
        gtk_editable_set_text(object.pointer(), shown)
    }
}

extension Object {
    /// The text of an entry.
    var text: String { gtk_editable_get_text(pointer()).map { String(cString: $0) } ?? "" }
}

/// The text format of points in the panel.
enum PointFormat {
    /// Both numbers, each with two or three decimals as needed.
    static func text(_ point: SIMD2<Double>) -> String {
        // If the decimal separator is a comma, it does not separate the numbers.
        "\(number(point.x))\(decimalSeparator == "," ? ";" : ",") \(number(point.y))"
    }

    /// Parses two numbers in a range, with decimal points or commas; nil for anything else.
    static func point(_ text: String, in range: ClosedRange<Double> = 0...1) -> SIMD2<Double>? {
        let hasPoints = text.contains(".") || !text.contains { $0 == ";" || $0.isWhitespace }
        let numbers = text.split { $0 == ";" || $0.isWhitespace || hasPoints && $0 == "," }.map { word in
            // In “0,25, 0,75” the same character also separates the numbers.
            Double(word.trimmingSuffix { $0 == "," }.replacing(",", with: "."))
        }
        guard numbers.count == 2, let x = numbers[0], let y = numbers[1], range.contains(x), range.contains(y)
        else { return nil }
        return SIMD2(x, y)
    }

    private static func number(_ value: Double) -> String {
        let text = spelled(value, places: 3)
        return text.hasSuffix("0") ? String(text.dropLast()) : text
    }
}

extension Substring {
    fileprivate func trimmingSuffix(while isTrimmed: (Character) -> Bool) -> Substring {
        var rest = self
        while let last = rest.last, isTrimmed(last) { rest.removeLast() }
        return rest
    }
}
