@preconcurrency import CAdwaita
import Editing
import Filters
import Gtk
import Localization

/// The tool that retouches spots on the picture, and the values of the selected spot or else of the next one.
@MainActor
final class RetouchControl {
    /// Called with the new spots after the user has changed them here.
    var changed: (@MainActor ([RetouchSpot]) -> Void)?
    /// Starts or ends retouching on the picture.
    var retouch: (@MainActor (Bool) -> Void)?

    /// The index of the selected spot.
    private(set) var selected: Int?
    private var spots: [RetouchSpot] = []
    private let tool: ParameterRow
    private let toolButton = Object(gtk_toggle_button_new())
    private let removeButton = Object(gtk_button_new_from_icon_name("edit-delete-symbolic"))
    private let count = Object(gtk_label_new(nil))
    private let mode: ParameterRow
    private let modes = Segments(RetouchSpot.Mode.allCases.map(\.title))
    private let size: ParameterSlider
    private let feather: ParameterSlider
    private let opacity: ParameterSlider
    private let signalGuard = SignalGuard()

    init() {
        let edits = SpotEdits()
        tool = ParameterRow(tr("Spots")) {}
        mode = ParameterRow(tr("Mode", context: "retouch")) {
            edits.change(\.mode, \.mode, to: .heal)
        }
        size = ParameterSlider(.spotSize) { edits.change(\.radius, \.radius, to: $0 / 200) }
        feather = ParameterSlider(.spotFeather) { edits.change(\.feather, \.feather, to: $0 / 100) }
        opacity = ParameterSlider(.spotOpacity) { edits.change(\.opacity, \.opacity, to: $0 / 100) }
        gtk_button_set_icon_name(toolButton.pointer(), "document-edit-symbolic")
        gtk_widget_set_tooltip_text(toolButton.widget, tr("Retouch on the Picture"))
        gtk_widget_set_tooltip_text(removeButton.widget, tr("Remove the Selected Spot"))
        for button in [removeButton, toolButton] {
            for style in ["flat", "circular"] { gtk_widget_add_css_class(button.widget, style) }
        }
        gtk_widget_add_css_class(count.widget, "dim-label")
        tool.add(count)
        tool.add(removeButton)
        tool.add(toolButton)
        mode.addBelow(modes.object)
        edits.control = self
        modes.chosen = { edits.change(\.mode, \.mode, to: RetouchSpot.Mode.allCases[$0]) }
        toolButton.connect("toggled") { [weak self] in
            guard let self, !signalGuard.isOn else { return }
            retouch?(isActive)
        }
        removeButton.connect("clicked") { [weak self] in self?.removeSelected() }
        // Keys and the wheel change the size, too.
        tool.row.observe { [weak self] in
            guard let self else { return }
            let settings = RetouchSettings.shared
            size.value = settings.radius * 200
            feather.value = settings.feather * 100
            opacity.value = settings.opacity * 100
            modes.selected = RetouchSpot.Mode.allCases.firstIndex(of: settings.mode)
        }
    }

    /// Changes the settings, and the selected spot; for closures created before the control.
    @MainActor
    private final class SpotEdits {
        weak var control: RetouchControl?

        func change<Value>(
            _ setting: ReferenceWritableKeyPath<RetouchSettings, Value>,
            _ part: WritableKeyPath<RetouchSpot, Value>, to value: Value
        ) {
            RetouchSettings.shared[keyPath: setting] = value
            guard let control, let index = control.selected, control.spots.indices.contains(index) else {
                return
            }
            var spots = control.spots
            spots[index][keyPath: part] = value
            control.changed?(spots)
        }
    }

    /// The rows, from top to bottom.
    var rows: [Object] { [tool.row, mode.row, size.row, feather.row, opacity.row] }

    /// True while spots are added by clicks on the picture.
    var isActive: Bool {
        get { gtk_toggle_button_get_active(toolButton.pointer()) != 0 }
        set { signalGuard { gtk_toggle_button_set_active(toolButton.pointer(), newValue ? 1 : 0) } }
    }

    /// Starts retouching.
    func begin() { gtk_toggle_button_set_active(toolButton.pointer(), 1) }

    func show(_ spots: [RetouchSpot]) {
        self.spots = spots
        if let selected, !spots.indices.contains(selected) { self.selected = nil }
        gtk_label_set_text(count.pointer(), spots.isEmpty ? "" : "\(spots.count)")
        gtk_widget_set_sensitive(removeButton.widget, selected == nil ? 0 : 1)
    }

    /// Shows the values of a spot; nil selects none.
    func select(_ index: Int?) {
        selected = index.flatMap { spots.indices.contains($0) ? $0 : nil }
        if let selected { RetouchSettings.shared.take(spots[selected]) }
        gtk_widget_set_sensitive(removeButton.widget, selected == nil ? 0 : 1)
    }

    private func removeSelected() {
        guard let selected, spots.indices.contains(selected) else { return }
        var spots = spots
        spots.remove(at: selected)
        select(nil)
        // The button becomes insensitive, which would lose the focus.
        gtk_widget_grab_focus(toolButton.widget)
        changed?(spots)
    }

    func setName(_ name: String) {
        toolButton.setAccessibleName(tr("\(name) on the Picture"))
        removeButton.setAccessibleName(tr("Remove \(name) Spot"))
        modes.setName(tr("\(name) Mode"))
        size.setName(tr("\(name) Size"))
        feather.setName(tr("\(name) Feather"))
        opacity.setName(tr("\(name) Spot Opacity"))
    }

    func grabFocus() { gtk_widget_grab_focus(toolButton.widget) }
}

extension SliderRange {
    /// The diameter of a spot, in percent of the picture's longer side.
    fileprivate static let spotSize = SliderRange(
        title: tr("Size"), limits: 0.1...50, step: 0.1, unit: "%", isWhole: false, identity: nil,
        resting: 2.4, curve: .square)
    /// The part of the radius over which a spot fades, in percent.
    fileprivate static let spotFeather = SliderRange(
        title: tr("Feather"), limits: 0...100, step: 1, unit: "%", isWhole: false, identity: nil, resting: 30)
    /// The weight of a spot, in percent.
    fileprivate static let spotOpacity = SliderRange(
        title: tr("Opacity"), limits: 0...100, step: 1, unit: "%", isWhole: false, identity: nil,
        resting: 100)
}
