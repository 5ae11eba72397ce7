import Foundation
import Imaging

/// A mountain lake at the golden hour, rendered entirely from the numbers in these files.
///
/// The eye looks level over the water, so verticals stay vertical and each column of the picture is a walk
/// over the land from near to far. The reflection in the water is the same land walked from below the
/// surface.
final class Landscape: @unchecked Sendable {
    /// The width and height of the whole picture.
    static let size = (width: 3000, height: 2000)
    /// The height of the eye above the water, in meters.
    static let eye: Float = 9
    /// Samples per pixel along each axis.
    private static let samples = 2

    let width: Int
    let height: Int
    /// Pixels per unit in the picture plane, which is one unit from the eye.
    let focal: Float
    /// The row of the horizon, counted from the top.
    let horizon: Float
    let terrain = Terrain()
    let shading: Shading
    let mirror: Canvas

    /// Prepares a picture at a fraction of the full size.
    init(scale: Float) {
        width = Int(Float(Self.size.width) * scale)
        height = Int(Float(Self.size.height) * scale)
        focal = 2880 * scale
        horizon = (1190 * scale).rounded()
        shading = Shading(terrain)
        mirror = Canvas(width: width, height: Int(horizon))
    }

    /// The direction through a point in the picture, one unit deep.
    func direction(_ x: Float, _ y: Float) -> Color {
        Color((x - Float(width) / 2) / focal, (horizon - y) / focal, 1)
    }

    /// Renders and develops the picture.
    func photograph() -> PixelBuffer {
        let picture = render()
        let sun = Sky.sun / Sky.sun.z
        Film.star(
            on: picture, x: Float(width) / 2 + sun.x * focal, y: horizon - sun.y * focal,
            scale: Float(width) / Float(Self.size.width))
        return Film.develop(Film.glare(picture))
    }

    /// Renders the picture in linear light.
    private func render() -> Canvas {
        let sky = renderSky()
        let treeline = Treeline(self)
        renderMirror(sky)
        treeline.plant(on: mirror, mirrored: true)
        let picture = Canvas(width: width, height: height)
        let water = Water(self)
        parallel(width) { column in renderColumn(column, sky, water, onto: picture) }
        treeline.plant(on: picture, mirrored: false)
        Woods(self).plant(on: picture)
        return picture
    }

    /// Sky and clouds above the horizon.
    private func renderSky() -> Canvas {
        let half = Canvas(width: width / 2, height: Int(horizon) / 2)
        let clear = Canvas(width: half.width, height: half.height)
        parallel(half.height) { row in
            for column in 0..<half.width {
                let toward = direction(Float(column) * 2 + 1, Float(row) * 2 + 1).normalized
                let grain = Noise.unit(Int32(column), Int32(row), seed: 7)
                let seen = Clouds.seen(toward, grain: grain)
                half[column, row] = seen.light
                clear[column, row] = Color(repeating: seen.clear)
            }
        }
        let sky = Canvas(width: width, height: Int(horizon))
        parallel(sky.height) { row in
            for column in 0..<width {
                let toward = direction(Float(column) + 0.5, Float(row) + 0.5).normalized
                let streaks = Clouds.streaks(toward)
                var color = mix(Sky.clear(toward), streaks.light, streaks.opacity) + Sky.disc(toward)
                let x = (Float(column) + 0.5) / 2
                let y = (Float(row) + 0.5) / 2
                color = color * clear.sample(x, y) + half.sample(x, y)
                sky[column, row] = color
            }
        }
        return sky
    }

    /// The reflection in still water below the horizon, row 0 being at the horizon and rows running down.
    private func renderMirror(_ sky: Canvas) {
        parallel(width) { column in
            let across = direction(Float(column) + 0.5, 0).x
            let walk = Walk(self, across: across, rows: mirror.height, perPixel: 1, eye: -Self.eye)
            for row in 0..<mirror.height {
                let fromHorizon = Int(horizon) - 1 - row
                if let distance = walk.distance(atRow: row) {
                    let toward = Color(across, (Float(row) + 0.5) / focal, 1)
                    mirror[column, row] = shading.land(across * distance, distance, toward, eye: -Self.eye)
                } else {
                    mirror[column, row] = sky[column, fromHorizon]
                }
            }
        }
    }

    private func renderColumn(_ column: Int, _ sky: Canvas, _ water: Water, onto picture: Canvas) {
        let n = Self.samples
        for part in 0..<n {
            let x = Float(column) + (Float(part) + 0.5) / Float(n)
            let across = direction(x, 0).x
            let walk = Walk(self, across: across, rows: height * n, perPixel: n, eye: Self.eye)
            for row in 0..<height * n {
                let y = (Float(row) + 0.5) / Float(n)
                let toward = direction(x, y)
                let color: Color
                if let distance = walk.distance(atRow: row) {
                    let lateral = across * distance
                    if terrain.height(lateral, distance, detail: shading.detail(distance)) > 0 {
                        color = shading.land(lateral, distance, toward, eye: Self.eye)
                    } else {
                        color = water.color(x, y, distance, toward)
                    }
                } else if y < horizon {
                    color = sky.sample(x, y)
                } else {
                    color = water.color(x, y, Self.eye / max(1e-4, -toward.y), toward)
                }
                // Light beyond what film can record is clipped before averaging, so that bright edges stay
                // smooth.
                let held = color.clamped(lowerBound: .zero, upperBound: Color(repeating: 24))
                picture[column, row / n] += held / Float(n * n)
            }
        }
    }
}

/// One column's walk over the land from near to far: the distance at which each row meets it.
struct Walk {
    private let distances: [Float]
    private let horizonRow: Int

    /// Walks along `across` (sideways meters per meter ahead). Above water the rows are the picture's from
    /// its top; below it (`eye` negative) they are those above the horizon.
    init(_ scene: Landscape, across: Float, rows: Int, perPixel: Int, eye: Float) {
        let focal = scene.focal * Float(perPixel)
        horizonRow = eye > 0 ? Int(scene.horizon) * perPixel : 0
        var distances = [Float](repeating: .infinity, count: rows)
        // The highest row reached so far, counted upward from the lowest.
        let lowest = eye > 0 ? Float(rows - horizonRow) : 0
        var reached: Float = -lowest
        var z: Float = eye > 0 ? 18 : 300
        var lastZ = z
        var lastUp = -Float.infinity
        var lastGround: Float = 0
        while z < Terrain.farthest {
            let detail = z / focal * 1.5
            let ground = max(0, scene.shading.surface(across * z, z, detail: detail))
            let up = (ground - eye) / z * focal
            if up > reached && (eye > 0 || ground > 0) {
                let level = lastUp.isFinite && lastUp < up && ground - lastGround < 2.5 * (z - lastZ)
                var row = Int(reached.rounded(.up))
                let top = Int(min(up, eye > 0 ? Float(horizonRow) : Float(rows)).rounded(.up))
                while row < top {
                    // Between the last step and this one the land is a line, unless there is a tree.
                    let t = level ? min(1, max(0, (Float(row) + 0.5 - lastUp) / (up - lastUp))) : 1
                    let index = eye > 0 ? horizonRow - 1 - row : row
                    if index >= 0 && index < rows { distances[index] = mix(lastZ, z, t) }
                    row += 1
                }
                reached = max(reached, up)
            }
            lastZ = z
            lastUp = up
            lastGround = ground
            // Half a row's worth of a 45° slope, finer close by where there are trees.
            z += max(0.02, z * (perPixel > 1 ? 0.00055 : 0.0009))
        }
        self.distances = distances
    }

    /// The distance at which a row meets the land or the water; nil if it sees the sky.
    @inline(__always)
    func distance(atRow row: Int) -> Float? {
        distances[row].isFinite ? distances[row] : nil
    }
}
