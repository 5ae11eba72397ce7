@preconcurrency import CAdwaita
import Gtk
import Rendering

/// The histogram above the filters: red, green and blue as overlapping lights, luma as a line, and corner marks that
/// light up when more than a thousandth of the pixels clip. A click switches between the visible part and the whole
/// picture.
@MainActor
final class HistogramView {
    /// What it counts.
    private(set) var scope = HistogramScope.seen
    /// Called when another scope was chosen.
    var scopeChanged: (@MainActor () -> Void)?

    private let button: Object
    private let area: Object
    private var histogram = Histogram()

    /// The share of clipped pixels from which a mark is lit.
    private static let noticeableShare = 0.001

    init(_ interface: Interface) {
        button = interface["histogram-button"]
        area = interface["histogram"]
        area.onDraw { [weak self] drawing in self?.draw(drawing) }
        button.connect("clicked") { [weak self] in self?.changeScope() }
        nameScope()
    }

    func setShown(_ isShown: Bool) {
        gtk_widget_set_visible(button.widget, isShown ? 1 : 0)
    }

    func show(_ histogram: Histogram) {
        self.histogram = histogram
        describe()
        gtk_widget_queue_draw(area.widget)
    }

    private func changeScope() {
        scope = scope == .seen ? .whole : .seen
        nameScope()
        scopeChanged?()
    }

    private func nameScope() {
        let (name, other) =
            scope == .seen
            ? ("Histogram of What Is Seen", "the whole picture")
            : ("Histogram of the Whole Picture", "what is seen")
        button.setAccessibleName(name)
        describe()
        gtk_widget_set_tooltip_text(button.widget, "\(name)\nClick for \(other)")
    }

    private func isClipped(_ end: Histogram.End) -> Bool {
        histogram.clippedShare(at: end) > Self.noticeableShare
    }

    private func describe() {
        let ends = [(Histogram.End.black, "dark"), (.white, "bright")].filter { isClipped($0.0) }.map(\.1)
        button.setAccessibleDescription(
            ends.isEmpty ? "No parts clip" : "Clipped in \(ends.joined(separator: " and ")) parts")
    }

    private static let channels: [(Histogram.Channel, SIMD4<Double>)] = [
        (.red, SIMD4(0.86, 0.2, 0.2, 0.75)), (.green, SIMD4(0.2, 0.66, 0.26, 0.75)),
        (.blue, SIMD4(0.24, 0.42, 0.9, 0.75)),
    ]
    /// Opacities of the text's color, which stands out in light and in dark.
    private static let opacity = (lumaLine: 0.5, markOff: 0.14)
    private static let markOn = SIMD4(1, 0.75, 0.2, 1)
    private static let markSide = 9.0

    private func draw(_ drawing: Drawing) {
        let peak = histogram.peak(of: Histogram.Channel.allCases)
        for (channel, color) in Self.channels {
            let line = line(channel, peak: peak, size: drawing.size)
            drawing.fill([SIMD2(0, drawing.size.y)] + line + [drawing.size], color, lightens: true)
        }
        drawing.stroke(
            line(.luma, peak: peak, size: drawing.size), drawing.foreground(Self.opacity.lumaLine))
        let markOff = drawing.foreground(Self.opacity.markOff)
        let (side, width) = (Self.markSide, drawing.size.x)
        drawing.fill(
            [.zero, SIMD2(side, 0), SIMD2(0, side)], isClipped(.black) ? Self.markOn : markOff)
        drawing.fill(
            [SIMD2(width, 0), SIMD2(width - side, 0), SIMD2(width, side)],
            isClipped(.white) ? Self.markOn : markOff)
    }

    private func line(_ channel: Histogram.Channel, peak: Double, size: SIMD2<Double>) -> [SIMD2<Double>] {
        histogram.line(channel, peak: peak).map { SIMD2($0.x, 1 - $0.y) * size }
    }
}

extension Histogram {
    /// The count drawn at full height: the highest except the first and last, where a clipped picture would flatten
    /// everything else.
    func peak(of channels: [Channel]) -> Double {
        let inner = channels.map { self[$0].dropFirst().dropLast().max() ?? 0 }
        return Double(max(1, inner.max() ?? 0))
    }

    /// The counts as the points of a line, each coordinate 0…1.
    func line(_ channel: Channel, peak: Double) -> [SIMD2<Double>] {
        self[channel].enumerated().map { value, count in
            SIMD2(Double(value) / Double(Self.valueCount - 1), min(1, Double(count) / peak))
        }
    }
}
