@preconcurrency import CAdwaita

/// Runs `begin` before a window is painted, and `end` once that is done, when the main loop continues;
/// several windows may be painted in between. This cannot be undone.
@MainActor
package func followPainting(
    begin: @escaping @MainActor () -> Void, end: @escaping @MainActor () -> Void
) {
    // The signal is registered along with its class.
    guard let frameClock = g_type_class_ref(gdk_frame_clock_get_type()) else { return }
    defer { g_type_class_unref(frameClock) }
    var isPainting = false
    let painting = Callback {
        guard !isPainting else { return }
        isPainting = true
        begin()
        let done = Callback {
            isPainting = false
            end()
        }
        g_idle_add_full(beforeAllElse, Callback.runOnce, done.retained, Callback.release)
    }
    g_signal_add_emission_hook(
        g_signal_lookup("paint", gdk_frame_clock_get_type()), 0,
        { _, _, _, box in
            guard let box else { return 0 }
            let callback = Unmanaged<Callback>.fromOpaque(box).takeUnretainedValue()
            MainActor.assumeIsolated { callback.run() }
            return 1
        }, painting.retained, Callback.release)
}

/// The priority of a source that precedes those of GLib, GDK and the program.
let beforeAllElse: gint = 10 * G_PRIORITY_HIGH
