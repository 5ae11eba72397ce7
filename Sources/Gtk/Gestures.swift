@preconcurrency import CAdwaita

/// What a wheel or a touchpad did.
package struct Scroll {
    /// Steps of a wheel, or parts of them, to the right and down.
    package let steps: SIMD2<Double>
    package let isControlHeld: Bool
}

extension Object {
    /// Follows the pointer over the widget; places are logical pixels from its top left.
    package func onMotion(_ handler: @escaping @MainActor (SIMD2<Double>) -> Void) {
        guard let made = gtk_event_controller_motion_new() else { return }
        let controller = Object(owned: UnsafeMutableRawPointer(made))
        for signal in ["enter", "motion"] {
            controller.connect(signal) { (arguments: SignalArguments) in
                handler(SIMD2(arguments.double(0), arguments.double(1)))
            }
        }
        addController(controller)
    }

    /// Takes the wheel over the widget.
    package func onScroll(_ handler: @escaping @MainActor (Scroll) -> Void) {
        guard let made = gtk_event_controller_scroll_new(GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES) else {
            return
        }
        let controller = Object(owned: UnsafeMutableRawPointer(made))
        controller.answer("scroll") { [weak self] arguments in
            guard self != nil else { return .bool(false) }
            let held = gtk_event_controller_get_current_event_state(made).rawValue
            handler(
                Scroll(
                    steps: SIMD2(arguments.double(0), arguments.double(1)),
                    isControlHeld: held & GDK_CONTROL_MASK.rawValue != 0))
            return .bool(true)
        }
        addController(controller)
    }

    /// Follows two fingers; `handler` is told how far apart they are against the beginning, and at the
    /// beginning 1.
    package func onPinch(_ handler: @escaping @MainActor (Double) -> Void) {
        guard let made = gtk_gesture_zoom_new() else { return }
        let gesture = Object(owned: UnsafeMutableRawPointer(made))
        gesture.connect("begin") { handler(1) }
        gesture.connect("scale-changed") { (arguments: SignalArguments) in handler(arguments.double(0)) }
        addController(gesture)
    }

    /// Follows a drag with the first or the middle button; `handler` is told the way since the beginning in
    /// logical pixels, and at the beginning zero.
    package func onDrag(_ handler: @escaping @MainActor (SIMD2<Double>) -> Void) {
        guard let made = gtk_gesture_drag_new() else { return }
        let gesture = Object(owned: UnsafeMutableRawPointer(made))
        gtk_gesture_single_set_button(gesture.pointer(), 0)
        gesture.connect("drag-begin") { handler(.zero) }
        gesture.connect("drag-update") { (arguments: SignalArguments) in
            handler(SIMD2(arguments.double(0), arguments.double(1)))
        }
        addController(gesture)
    }
}
