@preconcurrency import CAdwaita

/// A connection to a message bus (D-Bus). It may be used on every thread; answers and signals come on the main thread.
package final class MessageBus: Sendable {
    // GDBus's connections may be used on every thread.
    private nonisolated(unsafe) let connection: OpaquePointer
    /// What the bus calls this connection, such as `:1.42`.
    package let name: String

    /// Takes over a reference.
    private init(owned connection: OpaquePointer) {
        self.connection = connection
        name = g_dbus_connection_get_unique_name(connection).map { String(cString: $0) } ?? ""
    }

    deinit { g_object_unref(UnsafeMutableRawPointer(connection)) }

    /// Connects to the session's bus.
    @MainActor
    package static func connectToSession(_ then: @escaping @MainActor (Result<MessageBus, BusError>) -> Void)
    {
        g_bus_get(
            G_BUS_TYPE_SESSION, nil,
            { _, result, box in
                guard let result, let box else { return }
                // GIO calls back on the thread that started the operation: the main one.
                nonisolated(unsafe) let call = (result: result, box: box)
                MainActor.assumeIsolated {
                    Unmanaged<Connecting>.fromOpaque(call.box).takeRetainedValue().finish { error in
                        g_bus_get_finish(call.result, error)
                    }
                }
            }, Unmanaged.passRetained(Connecting(then)).toOpaque())
    }

    /// Connects to the session's bus, and waits for that; nil where there is none.
    @MainActor
    package static func session() -> MessageBus? {
        g_bus_get_sync(G_BUS_TYPE_SESSION, nil, nil).map { MessageBus(owned: $0) }
    }

    /// Connects to the bus at an address.
    @MainActor
    package static func connect(
        to address: String, _ then: @escaping @MainActor (Result<MessageBus, BusError>) -> Void
    ) {
        let done = AsyncCallback { _, result in
            Connecting(then).finish { g_dbus_connection_new_for_address_finish(result, $0) }
        }
        let flags = GDBusConnectionFlags(
            rawValue: G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT.rawValue
                | G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION.rawValue)
        g_dbus_connection_new_for_address(address, flags, nil, nil, AsyncCallback.run, done.retained)
    }

    @MainActor
    private final class Connecting {
        private let then: @MainActor (Result<MessageBus, BusError>) -> Void

        init(_ then: @escaping @MainActor (Result<MessageBus, BusError>) -> Void) { self.then = then }

        func finish(_ take: (UnsafeMutablePointer<UnsafeMutablePointer<GError>?>) -> OpaquePointer?) {
            var error: UnsafeMutablePointer<GError>?
            if let connection = take(&error) {
                then(.success(MessageBus(owned: connection)))
            } else {
                then(.failure(BusError(taking: error)))
            }
        }
    }

    /// Calls a method, and gives its answer or what is wrong, at the latest after `milliseconds`.
    @MainActor
    package func call(
        _ method: String, of interface: BusInterface, _ arguments: [Variant], milliseconds: Int,
        then: @escaping @MainActor (Result<BusAnswer, BusError>) -> Void
    ) {
        let arguments = Variant.tuple(arguments)
        let done = AsyncCallback { source, result in
            var error: UnsafeMutablePointer<GError>?
            var descriptors: UnsafeMutablePointer<GUnixFDList>?
            let values = g_dbus_connection_call_with_unix_fd_list_finish(
                OpaquePointer(source), &descriptors, result, &error)
            guard let values else { return then(.failure(BusError(taking: error))) }
            then(
                .success(
                    BusAnswer(
                        values: Variant(owned: values),
                        descriptors: descriptors.map { Object(owned: UnsafeMutableRawPointer($0)) })))
        }
        withExtendedLifetime(arguments) {
            g_dbus_connection_call_with_unix_fd_list(
                connection, interface.service, interface.path, interface.name, method, arguments.pointer, nil,
                G_DBUS_CALL_FLAGS_NONE, gint(milliseconds), nil, nil, AsyncCallback.run, done.retained)
        }
    }

    /// Calls a method of a program, which is not started for it, and waits for the answer, at most `milliseconds`.
    @MainActor
    package func answer(
        to method: String, of interface: BusInterface, _ arguments: [Variant], milliseconds: Int
    ) -> Result<Variant, BusError> {
        let arguments = Variant.tuple(arguments)
        var error: UnsafeMutablePointer<GError>?
        let values = withExtendedLifetime(arguments) {
            g_dbus_connection_call_sync(
                connection, interface.service, interface.path, interface.name, method, arguments.pointer, nil,
                G_DBUS_CALL_FLAGS_NO_AUTO_START, gint(milliseconds), nil, &error)
        }
        return values.map { .success(Variant(owned: $0)) } ?? .failure(BusError(taking: error))
    }

    /// Calls a method whose answer is of no interest.
    package func send(_ method: String, to interface: BusInterface, _ arguments: [Variant] = []) {
        let arguments = Variant.tuple(arguments)
        // With a handler the call keeps the connection until it has been answered, whoever lets go of it.
        withExtendedLifetime(arguments) {
            g_dbus_connection_call(
                connection, interface.service, interface.path, interface.name, method, arguments.pointer, nil,
                G_DBUS_CALL_FLAGS_NONE, -1, nil, { _, _, _ in }, nil)
        }
    }

    /// Runs `handler` with the arguments of each signal sent from now on, for as long as the subscription is held.
    ///
    /// - Parameter argument: only signals with this first argument.
    @MainActor
    package func subscribe(
        to signal: String, of interface: BusInterface, argument: String? = nil,
        _ handler: @escaping @MainActor (Variant) -> Void
    ) -> BusSubscription {
        let number = g_dbus_connection_signal_subscribe(
            connection, interface.service, interface.name, signal, interface.path, argument,
            G_DBUS_SIGNAL_FLAGS_NONE,
            { _, _, _, _, _, arguments, box in
                guard let arguments, let box else { return }
                // Signals come on the thread that subscribed: the main one.
                nonisolated(unsafe) let signal = (arguments: arguments, box: box)
                MainActor.assumeIsolated {
                    let handler = Unmanaged<SignalHandler>.fromOpaque(signal.box).takeUnretainedValue()
                    handler.run(Variant(owned: g_variant_ref(signal.arguments)))
                }
            }, Unmanaged.passRetained(SignalHandler(handler)).toOpaque(),
            { box in
                if let box { Unmanaged<SignalHandler>.fromOpaque(box).release() }
            })
        return BusSubscription(self, number)
    }

    fileprivate func unsubscribe(_ number: guint) { g_dbus_connection_signal_unsubscribe(connection, number) }
}

/// Where methods and signals are: an interface of an object of a program on the bus.
package struct BusInterface: Sendable {
    /// The name of the program.
    let service: String
    /// Of the object.
    let path: String
    /// Of the interface.
    package let name: String

    package init(_ name: String, path: String, service: String) {
        self.name = name
        self.path = path
        self.service = service
    }
}

/// What a method returned.
@MainActor
package struct BusAnswer {
    /// A tuple.
    package let values: Variant
    let descriptors: Object?

    /// A file descriptor of its own for the one that a value stands for; the caller closes it.
    package func descriptor(_ value: Variant?) -> Int32? {
        guard let index = value?.descriptorIndex, let descriptors else { return nil }
        let list: UnsafeMutablePointer<GUnixFDList> = descriptors.pointer()
        guard index >= 0, index < g_unix_fd_list_get_length(list) else { return nil }
        let descriptor = g_unix_fd_list_get(list, index, nil)
        return descriptor < 0 ? nil : descriptor
    }
}

/// Signals are handled for as long as this is held.
package final class BusSubscription: Sendable {
    private let bus: MessageBus
    private let number: guint

    fileprivate init(_ bus: MessageBus, _ number: guint) {
        self.bus = bus
        self.number = number
    }

    deinit { bus.unsubscribe(number) }
}

private final class SignalHandler {
    let run: @MainActor (Variant) -> Void

    init(_ run: @escaping @MainActor (Variant) -> Void) { self.run = run }
}

/// What went wrong on the bus.
package struct BusError: Error, CustomStringConvertible {
    /// The error's name, such as `org.freedesktop.DBus.Error.ServiceUnknown`; nil for what did not come over the bus.
    package let name: String?
    /// Whether no answer came in time.
    package let isTimeout: Bool
    package let description: String

    init(taking error: UnsafeMutablePointer<GError>?) {
        name = error.flatMap { takeString(g_dbus_error_get_remote_error($0)) }
        isTimeout =
            error.map { g_error_matches($0, g_io_error_quark(), gint(G_IO_ERROR_TIMED_OUT.rawValue)) != 0 }
            ?? false
        if let error { g_dbus_error_strip_remote_error(error) }
        description = GtkError(taking: error).description
    }
}
