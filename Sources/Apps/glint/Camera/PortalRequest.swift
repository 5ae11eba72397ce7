import Gtk
import Localization

/// A request to the portal, which answers with a signal. The request retains itself until then.
@MainActor
final class PortalRequest {
    private let portal: Portal
    private let timeout: Int?
    private var then: (@MainActor (Result<Variant, PortalProblem>) -> Void)?
    private var subscriptions: [BusSubscription] = []
    private var delay: Delay?

    private static var count = 0

    /// A unique token for an object that the portal creates for this program.
    static func token() -> String {
        count += 1
        return "glint\(count)"
    }

    /// - Parameter timeout: the timeout in milliseconds; nil if the user has to answer.
    init(
        _ portal: Portal, timeout: Int?,
        _ then: @escaping @MainActor (Result<Variant, PortalProblem>) -> Void
    ) {
        self.portal = portal
        self.timeout = timeout
        self.then = then
    }

    func send(_ method: String, of interface: String, _ arguments: [Variant], options: [String: Variant]) {
        let token = Self.token()
        let expected = portal.objectPath("request", token: token)
        // Subscribes before the call: the answer may arrive before the call returns.
        listen(at: expected)
        subscriptions.append(portal.watch { self.finish(.failure(.silent)) })
        if let timeout {
            delay = Delay(milliseconds: timeout) { self.finish(.failure(.silent)) }
        }
        let options = options.merging(["handle_token": .string(token)]) { $1 }
        portal.call(method, of: Portal.interface(interface), arguments + [.dictionary(options)]) { result in
            switch result {
            case .success(let answer):
                // Portals older than 0.9 choose the path themselves.
                if let path = answer.values[0]?.string, path != expected { self.listen(at: path) }
            case .failure(let problem): self.finish(.failure(problem))
            }
        }
    }

    private func listen(at path: String) {
        guard then != nil else { return }
        let request = Portal.interface("Request", at: path)
        subscriptions.append(
            portal.bus.subscribe(to: "Response", of: request) { arguments in
                self.finish(Self.result(of: arguments))
            })
    }

    private static func result(of arguments: Variant) -> Result<Variant, PortalProblem> {
        switch arguments[0]?.uint32 {
        case 0: arguments[1].map { .success($0) } ?? .failure(.nonsense)
        case 1: .failure(.cancelled)
        default: .failure(.failed(tr("the desktop closed its dialog")))
        }
    }

    private func finish(_ result: Result<Variant, PortalProblem>) {
        guard let then else { return }
        self.then = nil
        subscriptions = []
        delay = nil
        then(result)
    }
}
