@preconcurrency import CAdwaita

/// A scroll of a wheel or a touchpad.
package struct Scroll {
    /// Wheel steps, or fractions of them, to the right and down.
    package let steps: SIMD2<Double>
    package let isControlHeld: Bool
    package let isShiftHeld: Bool
    /// True for the wheel of a mouse, false for fingers on a touchpad.
    package let isWheel: Bool
}

extension Object {
    /// Tracks the pointer over the widget; positions are logical pixels from the widget's top left.
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

    /// Tracks the pointer over the widget, like ``onMotion(_:)``; `handler` gets nil when the pointer leaves.
    package func onHover(_ handler: @escaping @MainActor (SIMD2<Double>?) -> Void) {
        guard let made = gtk_event_controller_motion_new() else { return }
        let controller = Object(owned: UnsafeMutableRawPointer(made))
        for signal in ["enter", "motion"] {
            controller.connect(signal) { (arguments: SignalArguments) in
                handler(SIMD2(arguments.double(0), arguments.double(1)))
            }
        }
        controller.connect("leave") { handler(nil) }
        addController(controller)
    }

    /// Handles the wheel over the widget; a handler that returns false leaves it to the widget's parent.
    package func onScroll(_ handler: @escaping @MainActor (Scroll) -> Bool) {
        guard let made = gtk_event_controller_scroll_new(GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES) else {
            return
        }
        let controller = Object(owned: UnsafeMutableRawPointer(made))
        controller.answer("scroll") { [weak self] arguments in
            guard let self else { return .bool(false) }
            let held = gtk_event_controller_get_current_event_state(made).rawValue
            let steps = SIMD2(arguments.double(0), arguments.double(1))
            return .bool(
                handler(
                    Scroll(
                        steps: steps,
                        isControlHeld: held & GDK_CONTROL_MASK.rawValue != 0,
                        isShiftHeld: held & GDK_SHIFT_MASK.rawValue != 0,
                        isWheel: isWheel(made, steps))))
        }
        addController(controller)
    }

    /// On X11 every scroll has the unit of wheels, but only touchpads send fractions of steps.
    private func isWheel(_ controller: OpaquePointer, _ steps: SIMD2<Double>) -> Bool {
        let isWhole = steps == steps.rounded(.toNearestOrAwayFromZero)
        let type = gtk_widget_get_display(widget).map { g_type_name_from_instance(Object($0).pointer()) }
        let isX11 = type.flatMap { $0.map { String(cString: $0) } } == "GdkX11Display"
        return gtk_event_controller_scroll_get_unit(controller) == GDK_SCROLL_UNIT_WHEEL
            && (isWhole || !isX11)
    }

    /// Tracks a pinch; `handler` gets the distance of the fingers, as a multiple of that at the
    /// start: 1 at first.
    package func onPinch(_ handler: @escaping @MainActor (Double) -> Void) {
        guard let made = gtk_gesture_zoom_new() else { return }
        let gesture = Object(owned: UnsafeMutableRawPointer(made))
        gesture.connect("begin") { handler(1) }
        gesture.connect("scale-changed") { (arguments: SignalArguments) in handler(arguments.double(0)) }
        addController(gesture)
    }

    /// Tracks a drag with the first or the middle button; `handler` gets the offset from the start in logical
    /// pixels, which is zero at first.
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

    /// Tracks a grab with the first button, before other handlers; positions are logical pixels from the top
    /// left.
    ///
    /// - Parameters:
    ///   - begins: called with the position; returns whether to claim the grab from surrounding gestures.
    ///   - moved: called with the pointer's current position.
    ///   - ended: called when the button is released.
    package func onGrab(
        begins: @escaping @MainActor (SIMD2<Double>) -> Bool,
        moved: @escaping @MainActor (SIMD2<Double>) -> Void, ended: @escaping @MainActor () -> Void = {}
    ) {
        guard let made = gtk_gesture_drag_new() else { return }
        let gesture = Object(owned: UnsafeMutableRawPointer(made))
        gtk_event_controller_set_propagation_phase(gesture.pointer(), GTK_PHASE_CAPTURE)
        let grab = Grab()
        gesture.connect("drag-begin") { (arguments: SignalArguments) in
            grab.start = SIMD2(arguments.double(0), arguments.double(1))
            let isOwn = begins(grab.start)
            gtk_gesture_set_state(made, isOwn ? GTK_EVENT_SEQUENCE_CLAIMED : GTK_EVENT_SEQUENCE_DENIED)
        }
        gesture.connect("drag-update") { (arguments: SignalArguments) in
            moved(grab.start + SIMD2(arguments.double(0), arguments.double(1)))
        }
        gesture.connect("drag-end") { ended() }
        addController(gesture)
    }

    /// True if a Control key is held, as reported by the display's keyboard.
    package var isControlHeld: Bool { isHeld(GDK_CONTROL_MASK) }

    /// True if a Shift key is held, as reported by the display's keyboard.
    package var isShiftHeld: Bool { isHeld(GDK_SHIFT_MASK) }

    private func isHeld(_ modifier: GdkModifierType) -> Bool {
        guard let display = gtk_widget_get_display(widget), let seat = gdk_display_get_default_seat(display),
            let keyboard = gdk_seat_get_keyboard(seat)
        else { return false }
        return gdk_device_get_modifier_state(keyboard).rawValue & modifier.rawValue != 0
    }

    /// Notifies when a pointer button or finger is pressed and released, before any other handler.
    package func onHold(_ handler: @escaping @MainActor (Bool) -> Void) {
        guard let made = gtk_event_controller_legacy_new() else { return }
        let controller = Object(owned: UnsafeMutableRawPointer(made))
        gtk_event_controller_set_propagation_phase(controller.pointer(), GTK_PHASE_CAPTURE)
        controller.answer("event") { _ in
            guard let event = gtk_event_controller_get_current_event(made) else { return .bool(false) }
            switch gdk_event_get_event_type(event) {
            case GDK_BUTTON_PRESS, GDK_TOUCH_BEGIN: handler(true)
            case GDK_BUTTON_RELEASE, GDK_TOUCH_END, GDK_TOUCH_CANCEL: handler(false)
            default: break
            }
            return .bool(false)
        }
        addController(controller)
    }

    /// Tracks the pressure of a stylus, 0…1; that of a pointer without one is 1.
    package func onPressure(_ handler: @escaping @MainActor (Double) -> Void) {
        guard let made = gtk_event_controller_legacy_new() else { return }
        let controller = Object(owned: UnsafeMutableRawPointer(made))
        gtk_event_controller_set_propagation_phase(controller.pointer(), GTK_PHASE_CAPTURE)
        controller.answer("event") { _ in
            guard let event = gtk_event_controller_get_current_event(made) else { return .bool(false) }
            switch gdk_event_get_event_type(event) {
            case GDK_BUTTON_PRESS, GDK_MOTION_NOTIFY:
                var pressure = 1.0
                // GTK 4.8 crashes if it is asked for the axes of an event that it has made up itself.
                let isGiven =
                    gdk_event_get_device_tool(event) != nil
                    && gdk_event_get_axis(event, GDK_AXIS_PRESSURE, &pressure) != 0
                handler(isGiven ? min(max(pressure, 0), 1) : 1)
            default: break
            }
            return .bool(false)
        }
        addController(controller)
    }

    /// Converts a point to the coordinates of another widget in the window; nil before layout.
    package func point(_ position: SIMD2<Double>, in other: Object) -> SIMD2<Double>? {
        var from = graphene_point_t(x: Float(position.x), y: Float(position.y)), to = graphene_point_t()
        guard gtk_widget_compute_point(widget, other.widget, &from, &to) != 0 else { return nil }
        return SIMD2(Double(to.x), Double(to.y))
    }

    /// Runs `handler` with the position when the widget is clicked with the secondary button.
    package func onSecondaryClick(_ handler: @escaping @MainActor (SIMD2<Double>) -> Void) {
        guard let made = gtk_gesture_click_new() else { return }
        let gesture = Object(owned: UnsafeMutableRawPointer(made))
        gtk_gesture_single_set_button(gesture.pointer(), guint(GDK_BUTTON_SECONDARY))
        gesture.connect("pressed") { (arguments: SignalArguments) in
            handler(SIMD2(arguments.double(1), arguments.double(2)))
        }
        addController(gesture)
    }
}

/// Where a grab began.
@MainActor
private final class Grab {
    var start = SIMD2(0.0, 0.0)
}
