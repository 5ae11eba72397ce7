@preconcurrency import CAdwaita

/// Runs a closure before each frame that a widget's window draws, until it is stopped.
@MainActor
package final class FrameTicks {
    private let object: Object
    private var id: guint

    private final class Handler {
        let run: @MainActor (Int64) -> Void

        init(_ run: @escaping @MainActor (Int64) -> Void) { self.run = run }
    }

    /// - Parameter handler: called with the frame time in microseconds.
    package init(_ object: Object, _ handler: @escaping @MainActor (Int64) -> Void) {
        self.object = object
        id = gtk_widget_add_tick_callback(
            object.widget,
            { _, clock, box in
                guard let clock, let box else { return 0 }
                let time = Int64(gdk_frame_clock_get_frame_time(clock))
                let handler = Unmanaged<Handler>.fromOpaque(box).takeUnretainedValue()
                MainActor.assumeIsolated { handler.run(time) }
                return 1
            }, Unmanaged.passRetained(Handler(handler)).toOpaque(),
            { box in
                if let box { Unmanaged<Handler>.fromOpaque(box).release() }
            })
    }

    /// Stops the calls.
    package func stop() {
        guard id != 0 else { return }
        gtk_widget_remove_tick_callback(object.widget, id)
        id = 0
    }
}
