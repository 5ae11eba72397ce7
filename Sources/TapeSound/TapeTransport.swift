import Filters
import Glibc

/// The uneven motion of a tape: how much later than evenly each of its samples is read.
///
/// Eccentric capstans, reels and rollers change the speed periodically, so the delay is a sum of sine waves,
/// whose mean is 0: picture and sound stay together.
struct TapeTransport {
    /// An upper bound of the delay in seconds, for the greatest strength at the slowest speed.
    static let maximumDelay = 0.008

    /// Frequencies in hertz, and relative speed deviations: wow, and flutter.
    private static let wow = [(0.7, 0.5), (1.3, 0.35), (2.9, 0.25), (4.3, 0.15)]
    private static let flutter = [(9.7, 0.5), (14.3, 0.35), (23.0, 0.3), (29.97, 0.3), (41.0, 0.15)]

    /// A sine wave of the delay: its amplitude in seconds, its angle per second, and its phase.
    private struct Wave {
        let amplitude: Double
        let frequency: Double
        let phase: Double
    }

    private let waves: [Wave]

    init(_ settings: TapeSoundSettings) {
        let deviations = settings.speedDeviations
        var dice = SplitMix(keys: [UInt64(bitPattern: Int64(settings.seed)), NoiseKind.transport.rawValue])
        func waves(_ components: [(frequency: Double, share: Double)], _ deviation: Double) -> [Wave] {
            let power = components.reduce(0) { $0 + $1.share * $1.share }
            return components.map { component in
                let frequency = 2 * Double.pi * component.frequency
                // The speed is the derivative of the delay, and the RMS value of a sine wave is √½.
                let amplitude =
                    deviation * component.share * (2 / power).squareRoot() / frequency
                return Wave(
                    amplitude: amplitude, frequency: frequency, phase: 2 * Double.pi * dice.number())
            }
        }
        // All phases are drawn, whatever the strengths, so that they do not depend on them.
        let all = waves(Self.wow, deviations.wow) + waves(Self.flutter, deviations.flutter)
        self.waves = all.filter { $0.amplitude > 0 }
    }

    var isEven: Bool { waves.isEmpty }

    /// The delays of successive samples, in samples.
    ///
    /// - Parameters:
    ///   - index: of the first sample; its time is `index / rate`.
    ///   - count: the number of samples. The sine waves are continued by rotation, so the result depends on
    ///     where it begins by rounding errors.
    func delays(from index: Int, count: Int, rate: Double) -> [Double] {
        var delays = [Double](repeating: 0, count: count)
        for wave in waves {
            let angle = wave.frequency * Double(index) / rate + wave.phase
            var (sine, cosine) = (sin(angle), cos(angle))
            let (turnSine, turnCosine) = (sin(wave.frequency / rate), cos(wave.frequency / rate))
            let amplitude = wave.amplitude * rate
            for sample in 0..<count {
                delays[sample] += amplitude * sine
                (sine, cosine) = (
                    sine * turnCosine + cosine * turnSine, cosine * turnCosine - sine * turnSine
                )
            }
        }
        let maximum = Self.maximumDelay * rate
        for sample in 0..<count { delays[sample] = min(max(delays[sample], -maximum), maximum) }
        return delays
    }
}
