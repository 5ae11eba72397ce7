@preconcurrency import CAdwaita

/// The completion handler of a GIO operation.
final class AsyncCallback {
    private let body: @MainActor (UnsafeMutableRawPointer, OpaquePointer) -> Void

    init(_ body: @escaping @MainActor (UnsafeMutableRawPointer, OpaquePointer) -> Void) {
        self.body = body
    }

    var retained: UnsafeMutableRawPointer { Unmanaged.passRetained(self).toOpaque() }

    static let run: GAsyncReadyCallback = { source, result, box in
        guard let source, let result, let box else { return }
        // GIO calls back on the thread that started the operation: the main one.
        nonisolated(unsafe) let call = (source: source, result: result, box: box)
        MainActor.assumeIsolated {
            let callback = Unmanaged<AsyncCallback>.fromOpaque(call.box).takeRetainedValue()
            callback.body(UnsafeMutableRawPointer(call.source), call.result)
        }
    }
}
