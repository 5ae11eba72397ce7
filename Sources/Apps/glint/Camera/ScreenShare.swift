import Gtk
import Live

/// A screen or window that the portal has opened. Releasing it closes the portal's session.
@MainActor
final class ScreenShare {
    let connection: LiveConnection
    /// The PipeWire node id of the stream.
    let node: UInt32
    /// Called when the user stopped sharing in the desktop's own interface, or the portal ended.
    var ended: (@MainActor () -> Void)?

    private let session: PortalSession

    init(connection: LiveConnection, node: UInt32, session: PortalSession) {
        self.connection = connection
        self.node = node
        self.session = session
        session.ended = { [weak self] in self?.ended?() }
    }
}

/// A session of the portal, which lasts as long as this is retained.
@MainActor
final class PortalSession {
    /// Called when the portal has closed it, or has ended.
    var ended: (@MainActor () -> Void)?

    private let bus: MessageBus
    private let interface: BusInterface
    private var subscriptions: [BusSubscription] = []

    init(_ portal: Portal, path: String) {
        bus = portal.bus
        interface = Portal.interface("Session", at: path)
        subscriptions = [
            bus.subscribe(to: "Closed", of: interface) { [weak self] _ in self?.end() },
            portal.watch { [weak self] in self?.end() },
        ]
    }

    private func end() {
        let ended = ended
        self.ended = nil
        subscriptions = []
        ended?()
    }

    deinit { bus.send("Close", to: interface) }
}
