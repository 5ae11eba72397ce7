import CAdwaita
import Gtk

/// Something over the picture that hands take hold of; places are logical pixels from the canvas's top left.
@MainActor
protocol GrabTarget: AnyObject {
    /// Answers whether a grab at this place is its own.
    func grab(_ pointer: SIMD2<Double>) -> Bool
    /// Told where the pointer of its grab is by now.
    func drag(to pointer: SIMD2<Double>)
    /// Told that its grab is over.
    func letGo()
    /// Where one of its widgets goes; nil for what is not its own.
    func rectangle(of child: UnsafeMutableRawPointer) -> GdkRectangle?
}

/// What lies over the picture: a grab goes to the first layer that wants it, and else to the canvas.
@MainActor
final class GrabDispatcher {
    private let layers: [any GrabTarget]
    private var grabbed: (any GrabTarget)?

    /// - Parameter layers: those asked first come first.
    init(overlay: Object, _ layers: [any GrabTarget]) {
        self.layers = layers
        overlay.onPlacingChild { [weak self] child in
            self?.layers.lazy.compactMap { $0.rectangle(of: child) }.first
        }
        overlay.onGrab(
            begins: { [weak self] pointer in
                guard let self else { return false }
                // Not the array that came here: the widget would hold it, and its members hold the widget.
                grabbed = self.layers.first { $0.grab(pointer) }
                return grabbed != nil
            },
            moved: { [weak self] in self?.grabbed?.drag(to: $0) },
            ended: { [weak self] in
                self?.grabbed?.letGo()
                self?.grabbed = nil
            })
    }
}
