import Foundation
import Imaging

/// A badge of colored glass: every amount of transparency, from feathered edges to clear air.
enum Glass {
    /// What lies, unseen, under the fully transparent pixels: a filter that mixes neighbors without regard
    /// to alpha lets this green bleed in.
    private static let hidden = (0, 255, 0, 0)

    private struct Disc {
        let x, y, radius: Float
        let color: Color
    }

    /// The badge, 640×480, with straight alpha.
    static func badge() -> Picture {
        let discs = [
            Disc(x: 246, y: 200, radius: 132, color: Color(0.10, 0.62, 0.95)),
            Disc(x: 394, y: 200, radius: 132, color: Color(0.98, 0.36, 0.55)),
            Disc(x: 320, y: 300, radius: 132, color: Color(1.00, 0.76, 0.16)),
        ]
        return TestPatterns.eightBit(640, 480, .rgba) { column, row in
            var layer = Layer()
            let x = Float(column) + 0.5
            let y = Float(row) + 0.5
            for disc in discs {
                // The shadow: a wide feather down to nothing.
                let away = distance(x - disc.x, y - disc.y - 16) - disc.radius
                let shadow = 1 - smoothstep(-34, 34, away)
                layer.add(Color(0.05, 0.04, 0.12), alpha: 0.30 * shadow * shadow)
            }
            for disc in discs { paint(disc, x, y, &layer) }
            star(x - 404, y - 128, &layer)
            guard layer.alpha > 0.5 / 255 else { return hidden }
            let color = layer.premultiplied / layer.alpha
            func code(_ value: Float) -> Int { Int((value * 255).rounded()) }
            return (code(color.x), code(color.y), code(color.z), code(layer.alpha))
        }
    }

    private static func distance(_ x: Float, _ y: Float) -> Float { (x * x + y * y).squareRoot() }

    private static func paint(_ disc: Disc, _ x: Float, _ y: Float, _ layer: inout Layer) {
        let dx = x - disc.x
        let dy = y - disc.y
        let away = distance(dx, dy)
        let inside = min(1, max(0, disc.radius - away + 0.5))
        guard inside > 0 else { return }
        let depth = away / disc.radius
        // Thicker toward the rim, like a glass lens seen from above.
        let body = 0.42 + 0.30 * depth * depth
        let lower = max(0, dy / disc.radius)
        let color = disc.color * (0.80 + 0.30 * lower) + Color(repeating: 0.10 * lower)
        layer.add(color, alpha: body * inside)
        // Light caught by the upper rim, and a sheen below it.
        let rim = exp(-pow((disc.radius - 5 - away) / 3.2, 2)) * max(0.10, -dy / disc.radius)
        layer.add(Color(repeating: 1), alpha: 0.85 * rim * inside)
        let sheen =
            1 - smoothstep(0.62, 0.72, distance(dx / 0.92, (dy + disc.radius * 0.30) / 0.66) / disc.radius)
        layer.add(Color(repeating: 1), alpha: 0.20 * sheen * max(0, 0.25 - dy / disc.radius) * inside)
    }

    /// The glint: four rays that fade to nothing.
    private static func star(_ x: Float, _ y: Float, _ layer: inout Layer) {
        let u = abs(x)
        let v = abs(y)
        func ray(_ along: Float, _ across: Float) -> Float {
            let width = 7 * exp(-along / 26) + 0.5
            return exp(-across * across / (width * width)) * exp(-along / 40)
        }
        let glow = 0.55 * exp(-(x * x + y * y) / 900)
        layer.add(Color(1, 0.97, 0.88), alpha: min(1, max(ray(u, v), ray(v, u)) + glow))
    }

    /// A pixel on which layers are composited from below, kept premultiplied.
    private struct Layer {
        var premultiplied = Color.zero
        var alpha: Float = 0

        mutating func add(_ color: Color, alpha opacity: Float) {
            let held = color.clamped(lowerBound: .zero, upperBound: Color(repeating: 1))
            premultiplied = held * opacity + premultiplied * (1 - opacity)
            alpha = opacity + alpha * (1 - opacity)
        }
    }
}
