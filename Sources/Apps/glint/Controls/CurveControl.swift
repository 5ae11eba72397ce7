@preconcurrency import CAdwaita
import Filters
import Gtk
import Rendering
import Localization

/// The curves of a filter, one at a time in an editor.
@MainActor
final class CurveControl: ParameterControl {
    private let curves: [ParameterDeclaration]
    private let editor = CurveEditor()
    private let entry: ValueEntry
    private let parts: ParameterRow
    private let picker: (any Picker)?
    private var values: [String: [SIMD2<Double>]] = [:]
    private var names: [String: String] = [:]
    private var entering: Histogram?
    private var shown: ParameterDeclaration
    var row: Object { parts.row }
    var parameter: ParameterDeclaration { curves[0] }
    func edits(_ parameter: ParameterDeclaration) -> Bool { curves.contains { $0.id == parameter.id } }

    /// - Parameter curves: at least one.
    init(_ curves: [ParameterDeclaration], host: ControlHost) {
        self.curves = curves
        let current = CurrentCurve(curves[0])
        shown = curves[0]
        let title = curves.count == 1 ? curves[0].shortTitle : tr("Curve")
        parts = ParameterRow(title, help: curves.count == 1 ? curves[0].help : "") {
            host.changed(current.parameter, current.parameter.restingValue)
        }
        let editor = editor
        entry = ValueEntry(width: 12) { text in
            if let point = PointFormat.point(text) { editor.selectedPoint = point }
        }
        let titles = curves.map(\.title)
        picker = curves.count == 1 ? nil : makePicker(titles, atMost: 5)
        parts.add(entry.object)
        if let picker { parts.addBelow(picker.object) }
        parts.addBelow(editor.area)
        editor.changed = { host.changed(current.parameter, .curve($0)) }
        editor.selectionChanged = { [weak self, weak editor] in
            if let editor { self?.entry.show(PointFormat.text(editor.selectedPoint)) }
        }
        picker?.selected = 0
        picker?.chosen = { [weak self] index in
            current.parameter = curves[index]
            self?.showCurve(curves[index])
        }
    }

    func show(_ stage: Recipe.Stage) {
        for curve in curves {
            if case .curve(let points) = stage.value(of: curve) { values[curve.id] = points }
        }
        if let points = values[shown.id], points != editor.points { editor.points = points }
        entry.show(PointFormat.text(editor.selectedPoint))
    }

    func setNames(_ name: @escaping (ParameterDeclaration) -> String) {
        for curve in curves { names[curve.id] = name(curve) }
        picker?.setName(tr("Channel"))
        showName()
    }

    /// Shows the histogram of the stage's input.
    func show(entering histogram: Histogram) {
        entering = histogram
        showEntering()
    }

    private func showEntering() {
        let channel = Histogram.Channel.allCases.first { $0.name == shown.id } ?? .luma
        editor.backdrop = entering.map { $0.line(channel, peak: $0.peak(of: [channel])) } ?? []
    }

    private func showCurve(_ curve: ParameterDeclaration) {
        shown = curve
        showEntering()
        editor.resetSelection()
        editor.tint = Self.tints[curve.id]
        if let points = values[curve.id] { editor.points = points }
        showName()
    }

    private func showName() {
        let name = names[shown.id] ?? shown.title
        editor.area.setAccessibleName(name)
        entry.object.setAccessibleName(tr("\(name) Point"))
    }

    /// The curve of a single channel is drawn in the channel's color, light enough for the dark panel.
    private static let tints: [String: SIMD3<Double>] = [
        "red": SIMD3(0.96, 0.38, 0.32), "green": SIMD3(0.34, 0.82, 0.44), "blue": SIMD3(0.38, 0.63, 0.96),
    ]
}

/// The curve shown in the editor.
@MainActor
private final class CurrentCurve {
    var parameter: ParameterDeclaration

    init(_ parameter: ParameterDeclaration) {
        self.parameter = parameter
    }
}
