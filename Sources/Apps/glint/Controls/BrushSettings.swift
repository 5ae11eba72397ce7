import Filters
@preconcurrency import Glibc
import Observation

/// The brush with which masks are painted; shared by all windows.
@MainActor
@Observable
final class BrushSettings {
    static let shared = BrushSettings()

    /// See ``BrushStroke``.
    var radius = 0.03
    var hardness = 0.5
    var flow = 1.0
    var erases = false

    /// Makes the brush larger or smaller by steps of 15 %.
    func resize(by steps: Double) {
        radius = min(max(radius * pow(1.15, steps), BrushStroke.radii.lowerBound), 0.5)
    }

    /// A stroke that begins at a point.
    func stroke(from point: BrushStroke.Point) -> BrushStroke {
        BrushStroke(points: [point], radius: radius, hardness: hardness, flow: flow, erases: erases)
    }
}
