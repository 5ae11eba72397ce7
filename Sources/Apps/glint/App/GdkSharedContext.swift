@preconcurrency import CAdwaita
import GPU
import Gtk
import Localization

/// An OpenGL context that shares textures with the contexts of all windows.
///
/// It is created on the main thread and then used only by the one thread that makes it current, which OpenGL
/// and GDK allow; so it is safe to send to that thread.
final class GdkSharedContext: GLContext, @unchecked Sendable {
    private let context: OpaquePointer
    /// The traits of the context's device.
    let traits: DeviceTraits
    /// Nil for graphics cards, since their drivers can render frames and draw windows concurrently.
    private let turns: DrawingTurns?

    /// Opens OpenGL 4.3 on the display; throws a ``GPUError`` that states what is available instead.
    @MainActor
    init() throws(GPUError) {
        guard let display = gdk_display_get_default() else {
            throw .noContext(reason: tr("there is no display"))
        }
        switch Self.realize({ gdk_display_create_gl_context(display, $0) }) {
        case .success(let context):
            do throws(GPUError) {
                traits = try Self.traits(of: context)
            } catch {
                g_object_unref(UnsafeMutableRawPointer(context))
                throw error
            }
            self.context = context
            turns = traits.isSoftware ? WindowDrawing.shared.turns : nil
        case .failure(let failure):
            try Self.explainVersion(on: display)
            throw failure
        }
    }

    deinit { g_object_unref(UnsafeMutableRawPointer(context)) }

    func makeCurrent() throws(GPUError) { try Self.makeCurrent(context) }

    private static func makeCurrent(_ context: OpaquePointer) throws(GPUError) {
        gdk_gl_context_make_current(context)
        guard gdk_gl_context_get_current() == context else {
            throw .noContext(reason: tr("the display's context cannot be made current"))
        }
    }

    func resignCurrent() {
        gdk_gl_context_clear_current()
    }

    func useTextures<Result, Failure>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
        guard let turns else { return try body() }
        return try turns.work(body)
    }

    /// Makes no context current on this thread.
    private static func traits(of context: OpaquePointer) throws(GPUError) -> DeviceTraits {
        try makeCurrent(context)
        defer { gdk_gl_context_clear_current() }
        return try .ofCurrentContext()
    }

    /// Sets up a new context for OpenGL 4.3.
    @MainActor
    static func realize(
        _ make: (UnsafeMutablePointer<UnsafeMutablePointer<GError>?>) -> OpaquePointer?
    ) -> Result<OpaquePointer, GPUError> {
        var error: UnsafeMutablePointer<GError>?
        if let context = make(&error) {
            gdk_gl_context_set_allowed_apis(context, GDK_GL_API_GL)
            gdk_gl_context_set_required_version(context, 4, 3)
            gdk_gl_context_set_debug_enabled(context, DebugLog.isWanted ? 1 : 0)
            if gdk_gl_context_realize(context, &error) != 0 { return .success(context) }
            g_object_unref(UnsafeMutableRawPointer(context))
        }
        defer { error.map { g_error_free($0) } }
        let reason = error.flatMap { $0.pointee.message }.map { String(cString: $0) }
        return .failure(.noContext(reason: reason ?? tr("GDK gave no reason")))
    }

    /// Throws ``GPUError/tooOld(version:renderer:)`` if the display's OpenGL is too old.
    @MainActor
    private static func explainVersion(on display: OpaquePointer) throws(GPUError) {
        guard let context = gdk_display_create_gl_context(display, nil) else { return }
        defer { g_object_unref(UnsafeMutableRawPointer(context)) }
        guard gdk_gl_context_realize(context, nil) != 0 else { return }
        gdk_gl_context_make_current(context)
        defer { gdk_gl_context_clear_current() }
        _ = try DeviceTraits.ofCurrentContext()
    }
}
