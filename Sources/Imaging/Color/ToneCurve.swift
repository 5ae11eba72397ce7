import Glibc

/// The mapping from a file's samples to linear light: a monotonic function from 0…1 to 0…1.
public struct ToneCurve: Sendable, Equatable {
    /// Linear light for equally spaced samples, with linear interpolation in between. For all curves in use,
    /// this is accurate to far less than one 16-bit level, and it can be inverted exactly.
    package let light: [Float]

    /// The number of values of ``light``.
    package static let count = 4097

    /// Nil unless the values are monotonic from 0 to 1 and their number is ``count``.
    package init?(light: [Float]) {
        guard light.count == Self.count, let first = light.first, let last = light.last, first >= 0,
            last <= 1,
            last - first > 0.5, zip(light, light.dropFirst()).allSatisfy(<=)
        else { return nil }
        self.light = light
    }

    /// Creates a curve from a function that maps samples to light; nil if it decreases.
    public init?(_ formula: (Double) -> Double) {
        self.init(
            light: (0..<Self.count).map { step in
                Float(min(max(formula(Double(step) / Double(Self.count - 1)), 0), 1))
            })
    }

    /// The linear light for a sample.
    func light(of sample: Double) -> Double {
        let position = min(max(sample, 0), 1) * Double(Self.count - 1)
        let step = min(Int(position), Self.count - 2)
        let below = Double(light[step])
        return below + (Double(light[step + 1]) - below) * (position - Double(step))
    }

    /// The smallest sample that represents this light; 0 if the light is below that of all samples.
    func sample(of wanted: Double) -> Double {
        var (low, high) = (0, Self.count - 1)
        guard wanted > Double(light[low]) else { return 0 }
        guard wanted < Double(light[high]) else { return 1 }
        // light[low] < wanted <= light[high]
        while high - low > 1 {
            let middle = (low + high) / 2
            if Double(light[middle]) < wanted { low = middle } else { high = middle }
        }
        let (below, above) = (Double(light[low]), Double(light[high]))
        return (Double(low) + (wanted - below) / (above - below)) / Double(Self.count - 1)
    }

    /// The light for a sample that may lie outside 0…1: the curve is extended by a straight line above 1, and
    /// mirrored below 0.
    func unboundedLight(of sample: Double) -> Double {
        if sample < 0 { return -unboundedLight(of: -sample) }
        return sample <= 1 ? light(of: sample) : Double(light[Self.count - 1]) + (sample - 1) * lastSlope
    }

    /// The sample for light that may lie outside 0…1; the inverse of ``unboundedLight(of:)``.
    func unboundedSample(of wanted: Double) -> Double {
        if wanted < 0 { return -unboundedSample(of: -wanted) }
        let last = Double(light[Self.count - 1])
        return wanted <= last || lastSlope <= 0 ? sample(of: wanted) : 1 + (wanted - last) / lastSlope
    }

    /// The slope at the upper end.
    private var lastSlope: Double {
        Double(light[Self.count - 1] - light[Self.count - 2]) * Double(Self.count - 1)
    }

    /// The identity: samples are linear light.
    static let linear = ToneCurve { $0 }

    /// True if it equals the sRGB curve within the rounding errors of profiles: no sample differs by more
    /// than half an 8-bit level.
    var isSRGB: Bool {
        (0..<256).allSatisfy { level in
            let sample = Double(level) / 255
            return abs(SRGBCurve.sample(of: light(of: sample)) - sample) < 0.5 / 255
        }
    }
}

/// The sRGB curve (IEC 61966-2-1), mirrored below 0.
package enum SRGBCurve {
    /// The linear light for an encoded value.
    package static func light(of sample: Double) -> Double {
        let size = abs(sample)
        let light = size <= 0.04045 ? size / 12.92 : pow((size + 0.055) / 1.055, 2.4)
        return sample < 0 ? -light : light
    }

    /// The linear light for an encoded value, in single precision.
    static func light(of sample: Float) -> Float {
        let size = abs(sample)
        let light = size <= 0.04045 ? size / 12.92 : powf((size + 0.055) / 1.055, 2.4)
        return sample < 0 ? -light : light
    }

    /// The encoded value for linear light, in single precision.
    static func sample(of light: Float) -> Float {
        let size = abs(light)
        let sample = size <= 0.003_130_8 ? 12.92 * size : 1.055 * powf(size, 1 / 2.4) - 0.055
        return light < 0 ? -sample : sample
    }

    /// The encoded value for linear light.
    package static func sample(of light: Double) -> Double {
        let size = abs(light)
        let sample = size <= 0.003_130_8 ? 12.92 * size : 1.055 * pow(size, 1 / 2.4) - 0.055
        return light < 0 ? -sample : sample
    }
}
