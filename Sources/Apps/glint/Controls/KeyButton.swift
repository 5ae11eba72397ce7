@preconcurrency import CAdwaita
import Filters
import Gtk
import Localization

/// A diamond at the end of a value's row while a clip is open: filled if the value has a key at the current
/// time, and colored if it changes over time at all.
@MainActor
final class KeyButton {
    /// True if the value changes over time.
    private(set) var isChanging = false

    private let button = Object(gtk_toggle_button_new())
    private let signalGuard = SignalGuard()
    /// The course between the keys; nil without keys.
    private var ease: ValueOverTime.Ease?

    /// - Parameters:
    ///   - line: the row's line, to whose end it is added.
    ///   - changed: called with the change that the user has chosen.
    init(in line: Object, changed: @escaping @MainActor (KeyChange) -> Void) {
        for style in ["flat", "key"] { gtk_widget_add_css_class(button.widget, style) }
        gtk_widget_set_valign(button.widget, GTK_ALIGN_CENTER)
        gtk_box_append(line.pointer(), button.widget)
        button.connect("toggled") { [weak self] in
            guard let self, !signalGuard.isOn else { return }
            changed(.toggle)
        }
        button.addContextMenu(choices: { [weak self] in self?.choices(changed) ?? [] })
    }

    private func choices(_ changed: @escaping @MainActor (KeyChange) -> Void) -> [[MenuChoice]] {
        guard isChanging else { return [] }
        let eases: [(ValueOverTime.Ease, String)] = [
            (.linear, tr("Linear", context: "keys")), (.smooth, tr("Smooth", context: "keys")),
            (.hold, tr("Hold", context: "keys")),
        ]
        return [
            ease == nil || !canEase
                ? []
                : eases.map { ease, title in
                    MenuChoice(title, isOn: ease == self.ease) { changed(.ease(ease)) }
                },
            [MenuChoice(tr("Remove All Keys")) { changed(.removeAll) }],
        ]
    }

    /// False for values without others in between.
    var canEase = true

    func setName(_ name: String) { button.setAccessibleName(tr("\(name) Key")) }

    /// - Parameters:
    ///   - changes: how the values of the row change over time; those that do not are omitted.
    ///   - span: when the frame is shown; nil hides the diamond, since there is no clip.
    func show(_ changes: [ValueOverTime], during span: Range<Double>?) {
        gtk_widget_set_visible(button.widget, span == nil ? 0 : 1)
        guard let span else { return }
        isChanging = !changes.isEmpty
        ease = changes.lazy.compactMap(\.ease).first
        let isNoise = isChanging && ease == nil
        let hasKey = isNoise || changes.contains { $0.hasKey(in: span) }
        signalGuard { gtk_toggle_button_set_active(button.pointer(), hasKey ? 1 : 0) }
        gtk_button_set_icon_name(
            button.pointer(), hasKey ? "glint-key-symbolic" : "glint-key-outline-symbolic")
        isChanging
            ? gtk_widget_add_css_class(button.widget, "changing")
            : gtk_widget_remove_css_class(button.widget, "changing")
        let tip =
            isNoise
            ? tr("Make the Value Constant")
            : hasKey ? tr("Remove the Key at This Time") : tr("Add a Key at This Time")
        gtk_widget_set_tooltip_text(button.widget, tip)
    }
}

/// A value of a stage that can have keys.
enum KeyTarget {
    case parameter(ParameterDeclaration)
    case opacity
    /// All numbers of the region with this index.
    case region(Int)
}

extension Region {
    /// The region when a frame is shown; nil is for a picture, whose time is 0.
    func shown(during span: Range<Double>?) -> Region { span.map { at($0.lowerBound) } ?? self }

    /// The region after the user has changed what is ``shown(during:)``.
    func changed(to shown: Region, during span: Range<Double>?) -> Region {
        span.map { keyed(by: shown, during: $0) } ?? shown
    }
}
