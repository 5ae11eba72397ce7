@preconcurrency import CAdwaita

/// The arguments of a signal, without the emitting object.
@MainActor
package struct SignalArguments {
    private let values: UnsafePointer<GValue>
    private let count: Int

    init(values: UnsafePointer<GValue>, count: Int) {
        self.values = values
        self.count = count
    }

    private func value(_ index: Int) -> UnsafePointer<GValue>? {
        index + 1 < count ? values + index + 1 : nil
    }

    package func int(_ index: Int) -> Int {
        guard let value = value(index) else { return 0 }
        switch g_type_fundamental(value.pointee.g_type) {
        case GType(7 << 2): return Int(g_value_get_uint(value))
        case GType(12 << 2): return Int(g_value_get_enum(value))
        case GType(13 << 2): return Int(g_value_get_flags(value))
        default: return Int(g_value_get_int(value))
        }
    }

    /// An argument's variant, valid during the emission.
    func variant(_ index: Int) -> OpaquePointer? { value(index).flatMap { g_value_get_variant($0) } }

    package func string(_ index: Int) -> String? {
        guard let value = value(index), let text = g_value_get_string(value) else { return nil }
        return String(cString: text)
    }

    package func double(_ index: Int) -> Double { value(index).map { g_value_get_double($0) } ?? 0 }

    /// An argument's object, valid during the emission.
    package func object(_ index: Int) -> UnsafeMutableRawPointer? {
        guard let value = value(index) else { return nil }
        return g_value_get_object(value)
    }

    /// The files that an application should open: an array argument, followed by one with its length.
    package func files(_ index: Int, count: Int) -> [File] {
        guard let value = value(index), let array = g_value_get_pointer(value) else { return [] }
        let files = array.assumingMemoryBound(to: OpaquePointer?.self)
        return (0..<int(count)).compactMap { files[$0].map { File($0) } }
    }

    /// A boxed argument, valid during the emission.
    func boxed<T>(_ index: Int) -> UnsafeMutablePointer<T>? {
        guard let value = value(index), let boxed = g_value_get_boxed(value) else { return nil }
        return boxed.assumingMemoryBound(to: T.self)
    }
}

/// A handler's return value.
package enum SignalAnswer {
    case none
    case bool(Bool)
    case int(Int)
    case flags(Int)
    /// An object whose reference is transferred to the emitter.
    case object(UnsafeMutableRawPointer?)
}

private final class Handler {
    let run: @MainActor (SignalArguments) -> SignalAnswer

    init(_ run: @escaping @MainActor (SignalArguments) -> SignalAnswer) {
        self.run = run
    }
}

extension Object {
    /// Runs `handler` on every emission for the object's lifetime.
    package func connect(_ signal: String, _ handler: @escaping @MainActor (SignalArguments) -> Void) {
        answer(signal) {
            handler($0); return .none
        }
    }

    /// Runs `handler` on every emission for the object's lifetime.
    package func connect(_ signal: String, _ handler: @escaping @MainActor () -> Void) {
        answer(signal) { _ in
            handler(); return .none
        }
    }

    /// Runs `handler` on every emission, for signals with a return value.
    package func answer(
        _ signal: String, _ handler: @escaping @MainActor (SignalArguments) -> SignalAnswer
    ) {
        let box = Unmanaged.passRetained(Handler(handler)).toOpaque()
        guard let closure = g_closure_new_simple(guint(MemoryLayout<GClosure>.size), box) else { return }
        g_closure_add_finalize_notifier(closure, box) { box, _ in
            if let box { Unmanaged<Handler>.fromOpaque(box).release() }
        }
        g_closure_set_marshal(closure) { closure, answer, count, values, _, _ in
            guard let values, let box = closure?.pointee.data else { return }
            // GTK emits on the main thread, and the pointers stay there.
            nonisolated(unsafe) let emission = (box: box, values: values, answer: answer)
            MainActor.assumeIsolated {
                let handler = Unmanaged<Handler>.fromOpaque(emission.box).takeUnretainedValue()
                let result = handler.run(SignalArguments(values: emission.values, count: Int(count)))
                let answer = emission.answer
                guard let answer, answer.pointee.g_type != 0 else { return }
                switch result {
                case .none: break
                case .bool(let value): g_value_set_boolean(answer, value ? 1 : 0)
                case .int(let value): g_value_set_int(answer, gint(value))
                case .flags(let value): g_value_set_flags(answer, guint(value))
                case .object(let object): g_value_take_object(answer, object)
                }
            }
        }
        g_signal_connect_closure(pointer(), signal, closure, 0)
    }
}
