@preconcurrency import CAdwaita
import Filters
import Gtk

/// Where a stage acts: everywhere, or in a shape that is drawn and dragged on the picture.
@MainActor
final class RegionControl {
    /// Called with a stage's new region after the user has changed it here.
    var changed: (@MainActor (Region?) -> Void)?
    /// Starts or stops waiting for a shape to be drawn on the picture.
    var draw: (@MainActor (Bool) -> Void)?

    /// Whether the stage takes a region at all.
    var isAvailable = true

    private let shape: ParameterRow
    private let shapes = Segments(["Everywhere"] + Region.Shape.allCases.map(\.title))
    private let drawButton = Object(gtk_toggle_button_new())
    private let position: ParameterRow
    private let size: ParameterRow
    private let left: NumberEntry
    private let top: NumberEntry
    private let width: NumberEntry
    private let height: NumberEntry
    private let feather: ParameterSlider
    private let angle: ParameterSlider
    private let inverted: ParameterRow
    private let invertSwitch = Object(gtk_switch_new())
    private let state: State
    private let signalGuard = SignalGuard()

    @MainActor
    private final class State {
        var region: Region?
        var changed: @MainActor (Region?) -> Void = { _ in }

        func change(_ edit: (inout Region) -> Void) {
            guard var region else { return }
            edit(&region)
            changed(region)
        }
    }

    init() {
        let state = State()
        self.state = state
        shape = ParameterRow("Region") { state.changed(nil) }
        position = ParameterRow("Position") {
            state.change {
                $0.x = (1 - $0.width) / 2
                $0.y = (1 - $0.height) / 2
            }
        }
        size = ParameterRow("Size") {
            state.change {
                $0.width = 0.5
                $0.height = 0.5
            }
        }
        func entry(_ title: String, _ key: String, _ path: WritableKeyPath<Region, Double> & Sendable)
            -> NumberEntry
        {
            let entry = NumberEntry(.percent(title, of: key), width: 6)
            entry.changed = { value in state.change { $0[keyPath: path] = value / 100 } }
            return entry
        }
        left = entry("Left", "x", \.x)
        top = entry("Top", "y", \.y)
        width = entry("Width", "width", \.width)
        height = entry("Height", "height", \.height)
        feather = ParameterSlider(.feather) { value in state.change { $0.feather = value / 100 } }
        angle = ParameterSlider(.angle) { value in state.change { $0.angle = value } }
        inverted = ParameterRow("Invert Region") { state.change { $0.isInverted = false } }
        gtk_button_set_icon_name(drawButton.pointer(), "document-edit-symbolic")
        gtk_widget_set_tooltip_text(drawButton.widget, "Draw on the Picture")
        gtk_widget_add_css_class(drawButton.widget, "flat")
        shape.add(drawButton)
        shape.addBelow(shapes.object)
        inverted.add(invertSwitch)
        let columns = (0..<2).map { _ in
            Object(owned: UnsafeMutableRawPointer(gtk_size_group_new(GTK_SIZE_GROUP_HORIZONTAL)))
        }
        for (row, entries) in [(position, [left, top]), (size, [width, height])] {
            for (entry, column) in zip(entries, columns) { row.add(entry, in: column) }
        }
        for entry in numbers {
            entry.leave = { [weak self] in
                guard let self else { return }
                gtk_widget_grab_focus(drawButton.widget)
            }
        }
        state.changed = { [weak self] in self?.changed?($0) }
        shapes.chosen = { [weak self] in self?.choose($0) }
        drawButton.connect("toggled") { [weak self] in
            guard let self, !signalGuard.isOn else { return }
            draw?(gtk_toggle_button_get_active(drawButton.pointer()) != 0)
        }
        invertSwitch.connect("notify::active") { [weak self] in
            guard let self, !signalGuard.isOn else { return }
            state.change { $0.isInverted = gtk_switch_get_active(self.invertSwitch.pointer()) != 0 }
        }
    }

    private var numbers: [NumberEntry] { [left, top, width, height] }

    /// The rows, from top to bottom; the shape's rows are visible only if there is one.
    var rows: [Object] { [shape.row] + shapeRows }
    private var shapeRows: [Object] { [position.row, size.row, feather.row, angle.row, inverted.row] }

    /// Shows or hides the rows.
    func setShown(_ isShown: Bool) {
        let isShown = isShown && isAvailable
        gtk_widget_set_visible(shape.row.widget, isShown ? 1 : 0)
        for row in shapeRows { gtk_widget_set_visible(row.widget, isShown && state.region != nil ? 1 : 0) }
    }

    func show(_ region: Region?, isShown: Bool) {
        state.region = region
        signalGuard {
            shapes.selected =
                region.flatMap { Region.Shape.allCases.firstIndex(of: $0.shape) }.map { $0 + 1 } ?? 0
            gtk_switch_set_active(invertSwitch.pointer(), region?.isInverted == true ? 1 : 0)
        }
        left.value = (region?.x ?? 0) * 100
        top.value = (region?.y ?? 0) * 100
        width.value = (region?.width ?? 0) * 100
        height.value = (region?.height ?? 0) * 100
        feather.value = (region?.feather ?? 0) * 100
        angle.value = region?.angle ?? 0
        gtk_widget_set_visible(drawButton.widget, region == nil ? 0 : 1)
        setShown(isShown)
    }

    func setName(_ name: String) {
        shapes.setName("\(name) Region")
        drawButton.setAccessibleName("Draw \(name) Region on the Picture")
        for entry in numbers { entry.object.setAccessibleName("\(name) Region \(entry.title) Value") }
        feather.setName("\(name) Region Feather")
        angle.setName("\(name) Region Angle")
        invertSwitch.setAccessibleName("\(name) Invert Region")
    }

    /// Shows whether a shape is awaited.
    func setDrawing(_ isDrawing: Bool) {
        signalGuard { gtk_toggle_button_set_active(drawButton.pointer(), isDrawing ? 1 : 0) }
    }

    /// Gives the stage a region, if it has none, and waits for it to be drawn on the picture.
    func begin() {
        if state.region == nil {
            choose(1)
        } else {
            gtk_toggle_button_set_active(drawButton.pointer(), 1)
        }
    }

    private func choose(_ index: Int) {
        guard index > 0 else {
            changed?(nil)
            return
        }
        let shape = Region.Shape.allCases[index - 1]
        guard var region = state.region else {
            var first = Region(shape, x: 0.25, y: 0.25, width: 0.5, height: 0.5)
            first.feather = 0.5
            changed?(first)
            gtk_toggle_button_set_active(drawButton.pointer(), 1)
            return
        }
        region.shape = shape
        changed?(region)
    }
}

extension ParameterRow {
    /// Adds one of several labeled numbers after the title.
    ///
    /// - Parameter column: the GtkSizeGroup of the labels above and below each other.
    @MainActor
    fileprivate func add(_ entry: NumberEntry, in column: Object) {
        let label = Object(gtk_label_new(entry.title))
        for style in ["caption", "dim-label"] { gtk_widget_add_css_class(label.widget, style) }
        gtk_label_set_xalign(label.pointer(), 1)
        gtk_size_group_add_widget(column.pointer(), label.widget)
        add(label)
        gtk_widget_set_tooltip_text(entry.object.widget, entry.title)
        add(entry.object)
    }
}

extension SliderRange {
    /// A coordinate of a region, in percent of the picture's width or height.
    fileprivate static func percent(_ title: String, of key: String) -> SliderRange {
        let range = Region.numbers.first { $0.key == key }?.range ?? 0...1
        return SliderRange(
            title: title, limits: range.lowerBound * 100...range.upperBound * 100, step: 1, unit: "%",
            isWhole: false, identity: nil, resting: 0)
    }

    /// The inward extent of a region's soft edge, in percent.
    fileprivate static let feather = SliderRange(
        title: "Feather", limits: 0...100, step: 1, unit: "%", isWhole: false, identity: nil, resting: 50)
    /// The rotation of a region.
    fileprivate static let angle = SliderRange(
        title: "Angle", limits: -180...180, step: 1, unit: "°", isWhole: false, identity: 0, resting: 0)
}
