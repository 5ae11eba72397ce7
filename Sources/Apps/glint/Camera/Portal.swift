import Gtk
import Live
import Localization

/// The desktop portal, which gives programs access to what the user allows:
/// https://flatpak.github.io/xdg-desktop-portal/docs/.
@MainActor
struct Portal {
    /// The location of a portal and the timeouts for it.
    struct Location {
        /// The address of its bus; nil for the session's.
        var address: String?
        /// In milliseconds, for answers that need no user interaction. A portal that has to be started first
        /// takes some seconds.
        var timeout = 10_000

        static let session = Location()
    }

    let bus: MessageBus
    private let timeout: Int

    private static let service = "org.freedesktop.portal.Desktop"
    private static let path = "/org/freedesktop/portal/desktop"

    /// Connects to the portal; nil if there is no bus for it.
    static func find(at location: Location, _ then: @escaping @MainActor (Portal?) -> Void) {
        let connected: @MainActor (Result<MessageBus, BusError>) -> Void = { result in
            then((try? result.get()).map { Portal(bus: $0, timeout: location.timeout) })
        }
        if let address = location.address {
            MessageBus.connect(to: address, connected)
        } else {
            MessageBus.connectToSession(connected)
        }
    }

    /// An interface of the portal itself, or of an object that it created.
    static func interface(_ name: String, at path: String = path) -> BusInterface {
        BusInterface("org.freedesktop.portal." + name, path: path, service: service)
    }

    /// The path of the object that the portal creates for one of this program's tokens.
    func objectPath(_ kind: String, token: String) -> String {
        let sender = bus.name.drop { $0 == ":" }.map { $0 == "." ? "_" : $0 }
        return "\(Self.path)/\(kind)/\(String(sender))/\(token)"
    }

    /// Runs `gone` when the portal's process has ended.
    func watch(_ gone: @escaping @MainActor () -> Void) -> BusSubscription {
        let bus = "org.freedesktop.DBus"
        return self.bus.subscribe(
            to: "NameOwnerChanged", of: BusInterface(bus, path: "/org/freedesktop/DBus", service: bus),
            argument: Self.service
        ) { arguments in
            if arguments[2]?.string == "" { gone() }
        }
    }

    /// Reads all properties of an interface.
    func properties(
        of interface: String, _ then: @escaping @MainActor (Result<Variant, PortalProblem>) -> Void
    ) {
        let properties = BusInterface(
            "org.freedesktop.DBus.Properties", path: Self.path, service: Self.service)
        call("GetAll", of: properties, [.string(Self.interface(interface).name)]) { result in
            then(result.flatMap { $0.values[0].map { .success($0) } ?? .failure(.nonsense) })
        }
    }

    /// Calls a method that needs no user interaction.
    func call(
        _ method: String, of interface: BusInterface, _ arguments: [Variant],
        _ then: @escaping @MainActor (Result<BusAnswer, PortalProblem>) -> Void
    ) {
        bus.call(method, of: interface, arguments, milliseconds: timeout) { result in
            then(result.mapError(PortalProblem.init))
        }
    }

    /// Makes a request and returns the named values of the answer.
    ///
    /// - Parameter needsPerson: whether the user may have to answer, in which case there is no timeout.
    func ask(
        _ method: String, of interface: String, _ arguments: [Variant] = [],
        options: [String: Variant] = [:], needsPerson: Bool = true,
        _ then: @escaping @MainActor (Result<Variant, PortalProblem>) -> Void
    ) {
        let request = PortalRequest(self, timeout: needsPerson ? nil : timeout, then)
        request.send(method, of: interface, arguments, options: options)
    }

    /// Opens a connection to PipeWire that is limited to what the user has allowed.
    func openPipeWire(
        of interface: String, _ arguments: [Variant] = [],
        _ then: @escaping @MainActor (Result<LiveConnection, PortalProblem>) -> Void
    ) {
        let arguments = arguments + [.dictionary([:])]
        call("OpenPipeWireRemote", of: Self.interface(interface), arguments) { result in
            then(
                result.flatMap { answer in
                    guard let descriptor = answer.descriptor(answer.values[0]) else {
                        return .failure(.nonsense)
                    }
                    return .success(LiveConnection(descriptor))
                })
        }
    }
}
