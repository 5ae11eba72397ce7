@preconcurrency import CAdwaita
import Gtk
import Rendering

/// A triangle in a corner of the histogram: lit if parts of the picture are clipped, and pressed while these
/// are marked.
@MainActor
final class ClippingTriangle {
    /// Called when the user presses it.
    var toggled: (@MainActor (Bool) -> Void)?
    /// True if clipped pixels are marked.
    var isOn: Bool {
        get { gtk_toggle_button_get_active(button.pointer()) != 0 }
        set { signalGuard { gtk_toggle_button_set_active(button.pointer(), newValue ? 1 : 0) } }
    }
    /// True if any pixels are clipped.
    var isLit = false {
        didSet { if isLit != oldValue { area.redraw() } }
    }
    /// True if the background is dark even in a light window.
    var isOnDark = false {
        didSet { area.redraw() }
    }

    private let button: Object
    private let area: Object
    private let end: Histogram.End
    private let signalGuard = SignalGuard()

    private static let lit = SIMD4(1, 0.75, 0.2, 1)
    /// The colors of the marks on the picture.
    private static let on: [Histogram.End: SIMD4<Double>] = [
        .black: SIMD4(0.12, 0.35, 1, 1), .white: SIMD4(1, 0.12, 0.16, 1),
    ]
    private static let offOpacity = 0.2

    /// - Parameters:
    ///   - button: the toggle button.
    ///   - area: the drawing area in it.
    init(_ button: Object, _ area: Object, of end: Histogram.End) {
        self.button = button
        self.area = area
        self.end = end
        area.onDraw { [weak self] in self?.draw($0) }
        button.connect("toggled") { [weak self] in
            guard let self else { return }
            area.redraw()
            if !signalGuard.isOn { toggled?(isOn) }
        }
    }

    private func draw(_ drawing: Drawing) {
        let (width, height) = (drawing.size.x, drawing.size.y)
        let corners =
            end == .black
            ? [.zero, SIMD2(width, 0), SIMD2(0, height)] : [SIMD2(width, 0), .zero, SIMD2(width, height)]
        let off = isOnDark ? SIMD4(1, 1, 1, Self.offOpacity) : drawing.foreground(Self.offOpacity)
        drawing.fill(corners, isLit ? Self.lit : off)
        // While pressed, the triangle has the color of the marks, and a rim if it is lit.
        guard isOn, let color = Self.on[end] else { return }
        drawing.fill(corners, color)
        if isLit { drawing.stroke(corners + corners.prefix(1), Self.lit, width: 1.5) }
    }
}
