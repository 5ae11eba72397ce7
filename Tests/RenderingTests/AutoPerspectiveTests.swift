import Filters
import Foundation
@testable import Rendering
import Testing

@Suite("The perspective found from lines") struct AutoPerspectiveTests {
    /// A facade seen by a camera that is tilted up and to the side, and rolled: dark windows on a light wall.
    ///
    /// - Parameters: angles in degrees.
    private func facade(up: Double, side: Double = 0, roll: Double = 0) -> [UInt8] {
        let (width, height) = (400, 300)
        let focal = 500 * 28 / 43.267
        func rotated(_ x: inout Double, _ y: inout Double, by degrees: Double) {
            let (s, c) = (sin(degrees * .pi / 180), cos(degrees * .pi / 180))
            (x, y) = (c * x - s * y, s * x + c * y)
        }
        func isWindow(_ x: Double, _ y: Double) -> Bool {
            var (x, y, z) = (x - 200, y - 150, focal)
            rotated(&x, &y, by: roll)
            rotated(&y, &z, by: up)
            rotated(&x, &z, by: side)
            guard z > 0 else { return false }
            let (across, down) = (x / z * 6 + 100, y / z * 6 + 100)
            return across.truncatingRemainder(dividingBy: 1) < 0.6
                && down.truncatingRemainder(dividingBy: 1) < 0.5
        }
        var bytes: [UInt8] = []
        for y in 0..<height {
            for x in 0..<width {
                let dark = (0..<16).count {
                    isWindow(Double(x) + (Double($0 % 4) + 0.5) / 4, Double(y) + (Double($0 / 4) + 0.5) / 4)
                }
                let level = UInt8(210 - 9 * dark)
                bytes += [level, level, level, 255]
            }
        }
        return bytes
    }

    /// The slopes on the result's screen of the facade's vertical and horizontal lines, in degrees: the test
    /// follows lines of the facade through the recipe.
    private func slopes(_ bytes: [UInt8], up: Double, side: Double, roll: Double) throws -> (Double, Double) {
        let found = try #require(AutoPerspective(bytes: bytes, width: 400, focalLength: 28))
        var framing = Framing()
        framing.perspective.vertical = found.vertical
        framing.perspective.horizontal = found.horizontal
        framing.angle = found.angle
        let coordinates = try StageCoordinates(
            stage: 0, of: Recipe(framing.stages), catalog: .builtIn, entering: SIMD2(400, 300))
        /// The pixel of the result that shows a point of the facade.
        func pixel(_ across: Double, _ down: Double) -> SIMD2<Double> {
            var (x, y, z) = (across, down, 1.0)
            func rotated(_ x: inout Double, _ y: inout Double, by degrees: Double) {
                let (s, c) = (sin(degrees * .pi / 180), cos(degrees * .pi / 180))
                (x, y) = (c * x - s * y, s * x + c * y)
            }
            rotated(&x, &z, by: -side)
            rotated(&y, &z, by: -up)
            rotated(&x, &y, by: -roll)
            let focal = 500 * 28 / 43.267
            let position = SIMD2(x / z * focal + 200, y / z * focal + 150) / SIMD2(400, 300)
            return coordinates.pixel(of: position)
        }
        var (upright, level) = (0.0, 0.0)
        for line in [-0.2, 0.2] {
            let down = pixel(line, 0.15) - pixel(line, -0.15)
            let across = pixel(0.2, line / 2) - pixel(-0.2, line / 2)
            upright = max(upright, abs(atan2(down.x, down.y)) * 180 / .pi)
            level = max(level, abs(atan2(across.y, across.x)) * 180 / .pi)
        }
        return (upright, level)
    }

    @Test(
        "lines of a facade become vertical and horizontal, within half a degree",
        arguments: [(12.0, 0.0, 0.0), (-8, 0, 3), (10, 12, 0), (18, -8, -4)])
    func facades(up: Double, side: Double, roll: Double) throws {
        let bytes = facade(up: up, side: side, roll: roll)
        let slopes = try slopes(bytes, up: up, side: side, roll: roll)
        #expect(slopes.0 < 0.5 && slopes.1 < 0.5, "\(slopes)")
    }

    @Test("a picture without lines has no perspective")
    func noLines() {
        var dice = Dice("no lines")
        let noise = (0..<400 * 300).flatMap { _ -> [UInt8] in
            let level = UInt8(dice.number(0...255))
            return [level, level, level, 255]
        }
        #expect(AutoPerspective(bytes: noise, width: 400, focalLength: 28) == nil)
        let flat = [UInt8](repeating: 128, count: 4 * 400 * 300)
        #expect(AutoPerspective(bytes: flat, width: 400, focalLength: 28) == nil)
    }
}
