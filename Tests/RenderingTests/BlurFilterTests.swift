import Filters
import Foundation
import GPU
import Imaging
import Rendering
import Testing

@Suite("Blurs against their formulas in double precision") struct BlurFilterTests {
    @Test("box blur compared with SciPy, within 1 of 65535", arguments: [1, 5, 24])
    func boxBlur(radius: Int) throws {
        let picture = neighborPicture()
        let expected = try madeByPython(
            """
            from scipy.ndimage import uniform_filter
            b = uniform_filter(a, (\(2 * radius + 1), \(2 * radius + 1), 1), mode="nearest")
            """, of: picture)
        let values = try filtered("box-blur", ["radius": .number(Double(radius))], of: picture)
        #expect(largestDifference(values, expected) < 1.0 / 65535)
    }

    @Test("box blur with fractional radii, weighted by alpha, within 1 of 65535", arguments: [0.3, 2.75])
    func fractionalBoxBlur(radius: Double) throws {
        let picture = neighborPicture(alpha: true)
        let reach = Int(radius.rounded(.up))
        func weight(_ u: Int) -> Double { min(1, max(0, radius + 1 - Double(abs(u)))) }
        let expected = picture.weighed(reach: (reach, reach)) { weight($0) * weight($1) }
        let values = try filtered("box-blur", ["radius": .number(radius)], of: picture)
        #expect(largestShownDifference(values, expected) < 1.0 / 65535)
    }

    /// The largest difference, away from the picture's edges: there, clamping at each of several steps
    /// differs slightly from clamping once.
    private func largestDifference(
        _ values: [SIMD4<Float>], _ reference: Reference, within margin: Int = 0
    ) -> Double {
        #expect(values.count == reference.pixels.count)
        var largest = 0.0
        for y in margin..<reference.height - margin {
            for x in margin..<reference.width - margin {
                let difference = SIMD4<Double>(values[y * reference.width + x]) - reference[x, y]
                largest = max(largest, difference.max(), -difference.min())
            }
        }
        return largest
    }

    @Test(
        "motion blur is the mean along a line, within half an 8-bit level",
        arguments: [(3.0, 0.0), (10, 30), (40, -75), (25, 90)])
    func motionBlur(length: Double, angle: Double) throws {
        let picture = smoothPicture()
        let values = try filtered(
            "motion-blur", ["length": .number(length), "angle": .number(angle)], of: picture)
        let line = SIMD2(cos(angle * .pi / 180), -sin(angle * .pi / 180)) * length
        let samples = 200
        let expected = picture.made { x, y in
            (0..<samples).reduce(SIMD4<Double>.zero) { sum, sample in
                let position = line * ((Double(sample) + 0.5) / Double(samples) - 0.5)
                return sum + picture.linear(Double(x) + position.x, Double(y) + position.y)
            } / Double(samples)
        }
        #expect(largestDifference(values, expected, within: 20) < 0.5 / 255)
        #expect(largestDifference(values, expected) < 0.03)
    }

    @Test("motion blur along a row spreads a point evenly over its length")
    func motionBlurOfAPoint() throws {
        let picture = Reference(width: 65, height: 3) { x, y in
            x == 32 && y == 1 ? SIMD4(1, 1, 1, 1) : SIMD4(0, 0, 0, 1)
        }
        let values = try filtered("motion-blur", ["length": 20, "angle": 0], of: picture)
        let row = values[65..<130].map { Double($0.x) }
        #expect(abs(row.reduce(0, +) - 1) < 1e-4)
        #expect(row[24...40].allSatisfy { abs($0 - 1.0 / 20) < 0.012 })
        #expect(row[..<20].allSatisfy { $0 < 1e-6 } && row[45...].allSatisfy { $0 < 1e-6 })
    }

    @Test("zoom blur is the mean over sizes, within half an 8-bit level", arguments: [0.1, 0.5, 1])
    func zoomBlur(amount: Double) throws {
        let picture = smoothPicture()
        let parameters: [String: ParameterValue] = [
            "amount": .number(amount), "center": .point(SIMD2(0.3, 0.6)),
        ]
        let values = try filtered("zoom-blur", parameters, of: picture)
        let center = SIMD2(0.3 * 97 - 0.5, 0.6 * 61 - 0.5)
        let samples = 200
        let expected = picture.made { x, y in
            (0..<samples).reduce(SIMD4<Double>.zero) { sum, sample in
                let size = exp(0.5 * amount * ((Double(sample) + 0.5) / Double(samples) - 0.5))
                let position = center + (SIMD2(Double(x), Double(y)) - center) * size
                return sum + picture.linear(position.x, position.y)
            } / Double(samples)
        }
        #expect(largestDifference(values, expected, within: 20) < 0.5 / 255)
        #expect(largestDifference(values, expected) < 0.03)
    }

    @Test(
        "zoom blur along hundreds of pixels is the mean over sizes, within half an 8-bit level, or one at hard edges",
        arguments: [0.1, 0.3, 1])
    func longZoomBlur(amount: Double) throws {
        // Hard edges across the direction of zoom, lines along it, and waves.
        let picture = Reference(width: 2400, height: 12) { x, y in
            let bar = (x / 37 + x / 101) % 2 == 0 ? 0.9 : 0.1
            return SIMD4(bar, y % 6 < 3 ? 0.8 : 0.2, 0.5 + 0.4 * sin(Double(x) / 30), 1)
        }.rounded(to: .sixteen)
        let parameters: [String: ParameterValue] = [
            "amount": .number(amount), "center": .point(SIMD2(0, 0.5)),
        ]
        let values = try filtered("zoom-blur", parameters, of: picture)
        let samples = 1200
        var largest = SIMD4<Double>.zero
        for x in stride(from: 3, to: 1800, by: 149) {
            let sum = (0..<samples).reduce(SIMD4<Double>.zero) { sum, sample in
                let size = exp(0.5 * amount * ((Double(sample) + 0.5) / Double(samples) - 0.5))
                return sum + picture.linear((Double(x) + 0.5) * size - 0.5, 5.5 + 0.5 * size)
            }
            let difference = SIMD4<Double>(values[6 * 2400 + x]) - sum / Double(samples)
            largest = pointwiseMax(largest, pointwiseMax(difference, -difference))
        }
        // Each step samples between pixels, so several steps soften edges slightly more than one.
        #expect(largest.z < 0.5 / 255 && largest.max() < 1.0 / 255, "\(largest * 255)")
    }

    /// The mean over a disc whose rows end at fractions of pixels.
    private func disc(_ picture: Reference, radius: Double, power: Double = 1) -> Reference {
        func raised(_ color: SIMD4<Double>, _ power: Double) -> SIMD4<Double> {
            SIMD4(pow(color.x, power), pow(color.y, power), pow(color.z, power), color.w)
        }
        let reach = Int(radius.rounded(.up))
        return picture.map { raised($0, power) }.weighed(reach: (reach, reach)) { u, v in
            let half = max(0, pow(radius + 0.5, 2) - Double(v * v)).squareRoot()
            return max(0, min(Double(abs(u)) + 0.5, half) - max(Double(abs(u)) - 0.5, -half))
        }.map { raised($0, 1 / power) }
    }

    @Test(
        "lens blur is the mean over a disc, weighted by alpha, within 1 of 65535",
        arguments: [(0.4, 0.0), (3, 0.0), (7.5, 0.0), (6, 0.5)])
    func lensBlur(radius: Double, highlights: Double) throws {
        let picture = neighborPicture(alpha: true)
        let values = try filtered(
            "lens-blur", ["radius": .number(radius), "highlights": .number(highlights)], of: picture)
        let expected = disc(picture, radius: radius, power: 1 + 1.6 * highlights)
        #expect(largestShownDifference(values, expected) < (highlights == 0 ? 1.0 : 8) / 65535)
    }

    @Test("lens blur of large discs, on a reduced grid, within 4 8-bit levels", arguments: [15.0, 30])
    func largeLensBlur(radius: Double) throws {
        let picture = neighborPicture()
        let values = try filtered("lens-blur", ["radius": .number(radius), "highlights": 0], of: picture)
        #expect(largestDifference(values, disc(picture, radius: radius)) < 4.0 / 255)
    }

    @Test(
        "surface blur is the bilateral filter, within 2 of 65535",
        arguments: [(2.0, 0.05), (5, 0.2), (3.5, 0.5)])
    func surfaceBlur(radius: Double, threshold: Double) throws {
        let picture = neighborPicture(alpha: true)
        let values = try filtered(
            "surface-blur", ["radius": .number(radius), "threshold": .number(threshold)], of: picture)
        let reach = Int(radius.rounded(.up))
        let expected = picture.made { x, y in
            let middle = picture[x, y]
            var sum = SIMD4<Double>.zero
            for v in -reach...reach {
                for u in -reach...reach {
                    let color = picture[x + u, y + v]
                    let difference = (color - middle) * SIMD4(1, 1, 1, 0)
                    let space = Double(u * u + v * v) / (2 * pow(radius / 2, 2))
                    let range = (difference * difference).sum() / (2 * threshold * threshold)
                    sum += SIMD4(color.x, color.y, color.z, 1) * (color.w * exp(-space - range))
                }
            }
            return sum.w > 0 ? SIMD4(sum.x / sum.w, sum.y / sum.w, sum.z / sum.w, middle.w) : middle
        }
        #expect(largestShownDifference(values, expected) < 2.0 / 65535)
    }

    /// scikit-image's public function divides the color distance by the number of channels, and in version
    /// 0.19 shifts the spatial weights by a row. So the internal function is called with explicit weights,
    /// and the color's deviation is divided as well.
    @Test("surface blur compared with scikit-image's bilateral filter, within 2 of 65535")
    func surfaceBlurBesideScikitImage() throws {
        let picture = neighborPicture()
        let expected = try madeByPython(
            """
            from skimage.restoration._denoise import _compute_color_lut
            from skimage.restoration._denoise_cy import _denoise_bilateral
            bins, threshold, reach, sigma = 200000, 0.15, 4, 2.0
            u = np.arange(-reach, reach + 1)
            places = np.exp(-(u[:, None] ** 2 + u ** 2) / (2 * sigma ** 2)).ravel()
            colors = _compute_color_lut(bins, threshold / 3, a.max())
            b = np.empty_like(a)
            _denoise_bilateral(
                a, a.max(), 2 * reach + 1, threshold, sigma, bins, "edge", 0.0, colors, places, np.empty(3), b)
            """, of: picture)
        let values = try filtered("surface-blur", ["radius": 4, "threshold": 0.15], of: picture)
        #expect(largestDifference(values, expected) < 2.0 / 65535)
    }

    @Test("median compared with SciPy, exactly", arguments: [1, 2, 3])
    func median(radius: Int) throws {
        let picture = neighborPicture()
        let expected = try madeByPython(
            """
            from scipy.ndimage import median_filter
            b = median_filter(a, (\(2 * radius + 1), \(2 * radius + 1), 1), mode="nearest")
            """, of: picture)
        let values = try filtered("median", ["radius": .number(Double(radius))], of: picture)
        #expect(largestDifference(values, expected) < 1e-6)
    }

    @Test(
        "tilt-shift mixes blurs by the distance from its band, within half an 8-bit level",
        arguments: [0.0, 40])
    func tiltShift(angle: Double) throws {
        let picture = neighborPicture(alpha: true)
        let parameters: [String: ParameterValue] = [
            "radius": 8, "center": .point(SIMD2(0.4, 0.5)), "angle": .number(angle), "width": 0.2,
            "feather": 0.4,
        ]
        let values = try filtered("tilt-shift", parameters, of: picture)
        let blurs = [picture] + [2.0, 4, 8].map { picture.gaussian(radius: $0) }
        let variances = [0, 1.0 / 16, 1.0 / 4, 1]
        let direction = SIMD2(sin(angle * .pi / 180), cos(angle * .pi / 180))
        let expected = picture.made { x, y in
            let position = SIMD2(Double(x) + 0.5 - 0.4 * 97, Double(y) + 0.5 - 0.5 * 61)
            let beyond = (abs((position * direction).sum()) - 0.1 * 61) / (0.4 * 61)
            let t = min(max(beyond, 0), 1)
            let variance = pow(t * t * (3 - 2 * t), 2)
            let above = variances.firstIndex { variance < $0 } ?? 3
            let share = (variance - variances[above - 1]) / (variances[above] - variances[above - 1])
            let two = [blurs[above - 1], blurs[above]].map(\.premultiplied).map { $0[x, y] }
            let mixed = two[0] * (1 - share) + two[1] * share
            return mixed.w > 0
                ? SIMD4(mixed.x / mixed.w, mixed.y / mixed.w, mixed.z / mixed.w, mixed.w) : .zero
        }
        #expect(largestShownDifference(values, expected) < 0.5 / 255)
    }
}
