@preconcurrency import CAdwaita
import Filters
import Gtk
import Localization

/// The quadrilateral that a perspective turns into a rectangle, with a handle at each corner.
///
/// While it is the whole picture, a drag draws a rectangle, whose corners can then be moved. By keyboard,
/// arrows move the focused corner; Shift moves by a tenth.
@MainActor
final class CornerHandles: HandleOverlay<Int>, GrabTarget {
    /// Called with changed settings.
    var changed: @MainActor (PerspectiveSettings) -> Void = { _ in }

    /// The settings, and the stage whose input contains the corners.
    private var shown: (settings: PerspectiveSettings, stage: Int)?
    private var hold: Hold?

    private enum Hold {
        case corner(Int, offset: SIMD2<Double>)
        case rectangle(from: SIMD2<Double>)
    }

    /// Shows the corners of a perspective; nil shows none.
    ///
    /// - Parameter stage: the index in the canvas's recipe of a stage whose input contains them.
    func show(_ settings: PerspectiveSettings?, inStage stage: Int = 0) {
        shown = settings.map { ($0, stage) }
        if settings == nil {
            hold = nil
            removeHandles()
        } else if handles.isEmpty {
            for corner in 0..<4 {
                let widget = addHandle(corner, isSmall: true, cursor: "crosshair")
                widget.setAccessibleName(Self.names[corner])
            }
        }
        if let settings {
            for handle in handles {
                handle.widget.setAccessibleDescription(PointFormat.text(settings.corners[handle.id]))
            }
        }
        canvas.setCursor(settings?.corners == PerspectiveSettings.wholePicture ? "crosshair" : nil)
        gtk_widget_set_visible(outline.widget, settings == nil ? 0 : 1)
        follow()
    }

    private static let names = [
        tr("Top Left Corner"), tr("Top Right Corner"), tr("Bottom Right Corner"), tr("Bottom Left Corner"),
    ]

    override func position(of corner: Int) -> SIMD2<Double>? {
        shown.flatMap { canvas.position(of: $0.settings.corners[corner], inStage: $0.stage) }
    }

    override func isInView(_ position: SIMD2<Double>) -> Bool { true }

    // Pointer

    func grab(_ pointer: SIMD2<Double>) -> Bool {
        guard let shown else { return false }
        if let handle = nearestHandle(to: pointer) {
            hold = .corner(handle.id, offset: handle.center - pointer)
            focus(handle)
        } else if shown.settings.corners == PerspectiveSettings.wholePicture,
            let coordinates = canvas.coordinates(at: pointer, inStage: shown.stage)
        {
            hold = .rectangle(from: coordinates)
        }
        // Nothing below reacts while the corners are shown.
        return true
    }

    func drag(to pointer: SIMD2<Double>) {
        guard let shown else { return }
        switch hold {
        case .corner(let corner, let offset):
            if let coordinates = canvas.coordinates(at: pointer + offset, inStage: shown.stage) {
                changed(shown.settings.moving(corner: corner, to: coordinates))
            }
        case .rectangle(let from):
            if let coordinates = canvas.coordinates(at: pointer, inStage: shown.stage) {
                changed(shown.settings.drawn(from: from, to: coordinates))
            }
        case nil: break
        }
    }

    func letGo() { hold = nil }

    // Keyboard

    override func move(_ corner: Int, by way: SIMD2<Double>) -> Bool {
        guard let shown else { return false }
        changed(shown.settings.moving(corner: corner, to: shown.settings.corners[corner] + way))
        return true
    }

    // Painting

    override func paint(_ drawing: Drawing) {
        let points = (0..<4).compactMap { position(of: $0) }
        guard points.count == 4 else { return }
        // Thirds, to compare with the lines in the picture; those of the rectangle would need the map.
        for part in [1.0 / 3, 2.0 / 3] {
            for (a, b, c, d) in [(0, 1, 3, 2), (0, 3, 1, 2)] {
                let ends = [
                    points[a] + (points[b] - points[a]) * part, points[c] + (points[d] - points[c]) * part,
                ]
                drawing.stroke(ends, SIMD4(0, 0, 0, 0.25), width: 2)
                drawing.stroke(ends, SIMD4(1, 1, 1, 0.55), width: 1)
            }
        }
        drawing.stroke(points + points.prefix(2), SIMD4(0, 0, 0, 0.6), width: 3.5)
        drawing.stroke(points + points.prefix(2), SIMD4(1, 1, 1, 1), width: 1.5)
    }
}
