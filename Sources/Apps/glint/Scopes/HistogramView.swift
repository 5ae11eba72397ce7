@preconcurrency import CAdwaita
import Gtk
import Observation
import Rendering
import Localization

/// The histogram, or another scope, above the filters. A click switches between the visible part and the
/// whole picture; triangles in the corners light up when more than a thousandth of the pixels clip, and mark
/// those on the picture.
@MainActor @Observable
final class HistogramView {
    /// The part of the picture that is counted.
    private(set) var scope = HistogramScope.seen
    /// True if the scopes are shown; while they are hidden, nothing is counted.
    var isShown = Settings.standard.showsHistogram {
        didSet {
            Settings.standard.showsHistogram = isShown
            showBox()
        }
    }
    /// The scope that is shown.
    var kind = Settings.standard.scope {
        didSet {
            guard kind != oldValue else { return }
            Settings.standard.scope = kind
            kindChanged()
        }
    }
    /// The ends of the range of values at which clipped pixels are marked.
    private(set) var marks: Set<Histogram.End> = []
    /// True if pixels clipped at both ends are marked.
    var marksBothEnds: Bool {
        get { marks.count == Histogram.End.allCases.count }
        set { mark(newValue ? Set(Histogram.End.allCases) : []) }
    }

    private let box: Object
    private let button: Object
    private let area: Object
    private let kindButton: Object
    private let triangles: [Histogram.End: ClippingTriangle]
    private var histogram = Histogram()
    private var counts: ScopeCounts?

    /// The fraction of clipped pixels above which a triangle lights up.
    private static let noticeableShare = 0.001

    init(_ interface: Interface) {
        box = interface["scopes"]
        button = interface["histogram-button"]
        area = interface["histogram"]
        kindButton = interface["scope"]
        triangles = [
            .black: ClippingTriangle(interface["mark-shadows"], interface["shadows-mark"], of: .black),
            .white: ClippingTriangle(interface["mark-highlights"], interface["highlights-mark"], of: .white),
        ]
        let menu = ActionInterface.menu([Action.scopes])
        withExtendedLifetime(menu) { gtk_menu_button_set_menu_model(kindButton.pointer(), menu.pointer()) }
        area.onDraw { [weak self] drawing in self?.draw(drawing) }
        button.connect("clicked") { [weak self] in self?.changeScope() }
        for (end, triangle) in triangles {
            triangle.toggled = { [weak self] isOn in
                guard let self else { return }
                mark(isOn ? marks.union([end]) : marks.subtracting([end]))
            }
        }
        kindChanged()
        showBox()
    }

    private func showBox() { gtk_widget_set_visible(box.widget, isShown ? 1 : 0) }

    func show(_ histogram: Histogram) {
        self.histogram = histogram
        describe()
        area.redraw()
    }

    func show(_ counts: ScopeCounts) {
        self.counts = counts
        area.redraw()
    }

    /// Sets the ends of the range of values at which clipped pixels are marked on the picture.
    private func mark(_ ends: Set<Histogram.End>) {
        guard ends != marks else { return }
        marks = ends
        for (end, triangle) in triangles { triangle.isOn = ends.contains(end) }
    }

    private func kindChanged() {
        counts = nil
        gtk_drawing_area_set_content_height(area.pointer(), gint(kind.height))
        gtk_menu_button_set_label(kindButton.pointer(), kind.title)
        kindButton.setAccessibleNameOfMenuButton(tr("Scope: \(kind.title)"))
        for triangle in triangles.values { triangle.isOnDark = kind != .histogram }
        nameScope()
        area.redraw()
    }

    private func changeScope() {
        scope = scope == .seen ? .whole : .seen
        nameScope()
    }

    private func nameScope() {
        let isSeen = scope == .seen
        let name = isSeen ? tr("\(kind.title) of the Visible Part") : tr("\(kind.title) of the Whole Picture")
        button.setAccessibleName(name)
        describe()
        let other = isSeen ? tr("Click for the whole picture") : tr("Click for the visible part")
        gtk_widget_set_tooltip_text(button.widget, "\(name)\n\(other)")
    }

    private func isClipped(_ end: Histogram.End) -> Bool {
        histogram.clippedShare(at: end) > Self.noticeableShare
    }

    private func describe() {
        button.setAccessibleDescription(clippedParts)
        for (end, triangle) in triangles { triangle.isLit = isClipped(end) }
    }

    private var clippedParts: String {
        switch (isClipped(.black), isClipped(.white)) {
        case (false, false): tr("No clipping")
        case (true, false): tr("Shadows are clipped")
        case (false, true): tr("Highlights are clipped")
        case (true, true): tr("Shadows and highlights are clipped")
        }
    }

    private static let channels: [(Histogram.Channel, SIMD4<Double>)] = [
        (.red, SIMD4(0.86, 0.2, 0.2, 0.75)), (.green, SIMD4(0.2, 0.66, 0.26, 0.75)),
        (.blue, SIMD4(0.24, 0.42, 0.9, 0.75)),
    ]
    /// The opacity of the text color, which has enough contrast in light and dark windows.
    private static let lumaOpacity = 0.5

    private func draw(_ drawing: Drawing) {
        guard kind == .histogram else {
            return drawing.draw(kind, counts.flatMap { $0.kind == kind ? $0 : nil })
        }
        let peak = histogram.peak(of: Histogram.Channel.allCases)
        for (channel, color) in Self.channels {
            let line = line(channel, peak: peak, size: drawing.size)
            drawing.fill([SIMD2(0, drawing.size.y)] + line + [drawing.size], color, lightens: true)
        }
        drawing.stroke(
            line(.luma, peak: peak, size: drawing.size), drawing.foreground(Self.lumaOpacity))
    }

    private func line(_ channel: Histogram.Channel, peak: Double, size: SIMD2<Double>) -> [SIMD2<Double>] {
        histogram.line(channel, peak: peak).map { SIMD2($0.x, 1 - $0.y) * size }
    }
}

extension ScopeKind {
    /// In logical pixels; a vectorscope is a square.
    fileprivate var height: Int {
        switch self {
        case .histogram: 84
        case .parade, .waveform: 120
        case .vectorscope: 168
        }
    }
}

extension Histogram {
    /// The count drawn at full height: the highest one apart from the first and the last, which in a clipped
    /// picture would flatten everything else.
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
