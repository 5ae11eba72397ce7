@preconcurrency import CAdwaita
import Filters
import Gtk
import Localization

/// The brush, and how a region's strokes follow edges.
@MainActor
final class BrushFields {
    private let size: ParameterSlider
    private let hardness: ParameterSlider
    private let flow: ParameterSlider
    private let erase: ParameterRow
    private let eraseSwitch = Object(gtk_switch_new())
    private let refine: ParameterRow
    private let refineSwitch = Object(gtk_switch_new())
    private let reach: ParameterSlider
    private let signalGuard = SignalGuard()
    private var isShown = false
    private var isRefined = false

    init(_ state: RegionState) {
        let brush = BrushSettings.shared
        size = ParameterSlider(.brushSize) { brush.radius = $0 / 200 }
        hardness = ParameterSlider(.hardness) { brush.hardness = $0 / 100 }
        flow = ParameterSlider(.flow) { brush.flow = $0 / 100 }
        erase = ParameterRow(tr("Erase")) { brush.erases = false }
        refine = ParameterRow(tr("Follow Edges")) { state.change { $0.refinement = nil } }
        reach = ParameterSlider(.reach) { value in state.change { $0.refinement?.radius = value / 100 } }
        erase.add(eraseSwitch)
        refine.add(refineSwitch)
        eraseSwitch.connect("notify::active") { [weak self] in
            guard let self, !signalGuard.isOn else { return }
            brush.erases = gtk_switch_get_active(eraseSwitch.pointer()) != 0
        }
        refineSwitch.connect("notify::active") { [weak self] in
            guard let self, !signalGuard.isOn else { return }
            let isOn = gtk_switch_get_active(refineSwitch.pointer()) != 0
            state.change { $0.refinement = isOn ? BrushRefinement() : nil }
        }
        // Keys and the wheel change the size, too.
        erase.row.observe { [weak self] in
            guard let self else { return }
            size.value = brush.radius * 200
            hardness.value = brush.hardness * 100
            flow.value = brush.flow * 100
            let erases = brush.erases
            signalGuard { gtk_switch_set_active(self.eraseSwitch.pointer(), erases ? 1 : 0) }
        }
    }

    /// The rows, from top to bottom.
    var rows: [Object] { [size.row, hardness.row, flow.row, erase.row, refine.row, reach.row] }

    /// Shows or hides the rows.
    func setShown(_ isShown: Bool) {
        self.isShown = isShown
        for row in rows.dropLast() { gtk_widget_set_visible(row.widget, isShown ? 1 : 0) }
        // Not shown in between, which would lay out the panel at each change.
        gtk_widget_set_visible(reach.row.widget, isShown && isRefined ? 1 : 0)
    }

    /// Shows the values of a region.
    func show(_ region: Region) {
        isRefined = region.refinement != nil
        signalGuard { gtk_switch_set_active(refineSwitch.pointer(), isRefined ? 1 : 0) }
        reach.value = (region.refinement?.radius ?? 0.01) * 100
        setShown(isShown)
    }

    /// Sets the accessible names of the controls.
    ///
    /// - Parameter name: the name of the stage.
    func setName(_ name: String) {
        size.setName(tr("\(name) Brush Size"))
        hardness.setName(tr("\(name) Brush Hardness"))
        flow.setName(tr("\(name) Brush Flow"))
        eraseSwitch.setAccessibleName(tr("\(name) Brush Erases"))
        refineSwitch.setAccessibleName(tr("\(name) Brush Follows Edges"))
        reach.setName(tr("\(name) Edge Distance"))
    }
}

extension SliderRange {
    /// The diameter of the brush, in percent of the picture's longer side.
    fileprivate static let brushSize = SliderRange(
        title: tr("Brush Size"), limits: 0.1...100, step: 0.1, unit: "%", isWhole: false, identity: nil,
        resting: 6, curve: .square)
    /// The part of the brush with the full effect, in percent.
    fileprivate static let hardness = SliderRange(
        title: tr("Hardness"), limits: 0...100, step: 1, unit: "%", isWhole: false, identity: nil, resting: 50
    )
    /// The weight of a stroke, in percent.
    fileprivate static let flow = SliderRange(
        title: tr("Flow"), limits: 0...100, step: 1, unit: "%", isWhole: false, identity: nil, resting: 100)
    /// The distance from which strokes follow edges, in percent of the picture's longer side.
    fileprivate static let reach = SliderRange(
        title: tr("Edge Distance"), limits: 0.05...10, step: 0.1, unit: "%", isWhole: false, identity: nil,
        resting: 1, curve: .square)
}
