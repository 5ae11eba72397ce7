import Glibc

/// The random numbers of dropouts, which picture and sound share: the first of a row decides whether it has
/// one.
package enum DropoutDice {
    private static let stage: UInt64 = 23

    /// - Parameters:
    ///   - field: the number of the field in temporal order.
    ///   - row: in the field.
    package static func dice(seed: Int, field: Int, row: Int) -> SplitMix {
        SplitMix(keys: [
            UInt64(bitPattern: Int64(seed)), stage, UInt64(bitPattern: Int64(field)),
            UInt64(bitPattern: Int64(row)),
        ])
    }
}

/// Random transients on the composite signal for every row of a frame: snow, tracking snow and dropouts.
///
/// The position of each transient depends on the previous one, so they are generated here instead of in a
/// kernel. The table begins with one texel per row: the index of the row's first transient, and their number.
/// `Shaders/include/ntsc-snow.glsl` describes the fields of a transient.
struct SnowTable {
    /// The settings and the picture's properties that determine the table.
    let settings: NTSCSettings
    let size: SIMD2<Int>
    let frame: Int
    let fields: NTSCFields

    /// The table's width; the kernels use the same number.
    static let width = 1024

    private enum Stage: UInt64 {
        case snow = 21
        case tracking = 22
    }

    /// Nil if there are no transients.
    var table: LookupTable? {
        let settings = settings
        let hasTracking = settings.isOn("trackingNoise") && settings.number("trackingNoiseSnowIntensity") > 0
        guard
            settings.number("snowIntensity") > 0 || hasTracking || settings.number("dropouts") > 0
                || settings.number("tracking") > 0
        else { return nil }
        let names = [
            "snowIntensity", "snowAnisotropy", "trackingNoiseHeight", "trackingNoiseSnowIntensity",
            "trackingNoiseSnowAnisotropy", "dropouts", "tracking", "trackingPosition", "bandwidthScale",
            "verticalScale", "randomSeed",
        ].map { "\(settings.number($0))" }
        let switches = ["trackingNoise", "scaleSettings", "scaleWithVideoSize"].map { "\(settings.isOn($0))" }
        let name = (["ntsc snow \(size) \(frame) \(fields)"] + names + switches).joined(separator: " ")
        return LookupTable(name: name, width: Self.width) { texels() }
    }

    func texels() -> [SIMD4<Float>] {
        let timing = NTSCTiming(settings, height: size.y)
        let snow = settings.number("snowIntensity") * 0.01
        let trackingRows =
            settings.isOn("trackingNoise") ? timing.rows(settings.number("trackingNoiseHeight")) : 0
        var texels = [SIMD4<Float>](repeating: .zero, count: size.y)
        for y in 0..<size.y {
            let line = fields.line(y, of: size.y, frame: frame)
            let first = texels.count
            throwSnow(.snow, line, snow, settings.number("snowAnisotropy"), timing, into: &texels)
            var share = trackingRows > 0 ? Double(line.row - line.rows) / trackingRows + 1 : 0
            share = max(0, share)
            let tracked = settings.number("trackingNoiseSnowIntensity") * share * share
            // As transients get longer, the number of transients per picture stays the same.
            let band =
                settings.number("tracking") * 0.3 * line.bandShare(settings) / max(1, timing.horizontalScale)
            throwSnow(
                .tracking, line, min(1, max(tracked, band)),
                settings.number("trackingNoiseSnowAnisotropy"), timing, into: &texels)
            throwDropouts(line, timing, into: &texels)
            texels[first..<texels.count].sort { $0.x < $1.x }
            // The length of the longest transient, which determines how far back a kernel looks.
            let longest = texels[first..<texels.count].map(\.y).max() ?? 0
            texels[y] = SIMD4(Float(first), Float(texels.count - first), longest, 0)
        }
        let rest = texels.count % Self.width
        if rest > 0 { texels += [SIMD4<Float>](repeating: .zero, count: Self.width - rest) }
        return texels
    }

    private func dice(_ stage: Stage, _ line: NTSCFields.Line) -> SplitMix {
        SplitMix(keys: [
            UInt64(bitPattern: Int64(settings.number("randomSeed"))), stage.rawValue, UInt64(line.frame),
            UInt64(line.row),
        ])
    }

    /// - Parameter intensity: 0…1.
    private func throwSnow(
        _ stage: Stage, _ line: NTSCFields.Line, _ intensity: Double, _ anisotropy: Double,
        _ timing: NTSCTiming, into texels: inout [SIMD4<Float>]
    ) {
        guard intensity > 0 else { return }
        var dice = dice(stage, line)
        // Interpolates between the same probability for all rows and all or nothing for each row, keeping the
        // total constant.
        let steepness = intensity * (1 - intensity) * (1 - anisotropy)
        let distance = dice.number() - intensity
        let step = steepness > 0 ? 1 / (1 + exp(distance / steepness)) : (distance < 0 ? 1 : 0)
        let chance = min(max((anisotropy * step + intensity * (1 - anisotropy)) * 0.125, 0), 1)
        guard chance > 0 else { return }
        // In floating point, 1 minus a probability of 1e-17 is 1, whose logarithm is 0, so the loop would not
        // end.
        let perPixel = log1p(-min(chance, 0.999_999))
        // Transients may begin before the row.
        var x = -64.0
        while true {
            x += (log(max(dice.number(), 1e-300)) / perPixel).rounded(.down)
            guard x < Double(size.x) else { return }
            let length = dice.number(8, 64) * timing.horizontalScale
            let halfWave = dice.number(3 * length, 5 * length)
            let seed = Float(dice.number(1, 2))
            // A negative half wave marks transients that are in the signal before the heads pick it up.
            texels.append(SIMD4(Float(x), Float(length), Float(stage == .snow ? -halfWave : halfWave), seed))
            x += 1
        }
    }

    /// A dropout is 1 to 6 µs without a signal, and a tail. A half wave of 0 marks it.
    private func throwDropouts(
        _ line: NTSCFields.Line, _ timing: NTSCTiming, into texels: inout [SIMD4<Float>]
    ) {
        let rate = settings.number("dropouts")
        guard rate > 0 else { return }
        var dice = DropoutDice.dice(
            seed: Int(settings.number("randomSeed")), field: line.frame, row: line.row)
        var expected = 0.4 * rate * rate
        while expected > 0, dice.number() < expected {
            let length = dice.number(14, 90) * timing.horizontalScale
            let x = dice.number(-length, Double(size.x)).rounded()
            texels.append(SIMD4(Float(x), Float(length), 0, Float(dice.number(0.5, 1))))
            expected -= 0.1
        }
    }
}
