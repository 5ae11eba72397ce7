@preconcurrency import CAdwaita
import Filters
import Gtk
import Localization

/// A stage whose filter this version does not know: the row says so, and can be moved and removed.
@MainActor
final class UnknownFilterRow: StageRow {
    let widget: Object
    private(set) var stage: Recipe.Stage
    var filter: FilterDeclaration? { nil }

    private let remove: Object
    private let handle: DragHandle

    init(_ stage: Recipe.Stage, host: StageHost) {
        self.stage = stage
        let interface = Interface(resource: UI.path("unknown-filter-row"))
        widget = interface["list"]
        remove = interface["remove"]
        handle = DragHandle(host)
        adw_action_row_add_prefix(interface["row"].pointer(), handle.object.widget)
        adw_preferences_row_set_title(interface["row"].pointer(), escapedMarkup(stage.filter))
        remove.connect("clicked") { host.remove() }
        widget.followStageKeys(host)
    }

    func show(_ stage: Recipe.Stage) { self.stage = stage }

    func setNames(stage name: String, parameter: @escaping (ParameterDeclaration) -> String) {
        widget.setAccessibleName(name)
        handle.setName(name)
        remove.setAccessibleName(tr("Remove \(name)"))
        gtk_widget_set_tooltip_text(remove.widget, tr("Remove \(name)"))
    }

    func setMovable(up: Bool, down: Bool) { handle.setMovable(up || down) }

    func grabFocus() { gtk_widget_grab_focus(remove.widget) }
}

extension Object {
    /// Alt with Up and Down moves a stage, Control with D duplicates it, Delete removes it.
    func followStageKeys(_ host: StageHost) {
        onKeyBefore { press in
            guard press.isAltHeld, !press.isControlHeld else { return false }
            switch press.key {
            case Int(GDK_KEY_Up): host.move(-1)
            case Int(GDK_KEY_Down): host.move(1)
            default: return false
            }
            return true
        }
        onKeyAfter { press in
            if press.key == Int(GDK_KEY_d), press.isControlHeld, !press.isAltHeld {
                onMainThread { host.duplicate() }
                return true
            }
            guard press.key == Int(GDK_KEY_Delete), !press.isControlHeld, !press.isShiftHeld else {
                return false
            }
            // The removed row is still handling its key.
            onMainThread { host.remove() }
            return true
        }
    }
}
