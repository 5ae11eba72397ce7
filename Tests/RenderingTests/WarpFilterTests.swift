import Filters
import Foundation
import GPU
import Imaging
import Rendering
import Testing

@Suite("Warps against their formulas in double precision") struct WarpFilterTests {
    /// The Catmull-Rom cubic by its definition (Keys, 1981, with a = -1/2), applied to premultiplied colors.
    private func cubic(_ picture: Reference, _ x: Double, _ y: Double) -> SIMD4<Double> {
        func weight(_ distance: Double) -> Double {
            let d = abs(distance)
            if d < 1 { return 1.5 * d * d * d - 2.5 * d * d + 1 }
            return d < 2 ? -0.5 * d * d * d + 2.5 * d * d - 4 * d + 2 : 0
        }
        let (left, top) = (Int(x.rounded(.down)), Int(y.rounded(.down)))
        var sum = SIMD4<Double>.zero
        for v in top - 1...top + 2 {
            for u in left - 1...left + 2 {
                sum += picture[u, v] * (weight(x - Double(u)) * weight(y - Double(v)))
            }
        }
        return sum
    }

    /// The mean over the ellipse that a pixel covers, reduced by the pixel that the cubic itself covers. The
    /// axes of the ellipse are the singular vectors of the map, found by rotating it until its columns are
    /// orthogonal (one-sided Jacobi).
    private func covered(
        _ picture: Reference, _ position: SIMD2<Double>, _ alongX: SIMD2<Double>, _ alongY: SIMD2<Double>,
        samples: Int
    ) -> SIMD4<Double> {
        let turn = 0.5 * atan2(2 * (alongX * alongY).sum(), (alongX * alongX - alongY * alongY).sum())
        let axes = [
            cos(turn) * alongX + sin(turn) * alongY, cos(turn) * alongY - sin(turn) * alongX,
        ].map { axis -> (step: SIMD2<Double>, count: Int) in
            let square = (axis * axis).sum()
            let width = max(0, square - 1.2).squareRoot()
            return (axis / square.squareRoot() * width, width > 0 ? samples : 1)
        }
        var sum = SIMD4<Double>.zero
        for i in 0..<axes[0].count {
            for j in 0..<axes[1].count {
                func part(_ index: Int, _ axis: Int) -> SIMD2<Double> {
                    axes[axis].step * ((Double(index) + 0.5) / Double(axes[axis].count) - 0.5)
                }
                let at = position + part(i, 0) + part(j, 1)
                sum += cubic(picture, at.x, at.y)
            }
        }
        return sum / Double(axes[0].count * axes[1].count)
    }

    private func warped(
        _ picture: Reference, center: SIMD2<Double>, radius: Double, samples: Int,
        _ from: (SIMD2<Double>, Double) -> SIMD2<Double>
    ) -> Reference {
        let source = picture.premultiplied
        let size = SIMD2(Double(picture.width), Double(picture.height))
        return picture.made { x, y in
            let position = SIMD2(Double(x) + 0.5, Double(y) + 0.5) - center * size
            let distance = (position * position).sum().squareRoot() / (radius * size.max())
            guard distance < 1 else { return picture[x, y] }
            func origin(_ x: Double, _ y: Double) -> SIMD2<Double> {
                let position = position + SIMD2(x, y)
                let distance = (position * position).sum().squareRoot() / (radius * size.max())
                return center * size + from(position, pow(max(0, 1 - distance * distance), 2)) - 0.5
            }
            let color = covered(
                source, origin(0, 0), origin(0.5, 0) - origin(-0.5, 0), origin(0, 0.5) - origin(0, -0.5),
                samples: samples)
            guard color.w > 4e-6 else { return .zero }
            return SIMD4(color.x / color.w, color.y / color.w, color.z / color.w, min(color.w, 1))
        }
    }

    @Test(
        "swirl rotates positions by an angle that fades to the border, within 8 of 65535",
        arguments: [-200.0, 90, 360])
    func swirl(degrees: Double) throws {
        let picture = smoothPicture()
        let parameters: [String: ParameterValue] = [
            "angle": .number(degrees), "radius": 0.5, "center": .point(SIMD2(0.4, 0.6)),
        ]
        let values = try filtered("swirl", parameters, of: picture)
        let expected = warped(
            picture, center: SIMD2(0.4, 0.6), radius: 0.5,
            samples: Int((abs(degrees) * .pi / 180).rounded(.up)) + 2
        ) { position, fade in
            let angle = degrees * .pi / 180 * fade
            return SIMD2(
                cos(angle) * position.x - sin(angle) * position.y,
                sin(angle) * position.x + cos(angle) * position.y)
        }
        #expect(largestDifference(values, expected) < 8.0 / 65535)
    }

    @Test(
        "bulge moves positions toward its center or away, within a level of 255", arguments: [-1.0, 0.3, 1])
    func bulge(amount: Double) throws {
        for picture in [smoothPicture(), neighborPicture(alpha: true)] {
            let parameters: [String: ParameterValue] = [
                "amount": .number(amount), "radius": 0.3, "center": .point(SIMD2(0.6, 0.5)),
            ]
            let values = try filtered("bulge", parameters, of: picture)
            let expected = warped(picture, center: SIMD2(0.6, 0.5), radius: 0.3, samples: 3) {
                position, fade in
                position * (1 - 0.8 * amount * fade)
            }
            // The tolerance is for the exact center, where the ellipse is a circle whose axes are arbitrary.
            #expect(largestShownDifference(values, expected) < 256.0 / 65535)
        }
    }

    @Test("where a warp minifies, its pixels are the means of the area they cover")
    func smaller() throws {
        // The finest possible lines, which point sampling would alias.
        let picture = Reference(width: 120, height: 120) { x, _ in
            let gray = Double(x % 2)
            return SIMD4(gray, gray, gray, 1)
        }
        let values = try filtered("swirl", ["angle": 360, "radius": 0.5], of: picture)
        // A swirl of 360° stretches the most halfway to the border, both tangentially and radially.
        let ring = values.indices.filter { index in
            let distance = pow(Double(index % 120) - 59.5, 2) + pow(Double(index / 120) - 59.5, 2)
            return (38.0 * 38...46 * 46).contains(distance)
        }
        let error = ring.reduce(0) { $0 + pow(Double(values[$1].x) - 0.5, 2) } / Double(ring.count)
        // Point sampling would give a root mean square error of 0.35.
        #expect(error.squareRoot() < 0.12, "\(error.squareRoot())")
    }

    @Test("outside the radius nothing changes, bit for bit")
    func outside() throws {
        let picture = neighborPicture(alpha: true)
        let plain = try withEngine { engine in
            try engine.values([], of: SourceFrame(picture.buffer(.sixteen)), precision: .rgba32f)
        }
        for filter in ["swirl", "bulge"] {
            let values = try filtered(filter, ["radius": 0.1, "center": .point(.zero)], of: picture)
            let radius = 97 * 0.1
            let outside = values.indices.filter { index in
                pow(Double(index % 97) + 0.5, 2) + pow(Double(index / 97) + 0.5, 2) >= radius * radius
            }
            #expect(outside.allSatisfy { values[$0] == plain[$0] })
            #expect(values != plain)
        }
    }
}
