@preconcurrency import CAdwaita
import Editing
import Filters
import Gtk
import Localization

/// The options common to all stages, below the parameters once they are shown: opacity, blend mode and
/// region.
@MainActor
final class StageOptions {
    /// The rows, from top to bottom.
    var rows: [Object] { [opacity.row, blend.row] + region.rows }
    /// Called with a change that the user has made.
    var changed: (@MainActor (StageChange) -> Void)? {
        get { listener.changed }
        set { listener.changed = newValue }
    }
    /// Changes the keys of the opacity or of a region.
    var changeKeys: (@MainActor (KeyTarget, KeyChange) -> Void)?
    /// The regions in which the stage acts.
    let region = RegionControl()
    /// True if the rows are shown.
    private(set) var isUnfolded = false

    private let blend: ParameterRow
    private let modes = DropDown(BlendMode.allCases.map(\.title))
    private let listener: Listener
    private let opacity: ParameterSlider
    private var name = ""
    /// The diamond of the opacity's keys, made for the first clip.
    private var opacityKeys: KeyButton?

    /// The receiver of changes from controls that are created before it.
    @MainActor
    private final class Listener {
        var changed: (@MainActor (StageChange) -> Void)?
    }

    init(takesRegion: Bool) {
        region.isAvailable = takesRegion
        let listener = Listener()
        self.listener = listener
        opacity = ParameterSlider(.opacity) { percent in listener.changed?(.opacity(percent / 100)) }
        blend = ParameterRow(tr("Blend Mode")) { listener.changed?(.blend(.normal)) }
        blend.add(modes.object)
        region.changed = { listener.changed?(.regions($0)) }
        modes.chosen = { listener.changed?(.blend(BlendMode.allCases[$0])) }
        region.changeKeys = { [weak self] in self?.changeKeys?(.region($0), $1) }
        setShown(false)
    }

    /// - Parameters:
    ///   - shown: the stage with the values that are shown.
    ///   - time: when the current frame is shown; nil without a clip.
    func show(_ stage: Recipe.Stage, _ shown: Recipe.Stage, during time: Range<Double>?) {
        ChangeCosts.shared?.controlShown()
        opacity.value = shown.opacity * 100
        if time != nil, opacityKeys == nil {
            opacityKeys = KeyButton(in: opacity.line) { [weak self] in self?.changeKeys?(.opacity, $0) }
            opacityKeys?.setName(tr("\(name) Opacity"))
        }
        opacityKeys?.show([stage.changingOpacity].compactMap(\.self), during: time)
        modes.selected = BlendMode.allCases.firstIndex(of: stage.blend)
        region.show(stage.regions, during: time, isShown: isUnfolded)
        for row in rows { gtk_widget_set_sensitive(row.widget, stage.isEnabled ? 1 : 0) }
    }

    /// A short description of how a stage is blended; empty if it replaces its input.
    static func summary(_ stage: Recipe.Stage) -> String {
        var parts: [String] = []
        if stage.opacity < 1 || stage.blend != .normal {
            parts = [stage.blend.title, NumberFormat(.opacity).text(stage.opacity * 100)]
        }
        if stage.regions.count > 1 {
            parts.append(trn("1 Region", "\(stage.regions.count) Regions", count: stage.regions.count))
        }
        if stage.regions.count == 1 { parts += stage.regions.map(\.shape.title) }
        return listed(parts)
    }

    func setName(_ name: String) {
        self.name = name
        opacityKeys?.setName(tr("\(name) Opacity"))
        opacity.setName(tr("\(name) Opacity"))
        modes.setName(tr("\(name) Blend Mode"))
        region.setName(name)
    }

    /// Shows or hides the rows.
    func setShown(_ areShown: Bool) {
        isUnfolded = areShown
        region.setShown(areShown)
        for row in [opacity.row, blend.row] { gtk_widget_set_visible(row.widget, areShown ? 1 : 0) }
    }
}
