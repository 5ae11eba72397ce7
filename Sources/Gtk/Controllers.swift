@preconcurrency import CAdwaita

/// A key press with its modifiers.
package struct KeyPress {
    /// The key, as GDK numbers it (GDK_KEY_…). In place of a letter of another script it is the key at the
    /// same position of a US keyboard, so that shortcuts work with every keyboard layout.
    package let key: Int
    /// True if ``key`` is not what the keyboard layout has there.
    package let isTranslated: Bool
    package let isShiftHeld: Bool
    package let isControlHeld: Bool
    package let isAltHeld: Bool

    /// The direction of an arrow key, to the right and down; nil with Control or Alt, and for other keys.
    package var arrow: SIMD2<Double>? {
        guard !isControlHeld, !isAltHeld else { return nil }
        return switch key {
        case Int(GDK_KEY_Left): SIMD2(-1, 0)
        case Int(GDK_KEY_Right): SIMD2(1, 0)
        case Int(GDK_KEY_Up): SIMD2(0, -1)
        case Int(GDK_KEY_Down): SIMD2(0, 1)
        default: nil
        }
    }
}

extension Object {
    /// Handles keys before the widget itself does; a handler that returns true consumes the key.
    package func onKeyBefore(_ handler: @escaping @MainActor (KeyPress) -> Bool) {
        onKey(GTK_PHASE_CAPTURE, handler)
    }

    /// Handles keys that neither the widget nor its focused descendant consumed.
    package func onKeyAfter(_ handler: @escaping @MainActor (KeyPress) -> Bool) {
        onKey(GTK_PHASE_BUBBLE, handler)
    }

    private func onKey(_ phase: GtkPropagationPhase, _ handler: @escaping @MainActor (KeyPress) -> Bool) {
        guard let made = gtk_event_controller_key_new() else { return }
        let controller = Object(owned: UnsafeMutableRawPointer(made))
        gtk_event_controller_set_propagation_phase(controller.pointer(), phase)
        controller.answer(
            "key-pressed",
            { arguments in
                let held = arguments.int(2)
                let latin = LatinKeys.key(for: arguments.int(0), keycode: arguments.int(1))
                return .bool(
                    handler(
                        KeyPress(
                            key: latin ?? arguments.int(0), isTranslated: latin != nil,
                            isShiftHeld: held & Int(GDK_SHIFT_MASK.rawValue) != 0,
                            isControlHeld: held & Int(GDK_CONTROL_MASK.rawValue) != 0,
                            isAltHeld: held & Int(GDK_ALT_MASK.rawValue) != 0)))
            })
        addController(controller)
    }

    /// Tracks a held key, unless the focused widget consumes it.
    ///
    /// - Parameters:
    ///   - began: called with each key press; returns true if it is the key to track.
    ///   - ended: called when that key is released, or the window is no longer active.
    package func onKeyHold(
        began: @escaping @MainActor (KeyPress) -> Bool, ended: @escaping @MainActor () -> Void
    ) {
        let held = HeldKey()
        func lowercase(_ key: Int) -> Int { Int(gdk_keyval_to_lower(guint(key))) }
        func end() {
            guard held.key != nil else { return }
            held.key = nil
            ended()
        }
        onKeyAfter { press in
            // A held key repeats.
            if held.key == lowercase(press.key) { return true }
            guard held.key == nil, began(press) else { return false }
            held.key = lowercase(press.key)
            return true
        }
        guard let made = gtk_event_controller_key_new() else { return }
        let controller = Object(owned: UnsafeMutableRawPointer(made))
        // The release must be noticed even if the focus has moved meanwhile.
        gtk_event_controller_set_propagation_phase(controller.pointer(), GTK_PHASE_CAPTURE)
        controller.connect("key-released") { (arguments: SignalArguments) in
            let key = LatinKeys.key(for: arguments.int(0), keycode: arguments.int(1)) ?? arguments.int(0)
            if lowercase(key) == held.key { end() }
        }
        addController(controller)
        connect("notify::is-active") { [weak self] in
            if let self, gtk_window_is_active(pointer()) == 0 { end() }
        }
    }

    /// Runs `handler` on a double-click.
    package func onDoubleClick(_ handler: @escaping @MainActor () -> Void) {
        guard let made = gtk_gesture_click_new() else { return }
        let gesture = Object(owned: UnsafeMutableRawPointer(made))
        gesture.connect("pressed") { (arguments: SignalArguments) in
            if arguments.int(0) == 2 { handler() }
        }
        addController(gesture)
    }

    /// Runs `handler` on a double-click anywhere in the widget, before a child can consume the second click.
    package func onDoubleClickBefore(_ handler: @escaping @MainActor () -> Void) {
        guard let made = gtk_gesture_click_new() else { return }
        let gesture = Object(owned: UnsafeMutableRawPointer(made))
        gtk_event_controller_set_propagation_phase(gesture.pointer(), GTK_PHASE_CAPTURE)
        gesture.connect("pressed") { (arguments: SignalArguments) in
            guard arguments.int(0) == 2 else { return }
            gtk_gesture_set_state(made, GTK_EVENT_SEQUENCE_CLAIMED)
            handler()
        }
        addController(gesture)
    }

    /// Notifies when the keyboard focus enters and leaves the widget.
    package func onFocus(_ handler: @escaping @MainActor (Bool) -> Void) {
        guard let made = gtk_event_controller_focus_new() else { return }
        let controller = Object(owned: UnsafeMutableRawPointer(made))
        controller.connect("enter") { handler(true) }
        controller.connect("leave") { handler(false) }
        addController(controller)
    }

    /// Makes the widget handle the wheel or leave it to its scrolling parent.
    package func setTakesWheel(_ takes: Bool) {
        guard let model = gtk_widget_observe_controllers(widget) else { return }
        let controllers = Object(owned: UnsafeMutableRawPointer(model))
        for index in 0..<g_list_model_get_n_items(controllers.pointer()) {
            guard let item = g_list_model_get_item(controllers.pointer(), index) else { continue }
            let controller = Object(owned: item)
            if g_type_check_instance_is_a(controller.pointer(), gtk_event_controller_scroll_get_type()) != 0 {
                gtk_event_controller_set_propagation_phase(
                    controller.pointer(), takes ? GTK_PHASE_BUBBLE : GTK_PHASE_NONE)
            }
        }
    }

    /// Adds keys that act if neither the widget nor its focused descendant consumes them.
    ///
    /// - Parameter shortcuts: a trigger such as `<Control>c`, and its action.
    package func addShortcuts(_ shortcuts: [(trigger: String, action: String)]) {
        guard let made = gtk_shortcut_controller_new() else { return }
        let controller = Object(owned: UnsafeMutableRawPointer(made))
        for (trigger, action) in shortcuts {
            gtk_shortcut_controller_add_shortcut(
                controller.pointer(),
                gtk_shortcut_new(gtk_shortcut_trigger_parse_string(trigger), gtk_named_action_new(action)))
        }
        addController(controller)
    }

    /// Activates an action by its detailed name; returns false if it is disabled or does not exist.
    package func activate(_ detailedName: String) -> Bool {
        var (name, target): (UnsafeMutablePointer<CChar>?, OpaquePointer?)
        guard g_action_parse_detailed_name(detailedName, &name, &target, nil) != 0, let name else {
            return false
        }
        defer {
            g_free(name)
            if let target { g_variant_unref(target) }
        }
        return gtk_widget_activate_action_variant(widget, name, target) != 0
    }

    /// Ends every gesture that is in progress in the widget and its descendants; returns whether there was
    /// one.
    package func cancelGestures() -> Bool {
        var wasActive = false
        if let model = gtk_widget_observe_controllers(widget) {
            let controllers = Object(owned: UnsafeMutableRawPointer(model))
            for index in 0..<g_list_model_get_n_items(controllers.pointer()) {
                guard let item = g_list_model_get_item(controllers.pointer(), index) else { continue }
                let controller = Object(owned: item)
                if g_type_check_instance_is_a(controller.pointer(), gtk_gesture_get_type()) != 0,
                    gtk_gesture_is_active(controller.pointer()) != 0
                {
                    gtk_event_controller_reset(controller.pointer())
                    wasActive = true
                }
            }
        }
        var child = gtk_widget_get_first_child(widget)
        while let next = child {
            if Object(next).cancelGestures() { wasActive = true }
            child = gtk_widget_get_next_sibling(next)
        }
        return wasActive
    }

    /// The widget takes ownership of a reference.
    func addController(_ controller: Object) {
        g_object_ref(controller.pointer() as UnsafeMutableRawPointer)
        gtk_widget_add_controller(widget, controller.pointer())
    }
}

/// The currently held key.
@MainActor
private final class HeldKey {
    var key: Int?
}
