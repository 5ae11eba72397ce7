@preconcurrency import CAdwaita

extension Object {
    /// Says where the children of a GtkOverlay go: `place` gives the rectangle of a child, nil to leave it to GTK.
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
