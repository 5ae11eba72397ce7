@preconcurrency import CAdwaita
import Gtk
import Localization

/// The menus, keys and shortcuts window generated from the list of actions.
@MainActor
enum ActionInterface {
    /// A menu of actions.
    ///
    /// - Parameter hidesDisabled: whether to omit disabled actions rather than gray them out.
    static func menu(_ sections: [[Action]], hidesDisabled: Bool = false) -> Object {
        let menu = Object(owned: UnsafeMutableRawPointer(g_menu_new()))
        for actions in sections {
            let part = Object(owned: UnsafeMutableRawPointer(g_menu_new()))
            for action in actions { append(action, to: part, hidesDisabled: hidesDisabled) }
            g_menu_append_section(menu.pointer(), nil, part.pointer())
        }
        return menu
    }

    /// The playback speeds of a clip.
    static func speedMenu() -> Object {
        let menu = Object(owned: UnsafeMutableRawPointer(g_menu_new()))
        for speed in ClipSpeed.all {
            g_menu_append(menu.pointer(), speed.title, "win.speed::\(ClipSpeed.id(speed.rate))")
        }
        return menu
    }

    private static func append(_ action: Action, to menu: Object, hidesDisabled: Bool) {
        let item = Object(owned: UnsafeMutableRawPointer(g_menu_item_new(action.title, action.name)))
        // GTK shows the other keys automatically.
        if action.keyScope != .everywhere, let key = action.keys.first {
            g_menu_item_set_attribute_value(item.pointer(), "accel", g_variant_new_string(key))
        }
        if hidesDisabled {
            g_menu_item_set_attribute_value(
                item.pointer(), "hidden-when", g_variant_new_string("action-disabled"))
        }
        g_menu_append_item(menu.pointer(), item.pointer())
    }

    /// Sets the keys that take precedence over the focused widget.
    static func setApplicationKeys(of application: Object) {
        for action in Action.allCases where action.keyScope == .everywhere && !action.keys.isEmpty {
            var keys: [UnsafePointer<CChar>?] = action.keys.map { UnsafePointer(g_intern_string($0)) } + [nil]
            gtk_application_set_accels_for_action(application.pointer(), action.name, &keys)
        }
    }

    /// Sets the keys that act if the focused widget does not use them.
    static func setWindowKeys(of window: Object) {
        window.addShortcuts(
            Action.allCases.filter { $0.keyScope == .afterFocus }.flatMap { action in
                action.keys.map { (trigger: $0, action: action.name) }
            })
    }

    /// The window of keyboard shortcuts.
    static func shortcutsWindow() -> Object {
        let groups = Action.Group.allCases.map { group in
            let shortcuts = Action.allCases.filter { $0.group == group && !$0.keys.isEmpty }.map { action in
                object(
                    "GtkShortcutsShortcut",
                    [
                        "title": action.keyScope == .held ? tr("\(action.title) While Held") : action.title,
                        "accelerator": action.shownKeys.joined(separator: " "),
                    ])
            }
            return object("GtkShortcutsGroup", ["title": group.title], children: shortcuts + extra(group))
        }
        let section = object(
            "GtkShortcutsSection", ["section-name": "all", "max-height": "17"], children: groups)
        let window = object("GtkShortcutsWindow", ["modal": "1"], children: [section], id: "shortcuts")
        let made = Interface(xml: "<interface>\(window)</interface>")["shortcuts"]
        spellKeys(in: made.widget)
        return made
    }

    /// GTK shows the internal names of some keys, such as Page_Up.
    private static func spellKeys(in widget: UnsafeMutablePointer<GtkWidget>) {
        let object = Object(widget)
        if g_type_check_instance_is_a(object.pointer(), gtk_label_get_type()) != 0,
            let name = gtk_label_get_text(object.pointer()).map({ String(cString: $0) }),
            name.hasPrefix("Page_")
        {
            gtk_label_set_text(object.pointer(), name.replacing("_", with: " "))
        }
        var child = gtk_widget_get_first_child(widget)
        while let next = child {
            spellKeys(in: next)
            child = gtk_widget_get_next_sibling(next)
        }
    }

    /// Keys handled by the widgets themselves.
    private static func extra(_ group: Action.Group) -> [String] {
        let keys: [(String, String)]
        switch group {
        case .general, .pictures, .view, .video, .camera, .compare: return []
        case .filters:
            keys = [
                (tr("Move a Filter Up or Down"), "<Alt>Up <Alt>Down"),
                (tr("Duplicate a Filter"), "<Control>d"),
                (tr("Remove a Filter"), "Delete"),
                (tr("Select a Curve Point"), "Page_Up Page_Down"), (tr("Add a Point to a Curve"), "Insert"),
                (tr("Move a Slider"), "Left Right"),
                (tr("Move a Slider in Small Steps"), "<Shift>Left <Shift>Right"),
                (tr("Move a Slider in Large Steps"), "<Control>Left <Control>Right"),
            ]
        }
        return keys.map { object("GtkShortcutsShortcut", ["title": $0.0, "accelerator": $0.1]) }
    }

    private static func object(
        _ type: String, _ properties: [String: String], children: [String] = [], id: String? = nil
    ) -> String {
        let values = properties.sorted { $0.key < $1.key }
            .map { "<property name=\"\($0.key)\">\(escapedMarkup($0.value))</property>" }.joined()
        let inner = children.map { "<child>\($0)</child>" }.joined()
        let name = id.map { " id=\"\($0)\"" } ?? ""
        return "<object class=\"\(type)\"\(name)>\(values)\(inner)</object>"
    }
}
