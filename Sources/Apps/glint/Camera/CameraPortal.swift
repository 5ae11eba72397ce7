import Gtk
import Live
import Localization

/// The desktop's portal for cameras.
@MainActor
enum CameraPortal {
    private static let interface = "Camera"

    /// Requests access to the cameras; the portal may ask the user.
    ///
    /// - Parameter then: gets a connection to PipeWire; nil if there is no portal, or it reports no camera:
    ///   PipeWire is then used directly.
    static func open(
        at location: Portal.Location = .session,
        _ then: @escaping @MainActor (Result<LiveConnection?, LiveError>) -> Void
    ) {
        Portal.find(at: location) { portal in
            guard let portal else { return then(.success(nil)) }
            open(through: portal) { result in
                then(
                    result.flatMapError { problem in
                        switch problem {
                        case .missing: .success(nil)
                        case .cancelled, .forbidden: .failure(.denied(name: tr("the camera")))
                        case .silent, .failed: .failure(problem.error(for: tr("the camera")))
                        }
                    })
            }
        }
    }

    private static func open(
        through portal: Portal, _ then: @escaping @MainActor (Result<LiveConnection?, PortalProblem>) -> Void
    ) {
        portal.properties(of: interface) { result in
            switch result {
            case .success(let properties) where properties["IsCameraPresent"]?.bool == true:
                portal.ask("AccessCamera", of: interface) { result in
                    switch result {
                    case .success: portal.openPipeWire(of: interface) { then($0.map { $0 }) }
                    case .failure(let problem): then(.failure(problem))
                    }
                }
            case .success: then(.success(nil))
            case .failure(let problem): then(.failure(problem))
            }
        }
    }
}
