@preconcurrency import CAdwaita
@preconcurrency import Glibc
import Gtk
import Rendering

/// Zooming and panning with keys, wheel, touch and pointer.
extension Canvas {
    /// The zoom factor of a step of the wheel or of a key.
    private static let wheelFactor = 1.15
    private static let keyFactor = 1.5
    /// The distance that an arrow key or a wheel step pans, in logical pixels.
    private static let panStep = 60.0

    /// Makes the area respond to pointer and touch.
    func followGestures(on area: Object) {
        let hand = CanvasHand()
        area.onMotion { hand.pointer = $0 }
        area.onScroll { [weak self] scroll in
            self?.follow(scroll, hand)
            return true
        }
        area.onPinch { [weak self] ratio in
            guard let self, let placement else { return }
            if ratio == 1 { hand.scaleBefore = placement.zoomScale }
            zoom(to: hand.scaleBefore * ratio, keeping: hand.pointer)
        }
        area.onDrag { [weak self] way in
            guard let self else { return }
            if way != .zero { pan(by: way - hand.dragged) }
            hand.dragged = way
        }
        area.onDoubleClick { [weak self] in self?.toggleFit(keeping: hand.pointer) }
    }

    /// The wheel zooms, or goes to another picture while the whole picture is shown; with Shift it pans. Two
    /// fingers on a touchpad pan.
    private func follow(_ scroll: Scroll, _ hand: CanvasHand) {
        if scroll.isControlHeld, scrolledWithControl?(scroll.steps.y) == true { return }
        if scroll.isControlHeld
            || scroll.isWheel && !scroll.isShiftHeld && Settings.standard.wheelUse == .zoom
        {
            zoomByWheel(scroll.steps.y, keeping: hand.pointer)
        } else if scroll.isWheel, !scroll.isShiftHeld, case .fitted = zoom {
            hand.steps += scroll.steps.x + scroll.steps.y
            let whole = hand.steps.rounded(.towardZero)
            hand.steps -= whole
            if whole != 0 { happened(.stepped(by: Int(whole))) }
        } else {
            pan(by: -scroll.steps * Self.panStep)
        }
    }

    /// Zooming out ends at the whole picture, also if the last step would have been smaller.
    private func zoomByWheel(_ steps: Double, keeping point: SIMD2<Double>) {
        guard steps != 0, let placement, let fitScale else { return }
        let scale = placement.zoomScale * pow(Self.wheelFactor, -steps)
        if steps > 0, scale <= fitScale, placement.zoomScale >= fitScale {
            zoom = .fitted(.fit)
        } else {
            zoom(to: scale, keeping: point)
        }
    }

    /// Zooms in by a step about the center.
    func zoomIn() { zoom(by: Self.keyFactor, keeping: nil) }

    /// Zooms out by a step about the center.
    func zoomOut() { zoom(by: 1 / Self.keyFactor, keeping: nil) }

    /// Zooms to a scale in device pixels per picture pixel, about the center.
    func zoom(to scale: Double) { zoom(to: scale, keeping: nil) }

    /// Pans the picture by a step; x to the right, y down.
    func panStep(_ direction: SIMD2<Double>) { pan(by: direction * Self.panStep) }

    private func toggleFit(keeping point: SIMD2<Double>) {
        if case .scaled = zoom {
            zoom = .fitted(.fit)
        } else {
            zoom(to: 1, keeping: point)
        }
    }

    private func zoom(by factor: Double, keeping point: SIMD2<Double>?) {
        guard let placement else { return }
        zoom(to: placement.zoomScale * factor, keeping: point)
    }

    /// - Parameter point: in logical pixels; the center of the area if nil.
    private func zoom(to scale: Double, keeping point: SIMD2<Double>?) {
        guard let placement else { return }
        let devicePoint = point.map { $0 * deviceScale } ?? SIMD2<Double>(placement.areaSize) / 2
        zoom = placement.zoom(to: scale, keeping: devicePoint)
    }

    /// A fitted picture cannot be panned.
    private func pan(by way: SIMD2<Double>) {
        guard let placement, case .scaled = zoom else { return }
        zoom = placement.zoom(movedBy: way * deviceScale)
    }
}

/// The positions of pointer and fingers during a gesture.
@MainActor
private final class CanvasHand {
    var pointer = SIMD2(0.0, 0.0)
    var dragged = SIMD2(0.0, 0.0)
    /// The part of a step by which the wheel was turned.
    var steps = 0.0
    var scaleBefore = 1.0
}
