import Filters
import Glibc

/// The uses of random numbers, which differ from those of the picture.
enum NoiseKind: UInt64 {
    case transport = 101
    case hiss = 102
    case burst = 103
}

/// White noise that depends on the seed and the index of a sample alone.
struct WhiteNoise {
    private let key: UInt64

    init(_ kind: NoiseKind, seed: Int, channel: Int) {
        var dice = SplitMix(keys: [UInt64(bitPattern: Int64(seed)), kind.rawValue, UInt64(channel)])
        key = dice.next()
    }

    /// A number from a uniform distribution with the mean 0 and the variance 1, by the output function of
    /// SplitMix64 (Steele, Lea and Flood, “Fast Splittable Pseudorandom Number Generators”, 2014).
    @inline(__always)
    func sample(_ index: Int) -> Float {
        var bits = key &+ UInt64(bitPattern: Int64(index)) &* 0x9E37_79B9_7F4A_7C15
        bits = (bits ^ bits >> 30) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ bits >> 27) &* 0x94D0_49BB_1331_11EB
        // √3 / 2³¹.
        return Float(Int32(truncatingIfNeeded: (bits ^ bits >> 31) >> 32)) * 8.065_485e-10
    }
}

/// A moment in which the tape loses contact with the head.
struct SoundDropout {
    /// When it begins, and how long it lasts, in seconds.
    let start: Double
    let length: Double
    /// The gain in its middle.
    let gain: Double
    /// How long it takes to fade in and out, in seconds.
    let edge: Double

    /// The gain at a time.
    func gain(at time: Double) -> Double {
        let inside = min(time - start, start + length - time)
        guard inside > 0 else { return 1 }
        let share = inside >= edge ? 1 : 0.5 - 0.5 * cos(Double.pi * inside / edge)
        return 1 - (1 - gain) * share
    }

    /// The maximum length in seconds.
    static let maximumLength = 0.025

    /// The dropouts that begin in a span of time.
    ///
    /// They are where the picture has some, since each row of it draws the same random number for both: those
    /// that are large enough to affect the sound are the rarest ones. On the linear track, where 1 ms is
    /// 33 µm of tape, they take longer than for the heads of the hi-fi track, which pass over them at 5.8 m/s
    /// but lose a carrier completely.
    static func beginning(in times: Range<Double>, _ settings: TapeSoundSettings) -> [SoundDropout] {
        guard settings.dropouts > 0 else { return [] }
        // Ten per second at the greatest strength, in 60 fields of 240 rows.
        let chance = 7e-4 * settings.dropouts * settings.dropouts
        let rate = settings.pictureFieldRate
        let first = (times.lowerBound * rate).rounded(.down)
        let last = (times.upperBound * rate).rounded(.down)
        var found: [SoundDropout] = []
        for field in Int(first)...Int(last) {
            for row in 0..<settings.rowCount {
                var dice = DropoutDice.dice(
                    seed: settings.seed, field: settings.firstField &+ field, row: row)
                guard dice.number() < chance else { continue }
                let start = (Double(field) + Double(row) / Double(settings.rowCount)) / rate
                guard times.contains(start) else { continue }
                let (size, depth) = (dice.number(), dice.number())
                found.append(
                    settings.track == .hifi
                        ? SoundDropout(start: start, length: 0.001 + 0.003 * size, gain: 0, edge: 0.0002)
                        : SoundDropout(
                            start: start, length: 0.004 + 0.02 * size, gain: 0.01 + 0.3 * depth, edge: 0.002)
                )
            }
        }
        return found
    }
}

/// The sounds of the power supply and of the heads, which are added behind everything else.
struct AddedTones {
    private let settings: TapeSoundSettings
    /// Of the mains frequency and its harmonics, which rectifiers cause.
    private static let harmonics = [1, 0.5, 0.25, 0.15]
    /// The standard deviation of the pulse at a switch of the heads, in seconds.
    private static let pulseWidth = 0.000_15

    init(_ settings: TapeSoundSettings) { self.settings = settings }

    /// Adds them to samples that begin at an index.
    func add(to samples: UnsafeMutableBufferPointer<Float>, from index: Int, rate: Double) {
        addHum(to: samples, from: index, rate: rate)
        addBuzz(to: samples, from: index, rate: rate)
    }

    private func addHum(to samples: UnsafeMutableBufferPointer<Float>, from index: Int, rate: Double) {
        guard settings.humLevel > 0 else { return }
        for (number, share) in Self.harmonics.enumerated() {
            let frequency = settings.mainsFrequency * Double(number + 1)
            guard frequency < 0.45 * rate else { continue }
            let turn = 2 * Double.pi * frequency / rate
            var (sine, cosine) = (sin(turn * Double(index)), cos(turn * Double(index)))
            let (turnSine, turnCosine) = (sin(turn), cos(turn))
            let level = settings.humLevel * share
            for sample in samples.indices {
                samples[sample] += Float(level * sine)
                (sine, cosine) = (
                    sine * turnCosine + cosine * turnSine, cosine * turnCosine - sine * turnSine
                )
            }
        }
    }

    private func addBuzz(to samples: UnsafeMutableBufferPointer<Float>, from index: Int, rate: Double) {
        let (level, interval) = (settings.buzzLevel, rate / settings.switchingRate)
        guard level > 0 else { return }
        let width = Self.pulseWidth * rate
        let reach = 5 * width
        let first = Int(((Double(index) - reach) / interval).rounded(.down))
        let last = Int(((Double(index + samples.count) + reach) / interval).rounded(.up))
        for pulse in first...last {
            let center = Double(pulse) * interval - Double(index)
            let from = max(0, Int((center - reach).rounded(.up)))
            let to = min(samples.count, Int((center + reach).rounded(.down)) + 1)
            guard from < to else { continue }
            for sample in from..<to {
                let distance = (Double(sample) - center) / width
                samples[sample] += Float(level * exp(-0.5 * distance * distance))
            }
        }
    }
}
