@preconcurrency import CAdwaita

/// A key with what is held beside it.
package struct KeyPress {
    /// The key, as GDK numbers it (GDK_KEY_…).
    package let key: Int
    package let isShiftHeld: Bool
    package let isControlHeld: Bool
    package let isAltHeld: Bool
}

extension Object {
    /// Sees keys before the widget itself does; a handler that answers true keeps the key from it.
    package func onKeyBefore(_ handler: @escaping @MainActor (KeyPress) -> Bool) {
        onKey(GTK_PHASE_CAPTURE, handler)
    }

    /// Sees keys that neither the widget nor what has the focus in it had a use for.
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
                return .bool(
                    handler(
                        KeyPress(
                            key: arguments.int(0),
                            isShiftHeld: held & Int(GDK_SHIFT_MASK.rawValue) != 0,
                            isControlHeld: held & Int(GDK_CONTROL_MASK.rawValue) != 0,
                            isAltHeld: held & Int(GDK_ALT_MASK.rawValue) != 0)))
            })
        addController(controller)
    }

    /// Follows a key that is held, where what has the focus has no use for it.
    ///
    /// - Parameters:
    ///   - began: told of each press; answers whether it is the key.
    ///   - ended: told when that key is let go, or the window is not the active one any more.
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
            // A key that is held is pressed again and again.
            if held.key == lowercase(press.key) { return true }
            guard held.key == nil, began(press) else { return false }
            held.key = lowercase(press.key)
            return true
        }
        guard let made = gtk_event_controller_key_new() else { return }
        let controller = Object(owned: UnsafeMutableRawPointer(made))
        // Whatever has the focus by now, it does not keep the end from being noticed.
        gtk_event_controller_set_propagation_phase(controller.pointer(), GTK_PHASE_CAPTURE)
        controller.connect("key-released") { (arguments: SignalArguments) in
            if lowercase(arguments.int(0)) == held.key { end() }
        }
        addController(controller)
        connect("notify::is-active") { [weak self] in
            if let self, gtk_window_is_active(pointer()) == 0 { end() }
        }
    }

    /// Runs `handler` when the widget is clicked twice.
    package func onDoubleClick(_ handler: @escaping @MainActor () -> Void) {
        guard let made = gtk_gesture_click_new() else { return }
        let gesture = Object(owned: UnsafeMutableRawPointer(made))
        gesture.connect("pressed") { (arguments: SignalArguments) in
            if arguments.int(0) == 2 { handler() }
        }
        addController(gesture)
    }

    /// Tells when the keyboard's focus comes into the widget, and when it leaves.
    package func onFocus(_ handler: @escaping @MainActor (Bool) -> Void) {
        guard let made = gtk_event_controller_focus_new() else { return }
        let controller = Object(owned: UnsafeMutableRawPointer(made))
        controller.connect("enter") { handler(true) }
        controller.connect("leave") { handler(false) }
        addController(controller)
    }

    /// Has the widget take the wheel or leave it to what scrolls it.
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

    /// Keys that work where the widget, or something in it that has the focus, has no use for them.
    ///
    /// - Parameter shortcuts: a trigger such as `<Control>c`, and the action it stands for.
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

    /// The widget takes over a reference of its own.
    func addController(_ controller: Object) {
        g_object_ref(controller.pointer() as UnsafeMutableRawPointer)
        gtk_widget_add_controller(widget, controller.pointer())
    }
}

/// The key that is held.
@MainActor
private final class HeldKey {
    var key: Int?
}
