@preconcurrency import CAdwaita

/// A connection to a message bus (D-Bus). Thread-safe; answers and signals arrive on the main thread.
package final class MessageBus: Sendable {
    // GDBus's connections are thread-safe.
    private nonisolated(unsafe) let connection: OpaquePointer
    /// The unique name of this connection on the bus, such as `:1.42`.
    package let name: String

    /// Takes ownership of a reference.
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

    /// Connects to the session's bus synchronously; nil if there is none.
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

    /// Calls a method, and returns its answer or the error, with a timeout in milliseconds.
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

    /// Calls a method of a running program without starting the program, and waits for the answer, with a
    /// timeout in milliseconds.
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

    /// Calls a method and ignores its answer.
    package func send(_ method: String, to interface: BusInterface, _ arguments: [Variant] = []) {
        let arguments = Variant.tuple(arguments)
        // With a handler the call retains the connection until it is answered, even if all other references
        // are released.
        withExtendedLifetime(arguments) {
            g_dbus_connection_call(
                connection, interface.service, interface.path, interface.name, method, arguments.pointer, nil,
                G_DBUS_CALL_FLAGS_NONE, -1, nil, { _, _, _ in }, nil)
        }
    }

    /// Runs `handler` with the arguments of each signal sent from now on, for as long as the subscription is
    /// retained.
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
                // Signals arrive on the thread that subscribed: the main one.
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

/// The target of methods and signals: an interface of an object of a program on the bus.
package struct BusInterface: Sendable {
    /// The name of the program.
    let service: String
    /// The path of the object.
    let path: String
    /// The name of the interface.
    package let name: String

    package init(_ name: String, path: String, service: String) {
        self.name = name
        self.path = path
        self.service = service
    }
}

/// The return value of a method.
@MainActor
package struct BusAnswer {
    /// A tuple.
    package let values: Variant
    let descriptors: Object?

    /// A duplicate of the file descriptor that a value refers to; the caller closes it.
    package func descriptor(_ value: Variant?) -> Int32? {
        guard let index = value?.descriptorIndex, let descriptors else { return nil }
        let list: UnsafeMutablePointer<GUnixFDList> = descriptors.pointer()
        guard index >= 0, index < g_unix_fd_list_get_length(list) else { return nil }
        let descriptor = g_unix_fd_list_get(list, index, nil)
        return descriptor < 0 ? nil : descriptor
    }
}

/// Keeps a signal handler connected for as long as it is retained.
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

/// An error on the bus.
package struct BusError: Error, CustomStringConvertible {
    /// The D-Bus name of the error, such as `org.freedesktop.DBus.Error.ServiceUnknown`; nil if it did not
    /// come over the bus.
    package let name: String?
    /// True if there was no answer in time.
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
