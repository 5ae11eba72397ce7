@preconcurrency import CAdwaita

extension Object {
    /// Positions the children of a GtkOverlay: `place` returns a child's rectangle, or nil to leave it to
    /// GTK.
    package func onPlacingChild(_ place: @escaping @MainActor (UnsafeMutableRawPointer) -> GdkRectangle?) {
        answer("get-child-position") { arguments in
            guard let child = arguments.object(0), let rectangle = place(child),
                let allocation: UnsafeMutablePointer<GdkRectangle> = arguments.boxed(1)
            else { return .bool(false) }
            allocation.pointee = rectangle
            return .bool(true)
        }
    }
}
