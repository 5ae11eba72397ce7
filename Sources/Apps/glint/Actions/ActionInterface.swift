@preconcurrency import CAdwaita
import Gtk
import Localization

/// The GTK actions, menus, keys and shortcuts window generated from the list of actions.
@MainActor
enum ActionInterface {
    /// Adds the actions of a window, which then follow its state.
    static func addActions(of window: Window) {
        // The handlers belong to the window's actions, so they must not retain these.
        let actions = window.context.actions
        for action in Action.all {
            let name = action.plainName
            switch action.effect {
            case .run(let run): actions.add(name) { [weak window] in if let window { run(window) } }
            case .toggle(let isOn, let set):
                actions.addToggle(name, initial: isOn(window)) { [weak window] in
                    guard let window else { return }
                    set(window, $0)
                    window.context.actions.setState(name, isOn(window))
                }
            case .choice(let chosen, let choose):
                actions.addChoice(name, initial: chosen(window)) { [weak window] in
                    guard let window else { return }
                    choose(window, $0)
                    window.context.actions.setState(name, chosen(window))
                }
            case .application, .elsewhere: break
            }
        }
        window.context.window.observe { [weak window] in
            guard let window else { return }
            for action in Action.all { action.follow(window) }
        }
    }

    /// Adds the actions of the application.
    static func addActions(of application: Application, to actions: ActionMap) {
        for action in Action.all {
            guard case .application(let run) = action.effect else { continue }
            actions.add(action.plainName) { [weak application] in
                if let application { run(application) }
            }
        }
    }

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

    /// The main menu of a window, in which a submenu precedes the last section.
    static func mainMenu() -> Object {
        let menu = menu(Action.mainMenu)
        let part = Object(owned: UnsafeMutableRawPointer(g_menu_new()))
        let view = Self.menu(Action.viewMenu)
        g_menu_append_submenu(part.pointer(), tr("View", context: "noun"), view.pointer())
        g_menu_insert_section(menu.pointer(), gint(Action.mainMenu.count - 1), nil, part.pointer())
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
        for action in Action.all where action.keyScope == .everywhere && !action.keys.isEmpty {
            var keys: [UnsafePointer<CChar>?] = action.keys.map { UnsafePointer(g_intern_string($0)) } + [nil]
            gtk_application_set_accels_for_action(application.pointer(), action.name, &keys)
        }
    }

    /// Sets the keys that act if the focused widget does not use them.
    static func setWindowKeys(of window: Object) {
        window.addShortcuts(
            Action.all.filter { $0.keyScope == .afterFocus }.flatMap { action in
                action.keys.map { (trigger: $0, action: action.name) }
            })
    }

    /// The window of keyboard shortcuts.
    static func shortcutsWindow() -> Object {
        let groups = Action.groups.map { group in
            let shortcuts = group.actions.filter { !$0.keys.isEmpty }.map { action in
                row(
                    action.keyScope == .held ? tr("\(action.title) While Held") : action.title,
                    action.shownKeys.joined(separator: " "))
            }
            return object(
                "GtkShortcutsGroup", ["title": group.title], children: shortcuts + group.widgetKeys.map(row))
        }
        let section = object(
            "GtkShortcutsSection", ["section-name": "all", "max-height": "\(Action.mostRows)"],
            children: groups)
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

    private static func row(_ title: String, _ keys: String) -> String {
        object("GtkShortcutsShortcut", ["title": title, "accelerator": keys])
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

extension Action {
    /// Updates the GTK action after a change of the window's state.
    fileprivate func follow(_ window: Window) {
        let actions = window.context.actions
        switch effect {
        case .application, .elsewhere: return
        case .run, .toggle, .choice: break
        }
        let isEnabled = isEnabled(window)
        actions.setEnabled(plainName, isEnabled)
        // The state of a disabled action is not shown, and may need the settings file.
        switch effect {
        case .toggle(let isOn, _) where isEnabled: actions.setState(plainName, isOn(window))
        case .choice(let chosen, _) where isEnabled: actions.setState(plainName, chosen(window))
        default: break
        }
    }
}
