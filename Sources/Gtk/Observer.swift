@preconcurrency import CAdwaita
import Observation

extension Object {
    /// Runs `body` now, and again soon after a property of an `@Observable` object that it has read was
    /// changed, for the object's lifetime. Several changes in a row cause one run.
    package func observe(_ body: @escaping @MainActor () -> Void) {
        let observer = Observer(body)
        observer.run()
        let key = "glint-observer-\(UInt(bitPattern: ObjectIdentifier(observer)))"
        g_object_set_data_full(
            pointer(), key, Unmanaged.passRetained(observer).toOpaque(),
            { if let box = $0 { Unmanaged<Observer>.fromOpaque(box).release() } })
    }
}

@MainActor
private final class Observer {
    private let body: @MainActor () -> Void

    init(_ body: @escaping @MainActor () -> Void) {
        self.body = body
    }

    /// The change is reported before it happens, and only once, so the next run registers again.
    func run() {
        withObservationTracking(body) { [weak self] in
            let callback = Callback { [weak self] in self?.run() }
            // Before the next key press, whose action may have to be enabled first.
            g_idle_add_full(G_PRIORITY_HIGH, Callback.runOnce, callback.retained, Callback.release)
        }
    }
}
