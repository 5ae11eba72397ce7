import Gtk
import Live
import Localization

/// The desktop's portal for screens and windows.
@MainActor
enum ScreenPortal {
    /// Asks the user for a screen or a window; ``LiveError/cancelled`` if they decline.
    ///
    /// The session lasts as long as the share is retained.
    static func choose(
        over window: Object, _ then: @escaping @MainActor (Result<ScreenShare, LiveError>) -> Void
    ) {
        WindowHandle.make(for: window) { handle in
            choose(over: handle.text) { result in
                handle.revoke()
                then(result)
            }
        }
    }

    /// - Parameter parent: the name of the parent window of the portal's dialog.
    static func choose(
        over parent: String, at location: Portal.Location = .session,
        _ then: @escaping @MainActor (Result<ScreenShare, LiveError>) -> Void
    ) {
        Portal.find(at: location) { portal in
            guard let portal else {
                return then(
                    .failure(
                        .portal(
                            reason: tr(
                                """
                                sharing the screen requires the desktop's portal, which cannot be reached \
                                without a session bus; start Glint from the desktop
                                """))))
            }
            ScreenChoice(portal, parent) { result in
                then(result.mapError { $0.error(for: tr("the screen")) })
            }.begin()
        }
    }
}
