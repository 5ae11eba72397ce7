@preconcurrency import CAdwaita
import Editing
import Filters
import Gtk
import Rendering
import Localization

/// The basic adjustments above the stack of filters, one row each, with an Auto button and a gray picker.
///
/// A row at its default adds nothing to the recipe; any other row adds a stage ahead of the stack.
@MainActor
final class AdjustSection {
    /// Events and requests of the section.
    enum Event {
        /// A row was set to a value.
        case moved(Adjustment, Double)
        /// Several rows were set at once.
        case set([(Adjustment, Double)], Edit)
        /// A histogram of the unfiltered picture is needed.
        case measure(then: @MainActor (Histogram) -> Void)
        /// The gray picker starts or stops waiting for a click on the picture.
        case pickGray(Bool)
    }

    /// Called for each event.
    var happened: @MainActor (Event) -> Void = { _ in }

    /// The card for the panel.
    let widget: Object
    private let fold: Object
    private let arrow: Object
    private let resetButton: Object
    private let pickButton: Object
    private let autoButton: Object
    private var rows: [Row] = []
    private var auto: AutoChange?
    private let signalGuard = SignalGuard()

    private struct Row {
        let adjustment: Adjustment
        let slider: ParameterSlider
        let resting: Double
    }

    /// The changes made by Auto.
    private struct AutoChange {
        /// The values before and after Auto.
        let before: [Adjustment: Double]
        let after: [Adjustment: Double]
    }

    init(catalog: FilterCatalog) {
        let interface = Interface(resource: UI.path("adjust-section"))
        widget = interface["list"]
        fold = interface["fold"]
        arrow = interface["arrow"]
        resetButton = interface["reset"]
        pickButton = interface["pick"]
        autoButton = interface["auto"]
        var last: Adjustment.Group?
        for adjustment in Adjustment.all {
            guard let row = makeRow(adjustment, catalog) else { continue }
            if let last, last != adjustment.group { gtk_widget_add_css_class(row.slider.row.widget, "group") }
            last = adjustment.group
            rows.append(row)
            gtk_list_box_append(widget.pointer(), row.slider.row.widget)
        }
        gtk_toggle_button_set_active(fold.pointer(), Settings.standard.foldsAdjustments ? 0 : 1)
        showRows()
        fold.connect("toggled") { [weak self] in
            guard let self else { return }
            Settings.standard.foldsAdjustments = gtk_toggle_button_get_active(fold.pointer()) == 0
            showRows()
        }
        resetButton.connect("clicked") { [weak self] in self?.reset() }
        pickButton.connect("toggled") { [weak self] in
            guard let self, !signalGuard.isOn else { return }
            happened(.pickGray(gtk_toggle_button_get_active(pickButton.pointer()) != 0))
        }
        autoButton.connect("toggled") { [weak self] in
            guard let self, !signalGuard.isOn else { return }
            gtk_toggle_button_get_active(autoButton.pointer()) != 0 ? beginAuto() : endAuto()
        }
    }

    private func makeRow(_ adjustment: Adjustment, _ catalog: FilterCatalog) -> Row? {
        guard let filter = catalog.filter(adjustment.filter),
            let parameter = filter.parameter(adjustment.parameter)
        else { return nil }
        var range = SliderRange(parameter)
        range.title = filter.title
        range.help = filter.summary
        let slider = ParameterSlider(range) { [weak self] in self?.happened(.moved(adjustment, $0)) }
        slider.setName(
            filter.parameters.count == 1 ? filter.title : tr("\(filter.title) \(parameter.title)"))
        return Row(adjustment: adjustment, slider: slider, resting: range.resting)
    }

    /// Shows the adjustments of a recipe.
    ///
    /// - Parameter count: how many of its first stages are adjustments.
    func show(_ recipe: Recipe, count: Int, catalog: FilterCatalog) {
        for row in rows {
            row.slider.value = recipe.value(of: row.adjustment, within: count, in: catalog) ?? row.resting
        }
        showState()
    }

    /// Shows the current state of one row.
    func show(_ value: Double, of adjustment: Adjustment) {
        rows.first { $0.adjustment == adjustment }?.slider.value = value
        ChangeCosts.shared?.controlShown()
        showState()
    }

    /// Shows another picture; forgets what Auto did to the previous one.
    func forgetAuto() {
        auto = nil
        showState()
    }

    /// Enables the reset button if any row differs from its default; highlights Auto while its values are in
    /// effect.
    private func showState() {
        let isMoved = rows.contains { $0.slider.value != $0.resting }
        gtk_widget_set_sensitive(resetButton.widget, isMoved ? 1 : 0)
        let isAuto = auto.map { auto in
            rows.allSatisfy { auto.after[$0.adjustment] ?? $0.slider.value == $0.slider.value }
        }
        signalGuard { gtk_toggle_button_set_active(autoButton.pointer(), isAuto == true ? 1 : 0) }
    }

    /// Expands the section and focuses the row of a filter; false if there is no such row.
    func grabFocus(of filter: String) -> Bool {
        guard let row = rows.first(where: { $0.adjustment.filter == filter }) else { return false }
        gtk_toggle_button_set_active(fold.pointer(), 1)
        row.slider.grabFocus()
        return true
    }

    /// Presses or releases Auto.
    func toggleAuto() {
        gtk_toggle_button_set_active(
            autoButton.pointer(), gtk_toggle_button_get_active(autoButton.pointer()) == 0 ? 1 : 0)
    }

    /// Presses or releases the gray picker.
    func togglePick() {
        gtk_toggle_button_set_active(
            pickButton.pointer(), gtk_toggle_button_get_active(pickButton.pointer()) == 0 ? 1 : 0)
    }

    /// Shows that the section no longer waits for a click on the picture.
    func endPick() { signalGuard { gtk_toggle_button_set_active(pickButton.pointer(), 0) } }

    /// Sets the white balance so that a color of the picture becomes gray.
    ///
    /// - Parameter color: sRGB-encoded, each channel 0…1.
    func balance(gray color: SIMD3<Double>) {
        let light = SIMD3(SRGB.linear(color.x), SRGB.linear(color.y), SRGB.linear(color.z))
        guard let balance = WhiteBalance(neutralizing: light) else { return }
        let values = ["temperature": balance.temperature.rounded(), "tint": (balance.tint * 2).rounded() / 2]
        happened(.set(settings(values), Edit(tr("White Balance"))))
    }

    private func settings(_ values: [String: Double]) -> [(Adjustment, Double)] {
        rows.compactMap { row in values[row.adjustment.filter].map { (row.adjustment, $0) } }
    }

    private func reset() {
        happened(.set(rows.map { ($0.adjustment, $0.resting) }, Edit(tr("Reset Adjustments"))))
    }

    private func beginAuto() {
        happened(.measure { [weak self] in self?.apply(AutoAdjustment($0)) })
    }

    /// Rows that Auto does not use are reset too, so that the picture shows the effect of Auto alone.
    private func apply(_ automatic: AutoAdjustment) {
        let moved = rows.filter { AutoAdjustment.filters.contains($0.adjustment.filter) }
        let after = moved.map { ($0.adjustment, automatic.values[$0.adjustment.filter] ?? $0.resting) }
        auto = AutoChange(
            before: Dictionary(uniqueKeysWithValues: moved.map { ($0.adjustment, $0.slider.value) }),
            after: Dictionary(uniqueKeysWithValues: after))
        happened(.set(after, Edit(tr("Auto"))))
        showState()
    }

    private func endAuto() {
        guard let auto else { return }
        self.auto = nil
        happened(
            .set(
                rows.compactMap { row in auto.before[row.adjustment].map { (row.adjustment, $0) } },
                Edit(tr("Auto Off"))))
        showState()
    }

    private func showRows() {
        let isUnfolded = gtk_toggle_button_get_active(fold.pointer()) != 0
        gtk_image_set_from_icon_name(arrow.pointer(), isUnfolded ? "pan-down-symbolic" : "pan-end-symbolic")
        fold.setAccessibleExpanded(isUnfolded)
        for row in rows { gtk_widget_set_visible(row.slider.row.widget, isUnfolded ? 1 : 0) }
    }
}
