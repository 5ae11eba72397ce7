import Filters
import Foundation
import Testing

@Suite("Filters of color against their formulas in double precision") struct ColorFormulaTests {
    @Test("vibrance changes saturation by how pale a color is", arguments: [-1, -0.4, 0.3, 1])
    func vibrance(amount: Double) throws {
        try expect("vibrance", ["amount": .number(amount)]) { color in
            let factor = 1 + amount * (1 - min(color.max() - color.min(), 1))
            return color.each { color.luma + ($0 - color.luma) * factor }
        }
    }

    /// The color of a black body in linear sRGB, from Planck's law and the CIE 1931 observer as approximated
    /// by C. Wyman, P.-P. Sloan and P. Shirley (Simple Analytic Approximations to the CIE XYZ Color Matching
    /// Functions, 2013).
    private func planck(mired: Double) -> RGB {
        func lobe(_ l: Double, _ scale: Double, _ middle: Double, _ below: Double, _ above: Double) -> Double
        {
            scale * exp(-0.5 * pow((l - middle) * (l < middle ? below : above), 2))
        }
        var xyz = RGB.zero
        for nanometers in stride(from: 360.0, through: 830, by: 1) {
            let l = nanometers
            let power = pow(l * 1e-9, -5) / (exp(1.438777e-2 / (l * 1e-9) * mired * 1e-6) - 1)
            let x =
                lobe(l, 1.056, 599.8, 1 / 37.9, 1 / 31.0) + lobe(l, 0.362, 442.0, 1 / 16.0, 1 / 26.7)
                + lobe(l, -0.065, 501.1, 1 / 20.4, 1 / 26.2)
            let y = lobe(l, 0.821, 568.8, 1 / 46.9, 1 / 40.5) + lobe(l, 0.286, 530.9, 1 / 16.3, 1 / 31.1)
            let z = lobe(l, 1.217, 437.0, 1 / 11.8, 1 / 36.0) + lobe(l, 0.681, 459.0, 1 / 26.0, 1 / 13.8)
            xyz += RGB(x, y, z) * power
        }
        xyz /= xyz.y
        return RGB(
            3.2404542 * xyz.x - 1.5371385 * xyz.y - 0.4985314 * xyz.z,
            -0.9692660 * xyz.x + 1.8760108 * xyz.y + 0.0415560 * xyz.z,
            0.0556434 * xyz.x - 0.2040259 * xyz.y + 1.0572252 * xyz.z)
    }

    @Test(
        "temperature gives white the color of a black body's light",
        arguments: [-150, -131, -20, 20, 131, 150])
    func temperature(mired: Double) throws {
        var gain = planck(mired: 153.75 + abs(mired)) / planck(mired: 153.75)
        if mired < 0 { gain = 1 / gain }
        gain /= (gain * RGB(0.2126, 0.7152, 0.0722)).sum()
        // The approximations of the observer and of the locus differ by about a hundredth.
        try expect("temperature", ["amount": .number(mired)], tolerance: 0.015) { color in
            (color.each(decoded) * gain).each(encoded)
        }
    }

    @Test("temperature is Krystek's locus", arguments: [-150, -60, 1, 60, 150])
    func locus(mired: Double) throws {
        func blackBody(kelvin t: Double) -> RGB {
            let u =
                (0.860117757 + 1.54118254e-4 * t + 1.28641212e-7 * t * t)
                / (1 + 8.42420235e-4 * t + 7.08145163e-7 * t * t)
            let v =
                (0.317398726 + 4.22806245e-5 * t + 4.20481691e-8 * t * t)
                / (1 - 2.89741816e-5 * t + 1.61456053e-7 * t * t)
            let (x, y) = (3 * u / (2 * u - 8 * v + 4), 2 * v / (2 * u - 8 * v + 4))
            let xyz = RGB(x / y, 1, (1 - x - y) / y)
            return RGB(
                3.2404542 * xyz.x - 1.5371385 * xyz.y - 0.4985314 * xyz.z,
                -0.9692660 * xyz.x + 1.8760108 * xyz.y + 0.0415560 * xyz.z,
                0.0556434 * xyz.x - 0.2040259 * xyz.y + 1.0572252 * xyz.z)
        }
        var gain = blackBody(kelvin: 1e6 / (153.75 + abs(mired))) / blackBody(kelvin: 1e6 / 153.75)
        if mired < 0 { gain = 1 / gain }
        gain /= (gain * RGB(0.2126, 0.7152, 0.0722)).sum()
        try expect("temperature", ["amount": .number(mired)], tolerance: 1e-4) { color in
            (color.each(decoded) * gain).each(encoded)
        }
    }

    @Test("tint is a density in green and keeps the luminance of gray", arguments: [-30, -5, 12.5, 30])
    func tint(density: Double) throws {
        let green = pow(10, -density / 100)
        let luminance = 0.2126 + 0.7152 * green + 0.0722
        try expect("tint", ["amount": .number(density)], tolerance: 5e-5) { color in
            (color.each(decoded) * RGB(1, green, 1) / luminance).each(encoded)
        }
    }

    @Test("black & white weights the primary and the secondary component of a color")
    func blackWhite() throws {
        let (primaries, secondaries) = ([1.2, -0.4, 0.3], [0.2, 0.9, -1])
        let parameters: [String: ParameterValue] = [
            "reds": .number(primaries[0]), "greens": .number(primaries[1]), "blues": .number(primaries[2]),
            // A secondary color is named after the primary it lacks.
            "cyans": .number(secondaries[0]), "magentas": .number(secondaries[1]),
            "yellows": .number(secondaries[2]),
        ]
        try expect("black-white", parameters) { color in
            let order = [0, 1, 2].sorted { color[$0] < color[$1] }
            let gray =
                color[order[0]] + (color[order[1]] - color[order[0]]) * secondaries[order[0]]
                + (color[order[2]] - color[order[1]]) * primaries[order[2]]
            return RGB(gray, gray, gray)
        }
    }

    @Test("HSL mixes the settings of the two nearest colors", arguments: 0..<3)
    func hsl(round: Int) throws {
        let names = ["red", "orange", "yellow", "green", "aqua", "blue", "purple", "magenta"]
        let hues = [0.0, 30, 60, 120, 180, 240, 270, 300, 360]
        var dice = Dice("hsl \(round)")
        let settings = names.map { _ in RGB(dice.number(-1...1), dice.number(-1...1), dice.number(-1...1)) }
        var parameters: [String: ParameterValue] = [:]
        for (name, setting) in zip(names, settings) {
            parameters[name + "Hue"] = .number(setting.x)
            parameters[name + "Saturation"] = .number(setting.y)
            parameters[name + "Luminance"] = .number(setting.z)
        }
        try expect("hsl", parameters, tolerance: 5e-5) { color in
            let (low, high) = (color.min(), color.max())
            guard high > low else { return color }
            // The hue in a hexagon: the sixth, and the position within it.
            let degrees: Double =
                high == color.x
                ? 60 * (color.y - color.z) / (high - low)
                : high == color.y
                    ? 120 + 60 * (color.z - color.x) / (high - low)
                    : 240 + 60 * (color.x - color.y) / (high - low)
            let hue = degrees < 0 ? degrees + 360 : degrees
            let index = min(hues.lastIndex { $0 <= hue } ?? 0, 7)
            let weight = smooth(hues[index], hues[index + 1], hue)
            let change = settings[index] * (1 - weight) + settings[(index + 1) % 8] * weight
            let turned = RGB(5, 3, 1).each { n in
                let k = ((n + (hue + 30 * change.x) / 60).truncatingRemainder(dividingBy: 6) + 6)
                    .truncatingRemainder(dividingBy: 6)
                return high - (high - low) * max(0, min(k, 4 - k, 1))
            }
            let saturated = turned.each { turned.luma + ($0 - turned.luma) * (1 + change.y) }
            return saturated * pow(2, change.z * (high > 0 ? min((high - low) / high, 1) : 0))
        }
    }

    @Test("color balance applies lift, gain and gamma to each channel")
    func colorBalance() throws {
        let (lift, gamma, gain) = (RGB(0, 200, 128) / 255, RGB(255, 100, 128) / 255, RGB(90, 128, 255) / 255)
        let parameters: [String: ParameterValue] = [
            "lift": .color(lift), "gamma": .color(gamma), "gain": .color(gain),
        ]
        let gray = 128.0 / 255
        try expect("color-balance", parameters, tolerance: 5e-5) { color in
            var result = RGB.zero
            for channel in 0..<3 {
                let lifted = color[channel] + 0.4 * (lift[channel] - gray) * (1 - color[channel])
                result[channel] = mirroredPower(
                    lifted * pow(2, gain[channel] - gray), pow(2, gray - gamma[channel]))
            }
            return result
        }
    }

    @Test("the channel mixer is a matrix and an offset", arguments: [false, true])
    func channelMixer(monochrome: Bool) throws {
        var dice = Dice("mixer")
        let names = ["red", "green", "blue"]
        var parameters: [String: ParameterValue] = ["monochrome": .toggle(monochrome)]
        var (rows, offsets) = ([RGB](), [Double]())
        for name in names {
            rows.append(RGB(dice.number(-2...2), dice.number(-2...2), dice.number(-2...2)))
            offsets.append(dice.number(-1...1))
            for (index, other) in names.enumerated() {
                parameters[name + other.capitalized] = .number(rows[rows.count - 1][index])
            }
            parameters[name + "Offset"] = .number(offsets[offsets.count - 1])
        }
        try expect("channel-mixer", parameters) { color in
            let mixed = RGB(0, 1, 2).each { (rows[Int($0)] * color).sum() + offsets[Int($0)] }
            return monochrome ? RGB(repeating: mixed.x) : mixed
        }
    }
}
