import CAdwaita
import Gtk

/// A draggable layer over the picture; positions are logical pixels from the canvas's top left.
@MainActor
protocol GrabTarget: AnyObject {
    /// Returns true if the layer accepts a grab at this position.
    func grab(_ pointer: SIMD2<Double>) -> Bool
    /// Called with the current pointer position during a grab that the layer has accepted.
    func drag(to pointer: SIMD2<Double>)
    /// Called when the grab ends.
    func letGo()
    /// The rectangle of one of the layer's widgets; nil for other widgets.
    func rectangle(of child: UnsafeMutableRawPointer) -> GdkRectangle?
}

/// The layers over the picture: a grab goes to the first layer that accepts it, otherwise to the canvas.
@MainActor
final class GrabDispatcher {
    private let layers: [any GrabTarget]
    private var grabbed: (any GrabTarget)?

    /// - Parameter layers: in order of precedence.
    init(overlay: Object, _ layers: [any GrabTarget]) {
        self.layers = layers
        overlay.onPlacingChild { [weak self] child in
            self?.layers.lazy.compactMap { $0.rectangle(of: child) }.first
        }
        overlay.onGrab(
            begins: { [weak self] pointer in
                guard let self else { return false }
                // Not the parameter `layers`: the widget would retain the layers, which retain the widget.
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
