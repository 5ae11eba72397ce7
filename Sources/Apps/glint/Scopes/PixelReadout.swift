@preconcurrency import CAdwaita
import Gtk
import Rendering
import Localization

/// Shows the color under the pointer beside the histogram. One pixel is requested at a time: positions that
/// the pointer passes meanwhile are skipped.
@MainActor
final class PixelReadout {
    /// True if the readout is visible; while hidden, it requests nothing.
    var isShown = false {
        didSet { if isShown { update() } }
    }

    private let label: Object
    private let swatch: Object
    private let canvas: Canvas
    private var pointer: SIMD2<Double>?
    private var shown: PixelColor?
    private var isAsking = false
    private var isOutdated = false

    init(_ interface: Interface, canvas: Canvas) {
        label = interface["pixel"]
        swatch = interface["pixel-swatch"]
        self.canvas = canvas
        swatch.onDraw { [weak self] in self?.draw($0) }
        interface["canvas-overlay"].onHover { [weak self] in
            self?.pointer = $0
            self?.update()
        }
    }

    /// Shows the color at the pointer's current position in the current frame.
    func update() {
        guard isShown else { return }
        guard let pointer else { return show(nil) }
        guard !isAsking else {
            isOutdated = true
            return
        }
        isAsking = true
        isOutdated = false
        canvas.readColor(at: pointer) { [weak self] color in
            guard let self else { return }
            isAsking = false
            show(self.pointer == nil ? nil : color)
            if isOutdated { update() }
        }
    }

    /// Drops pending requests to a lost device.
    func restart() {
        isAsking = false
        update()
    }

    /// Reads the color under the pointer; `then` gets nil if there is none.
    func read(_ then: @escaping @MainActor @Sendable (PixelColor?) -> Void) {
        guard let pointer else { return then(nil) }
        canvas.readColor(at: pointer, then)
    }

    private func show(_ color: PixelColor?) {
        guard color != shown else { return }
        shown = color
        gtk_label_set_text(label.pointer(), color.map(Self.text) ?? "")
        label.setAccessibleDescription(color == nil ? "" : tr("Red, green and blue under the pointer"))
        swatch.redraw()
    }

    private static func text(_ color: PixelColor) -> String {
        guard color.opacity > 0 else { return tr("Transparent") }
        // Figure spaces keep each number in its column.
        let numbers = [color.red, color.green, color.blue].map { number in
            let digits = String(number)
            return String(repeating: "\u{2007}", count: 3 - digits.count) + digits
        }
        return numbers.joined(separator: " ") + "  " + color.hex
    }

    private func draw(_ drawing: Drawing) {
        guard let shown, shown.opacity > 0 else { return }
        let color = SIMD3(Double(shown.red), Double(shown.green), Double(shown.blue)) / 255
        let corners = [.zero, SIMD2(drawing.size.x, 0), drawing.size, SIMD2(0, drawing.size.y)]
        drawing.fill(corners, SIMD4(color, 1))
        drawing.stroke(corners + corners.prefix(1), drawing.foreground(0.3), width: 2)
    }
}
