@preconcurrency import CAdwaita
import Glibc

/// The color profile of an X11 display, which desktops and `xcalib` store for other programs ("ICC Profiles
/// in X Specification", 0.4). Wayland compositors assume that windows are sRGB and convert them themselves.
@MainActor
package enum DisplayProfile {
    // Functions of X11, whose headers would pollute the namespace. GTK has loaded them if it uses X11.
    private typealias GetDisplay = @convention(c) (OpaquePointer?) -> OpaquePointer?
    private typealias InternAtom =
        @convention(c) (OpaquePointer?, UnsafePointer<CChar>?, CInt) -> CUnsignedLong
    private typealias GetRoot = @convention(c) (OpaquePointer?) -> CUnsignedLong
    private typealias GetProperty =
        @convention(c) (
            OpaquePointer?, CUnsignedLong, CUnsignedLong, CLong, CLong, CInt, CUnsignedLong,
            UnsafeMutablePointer<CUnsignedLong>, UnsafeMutablePointer<CInt>,
            UnsafeMutablePointer<CUnsignedLong>,
            UnsafeMutablePointer<CUnsignedLong>, UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>
        ) -> CInt
    private typealias Free = @convention(c) (UnsafeMutableRawPointer?) -> CInt

    private static func function<Function>(_ name: String, _ type: Function.Type) -> Function? {
        dlsym(nil, name).map { unsafeBitCast($0, to: type) }
    }

    /// Larger than any display profile, in X11's units of four bytes.
    private static let maxUnits = 4 << 20

    /// The bytes of the first monitor's profile; nil if there is none, or no X11.
    package static func ofFirstMonitor() -> [UInt8]? {
        guard let display = gdk_display_get_default() else { return nil }
        let instance = UnsafeMutableRawPointer(display).assumingMemoryBound(to: GTypeInstance.self)
        let kind = g_type_name_from_instance(instance).map { String(cString: $0) } ?? ""
        guard kind.hasPrefix("GdkX11"),
            let x11 = function("gdk_x11_display_get_xdisplay", GetDisplay.self)?(display),
            let root = function("XDefaultRootWindow", GetRoot.self)?(x11),
            let atom = function("XInternAtom", InternAtom.self)?(x11, "_ICC_PROFILE", 1), atom != 0,
            let getProperty = function("XGetWindowProperty", GetProperty.self),
            let free = function("XFree", Free.self)
        else { return nil }
        var (type, count, rest): (CUnsignedLong, CUnsignedLong, CUnsignedLong) = (0, 0, 0)
        var bits: CInt = 0
        var data: UnsafeMutablePointer<UInt8>?
        let status = getProperty(
            x11, root, atom, 0, maxUnits, 0, 0, &type, &bits, &count, &rest, &data)
        defer { _ = free(data) }
        guard status == 0, bits == 8, rest == 0, count > 0, let data else { return nil }
        return Array(UnsafeBufferPointer(start: data, count: Int(count)))
    }
}
