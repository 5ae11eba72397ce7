@preconcurrency import CAdwaita
import Filters
import Gtk
import Rendering
import Localization

/// The crop rectangle with handles to move its sides, over the dimmed rest of the picture.
///
/// By keyboard: arrows move the middle or the focused side; Shift moves by a tenth.
@MainActor
final class CropHandles: HandleOverlay<Grip>, GrabTarget {
    /// Events of the crop rectangle.
    enum Event {
        /// The crop was moved by a distance from the start of the drag.
        case moved(CropRectangle)
        /// A side or a corner was dragged to a position, relative to the crop at the start of the drag.
        case resized(CropRectangle, Grip, to: SIMD2<Double>)
        /// A line was drawn along the horizon, between two positions in pixels of the screen.
        case horizon(SIMD2<Double>)
    }

    /// Called for each event.
    var happened: @MainActor (Event) -> Void = { _ in }
    /// True if the next drag draws the horizon.
    var awaitsHorizon = false {
        didSet { canvas.setCursor(awaitsHorizon ? "crosshair" : nil) }
    }

    private enum Hold {
        case grip(Grip, start: CropRectangle, offset: SIMD2<Double>)
        case inside(start: CropRectangle, from: SIMD2<Double>)
        case horizon(from: SIMD2<Double>, to: SIMD2<Double>)
    }

    private var crop: CropRectangle?
    private var hold: Hold?
    /// True if a fine grid is drawn for straightening.
    private var isTurning = false

    /// Shows a crop; nil shows none.
    ///
    /// - Parameter isTurning: whether the picture is being straightened.
    func show(_ crop: CropRectangle?, isTurning: Bool = false) {
        self.crop = crop
        self.isTurning = isTurning
        if crop == nil {
            awaitsHorizon = false
            hold = nil
            removeHandles()
        } else if handles.isEmpty {
            for grip in Grip.centerAndSides + Grip.corners { addHandle(grip) }
        }
        if let crop {
            func percent(_ part: Double) -> String { "\(Int((part * 100).rounded())) %" }
            let (low, high) = (crop.low, crop.high)
            let text = tr(
                "from \(percent(low.x)), \(percent(low.y)) to \(percent(high.x)), \(percent(high.y))")
            for handle in handles { handle.widget.setAccessibleDescription(text) }
        }
        gtk_widget_set_visible(outline.widget, crop == nil ? 0 : 1)
        outline.redraw()
        follow()
    }

    override func position(of grip: Grip) -> SIMD2<Double>? {
        crop.flatMap { canvas.position(ofResult: Self.coordinates(of: grip, in: $0)) }
    }

    /// Keys can also move a side that is out of view.
    override func isInView(_ position: SIMD2<Double>) -> Bool { true }

    private static func coordinates(of grip: Grip, in crop: CropRectangle) -> SIMD2<Double> {
        crop.middle + crop.size / 2 * SIMD2<Double>(grip)
    }

    // Pointer

    func grab(_ pointer: SIMD2<Double>) -> Bool {
        guard let crop else { return false }
        if awaitsHorizon || overlay.isControlHeld {
            hold = .horizon(from: pointer, to: pointer)
            return true
        }
        if let handle = nearestHandle(to: pointer, except: .zero) {
            hold = .grip(handle.id, start: crop, offset: handle.center - pointer)
            focus(handle)
            return true
        }
        guard let coordinates = canvas.coordinates(ofResultAt: pointer) else { return false }
        hold = .inside(start: crop, from: coordinates)
        return true
    }

    func drag(to pointer: SIMD2<Double>) {
        switch hold {
        case .grip(let grip, let start, let offset):
            if let coordinates = canvas.coordinates(ofResultAt: pointer + offset) {
                happened(.resized(start, grip, to: coordinates))
            }
        case .inside(let start, let from):
            if let coordinates = canvas.coordinates(ofResultAt: pointer) {
                happened(.moved(start.moved(by: coordinates - from)))
            }
        case .horizon(let from, _):
            hold = .horizon(from: from, to: pointer)
            outline.redraw()
        case nil: break
        }
    }

    func letGo() {
        if case .horizon(let from, let to) = hold {
            awaitsHorizon = false
            happened(.horizon(to - from))
        }
        hold = nil
        outline.redraw()
    }

    // Keyboard

    override func move(_ grip: Grip, by way: SIMD2<Double>) -> Bool {
        guard let crop else { return false }
        let target = Self.coordinates(of: grip, in: crop) + way
        happened(grip == .zero ? .moved(crop.moved(by: way)) : .resized(crop, grip, to: target))
        return true
    }

    // Handles

    private static func name(of grip: Grip) -> String {
        switch (grip.x, grip.y) {
        case (-1, -1): tr("Crop Top Left")
        case (1, -1): tr("Crop Top Right")
        case (-1, 1): tr("Crop Bottom Left")
        case (1, 1): tr("Crop Bottom Right")
        case (-1, _): tr("Crop Left")
        case (1, _): tr("Crop Right")
        case (_, -1): tr("Crop Top")
        case (_, 1): tr("Crop Bottom")
        default: tr("Crop")
        }
    }

    private func addHandle(_ grip: Grip) {
        let widget = addHandle(grip, isSmall: true, cursor: grip.cursor)
        // The middle handle is for the keyboard; with the pointer, the whole inside acts as a handle.
        if grip == .zero { gtk_widget_add_css_class(widget.widget, "quiet") }
        widget.setAccessibleName(Self.name(of: grip))
    }

    // Painting

    private static let dimming = SIMD4(0, 0, 0, 0.6)

    override func paint(_ drawing: Drawing) {
        guard let crop, let low = canvas.position(ofResult: crop.low),
            let high = canvas.position(ofResult: crop.high),
            let first = canvas.position(ofResult: .zero), let last = canvas.position(ofResult: .one)
        else { return }
        func rectangle(_ from: SIMD2<Double>, _ to: SIMD2<Double>) -> [SIMD2<Double>] {
            [from, SIMD2(to.x, from.y), to, SIMD2(from.x, to.y)]
        }
        for part in [
            rectangle(first, SIMD2(last.x, low.y)), rectangle(SIMD2(first.x, high.y), last),
            rectangle(SIMD2(first.x, low.y), SIMD2(low.x, high.y)),
            rectangle(SIMD2(high.x, low.y), SIMD2(last.x, high.y)),
        ] {
            drawing.fill(part, Self.dimming)
        }
        let lines = isTurning ? 9 : 3
        for line in 1..<lines {
            let part = low + (high - low) * Double(line) / Double(lines)
            for ends in [
                [SIMD2(part.x, low.y), SIMD2(part.x, high.y)], [SIMD2(low.x, part.y), SIMD2(high.x, part.y)],
            ] {
                drawing.stroke(ends, SIMD4(0, 0, 0, 0.25), width: 2)
                drawing.stroke(ends, SIMD4(1, 1, 1, 0.55), width: 1)
            }
        }
        let frame = rectangle(low, high)
        drawing.stroke(frame + frame.prefix(2), SIMD4(0, 0, 0, 0.6), width: 3.5)
        drawing.stroke(frame + frame.prefix(2), SIMD4(1, 1, 1, 1), width: 1.5)
        if case .horizon(let from, let to) = hold {
            drawing.stroke([from, to], SIMD4(0, 0, 0, 0.6), width: 4)
            drawing.stroke([from, to], SIMD4(1, 0.85, 0.2, 1), width: 2)
        }
    }
}
