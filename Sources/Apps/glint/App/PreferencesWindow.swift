@preconcurrency import CAdwaita
import Gtk

/// The preferences window, for settings that persist.
@MainActor
enum PreferencesWindow {
    /// - Parameters:
    ///   - window: the parent window.
    ///   - setSurround: sets the surround in every window.
    static func show(over window: Object, setSurround: @escaping @MainActor (Surround) -> Void) {
        let interface = Interface(resource: UI.path("preferences"))
        let preferences = interface["preferences"]
        let settings = Settings.standard
        connect(interface["style"], WindowStyle.allCases, chosen: settings.style) { style in
            settings.style = style
            style.use()
        }
        connect(interface["surround"], Surround.allCases, chosen: settings.surround) { surround in
            settings.surround = surround
            setSurround(surround)
        }
        connect(interface["wheel"], WheelUse.allCases, chosen: settings.wheelUse) { settings.wheelUse = $0 }
        gtk_window_set_transient_for(preferences.pointer(), window.pointer())
        gtk_window_present(preferences.pointer())
    }

    /// Selects the current choice in a combo row and reports changes; `choices` has the order of the row's
    /// texts.
    private static func connect<Choice: Equatable & Sendable>(
        _ row: Object, _ choices: [Choice], chosen: Choice, _ handler: @escaping @MainActor (Choice) -> Void
    ) {
        adw_combo_row_set_selected(row.pointer(), guint(choices.firstIndex(of: chosen) ?? 0))
        // The row is alive whenever it is changed; a strong reference would form a cycle.
        let raw = row.pointer() as OpaquePointer
        row.connect("notify::selected") {
            let index = Int(adw_combo_row_get_selected(Object(raw).pointer()))
            if choices.indices.contains(index) { handler(choices[index]) }
        }
    }
}
