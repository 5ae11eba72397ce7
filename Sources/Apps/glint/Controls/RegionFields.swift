@preconcurrency import CAdwaita
import Filters
import Gtk
import Localization

/// The values of a region, which depend on its kind.
@MainActor
final class RegionFields {
    /// Moves the focus away when Escape is pressed in an entry.
    var leave: (@MainActor () -> Void)?
    /// Asks for a mask file.
    var chooseMask: (@MainActor (@escaping @MainActor (File) -> Void) -> Void)?

    private let shape: ParameterRow
    private let shapes = Segments(closedShapes.map(\.title))
    private var coordinateRows: [CoordinateRow] = []
    private let color: ParameterRow
    private let colorButton = ColorButton(tr("Color"))
    private let tolerance: ParameterSlider
    private let radius: ParameterSlider
    private let file: ParameterRow
    private let fileButton = FileButton()
    private let channel: ParameterRow
    private let channels = Segments(Region.MaskChannel.allCases.map(\.title))
    private let brush: BrushFields
    private let low: ParameterSlider
    private let high: ParameterSlider
    private let feather: ParameterSlider
    private let angle: ParameterSlider
    private let inverted: ParameterRow
    private let invertSwitch = Object(gtk_switch_new())
    private let signalGuard = SignalGuard()

    private static let closedShapes = Region.Shape.allCases.filter(\.isClosed)

    /// A row with two numbers, in percent of the picture's width and height.
    @MainActor
    private struct CoordinateRow {
        let row: ParameterRow
        /// The kinds of regions that have these numbers.
        let shapes: Set<Region.Shape>
        let entries: [(entry: NumberEntry, path: KeyPath<Region, Double>)]
        /// The accessible name of an entry, composed of the stage's name and its own.
        let name: @MainActor (_ stage: String, _ entry: String) -> String
    }

    init(_ state: RegionState) {
        shape = ParameterRow(tr("Shape")) { state.change { $0.shape = .rectangle } }
        file = ParameterRow(tr("File")) { state.change { $0.file = "" } }
        channel = ParameterRow(tr("Mask From")) { state.change { $0.channel = .luma } }
        brush = BrushFields(state)
        color = ParameterRow(tr("Color")) { state.change { $0.color = SIMD3(repeating: 0.5) } }
        tolerance = ParameterSlider(.tolerance) { value in state.change { $0.tolerance = value / 100 } }
        radius = ParameterSlider(.radius) { value in state.change { $0.radius = value / 100 } }
        low = ParameterSlider(.luma(tr("Darkest"), resting: 0)) { value in
            state.change {
                $0.low = value / 100
                $0.high = max($0.high, $0.low)
            }
        }
        high = ParameterSlider(.luma(tr("Brightest"), resting: 100)) { value in
            state.change {
                $0.high = value / 100
                $0.low = min($0.high, $0.low)
            }
        }
        feather = ParameterSlider(.feather) { value in state.change { $0.feather = value / 100 } }
        angle = ParameterSlider(.angle) { value in state.change { $0.angle = value } }
        inverted = ParameterRow(tr("Invert Region")) { state.change { $0.isInverted = false } }
        shape.addBelow(shapes.object)
        inverted.add(invertSwitch)
        file.add(fileButton.clear)
        file.add(fileButton.object)
        fileButton.choose = { [weak self] in
            self?.chooseMask? { file in file.path.map { path in state.change { $0.file = path } } }
        }
        fileButton.cleared = { state.change { $0.file = "" } }
        channel.addBelow(channels.object)
        channels.chosen = { index in state.change { $0.channel = Region.MaskChannel.allCases[index] } }
        color.add(colorButton.object)
        colorButton.changed = { color in
            let opaque = SIMD3(color.x, color.y, color.z)
            // Recipes store 8 bits per channel.
            state.change { $0.color = (opaque * 255).rounded(.toNearestOrAwayFromZero) / 255 }
        }
        coordinateRows = makeCoordinateRows(state)
        shapes.chosen = { index in state.change { $0.shape = Self.closedShapes[index] } }
        invertSwitch.connect("notify::active") { [weak self] in
            guard let self, !signalGuard.isOn else { return }
            state.change { $0.isInverted = gtk_switch_get_active(self.invertSwitch.pointer()) != 0 }
        }
    }

    private func makeCoordinateRows(_ state: RegionState) -> [CoordinateRow] {
        typealias Path = WritableKeyPath<Region, Double> & Sendable
        let columns = (0..<2).map { _ in
            Object(owned: UnsafeMutableRawPointer(gtk_size_group_new(GTK_SIZE_GROUP_HORIZONTAL)))
        }
        func coordinateRow(
            _ title: String, of shapes: Set<Region.Shape>,
            _ numbers: [(title: String, key: String, path: Path)],
            name: @escaping @MainActor (_ stage: String, _ entry: String) -> String,
            reset: @escaping @MainActor (inout Region) -> Void
        ) -> CoordinateRow {
            let row = ParameterRow(title) { state.change(reset) }
            let entries = zip(numbers, columns).map { number, column in
                let entry = NumberEntry(.percent(number.title, of: number.key, in: shapes), width: 7)
                let path = number.path
                entry.changed = { value in state.change { $0[keyPath: path] = value / 100 } }
                entry.leave = { [weak self] in self?.leave?() }
                row.add(entry, in: column)
                return (entry, path as KeyPath<Region, Double>)
            }
            return CoordinateRow(row: row, shapes: shapes, entries: entries, name: name)
        }
        let closedName = { @MainActor (stage: String, entry: String) in tr("\(stage) Region \(entry) Value") }
        return [
            coordinateRow(
                tr("Position"), of: [.rectangle, .ellipse], [(tr("Left"), "x", \.x), (tr("Top"), "y", \.y)],
                name: closedName
            ) {
                $0.x = (1 - $0.width) / 2
                $0.y = (1 - $0.height) / 2
            },
            coordinateRow(
                tr("Position"), of: [.point], [(tr("Left"), "x", \.x), (tr("Top"), "y", \.y)],
                name: closedName
            ) {
                $0.x = 0.5
                $0.y = 0.5
            },
            coordinateRow(
                tr("Size"), of: [.rectangle, .ellipse],
                [(tr("Width"), "width", \.width), (tr("Height"), "height", \.height)], name: closedName
            ) {
                $0.width = 0.5
                $0.height = 0.5
            },
            coordinateRow(
                tr("Start"), of: [.gradient], [(tr("Left"), "x", \.x), (tr("Top"), "y", \.y)],
                name: { tr("\($0) Region Start \($1) Value") }
            ) {
                $0.x = 0.5
                $0.y = 0.1
            },
            coordinateRow(
                tr("End"), of: [.gradient], [(tr("Left"), "endX", \.endX), (tr("Top"), "endY", \.endY)],
                name: { tr("\($0) Region End \($1) Value") }
            ) {
                $0.endX = 0.5
                $0.endY = 0.6
            },
        ]
    }

    /// The rows, from top to bottom.
    var rows: [Object] {
        [shape.row, color.row, file.row, channel.row] + coordinateRows.map(\.row.row) + brush.rows + [
            radius.row, tolerance.row, low.row, high.row, feather.row, angle.row, inverted.row,
        ]
    }

    /// Shows the rows of a kind of region; hides all for nil.
    func setShown(_ kind: Region.Shape?) {
        func set(_ row: Object, _ isShown: Bool) { gtk_widget_set_visible(row.widget, isShown ? 1 : 0) }
        let isClosed = kind?.isClosed == true
        set(shape.row, isClosed)
        set(color.row, kind == .color)
        set(file.row, kind == .file)
        set(channel.row, kind == .file)
        brush.setShown(kind == .brush)
        for row in coordinateRows { set(row.row.row, kind.map(row.shapes.contains) ?? false) }
        set(radius.row, kind == .point)
        set(tolerance.row, kind == .color || kind == .point)
        set(low.row, kind == .luminosity)
        set(high.row, kind == .luminosity)
        set(feather.row, isClosed || kind == .luminosity || kind == .color)
        set(angle.row, isClosed)
        set(inverted.row, kind != nil)
    }

    /// Shows the values of a region.
    func show(_ region: Region) {
        shapes.selected = Self.closedShapes.firstIndex(of: region.shape)
        signalGuard { gtk_switch_set_active(invertSwitch.pointer(), region.isInverted ? 1 : 0) }
        for (entry, path) in coordinateRows.flatMap(\.entries) { entry.value = region[keyPath: path] * 100 }
        colorButton.show(SIMD4(region.color, 1))
        fileButton.show(region.file)
        channels.selected = Region.MaskChannel.allCases.firstIndex(of: region.channel)
        brush.show(region)
        tolerance.value = region.tolerance * 100
        radius.value = region.radius * 100
        low.value = region.low * 100
        high.value = region.high * 100
        feather.value = region.feather * 100
        angle.value = region.angle
    }

    /// Sets the accessible names of the controls.
    ///
    /// - Parameter name: the name of the stage.
    func setName(_ name: String) {
        shapes.setName(tr("\(name) Region Shape"))
        for row in coordinateRows {
            for (entry, _) in row.entries {
                entry.object.setAccessibleName(row.name(name, entry.title))
            }
        }
        colorButton.object.setAccessibleNameOfButton(tr("\(name) Region Color"))
        fileButton.setName(tr("\(name) Region File"))
        channels.setName(tr("\(name) Region Mask From"))
        brush.setName(name)
        tolerance.setName(tr("\(name) Region Tolerance"))
        radius.setName(tr("\(name) Region Radius"))
        low.setName(tr("\(name) Region Darkest"))
        high.setName(tr("\(name) Region Brightest"))
        feather.setName(tr("\(name) Region Feather"))
        angle.setName(tr("\(name) Region Angle"))
        invertSwitch.setAccessibleName(tr("\(name) Invert Region"))
    }
}

extension ParameterRow {
    /// Adds one of several labeled numbers after the title.
    ///
    /// - Parameter column: the GtkSizeGroup of the labels in the same column.
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
    fileprivate static func percent(
        _ title: String, of key: String, in shapes: Set<Region.Shape>
    ) -> SliderRange {
        let range = shapes.first.map(Region.numbers)?.first { $0.key == key }?.range ?? 0...1
        return SliderRange(
            title: title, limits: range.lowerBound * 100...range.upperBound * 100, step: 1, unit: "%",
            isWhole: false, identity: nil, resting: 0)
    }

    /// An end of a luminosity range, in percent.
    fileprivate static func luma(_ title: String, resting: Double) -> SliderRange {
        SliderRange(
            title: title, limits: 0...100, step: 1, unit: "%", isWhole: false, identity: nil, resting: resting
        )
    }

    /// The difference from a region's color that still counts as similar, in percent.
    fileprivate static let tolerance = SliderRange(
        title: tr("Tolerance"), limits: 0...100, step: 1, unit: "%", isWhole: false, identity: nil,
        resting: 20)
    /// The reach of a control point, in percent of the picture's longer side.
    fileprivate static let radius = SliderRange(
        title: tr("Radius"), limits: 0.1...200, step: 1, unit: "%", isWhole: false, identity: nil,
        resting: 20, curve: .square)
    /// The extent of a region's soft edge, in percent.
    fileprivate static let feather = SliderRange(
        title: tr("Feather"), limits: 0...100, step: 1, unit: "%", isWhole: false, identity: nil, resting: 50)
    /// The rotation of a region.
    fileprivate static let angle = SliderRange(
        title: tr("Angle"), limits: -180...180, step: 1, unit: "°", isWhole: false, identity: 0, resting: 0)
}
