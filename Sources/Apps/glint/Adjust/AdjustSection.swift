@preconcurrency import CAdwaita
import Editing
import Filters
import Gtk
import Rendering
import Localization

/// The basic adjustments above the stack of filters, one row each, with an Auto button and a gray picker.
/// While Auto is on, its strength is shown, and the rows that it moved are marked.
///
/// A row at its default adds nothing to the recipe; any other row adds a stage ahead of the stack.
@MainActor
final class AdjustSection {
    /// Events and requests of the section.
    enum Event {
        /// A row was set to a value.
        case moved(Adjustment, Double)
        /// The keys of a row were changed.
        case changedKeys(Adjustment, KeyChange)
        /// Several rows were set at once.
        case set([(Adjustment, Double)], Edit)
        /// An adjustment has to be moved to a card where it can be limited to a region.
        case limit(Adjustment, Region.Shape)
        /// A thumbnail of the unfiltered picture is needed; its longer side is ``AutoAdjustment/side``.
        case measure(then: @MainActor (Thumbnail) -> Void)
        /// The section was expanded or collapsed.
        case folded
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
    /// When the current frame is shown; nil without a clip.
    private(set) var time: Range<Double>?
    private lazy var autoStrength = ParameterSlider(.strength(tr("Auto Strength"))) { [weak self] strength in
        self?.setStrength(strength)
    }
    private var auto: AutoChange?
    private let signalGuard = SignalGuard()

    private struct Row {
        let adjustment: Adjustment
        let slider: ParameterSlider
        let resting: Double
        let name: String
        /// The diamond of its keys, made for the first clip.
        var keys: KeyButton?
    }

    /// The changes made by Auto.
    @MainActor
    private struct AutoChange {
        /// The values before and after Auto at full strength, of all rows that Auto may move.
        let before: [Adjustment: Double]
        let after: [Adjustment: Double]
        /// In percent.
        var strength = 100.0

        /// The value of a row at a strength in percent; nil if Auto never moves the row.
        func value(of row: Row, at strength: Double) -> Double? {
            guard let before = before[row.adjustment], let after = after[row.adjustment] else { return nil }
            // Typed values may lie between the steps to which others are rounded.
            guard strength > 0 else { return before }
            return row.slider.rounded(before + (after - before) * strength / 100)
        }

        /// True if Auto moved a row at a strength, and the row still has that value.
        func moved(_ row: Row, at strength: Double) -> Bool {
            row.slider.value == value(of: row, at: strength)
                && row.slider.value != before[row.adjustment]
        }
    }

    init(catalog: FilterCatalog) {
        let interface = Interface(resource: UI.path("adjust-section"))
        widget = interface["list"]
        fold = interface["fold"]
        arrow = interface["arrow"]
        resetButton = interface["reset"]
        pickButton = interface["pick"]
        autoButton = interface["auto"]
        autoStrength.setName(tr("Auto Strength"))
        gtk_list_box_append(widget.pointer(), autoStrength.row.widget)
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
            Settings.standard.foldsAdjustments = !isUnfolded
            showRows()
            happened(.folded)
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
        let name = filter.parameters.count == 1 ? filter.title : tr("\(filter.title) \(parameter.title)")
        slider.setName(name)
        slider.otherChoices = Region.Shape.offered.map { shape, title in
            MenuChoice(title) { [weak self] in self?.happened(.limit(adjustment, shape)) }
        }
        return Row(adjustment: adjustment, slider: slider, resting: range.resting, name: name)
    }

    /// Shows the adjustments of a recipe.
    ///
    /// - Parameters:
    ///   - count: how many of its first stages are adjustments.
    ///   - time: when the current frame is shown; nil without a clip.
    func show(_ recipe: Recipe, count: Int, catalog: FilterCatalog, during time: Range<Double>?) {
        for row in rows {
            var value = recipe.value(
                of: row.adjustment, within: count, in: catalog, at: time?.lowerBound ?? 0)
            // Between keys, digits beyond those of a step would be noise.
            if let time, let change = recipe.change(of: row.adjustment, within: count, in: catalog),
                !change.hasKey(in: time)
            {
                value = value.map(row.slider.rounded)
            }
            row.slider.value = value ?? row.resting
        }
        self.time = time
        showKeys(recipe, count: count, catalog: catalog)
        followStrength()
        showState()
    }

    private func showKeys(_ recipe: Recipe, count: Int, catalog: FilterCatalog) {
        for index in rows.indices {
            let adjustment = rows[index].adjustment
            if time != nil, rows[index].keys == nil {
                let keys = KeyButton(in: rows[index].slider.line) { [weak self] in
                    self?.happened(.changedKeys(adjustment, $0))
                }
                keys.setName(rows[index].name)
                rows[index].keys = keys
            }
            let change = recipe.change(of: adjustment, within: count, in: catalog)
            rows[index].keys?.show([change].compactMap(\.self), during: time)
        }
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

    /// Enables the reset button if any row differs from its default; shows whether Auto is on, its strength,
    /// and which rows it moved.
    private func showState() {
        let isMoved = rows.contains { $0.slider.value != $0.resting || $0.keys?.isChanging == true }
        gtk_widget_set_sensitive(resetButton.widget, isMoved ? 1 : 0)
        for row in rows {
            let isMarked = auto.map { $0.moved(row, at: $0.strength) } ?? false
            row.slider.mark = isMarked ? tr("Set by Auto") : nil
        }
        let isAuto = isAutoOn
        signalGuard { gtk_toggle_button_set_active(autoButton.pointer(), isAuto ? 1 : 0) }
        autoStrength.value = auto?.strength ?? 100
        gtk_widget_set_visible(autoStrength.row.widget, isAuto ? 1 : 0)
    }

    /// Auto is on as long as a row has a value that Auto gave it. At a strength that moves no row, all rows
    /// still have their previous values.
    private var isAutoOn: Bool {
        guard let auto else { return false }
        let isWithoutEffect = rows.allSatisfy {
            guard let value = auto.value(of: $0, at: auto.strength) else { return true }
            return value == auto.before[$0.adjustment] && value == $0.slider.value
        }
        return isWithoutEffect || rows.contains { auto.moved($0, at: auto.strength) }
    }

    /// After an undo or a redo, the rows may have the values of another strength.
    private func followStrength() {
        guard let auto, !isAutoOn else { return }
        let strengths = (1...100).map { Double($0) }
        func count(_ strength: Double) -> Int { rows.count { auto.moved($0, at: strength) } }
        guard let best = strengths.max(by: { count($0) <= count($1) }), count(best) > 0 else { return }
        self.auto?.strength = best
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
        happened(
            .measure { [weak self] in
                // Auto may have been switched off meanwhile.
                guard let self, gtk_toggle_button_get_active(autoButton.pointer()) != 0 else { return }
                apply(AutoAdjustment(bytes: $0.bytes, width: $0.size.x))
            })
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

    /// Restores the values before Auto, except those of rows that were moved since.
    private func endAuto() {
        guard let auto else { return }
        self.auto = nil
        happened(.set(changes(auto, to: 0, from: auto.strength), Edit(tr("Auto Off"))))
        showState()
    }

    /// Sets the strength of Auto, in percent. All changes of the strength are a single undo step.
    private func setStrength(_ strength: Double) {
        guard let auto else { return }
        self.auto?.strength = strength
        happened(
            .set(
                changes(auto, to: strength, from: auto.strength),
                Edit(tr("Auto Strength"), subject: "adjust/auto", isOneOfMany: true)))
        showState()
    }

    /// The values at a strength of the rows that have those of another strength.
    private func changes(
        _ auto: AutoChange, to strength: Double, from before: Double
    ) -> [(Adjustment, Double)] {
        rows.compactMap { row in
            guard auto.value(of: row, at: before) == row.slider.value else { return nil }
            return auto.value(of: row, at: strength).map { (row.adjustment, $0) }
        }
    }

    var isUnfolded: Bool { gtk_toggle_button_get_active(fold.pointer()) != 0 }

    private func showRows() {
        gtk_image_set_from_icon_name(arrow.pointer(), isUnfolded ? "pan-down-symbolic" : "pan-end-symbolic")
        fold.setAccessibleExpanded(isUnfolded)
        for row in rows { gtk_widget_set_visible(row.slider.row.widget, isUnfolded ? 1 : 0) }
    }
}
