@preconcurrency import CAdwaita

/// An item of a context menu.
@MainActor
package struct MenuChoice {
    let title: String
    let isEnabled: Bool
    /// Whether the item of a setting has a check mark; nil for other items.
    let isOn: Bool?
    let action: @MainActor () -> Void

    package init(
        _ title: String, isEnabled: Bool = true, isOn: Bool? = nil, _ action: @escaping @MainActor () -> Void
    ) {
        self.title = title
        self.isEnabled = isEnabled
        self.isOn = isOn
        self.action = action
    }
}

extension Object {
    /// Opens a menu of choices, in sections, like ``addContextMenu(_:)``.
    package func addContextMenu(choices: @escaping @MainActor () -> [[MenuChoice]]) {
        // The widget is alive whenever its menu opens; a strong reference would form a cycle.
        let raw = pointer() as OpaquePointer
        addContextMenu {
            let group = Object(owned: UnsafeMutableRawPointer(g_simple_action_group_new()))
            let (actions, menu) = (ActionMap(group), Object(owned: UnsafeMutableRawPointer(g_menu_new())))
            var number = 0
            for section in choices() where !section.isEmpty {
                let part = Object(owned: UnsafeMutableRawPointer(g_menu_new()))
                for choice in section {
                    // The choice may remove the widget, which is still handling the choice.
                    if let isOn = choice.isOn {
                        actions.addToggle("\(number)", initial: isOn) { _ in onMainThread { choice.action() }
                        }
                    } else {
                        actions.add("\(number)") { onMainThread { choice.action() } }
                    }
                    actions.setEnabled("\(number)", choice.isEnabled)
                    g_menu_append(part.pointer(), choice.title, "choice.\(number)")
                    number += 1
                }
                g_menu_append_section(menu.pointer(), nil, part.pointer())
            }
            gtk_widget_insert_action_group(Object(raw).widget, "choice", group.pointer())
            return menu
        }
    }

    /// Opens a menu where the widget is clicked with the secondary button or held with a finger, and at its
    /// focused descendant with the Menu key or Shift+F10.
    ///
    /// - Parameter make: creates the menu, a GMenuModel, when it should open; nil for none.
    package func addContextMenu(_ make: @escaping @MainActor () -> Object?) {
        // The widget is alive whenever its menu opens; a strong reference would form a cycle.
        let raw = pointer() as OpaquePointer
        if let made = gtk_gesture_click_new() {
            let gesture = Object(owned: UnsafeMutableRawPointer(made))
            gtk_gesture_single_set_button(gesture.pointer(), guint(GDK_BUTTON_SECONDARY))
            gesture.connect("pressed") { (arguments: SignalArguments) in
                // A child may have a menu of its own.
                gtk_gesture_set_state(made, GTK_EVENT_SEQUENCE_CLAIMED)
                Object(raw).openMenu(make(), at: SIMD2(arguments.double(1), arguments.double(2)))
            }
            addController(gesture)
        }
        if let made = gtk_gesture_long_press_new() {
            let gesture = Object(owned: UnsafeMutableRawPointer(made))
            gtk_gesture_single_set_touch_only(gesture.pointer(), 1)
            gesture.connect("pressed") { (arguments: SignalArguments) in
                Object(raw).openMenu(make(), at: SIMD2(arguments.double(0), arguments.double(1)))
            }
            addController(gesture)
        }
        onKeyAfter { press in
            let widget = Object(raw)
            guard press.asksForMenu, let position = widget.positionOfFocus else { return false }
            widget.openMenu(make(), at: position)
            return true
        }
    }

    /// The center of the focused widget, in this widget's logical pixels.
    private var positionOfFocus: SIMD2<Double>? {
        guard let root = gtk_widget_get_root(widget), let focus = gtk_root_get_focus(root) else { return nil }
        let middle = SIMD2(Double(gtk_widget_get_width(focus)), Double(gtk_widget_get_height(focus))) / 2
        return Object(focus).point(middle, in: self)
    }

    /// Opens a menu at a position in the widget.
    package func openMenu(_ menu: Object?, at position: SIMD2<Double>) {
        guard let menu, g_menu_model_get_n_items(menu.pointer()) > 0,
            let made = gtk_popover_menu_new_from_model(menu.pointer())
        else { return }
        let popover = Object(made)
        let focus = gtk_widget_get_root(widget).flatMap { gtk_root_get_focus($0) }.map { Object($0) }
        gtk_widget_set_parent(popover.widget, widget)
        gtk_popover_set_has_arrow(popover.pointer(), 0)
        gtk_widget_set_halign(popover.widget, GTK_ALIGN_START)
        var spot = GdkRectangle(x: gint(position.x), y: gint(position.y), width: 1, height: 1)
        gtk_popover_set_pointing_to(popover.pointer(), &spot)
        let closed = popover.pointer() as OpaquePointer
        popover.connect("closed") {
            let popover = Object(closed)
            // The chosen action still needs the menu's position in the widget tree. The choice may destroy
            // this widget, and a popover has to be unparented before that.
            let parent = self
            onMainThread {
                defer { withExtendedLifetime(parent) {} }
                if let focus, gtk_widget_get_mapped(focus.widget) != 0 { gtk_widget_grab_focus(focus.widget) }
                gtk_widget_unparent(popover.widget)
            }
        }
        gtk_popover_popup(popover.pointer())
    }
}

extension KeyPress {
    /// True for a key that opens context menus.
    package var asksForMenu: Bool {
        key == Int(GDK_KEY_Menu) || (key == Int(GDK_KEY_F10) && isShiftHeld && !isControlHeld && !isAltHeld)
    }
}
