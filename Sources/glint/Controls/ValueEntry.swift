@preconcurrency import CAdwaita
import Gtk

/// A value as text in a row: quiet until it is pointed at, taken with Return or when the focus leaves.
@MainActor
final class ValueEntry {
    let object = Object(gtk_entry_new())
    private let taken: @MainActor (String) -> Void
    private var shown = ""

    /// - Parameter taken: told what was typed; what is not taken gives way to what ``show(_:)`` was told.
    init(width: Int, taken: @escaping @MainActor (String) -> Void) {
        self.taken = taken
        gtk_editable_set_alignment(object.pointer(), 1)
        gtk_editable_set_width_chars(object.pointer(), gint(width))
        gtk_editable_set_max_width_chars(object.pointer(), gint(width))
        gtk_widget_add_css_class(object.widget, "numeric")
        // Ctrl+Z takes back what was done to the picture; Escape what was typed.
        object.set("enable-undo", false)
        object.connect("activate") { [weak self] in self?.take() }
        object.onFocus { [weak self] hasFocus in
            if !hasFocus { self?.take() }
        }
        object.onKeyBefore { [weak self] press in
            guard let self, press.key == Int(GDK_KEY_Escape), object.text != shown else { return false }
            gtk_editable_set_text(object.pointer(), shown)
            return true
        }
    }

    func show(_ text: String) {
        shown = text
        if object.text != text { gtk_editable_set_text(object.pointer(), text) }
    }

    /// Takes what was typed so far.
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

/// How places are written and read in the panel.
enum PlaceFormat {
    /// Both numbers with as many digits as they need, two at least and three at most.
    static func text(_ place: SIMD2<Double>) -> String { "\(number(place.x)), \(number(place.y))" }

    /// Reads two numbers from 0 to 1; nil where it is something else.
    static func place(_ text: String) -> SIMD2<Double>? {
        let numbers = text.split { $0 == "," || $0 == ";" || $0.isWhitespace }.map { Double($0) }
        guard numbers.count == 2, let x = numbers[0], let y = numbers[1], (0...1).contains(x),
            (0...1).contains(y)
        else { return nil }
        return SIMD2(x, y)
    }

    private static func number(_ value: Double) -> String {
        let thousandths = Int((value * 1000).rounded())
        let digits = "\(thousandths % 1000)"
        let fraction = String(repeating: "0", count: 3 - digits.count) + digits
        return "\(thousandths / 1000)." + (fraction.hasSuffix("0") ? String(fraction.dropLast()) : fraction)
    }
}
