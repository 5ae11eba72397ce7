@preconcurrency import CAdwaita
import Gtk
import Localization

/// Undo and redo in the header bar, with the names of the affected edits.
@MainActor
final class HistoryButtons {
    private let buttons: [(Action, Object)]

    init(_ interface: Interface) {
        buttons = [(.undo, interface["undo"]), (.redo, interface["redo"])]
        show(undo: nil, redo: nil)
    }

    private static func tooltip(_ action: Action, _ title: String?) -> String {
        switch (action, title) {
        case (.undo, let title?): tr("Undo \(title) (Ctrl+Z)")
        case (.undo, nil): tr("Undo (Ctrl+Z)")
        case (_, let title?): tr("Redo \(title) (Ctrl+Shift+Z)")
        case (_, nil): tr("Redo (Ctrl+Shift+Z)")
        }
    }

    /// - Parameters:
    ///   - undo: the name of the edit to undo; nil if there is none.
    ///   - redo: the name of the edit to redo; nil if there is none.
    func show(undo: String?, redo: String?) {
        for ((action, button), title) in zip(buttons, [undo, redo]) {
            gtk_widget_set_tooltip_text(button.widget, Self.tooltip(action, title))
        }
    }
}
