@preconcurrency import CAdwaita
import Gtk

/// Undo and redo in the header bar, with the names of what they would do.
@MainActor
final class HistoryButtons {
    private let buttons: [(Action, Object)]
    private var shown: [String?]?

    init(_ interface: Interface) {
        buttons = [(.undo, interface["undo"]), (.redo, interface["redo"])]
        show(undo: nil, redo: nil)
    }

    /// - Parameters:
    ///   - undo: the name of the edit to undo; nil if there is none.
    ///   - redo: the name of the edit to redo; nil if there is none.
    func show(undo: String?, redo: String?) {
        let titles = [undo, redo]
        guard titles != shown else { return }
        shown = titles
        for ((action, button), title) in zip(buttons, titles) {
            let text = title.map { "\(action.title) \($0)" } ?? action.title
            gtk_widget_set_tooltip_text(
                button.widget, "\(text) (\(action == .undo ? "Ctrl+Z" : "Ctrl+Shift+Z"))")
        }
    }
}
