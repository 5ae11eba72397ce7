@preconcurrency import CAdwaita
import Filters
import Gtk
import Observation
import Rendering
import Localization

/// Shows the plan of the newest frame in a corner of the canvas, with the duration of each pass.
@MainActor @Observable
final class TimingsOverlay {
    private let label: Object

    init(_ interface: Interface) {
        label = interface["timings"]
    }

    var isShown = false {
        didSet {
            gtk_widget_set_visible(label.widget, isShown ? 1 : 0)
            if !isShown { gtk_label_set_text(label.pointer(), "") }
        }
    }

    func show(_ frame: RenderQueue.Frame) {
        guard let timings = frame.timings else { return }
        gtk_label_set_text(
            label.pointer(), Self.text(timings, milliseconds: frame.milliseconds))
    }

    /// One line per step, with the times aligned in a column.
    static func text(_ timings: FrameTimings, milliseconds: Double) -> String {
        var rows = timings.steps.map { step in
            (step.name, step.milliseconds.map { text($0) } ?? tr("cached"))
        }
        rows.append((tr("frame"), text(milliseconds)))
        let nameWidth = rows.map(\.0.count).max() ?? 0
        let numberWidth = rows.map(\.1.count).max() ?? 0
        let lines = rows.map { name, number in
            let gap = nameWidth - name.count + 2 + numberWidth - number.count
            return name + String(repeating: " ", count: gap) + number
        }
        let part = tr(
            "\(timings.size.x) × \(timings.size.y) of \(timings.gridSize.x) × \(timings.gridSize.y)")
        return ([part] + lines).joined(separator: "\n")
    }

    /// Milliseconds with one decimal.
    private static func text(_ milliseconds: Double) -> String { "\(spelled(milliseconds, places: 1)) ms" }
}
