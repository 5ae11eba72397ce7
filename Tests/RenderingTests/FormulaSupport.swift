import Filters
import Foundation
import Testing

typealias RGB = SIMD3<Double>

/// Colors for testing formulas: random ones from -0.5 to 1.5, and grays, primaries and secondaries.
func formulaColors() -> [SIMD4<Float>] {
    var dice = Dice("formulas")
    var colors = (0..<400).map { _ in
        SIMD4<Float>(SIMD4(dice.number(-0.5...1.5), dice.number(-0.5...1.5), dice.number(-0.5...1.5), 1))
    }
    for index in 0..<200 { colors[index] = colors[index].clamped(lowerBound: .zero, upperBound: .one) }
    for bits in 0..<8 {
        colors.append(SIMD4(Float(bits & 1), Float(bits >> 1 & 1), Float(bits >> 2 & 1), 1))
        colors.append(SIMD4(SIMD3(repeating: Float(bits) / 100), 1))
    }
    for index in colors.indices where index % 5 == 0 { colors[index].w = Float(index % 7) / 7 }
    return colors
}

/// Expects that a filter matches `formula`, evaluated in double precision; `tolerance` is relative for values
/// above 1.
func expect(
    _ filter: String, _ parameters: [String: ParameterValue], tolerance: Double = 2e-5,
    sourceLocation: SourceLocation = #_sourceLocation, formula: (RGB) -> RGB
) throws {
    let colors = formulaColors()
    let values = try withSharedEngine {
        try $0.floats(Recipe.Stage(filter, parameters), of: FloatFrame(colors, width: 8))
    }
    var worst = (error: 0.0, color: RGB.zero, expected: RGB.zero, value: RGB.zero)
    for (color, value) in zip(colors, values) {
        let input = RGB(Double(color.x), Double(color.y), Double(color.z))
        let result = RGB(Double(value.x), Double(value.y), Double(value.z))
        let expected = formula(input)
        for channel in 0..<3 {
            let error = abs(result[channel] - expected[channel]) / max(1, abs(expected[channel]))
            if !(error <= worst.error) { worst = (error, input, expected, result) }
        }
        #expect(value.w == color.w, sourceLocation: sourceLocation)
    }
    #expect(worst.error <= tolerance, "\(filter) \(parameters): \(worst)", sourceLocation: sourceLocation)
}

extension SIMD3<Double> {
    /// The color with a formula applied to each channel.
    func each(_ formula: (Double) -> Double) -> Self { Self(formula(x), formula(y), formula(z)) }

    /// The luma of ITU-R BT.601.
    var luma: Double { 0.299 * x + 0.587 * y + 0.114 * z }
}

/// sRGB to linear light (IEC 61966-2-1), odd-symmetric around 0.
func decoded(_ x: Double) -> Double {
    x < 0 ? -decoded(-x) : x <= 0.04045 ? x / 12.92 : pow((x + 0.055) / 1.055, 2.4)
}

/// Linear light to sRGB, odd-symmetric around 0.
func encoded(_ x: Double) -> Double {
    x < 0 ? -encoded(-x) : x <= 0.0031308 ? 12.92 * x : 1.055 * pow(x, 1 / 2.4) - 0.055
}

/// A power of the absolute value, with the sign kept.
func mirroredPower(_ x: Double, _ exponent: Double) -> Double {
    x < 0 ? -pow(-x, exponent) : pow(x, exponent)
}

/// The smoothstep 3t² - 2t³ from one edge to the other.
func smooth(_ low: Double, _ high: Double, _ x: Double) -> Double {
    let t = min(max((x - low) / (high - low), 0), 1)
    return t * t * (3 - 2 * t)
}
