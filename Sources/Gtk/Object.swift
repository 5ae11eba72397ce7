@preconcurrency import CAdwaita

/// A strong reference to a GObject: a widget, an action, an adjustment …
///
/// GTK's functions are called directly; `pointer()` gives the type each of them expects. A pointer does not
/// retain the object: keep one that has no other owner in a variable until the call is over.
@MainActor
package final class Object {
    // Set once and never dereferenced by Swift; GObject counts references atomically.
    private nonisolated(unsafe) let raw: UnsafeMutableRawPointer

    /// References an object that has another owner, or a new one that has no owner yet.
    package init(_ raw: UnsafeMutableRawPointer) {
        self.raw = raw
        g_object_ref_sink(raw)
    }

    package convenience init<T>(_ pointer: UnsafeMutablePointer<T>) {
        self.init(UnsafeMutableRawPointer(pointer))
    }

    package convenience init(_ pointer: OpaquePointer) {
        self.init(UnsafeMutableRawPointer(pointer))
    }

    /// Takes ownership of a reference returned with "transfer full".
    package init(owned raw: UnsafeMutableRawPointer) {
        self.raw = raw
    }

    /// Widgets must be released on the main thread, no matter which thread releases this object.
    deinit {
        if g_main_context_is_owner(nil) != 0 {
            g_object_unref(raw)
        } else {
            g_idle_add_full(
                G_PRIORITY_DEFAULT_IDLE,
                { raw in
                    g_object_unref(raw)
                    return 0
                }, raw, nil)
        }
    }

    /// The object as the pointer type that a function expects.
    package func pointer<T>() -> UnsafeMutablePointer<T> { raw.assumingMemoryBound(to: T.self) }
    /// The object as an opaque type.
    package func pointer() -> OpaquePointer { OpaquePointer(raw) }
    /// The object as the untyped pointer that GObject's own functions expect.
    package func pointer() -> UnsafeMutableRawPointer { raw }
    /// The object as a widget.
    package var widget: UnsafeMutablePointer<GtkWidget> { pointer() }

    package func isSame(as other: UnsafeMutableRawPointer?) -> Bool { raw == other }
}

extension Object {
    /// Sets a property of the type `Bool`.
    package func set(_ property: String, _ value: Bool) {
        set(property, type: .boolean) { g_value_set_boolean($0, value ? 1 : 0) }
    }

    /// Sets a property of the type `gint`.
    package func set(_ property: String, _ value: Int) {
        set(property, type: .int) { g_value_set_int($0, gint(value)) }
    }

    /// Sets a property of the type `gdouble`.
    package func set(_ property: String, _ value: Double) {
        set(property, type: .double) { g_value_set_double($0, value) }
    }

    /// Sets a property of the type string.
    package func set(_ property: String, _ value: String) {
        set(property, type: .string) { g_value_set_string($0, value) }
    }

    private func set(_ property: String, type: FundamentalType, fill: (UnsafeMutablePointer<GValue>) -> Void)
    {
        withValue(type, fill) { g_object_set_property(pointer(), property, $0) }
    }
}

/// GLib's fundamental types, which are only macros in C: their numbers are shifted by
/// G_TYPE_FUNDAMENTAL_SHIFT.
package enum FundamentalType: GType {
    case boolean = 20
    case int = 24
    case double = 60
    case string = 64
    case object = 80

    package var type: GType { rawValue }
}

/// Provides a GValue for one call.
@MainActor
func withValue(
    _ type: FundamentalType, _ fill: (UnsafeMutablePointer<GValue>) -> Void,
    _ use: (UnsafeMutablePointer<GValue>) -> Void
) {
    var value = GValue()
    g_value_init(&value, type.type)
    fill(&value)
    use(&value)
    g_value_unset(&value)
}
