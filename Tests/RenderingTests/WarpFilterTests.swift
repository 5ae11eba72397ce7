import Filters
import Foundation
import GPU
import Imaging
import Rendering
import Testing

@Suite("Warps against their formulas in double precision") struct WarpFilterTests {
    /// The cubic of Catmull and Rom by its definition (Keys, 1981, with a = -1/2), of premultiplied colors.
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

    private func warped(
        _ picture: Reference, center: SIMD2<Double>, radius: Double,
        _ from: (SIMD2<Double>, Double) -> SIMD2<Double>
    ) -> Reference {
        let source = picture.premultiplied
        let size = SIMD2(Double(picture.width), Double(picture.height))
        return picture.made { x, y in
            let place = SIMD2(Double(x) + 0.5, Double(y) + 0.5) - center * size
            let distance = (place * place).sum().squareRoot() / (radius * size.max())
            guard distance < 1 else { return picture[x, y] }
            let wanted = center * size + from(place, pow(1 - distance * distance, 2))
            let color = cubic(source, wanted.x - 0.5, wanted.y - 0.5)
            guard color.w > 4e-6 else { return .zero }
            return SIMD4(color.x / color.w, color.y / color.w, color.z / color.w, min(color.w, 1))
        }
    }

    @Test(
        "swirl turns places by an angle that fades to the rim, within 8 of 65535",
        arguments: [-200.0, 90, 360])
    func swirl(degrees: Double) throws {
        let picture = smoothPicture()
        let parameters: [String: ParameterValue] = [
            "angle": .number(degrees), "radius": 0.5, "center": .point(SIMD2(0.4, 0.6)),
        ]
        let values = try filtered("swirl", parameters, of: picture)
        let expected = warped(picture, center: SIMD2(0.4, 0.6), radius: 0.5) { place, fade in
            let angle = degrees * .pi / 180 * fade
            return SIMD2(
                cos(angle) * place.x - sin(angle) * place.y, sin(angle) * place.x + cos(angle) * place.y)
        }
        #expect(largestDifference(values, expected) < 8.0 / 65535)
    }

    @Test("bulge draws places toward its center or away, within 8 of 65535", arguments: [-1.0, 0.3, 1])
    func bulge(amount: Double) throws {
        for picture in [smoothPicture(), neighborPicture(alpha: true)] {
            let parameters: [String: ParameterValue] = [
                "amount": .number(amount), "radius": 0.3, "center": .point(SIMD2(0.6, 0.5)),
            ]
            let values = try filtered("bulge", parameters, of: picture)
            let expected = warped(picture, center: SIMD2(0.6, 0.5), radius: 0.3) { place, fade in
                place * (1 - 0.8 * amount * fade)
            }
            // Beside a hidden pixel the cubic's alpha may come out next to nothing, and with it the color.
            #expect(largestShownDifference(values, expected) < 64.0 / 65535)
        }
    }

    @Test("outside the radius nothing changes, bit for bit")
    func outside() throws {
        let picture = neighborPicture(alpha: true)
        let plain = try withEngine { engine in
            try engine.values([], of: PictureProvider(picture.buffer(.sixteen)), precision: .rgba32f)
        }
        for filter in ["swirl", "bulge"] {
            let values = try filtered(filter, ["radius": 0.1, "center": .point(.zero)], of: picture)
            let radius = 97 * 0.1
            let outside = values.indices.filter { place in
                pow(Double(place % 97) + 0.5, 2) + pow(Double(place / 97) + 0.5, 2) >= radius * radius
            }
            #expect(outside.allSatisfy { values[$0] == plain[$0] })
            #expect(values != plain)
        }
    }
}
