import Gtk
import Live
import Localization

/// The sequence of portal requests by which the user chooses a screen or window.
@MainActor
final class ScreenChoice {
    private let portal: Portal
    private let parent: String
    private var then: (@MainActor (Result<ScreenShare, PortalProblem>) -> Void)?
    private var session: PortalSession?

    private static let interface = "ScreenCast"

    /// The kinds of sources that Glint supports, as the portal numbers them: screens and windows.
    private static let kinds: UInt32 = 1 | 2
    /// The pointer is part of the picture.
    private static let embeddedCursor: UInt32 = 2

    init(
        _ portal: Portal, _ parent: String,
        _ then: @escaping @MainActor (Result<ScreenShare, PortalProblem>) -> Void
    ) {
        self.portal = portal
        self.parent = parent
        self.then = then
    }

    private func finish(_ result: Result<ScreenShare, PortalProblem>) {
        let then = then
        self.then = nil
        session = nil
        then?(result)
    }

    /// Continues with the result of a step, or ends with its error.
    private func then<Given>(
        _ next: @escaping @MainActor (Given) -> Void
    ) -> @MainActor (Result<Given, PortalProblem>) -> Void {
        { result in
            // The session may have been closed meanwhile.
            guard self.then != nil else { return }
            switch result {
            case .success(let given): next(given)
            case .failure(let problem): self.finish(.failure(problem))
            }
        }
    }

    func begin() {
        portal.properties(
            of: Self.interface,
            then { properties in
                let kinds = (properties["AvailableSourceTypes"]?.uint32 ?? 0) & Self.kinds
                let cursors = properties["AvailableCursorModes"]?.uint32 ?? 0
                guard kinds != 0 else { return self.finish(.failure(.missing)) }
                self.createSession { handle in
                    self.selectSources(handle, kinds: kinds, cursors: cursors)
                }
            })
    }

    private func createSession(_ next: @escaping @MainActor (Variant) -> Void) {
        let token = PortalRequest.token()
        portal.ask(
            "CreateSession", of: Self.interface, options: ["session_handle_token": .string(token)],
            needsPerson: false,
            then { values in
                // Documented as an object path, but sent as a string.
                guard let path = values["session_handle"]?.string, let handle = Variant.objectPath(path)
                else { return self.finish(.failure(.nonsense)) }
                let session = PortalSession(self.portal, path: path)
                session.ended = { self.finish(.failure(.failed(tr("the desktop ended the request")))) }
                self.session = session
                next(handle)
            })
    }

    private func selectSources(_ handle: Variant, kinds: UInt32, cursors: UInt32) {
        var options: [String: Variant] = ["types": .uint32(kinds), "multiple": .bool(false)]
        if cursors & Self.embeddedCursor != 0 { options["cursor_mode"] = .uint32(Self.embeddedCursor) }
        portal.ask(
            "SelectSources", of: Self.interface, [handle], options: options,
            then { _ in self.start(handle) })
    }

    private func start(_ handle: Variant) {
        portal.ask(
            "Start", of: Self.interface, [handle, .string(parent)],
            then { values in
                guard let node = values["streams"]?[0]?[0]?.uint32 else {
                    return self.finish(.failure(.nonsense))
                }
                self.open(handle, node: node)
            })
    }

    private func open(_ handle: Variant, node: UInt32) {
        portal.openPipeWire(
            of: Self.interface, [handle],
            then { connection in
                guard let session = self.session else { return }
                self.finish(.success(ScreenShare(connection: connection, node: node, session: session)))
            })
    }
}
