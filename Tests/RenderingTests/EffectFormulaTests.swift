import Filters
import Foundation
import Testing

@Suite("Effects against their formulas in double precision") struct EffectFormulaTests {
    @Test("the color matrix has four rows of five numbers; transparent pixels count as black")
    func colorMatrix() throws {
        let names = ["red", "green", "blue", "alpha"]
        var dice = Dice("matrix")
        var parameters: [String: ParameterValue] = [:]
        var rows: [(SIMD4<Double>, Double)] = []
        for name in names {
            let numbers = (0..<5).map { _ in dice.number(-1...1) }
            for (other, number) in zip(names + ["offset"], numbers) {
                parameters[name + other.capitalized] = .number(number)
            }
            rows.append((SIMD4(numbers[0], numbers[1], numbers[2], numbers[3]), numbers[4]))
        }
        let colors = formulaColors()
        let values = try withSharedEngine {
            try $0.floats(Recipe.Stage("color-matrix", parameters), of: FloatFrame(colors, width: 8))
        }
        for (color, value) in zip(colors, values) {
            let input = color.w > 0 ? SIMD4<Double>(color) : .zero
            for channel in 0..<4 {
                var expected = (rows[channel].0 * input).sum() + rows[channel].1
                if channel == 3 { expected = min(max(expected, 0), 1) }
                #expect(abs(Double(value[channel]) - expected) < 1e-5)
            }
        }
    }

    @Test("sepia mixes with a matrix of the color", arguments: [0.3, 1])
    func sepia(amount: Double) throws {
        try expect("sepia", ["amount": .number(amount)]) { color in
            let toned = RGB(
                (color * RGB(0.393, 0.769, 0.189)).sum(), (color * RGB(0.349, 0.686, 0.168)).sum(),
                (color * RGB(0.272, 0.534, 0.131)).sum())
            return color + (toned - color) * amount
        }
    }

    @Test("posterize rounds to even steps", arguments: [2, 3, 4, 32])
    func posterize(levels: Int) throws {
        let steps = Double(levels - 1)
        try expect("posterize", ["levels": .number(Double(levels))]) { color in
            color.each { ($0 * steps + 0.5).rounded(.down) / steps }
        }
    }

    @Test("threshold is a ramp about the level", arguments: [(0.5, 0.0), (0.3, 0.02), (0.8, 0.5)])
    func threshold(level: Double, softness: Double) throws {
        let parameters: [String: ParameterValue] = ["level": .number(level), "softness": .number(softness)]
        try expect("threshold", parameters, tolerance: 1e-4) { color in
            let distance = color.luma - level
            if softness == 0 { return RGB(repeating: distance >= 0 ? 1 : 0) }
            return RGB(repeating: min(max((distance + softness) / (2 * softness), 0), 1))
        }
    }

    @Test("a gradient map goes from color to color by luma", arguments: [true, false])
    func gradientMap(usesMidtones: Bool) throws {
        let (dark, middle, bright) = (
            RGB(10, 20, 90) / 255, RGB(200, 70, 110) / 255, RGB(255, 220, 160) / 255
        )
        let parameters: [String: ParameterValue] = [
            "shadows": .color(dark), "midtones": .color(middle), "highlights": .color(bright),
            "usesMidtones": .toggle(usesMidtones),
        ]
        try expect("gradient-map", parameters) { color in
            let y = min(max(color.luma, 0), 1)
            if !usesMidtones { return dark * (1 - y) + bright * y }
            return y < 0.5 ? dark * (1 - 2 * y) + middle * 2 * y : middle * (2 - 2 * y) + bright * (2 * y - 1)
        }
    }

    @Test("solarize inverts above the threshold", arguments: [0, 0.35, 0.9])
    func solarize(threshold: Double) throws {
        try expect("solarize", ["threshold": .number(threshold)]) { $0.each { $0 > threshold ? 1 - $0 : $0 } }
    }

    @Test(
        "colorize is HSL with luma as lightness",
        arguments: [(35, 0.4, 0.0), (210, 1, 0.4), (300, 0.7, -0.6)])
    func colorize(hue: Double, saturation: Double, lightness: Double) throws {
        let parameters: [String: ParameterValue] = [
            "hue": .number(hue), "saturation": .number(saturation), "lightness": .number(lightness),
        ]
        try expect("colorize", parameters) { color in
            let l = lightness > 0 ? color.luma + (1 - color.luma) * lightness : color.luma * (1 + lightness)
            // CSS Color Module 4, 7.1; not defined outside 0…1.
            let a = max(saturation * min(l, 1 - l), 0)
            return RGB(0, 8, 4).each { n in
                let k = (n + hue / 30).truncatingRemainder(dividingBy: 12)
                return l - a * max(-1, min(k - 3, 9 - k, 1))
            }
        }
    }

    @Test("fade reduces color and lifts black", arguments: [0.2, 1])
    func fade(amount: Double) throws {
        try expect("fade", ["amount": .number(amount)]) { color in
            color.each { x in
                let pale = x + (color.luma - x) * amount / 3
                return pale * (1 - 0.25 * amount) + 0.2 * amount
            }
        }
    }
}
