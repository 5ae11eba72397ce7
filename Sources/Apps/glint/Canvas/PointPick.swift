@preconcurrency import CAdwaita
import Gtk

/// Waits for a click that picks a position in the unfiltered picture.
@MainActor
final class PointPick: GrabTarget {
    private let canvas: Canvas
    private var picked: (@MainActor (SIMD2<Double>?) -> Void)?

    init(canvas: Canvas) {
        self.canvas = canvas
    }

    /// True while waiting for a click.
    var isWaiting: Bool { picked != nil }

    /// Waits for a click on the picture.
    ///
    /// - Parameter picked: called with the position, each coordinate 0…1; with nil if the pick is cancelled.
    func begin(_ picked: @escaping @MainActor (SIMD2<Double>?) -> Void) {
        end()
        self.picked = picked
        canvas.setCursor("crosshair")
    }

    /// Stops waiting.
    func end() { finish(nil) }

    private func finish(_ coordinates: SIMD2<Double>?) {
        guard let picked else { return }
        self.picked = nil
        canvas.setCursor(nil)
        picked(coordinates)
    }

    func grab(_ pointer: SIMD2<Double>) -> Bool {
        guard isWaiting, let coordinates = canvas.coordinates(at: pointer, inStage: 0),
            all(coordinates .>= .zero) && all(coordinates .<= .one)
        else { return false }
        finish(coordinates)
        return true
    }

    func drag(to pointer: SIMD2<Double>) {}

    func letGo() {}

    func rectangle(of child: UnsafeMutableRawPointer) -> GdkRectangle? { nil }
}
