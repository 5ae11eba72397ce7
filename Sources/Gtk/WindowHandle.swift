@preconcurrency import CAdwaita
import Glibc

/// An identifier of a window for other programs, which can then keep a dialog above it.
@MainActor
package final class WindowHandle {
    /// The handle in the format of the desktop portals; empty if the display has none.
    package private(set) var text = ""
    /// A Wayland surface whose exported handle has to be revoked.
    private var exported: Object?
    private var then: (@MainActor (WindowHandle) -> Void)?
    private var delay: Delay?

    /// A compositor that does not answer must not block the dialog.
    private static let timeout = 1000

    // GDK's functions for a kind of display, whose headers would include all of X11's names.
    private typealias GetXID = @convention(c) (OpaquePointer?) -> CUnsignedLong
    private typealias Exported =
        @convention(c) (OpaquePointer?, UnsafePointer<CChar>?, UnsafeMutableRawPointer?) -> Void
    private typealias Export =
        @convention(c) (OpaquePointer?, Exported, UnsafeMutableRawPointer?, GDestroyNotify?) -> gboolean
    private typealias Unexport = @convention(c) (OpaquePointer?) -> Void

    private static func function<Function>(_ name: String, _ type: Function.Type) -> Function? {
        dlsym(nil, name).map { unsafeBitCast($0, to: type) }
    }

    /// Requests the window's identifier from the display.
    package static func make(for window: Object, _ then: @escaping @MainActor (WindowHandle) -> Void) {
        let handle = WindowHandle()
        guard let surface = gtk_native_get_surface(window.pointer()) else { return then(handle) }
        let instance = UnsafeMutableRawPointer(surface).assumingMemoryBound(to: GTypeInstance.self)
        let kind = g_type_name_from_instance(instance).map { String(cString: $0) } ?? ""
        if kind.hasPrefix("GdkX11"), let xid = function("gdk_x11_surface_get_xid", GetXID.self) {
            handle.text = "x11:" + String(xid(surface), radix: 16)
            then(handle)
        } else if kind.hasPrefix("GdkWayland") {
            handle.export(surface, then)
        } else {
            then(handle)
        }
    }

    private func export(_ surface: OpaquePointer, _ then: @escaping @MainActor (WindowHandle) -> Void) {
        guard let export = Self.function("gdk_wayland_toplevel_export_handle", Export.self) else {
            return then(self)
        }
        self.then = then
        let box = Unmanaged.passRetained(self).toOpaque()
        let isAsked = export(
            surface,
            { _, text, box in
                guard let text, let box else { return }
                nonisolated(unsafe) let answer = (text: text, box: box)
                MainActor.assumeIsolated {
                    let handle = Unmanaged<WindowHandle>.fromOpaque(answer.box).takeUnretainedValue()
                    handle.finish("wayland:" + String(cString: answer.text))
                }
            }, box, { box in if let box { Unmanaged<WindowHandle>.fromOpaque(box).release() } })
        guard isAsked != 0 else {
            Unmanaged<WindowHandle>.fromOpaque(box).release()
            return finish("")
        }
        exported = Object(surface)
        delay = Delay(milliseconds: Self.timeout) { [weak self] in self?.finish("") }
    }

    private func finish(_ text: String) {
        guard let then else { return }
        (self.text, self.then, delay) = (text, nil, nil)
        then(self)
    }

    /// Revokes the identifier. Only then can the window get another one.
    package func revoke() {
        guard let exported else { return }
        self.exported = nil
        let surface: OpaquePointer = exported.pointer()
        guard gdk_surface_is_destroyed(surface) == 0 else { return }
        Self.function("gdk_wayland_toplevel_unexport_handle", Unexport.self)?(surface)
    }
}
