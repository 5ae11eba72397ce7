@preconcurrency import CAdwaita

/// The actions of a window or of the application.
@MainActor
package struct ActionMap {
    private let map: Object

    /// - Parameter map: a GActionMap.
    package init(_ map: Object) {
        self.map = map
    }

    /// Adds an action that runs `handler`.
    package func add(_ name: String, _ handler: @escaping @MainActor () -> Void) {
        guard let action = g_simple_action_new(name, nil) else { return }
        let object = Object(owned: UnsafeMutableRawPointer(action))
        object.connect("activate", handler)
        g_action_map_add_action(map.pointer(), action)
    }

    /// Adds an action with several choices; `handler` gets the chosen one.
    package func addChoice(_ name: String, initial: String, _ handler: @escaping @MainActor (String) -> Void)
    {
        let type = g_variant_type_new("s")
        defer { g_variant_type_free(type) }
        addStateful(g_simple_action_new_stateful(name, type, g_variant_new_string(initial))) { state in
            handler(String(cString: g_variant_get_string(state, nil)))
        }
    }

    /// Adds an action that is on or off; `handler` gets its new state.
    package func addToggle(_ name: String, initial: Bool, _ handler: @escaping @MainActor (Bool) -> Void) {
        addStateful(g_simple_action_new_stateful(name, nil, g_variant_new_boolean(initial ? 1 : 0))) {
            state in
            handler(g_variant_get_boolean(state) != 0)
        }
    }

    /// Adds an action without a handler whose state is a text that other programs can read over the bus.
    package func addText(_ name: String, _ text: String) {
        guard let action = g_simple_action_new_stateful(name, nil, g_variant_new_string(text)) else { return }
        g_action_map_add_action(map.pointer(), action)
        g_object_unref(UnsafeMutableRawPointer(action))
    }

    /// Enables or disables the action.
    package func setEnabled(_ name: String, _ isEnabled: Bool) {
        g_simple_action_set_enabled(action(name), isEnabled ? 1 : 0)
    }

    /// Sets the state of an on/off action without calling its handler.
    package func setState(_ name: String, _ isOn: Bool) {
        g_simple_action_set_state(action(name), g_variant_new_boolean(isOn ? 1 : 0))
    }

    /// Sets the selected choice without calling the action's handler.
    package func setState(_ name: String, _ choice: String) {
        g_simple_action_set_state(action(name), g_variant_new_string(choice))
    }

    /// Changes the state of an on/off action, as its menu item would.
    package func change(_ name: String, to isOn: Bool) {
        g_action_change_state(action(name), g_variant_new_boolean(isOn ? 1 : 0))
    }

    /// Selects a choice, as its menu item would; also if it is already selected.
    package func change(_ name: String, to choice: String) {
        g_action_change_state(action(name), g_variant_new_string(choice))
    }

    private func action(_ name: String) -> OpaquePointer? {
        g_action_map_lookup_action(map.pointer(), name)
    }

    private func addStateful(
        _ action: OpaquePointer?, _ handler: @escaping @MainActor (OpaquePointer) -> Void
    ) {
        guard let action else { return }
        let object = Object(owned: UnsafeMutableRawPointer(action))
        object.connect("change-state") { (arguments: SignalArguments) in
            guard let state = arguments.variant(0) else { return }
            g_simple_action_set_state(action, state)
            handler(state)
        }
        g_action_map_add_action(map.pointer(), action)
    }
}
