@testable import Filters
import Glibc
import Testing

@Suite("Gaussian blur as passes") struct GaussianBlurPassTests {
    private func passes(radius: Double, scale: Double = 1, isExact: Bool = false) -> [FilterPass] {
        GaussianBlur().passes(
            values: ["radius": .number(radius)],
            conditions: PassConditions(
                entering: WorkingPicture(
                    size: SIMD2(1000, 1000), grid: SIMD2(repeating: Int(1000 * scale))), isExact: isExact))
    }

    @Test("a kernel's weights sum to 1 and have the requested standard deviation", arguments: [1, 2.5, 5])
    func haveTheirSigma(sigma: Double) {
        let weights = GaussianKernel.weights(sigma: sigma, isExact: false).map(Double.init)
        let sides = weights.enumerated().dropFirst()
        let sum = sides.reduce(weights[0]) { $0 + 2 * $1.element }
        let variance = sides.reduce(0) { $0 + 2 * Double($1.offset * $1.offset) * $1.element }
        #expect(abs(sum - 1) < 1e-5)
        // Truncation at 3.5 standard deviations leaves a Gaussian 99.4 % of its variance.
        #expect(abs(variance.squareRoot() / sigma - 1) < 0.01)
    }

    @Test("a radius is in pixels of the picture, whatever the scale it is shown at")
    func scalesWithTheView() {
        #expect(passes(radius: 40, scale: 0.25) == passes(radius: 10))
        #expect(passes(radius: 10, scale: 0.5) != passes(radius: 10))
    }

    @Test("a large radius costs no more than a small one")
    func costsTheSame() {
        func cost(_ radius: Double) -> Double {
            passes(radius: radius).reduce(0) {
                let pixels = 1 / Double($1.reduction.x * $1.reduction.y)
                return $0 + pixels * Double($1.readsPerPixel)
            }
        }
        for radius in stride(from: 12.0, through: 200, by: 4) { #expect(cost(radius) <= 1.01 * cost(10)) }
    }

    /// The blur's response to a single pixel along x, compared with the exact Gaussian: half the sum of the
    /// absolute differences is the maximum error in a picture of values 0…1.
    @Test(
        "the error is within the promised limit at any radius",
        arguments: [(false, 0.28 / 255), (true, 8.0 / 65535)])
    func isTheGaussian(isExact: Bool, allowed: Double) {
        for radius in [1.0, 3, 5.9, 6, 7, 10, 11.9, 12, 17, 20, 30, 40, 59, 70, 123, 200] {
            let sigma = radius / 2
            let passes = passes(radius: radius, isExact: isExact)
            let reach = Int(7 * sigma) + 8 * (passes.map(\.reduction.x).max() ?? 1)
            // The response of output pixel `phase` to every input pixel, for each position within a reduced
            // pixel.
            for phase in 0..<(passes.map(\.reduction.x).max() ?? 1) {
                var worst = 0.0
                var sum = 0.0
                for input in phase - reach...phase + reach {
                    let gaussian = exp(-Double((input - phase) * (input - phase)) / (2 * sigma * sigma))
                    sum += gaussian
                }
                for input in phase - reach...phase + reach {
                    let gaussian = exp(-Double((input - phase) * (input - phase)) / (2 * sigma * sigma)) / sum
                    worst += abs(response(of: phase, to: input, passes) - gaussian)
                }
                #expect(worst / 2 < allowed, "radius \(radius), pixel \(phase) of a reduced one")
            }
        }
    }

    /// The weight of the pixel at `input` in the output pixel at `output`, after the passes along x.
    private func response(of output: Int, to input: Int, _ passes: [FilterPass]) -> Double {
        guard let kernel = passes.first(where: { $0.name.hasSuffix("blur, rows") })?.data else { return 0 }
        func weight(_ distance: Int) -> Double {
            abs(distance) < kernel.count ? Double(kernel[abs(distance)]) : 0
        }
        guard let reduce = passes.first(where: { $0.name.hasSuffix("reduce rows") }) else {
            return weight(output - input)
        }
        let factor = reduce.reduction.x
        let position = (Double(output) + 0.5) / Double(factor) - 0.5
        let first = Int(position.rounded(.down)) - 1
        let isNarrow = passes.first { $0.name.hasSuffix("enlarge") }?.constants["NARROW"] == 1
        let windows = (first..<first + 4).map { (isNarrow ? narrow : spline)(position - Double($0)) }
        let total = windows.reduce(0, +)
        var sum = 0.0
        for (coarse, window) in zip(first..., windows) {
            // The pixels of the reduced grid that overlap the input pixel.
            let near = Int((Double(input) / Double(factor)).rounded(.down))
            for source in near - 3...near + 3 {
                let index = input - (source * factor - 3 * factor / 2)
                guard reduce.data.indices.contains(index) else { continue }
                sum += window / total * weight(coarse - source) * Double(reduce.data[index])
            }
        }
        return sum
    }

    /// The cubic B-spline by divided differences: the sum over k of (-1)^k C(4, k) max(0, x + 2 - k)³ / 6.
    private func spline(_ x: Double) -> Double {
        [1.0, -4, 6, -4, 1].enumerated().reduce(0) {
            $0 + $1.element * pow(max(0, x + 2 - Double($1.offset)), 3) / 6
        }
    }

    /// The polynomial used by the kernel.
    private func narrow(_ x: Double) -> Double {
        let u = x * x / 4
        return 1 - 3.3610 * u + 4.4942 * u * u - 2.8728 * pow(u, 3) + 0.7421 * pow(u, 4)
    }
}
