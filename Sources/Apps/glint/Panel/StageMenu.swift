@preconcurrency import CAdwaita
import Filters
import Gtk
import Localization

/// The menu of a stage: the options common to all stages besides their parameters, and the position in the
/// stack.
@MainActor
final class StageMenu {
    /// The button for the card's heading.
    let button = Object(gtk_menu_button_new())
    private let card: Object
    private let actions: ActionMap

    /// The actions of the menu.
    struct Choices {
        /// Shows or hides opacity, blend mode and regions.
        var blending: (@MainActor (Bool) -> Void)?
        /// Limits the stage to a shape that is drawn or picked on the picture.
        var limit: (@MainActor (Region.Shape) -> Void)?
        let reset: @MainActor () -> Void
        let duplicate: @MainActor () -> Void
        let move: @MainActor (Int) -> Void
        let remove: @MainActor () -> Void
    }

    /// - Parameter card: the widget of the stage.
    init(card: Object, _ choices: Choices) {
        self.card = card
        let group = Object(owned: UnsafeMutableRawPointer(g_simple_action_group_new()))
        actions = ActionMap(group)
        gtk_widget_insert_action_group(card.widget, "stage", group.pointer())
        if let blending = choices.blending { actions.addToggle("blending", initial: false, blending) }
        let shapes = choices.limit == nil ? [] : Region.Shape.offered
        for (shape, _) in shapes { actions.add("limit-\(shape.rawValue)") { choices.limit?(shape) } }
        actions.add("reset", choices.reset)
        actions.add("duplicate") { onMainThread { choices.duplicate() } }
        actions.add("up") { choices.move(-1) }
        actions.add("down") { choices.move(1) }
        actions.add("remove") { onMainThread { choices.remove() } }

        let menu = Object(owned: UnsafeMutableRawPointer(g_menu_new()))
        let sections: [[(title: String, action: String, key: String?)]] = [
            shapes.map { ($0.title, "limit-\($0.shape.rawValue)", nil) }
                + (choices.blending == nil ? [] : [(tr("Blending and Regions"), "blending", nil)]),
            [
                (tr("Reset"), "reset", nil), (tr("Duplicate"), "duplicate", "<Control>d"),
                (tr("Move Up"), "up", "<Alt>Up"),
                (tr("Move Down"), "down", "<Alt>Down"),
            ],
            [(tr("Remove"), "remove", "Delete")],
        ]
        for section in sections where !section.isEmpty {
            let part = Object(owned: UnsafeMutableRawPointer(g_menu_new()))
            for entry in section {
                let item = Object(
                    owned: UnsafeMutableRawPointer(g_menu_item_new(entry.title, "stage.\(entry.action)")))
                if let key = entry.key {
                    g_menu_item_set_attribute_value(item.pointer(), "accel", g_variant_new_string(key))
                }
                g_menu_append_item(part.pointer(), item.pointer())
            }
            g_menu_append_section(menu.pointer(), nil, part.pointer())
        }
        gtk_menu_button_set_icon_name(button.pointer(), "view-more-symbolic")
        gtk_menu_button_set_menu_model(button.pointer(), menu.pointer())
        button.leaveFocusOnClick()
        card.addContextMenu { menu }
        gtk_widget_set_valign(button.widget, GTK_ALIGN_CENTER)
        for style in ["flat", "circular"] { gtk_widget_add_css_class(button.widget, style) }
    }

    func setName(_ name: String) {
        button.setAccessibleNameOfMenuButton(tr("More Options for \(name)"))
        gtk_widget_set_tooltip_text(button.widget, tr("More Options for \(name)"))
    }

    func setBlendingShown(_ isShown: Bool) { actions.change("blending", to: isShown) }

    /// Enables the reset if there is anything to reset.
    func setResettable(_ isResettable: Bool) { actions.setEnabled("reset", isResettable) }

    func setMovable(up: Bool, down: Bool) {
        actions.setEnabled("up", up)
        actions.setEnabled("down", down)
    }
}
