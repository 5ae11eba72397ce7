@preconcurrency import CAdwaita
import Filters
import Gtk
import Localization

/// The panel beside a picture during a crop, in place of the filters.
@MainActor
final class CropPanel {
    /// Events of the panel.
    enum Event {
        case ratio(CropRatio)
        /// Degrees clockwise.
        case angle(Double)
        case turn(clockwise: Bool)
        case flip(horizontally: Bool)
        /// The tilts of the camera in degrees.
        case vertical(Double), horizontal(Double)
        /// The corners of the perspective are shown instead of the crop, or no longer.
        case corners(Bool)
        /// The perspective is to be found from the lines in the picture.
        case lines
        /// The panel starts or stops waiting for a line along the horizon.
        case horizon(Bool)
        case reset, cancel, apply
    }

    /// Called for each event.
    var happened: @MainActor (Event) -> Void = { _ in }

    private let panel: Object
    private let size: Object
    private let horizon: Object
    private let corners: Object
    private let leaving: [Object]
    private let other: ValueEntry
    private let angle: ParameterSlider
    private let vertical: ParameterSlider
    private let horizontal: ParameterSlider
    private let ratios: [(ratio: CropRatio, button: Object)]
    private let signalGuard = SignalGuard()

    /// - Parameter side: the box of the panels beside the picture.
    init(side: Object) {
        let interface = Interface(resource: UI.path("crop-panel"))
        panel = interface["panel"]
        size = interface["size"]
        horizon = interface["horizon"]
        corners = interface["corners"]
        leaving = [interface["reset"], interface["cancel"]]
        let angleHandler = AngleHandler()
        angle = ParameterSlider(.straighten) { angleHandler.take($0) }
        angle.setName(tr("Straighten"))
        let (verticalHandler, horizontalHandler) = (AngleHandler(), AngleHandler())
        vertical = ParameterSlider(.tilt(tr("Vertical Perspective"))) { verticalHandler.take($0) }
        vertical.setName(tr("Vertical Perspective"))
        horizontal = ParameterSlider(.tilt(tr("Horizontal Perspective"))) { horizontalHandler.take($0) }
        horizontal.setName(tr("Horizontal Perspective"))
        let textHandler = TextHandler()
        other = ValueEntry(interface["other"], width: 8) { textHandler.take($0) }
        var ratios: [(ratio: CropRatio, button: Object)] = []
        for (top, row) in CropRatio.offered.enumerated() {
            for (left, ratio) in row.enumerated() {
                let button = Object(gtk_toggle_button_new_with_label(ratio.title))
                if let first = ratios.first {
                    gtk_toggle_button_set_group(button.pointer(), first.button.pointer())
                }
                // “Original” needs the space of two buttons.
                let column = top == 0 && left > 1 ? left + 1 : left
                gtk_grid_attach(
                    interface["ratios"].pointer(), button.widget, Int32(column), Int32(top),
                    ratio == .original ? 2 : 1, 1)
                ratios.append((ratio, button))
            }
        }
        self.ratios = ratios
        for slider in [angle, vertical, horizontal] {
            gtk_list_box_append(interface["straighten"].pointer(), slider.row.widget)
        }
        gtk_box_append(side.pointer(), panel.widget)
        angleHandler.take = { [weak self] in self?.happened(.angle($0)) }
        verticalHandler.take = { [weak self] in self?.happened(.vertical($0)) }
        horizontalHandler.take = { [weak self] in self?.happened(.horizontal($0)) }
        textHandler.take = { [weak self] in self?.take($0) }
        for (ratio, button) in ratios {
            button.connect("toggled") { [weak self, weak button] in
                guard let self, let button, !signalGuard.isOn,
                    gtk_toggle_button_get_active(button.pointer()) != 0
                else { return }
                happened(.ratio(ratio))
            }
        }
        let turns: [(icon: String, name: String, event: Event)] = [
            ("object-rotate-left-symbolic", tr("Turn Left"), .turn(clockwise: false)),
            ("object-rotate-right-symbolic", tr("Turn Right"), .turn(clockwise: true)),
            ("object-flip-horizontal-symbolic", tr("Flip Left to Right"), .flip(horizontally: true)),
            ("object-flip-vertical-symbolic", tr("Flip Top to Bottom"), .flip(horizontally: false)),
        ]
        for (icon, name, event) in turns {
            let button = Object(gtk_button_new_from_icon_name(icon))
            gtk_widget_set_tooltip_text(button.widget, name)
            button.setAccessibleName(name)
            gtk_box_append(interface["turns"].pointer(), button.widget)
            button.connect("clicked") { [weak self] in self?.happened(event) }
        }
        horizon.connect("toggled") { [weak self] in
            guard let self, !signalGuard.isOn else { return }
            happened(.horizon(gtk_toggle_button_get_active(horizon.pointer()) != 0))
        }
        corners.connect("toggled") { [weak self] in
            guard let self, !signalGuard.isOn else { return }
            happened(.corners(gtk_toggle_button_get_active(corners.pointer()) != 0))
        }
        for (id, event) in [
            ("lines", Event.lines), ("reset", .reset), ("cancel", .cancel), ("apply", .apply),
        ] {
            interface[id].connect("clicked") { [weak self] in self?.happened(event) }
        }
    }

    /// True if the focus is on Reset or Cancel, which handle Return themselves.
    var usesReturn: Bool { leaving.contains { gtk_widget_has_focus($0.widget) != 0 } }

    /// References for closures that are created before the objects that they call.
    @MainActor
    private final class AngleHandler {
        var take: @MainActor (Double) -> Void = { _ in }
    }

    @MainActor
    private final class TextHandler {
        var take: @MainActor (String) -> Void = { _ in }
    }

    func setShown(_ isShown: Bool) { gtk_widget_set_visible(panel.widget, isShown ? 1 : 0) }

    /// Shows a framing.
    ///
    /// - Parameter pixels: the size of the result.
    func show(_ framing: Framing, ratio: CropRatio, pixels: SIMD2<Int>?) {
        angle.value = framing.angle
        vertical.value = framing.perspective.vertical
        horizontal.value = framing.perspective.horizontal
        if let pixels { gtk_label_set_text(size.pointer(), tr("\(pixels.x) × \(pixels.y) pixels")) }
        signalGuard {
            for (offered, button) in ratios {
                gtk_toggle_button_set_active(button.pointer(), offered == ratio ? 1 : 0)
            }
        }
        other.show(ratios.contains { $0.ratio == ratio } ? "" : ratio.title)
    }

    /// Shows that the panel no longer waits for a line, and that the corners are not shown.
    func endModes() {
        signalGuard {
            for toggle in [horizon, corners] { gtk_toggle_button_set_active(toggle.pointer(), 0) }
        }
    }

    /// Focuses the first ratio.
    func grabFocus() { (ratios.first?.button).map { _ = gtk_widget_grab_focus($0.widget) } }

    private func take(_ text: String) {
        if let ratio = CropRatio(typed: text) { happened(.ratio(ratio)) }
    }
}

extension SliderRange {
    /// Degrees clockwise.
    fileprivate static let straighten = SliderRange(
        title: tr("Straighten"), limits: -45...45, step: 0.1, unit: "°", isWhole: false, identity: 0,
        resting: 0)

    /// Degrees by which the camera is tilted.
    fileprivate static func tilt(_ title: String) -> SliderRange {
        SliderRange(
            title: title, limits: -45...45, step: 0.1, unit: "°", isWhole: false, identity: 0, resting: 0)
    }
}
