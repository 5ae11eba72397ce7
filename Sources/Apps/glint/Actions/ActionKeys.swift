@preconcurrency import CAdwaita
import Gtk

/// Finds the action of a key press, for presses that GTK does not match itself.
@MainActor
enum ActionKeys {
    private struct Trigger: Hashable {
        let key: guint
        let isControlHeld, isShiftHeld, isAltHeld: Bool
    }

    private static let actions: [Trigger: [Action]] = {
        var actions: [Trigger: [Action]] = [:]
        for action in Action.all where action.keyScope != .builtIn {
            for text in action.keys {
                var (key, held) = (guint(0), GdkModifierType(rawValue: 0))
                gtk_accelerator_parse(text, &key, &held)
                let trigger = Trigger(
                    key: key, isControlHeld: held.rawValue & GDK_CONTROL_MASK.rawValue != 0,
                    isShiftHeld: held.rawValue & GDK_SHIFT_MASK.rawValue != 0,
                    isAltHeld: held.rawValue & GDK_ALT_MASK.rawValue != 0)
                actions[trigger, default: []].append(action)
            }
        }
        return actions
    }()

    /// The actions with this key; at most one of them is enabled at a time.
    static func actions(for press: KeyPress) -> [Action] {
        let key = gdk_keyval_to_lower(guint(press.key))
        func actions(shift isShiftHeld: Bool) -> [Action] {
            let trigger = Trigger(
                key: key, isControlHeld: press.isControlHeld, isShiftHeld: isShiftHeld,
                isAltHeld: press.isAltHeld)
            return Self.actions[trigger] ?? []
        }
        let found = actions(shift: press.isShiftHeld)
        // Shift may be needed to type the character, as for plus.
        return found.isEmpty && press.isShiftHeld && key == guint(press.key) && !isLetter(key)
            ? actions(shift: false) : found
    }

    private static func isLetter(_ key: guint) -> Bool {
        gdk_keyval_to_upper(key) != gdk_keyval_to_lower(key)
    }
}
