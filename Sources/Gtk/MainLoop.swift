@preconcurrency import CAdwaita
import Dispatch

/// A closure passed through C to the main thread. Only the main thread reads and releases it.
final class Callback: @unchecked Sendable {
    let run: @MainActor () -> Void

    init(_ run: @escaping @MainActor () -> Void) {
        self.run = run
    }

    /// The user data for GLib's sources, released when the source ends.
    var retained: UnsafeMutableRawPointer { Unmanaged.passRetained(self).toOpaque() }

    static let release: GDestroyNotify = { box in
        if let box { Unmanaged<Callback>.fromOpaque(box).release() }
    }

    static let runOnce: GSourceFunc = { box in
        guard let box else { return 0 }
        let callback = Unmanaged<Callback>.fromOpaque(box).takeUnretainedValue()
        MainActor.assumeIsolated { callback.run() }
        return 0
    }
}

/// Runs `body` soon on the main thread, where Tasks and Dispatch do not run under GTK's main loop.
package func onMainThread(_ body: @escaping @MainActor @Sendable () -> Void) {
    g_idle_add_full(G_PRIORITY_DEFAULT, Callback.runOnce, Callback(body).retained, Callback.release)
}

/// Runs `body` on the main thread after a delay; ``Delay`` can be cancelled.
@MainActor
func onMainThread(afterMilliseconds milliseconds: Int, _ body: @escaping @MainActor () -> Void) {
    g_timeout_add_full(
        G_PRIORITY_DEFAULT, guint(milliseconds), Callback.runOnce, Callback(body).retained, Callback.release)
}

/// Runs `work` on another thread, then `then` with its result on the main thread.
@MainActor
package func inBackground<Result: Sendable>(
    _ work: @escaping @Sendable () -> Result, then: @escaping @MainActor (Result) -> Void
) {
    // Objects retained by `then` may have to be released on the main thread: the other thread only passes it
    // along.
    let box = Unmanaged.passRetained(Continuation(then))
    let address = UInt(bitPattern: box.toOpaque())
    DispatchQueue.global(qos: .userInitiated).async {
        let result = work()
        onMainThread {
            guard let pointer = UnsafeRawPointer(bitPattern: address) else { return }
            Unmanaged<Continuation<Result>>.fromOpaque(pointer).takeRetainedValue().then(result)
        }
    }
}

@MainActor
private final class Continuation<Result> {
    let then: @MainActor (Result) -> Void

    init(_ then: @escaping @MainActor (Result) -> Void) {
        self.then = then
    }
}

/// A delayed call on the main thread, which is dropped if it is cancelled or released before.
@MainActor
package final class Delay {
    private nonisolated(unsafe) var source: guint = 0

    package init(milliseconds: Int, _ body: @escaping @MainActor () -> Void) {
        let callback = Callback { [weak self] in
            self?.source = 0
            body()
        }
        source = g_timeout_add_full(
            G_PRIORITY_DEFAULT, guint(milliseconds), Callback.runOnce, callback.retained, Callback.release)
    }

    deinit {
        if source != 0 { g_source_remove(source) }
    }
}
