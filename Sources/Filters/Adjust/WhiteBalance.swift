import Glibc

/// The two adjustments that together neutralize a color cast: temperature and tint.
package struct WhiteBalance: Sendable, Hashable {
    /// The value of `temperature`, in mired; above 0 is warmer.
    package var temperature: Double
    /// The value of `tint`, in CC; above 0 shifts toward magenta.
    package var tint: Double

    /// The limits of the filters' ranges.
    package static let limits = (temperature: 150.0, tint: 30.0)

    package init(temperature: Double, tint: Double) {
        self.temperature = temperature
        self.tint = tint
    }

    /// The white balance that turns a color into gray, as closely as the filters can.
    ///
    /// Tint scales only green. Therefore the ratio of red to blue determines the temperature, and the
    /// remaining green determines the tint.
    ///
    /// - Parameter light: red, green and blue in linear light. The result is nil unless all are above 0.
    package init?(neutralizing light: SIMD3<Double>) {
        guard light.min() > 0 else { return nil }
        func surplusOfRed(_ temperature: Double) -> Double {
            let balanced = light * Self.gains(ofTemperature: temperature)
            return balanced.x - balanced.z
        }
        var (low, high) = (-Self.limits.temperature, Self.limits.temperature)
        for _ in 0..<40 {
            let middle = (low + high) / 2
            if surplusOfRed(middle) > 0 { high = middle } else { low = middle }
        }
        temperature = (low + high) / 2
        let balanced = light * Self.gains(ofTemperature: temperature)
        let wanted = (balanced.x * balanced.z).squareRoot() / balanced.y
        tint = min(max(-100 * log10(wanted), -Self.limits.tint), Self.limits.tint)
    }

    /// The gains of both filters on linear red, green and blue.
    package var gains: SIMD3<Double> {
        let green = pow(10, -tint / 100)
        return Self.gains(ofTemperature: temperature) * SIMD3(1, green, 1) / (0.2848 + 0.7152 * green)
    }

    /// The gains on linear red, green and blue. The formula is that of `temperature.glsl`, which cites its
    /// source.
    package static func gains(ofTemperature amount: Double) -> SIMD3<Double> {
        let white = 153.75
        var gain = blackBody(mired: white + abs(amount)) / blackBody(mired: white)
        if amount < 0 { gain = 1 / gain }
        return gain / (gain * SIMD3(0.2126, 0.7152, 0.0722)).sum()
    }

    private static func blackBody(mired: Double) -> SIMD3<Double> {
        let m = mired * 1e-6
        let u =
            (1.28641212e-7 + m * (1.54118254e-4 + m * 0.860117757))
            / (7.08145163e-7 + m * (8.42420235e-4 + m))
        let v =
            (4.20481691e-8 + m * (4.22806245e-5 + m * 0.317398726))
            / (1.61456053e-7 + m * (-2.89741816e-5 + m))
        let xyz = SIMD3(3 * u, 2 * v, 4 - u - 10 * v) / (2 * v)
        let red = SIMD3(3.2404542, -1.5371385, -0.4985314)
        let green = SIMD3(-0.9692660, 1.8760108, 0.0415560)
        let blue = SIMD3(0.0556434, -0.2040259, 1.0572252)
        return SIMD3((red * xyz).sum(), (green * xyz).sum(), (blue * xyz).sum())
    }
}

/// The transfer function of sRGB (IEC 61966-2-1) within 0…1.
package enum SRGB {
    /// Decodes a value to linear light.
    package static func linear(_ encoded: Double) -> Double {
        encoded <= 0.04045 ? encoded / 12.92 : pow((encoded + 0.055) / 1.055, 2.4)
    }

    /// Encodes linear light.
    package static func encoded(_ linear: Double) -> Double {
        linear <= 0.0031308 ? 12.92 * linear : 1.055 * pow(linear, 1 / 2.4) - 0.055
    }
}
