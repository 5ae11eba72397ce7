import Filters
@preconcurrency import Glibc
import Observation

/// The brush with which spots are retouched; shared by all windows.
@MainActor
@Observable
final class RetouchSettings {
    static let shared = RetouchSettings()

    /// See ``RetouchSpot``.
    var radius = 0.012
    var mode = RetouchSpot.Mode.heal
    var feather = RetouchSpot.standardFeather
    var opacity = 1.0

    /// Makes the brush larger or smaller by steps of 15 %.
    func resize(by steps: Double) {
        radius = min(
            max(radius * pow(1.15, steps), RetouchSpot.radii.lowerBound), RetouchSpot.radii.upperBound)
    }

    /// A spot at a position, before its source is known.
    func spot(at place: SIMD2<Double>) -> RetouchSpot {
        RetouchSpot(
            points: [place], radius: radius, source: place, mode: mode, feather: feather, opacity: opacity)
    }

    /// Takes the values of a spot.
    func take(_ spot: RetouchSpot) {
        (radius, mode, feather, opacity) = (spot.radius, spot.mode, spot.feather, spot.opacity)
    }
}
