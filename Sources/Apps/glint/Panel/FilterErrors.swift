import System
@preconcurrency import CAdwaita
import Gtk
import Imaging
import CustomFilters
import Localization

/// The errors in files of custom filters, above the stack until they are fixed.
@MainActor
final class FilterErrors {
    private let scroller: Object
    private let box: Object
    private var labels: [Object] = []

    init(_ interface: Interface) {
        scroller = interface["mistakes-scroller"]
        box = interface["mistakes"]
    }

    /// Shows all errors of these files, each with its line; hides the widget if there are none.
    func show(_ refusals: [CustomFilterFiles.Refusal]) {
        for label in labels { gtk_box_remove(box.pointer(), label.widget) }
        labels = []
        for refusal in refusals {
            let (name, count) = (PathName.last(of: refusal.path), refusal.problems.count)
            add(trn("\(name) has an error", "\(name) has \(count) errors", count: count), "heading")
            for problem in refusal.problems {
                let location = [problem.line, problem.column].compactMap { $0 }.map { ":\($0)" }.joined()
                // The path is long and already known.
                let message = problem.message.replacing(refusal.path, with: PathName.last(of: refusal.path))
                add("\(PathName.last(of: problem.path))\(location): \(message)", "mistake")
                if let line = problem.sourceLine { addSource(line, column: problem.column) }
            }
        }
        gtk_widget_set_visible(scroller.widget, refusals.isEmpty ? 0 : 1)
    }

    @discardableResult
    private func add(_ text: String, _ style: String) -> Object? {
        guard let made = gtk_label_new(text) else { return nil }
        let label = Object(made)
        gtk_label_set_wrap(label.pointer(), 1)
        gtk_label_set_wrap_mode(label.pointer(), PANGO_WRAP_WORD_CHAR)
        gtk_label_set_xalign(label.pointer(), 0)
        gtk_label_set_selectable(label.pointer(), 1)
        gtk_widget_set_focusable(label.widget, 0)
        gtk_widget_add_css_class(label.widget, style)
        gtk_box_append(box.pointer(), label.widget)
        labels.append(label)
        return label
    }

    /// A line of the file, with a marker below the column.
    private func addSource(_ line: String, column: Int?) {
        let indent = line.prefix { $0 == " " || $0 == "\t" }.count
        let shown = line.dropFirst(indent)
        var text = String(shown)
        if let column, column > indent, column - indent <= shown.count + 1 {
            text += "\n" + String(repeating: " ", count: column - indent - 1) + "^"
        }
        guard let label = add(text, "source-line") else { return }
        gtk_widget_add_css_class(label.widget, "monospace")
    }
}
