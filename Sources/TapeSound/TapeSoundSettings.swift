import Glibc

/// What a video recorder does to the sound at one time.
package struct TapeSoundSettings: Sendable, Hashable {
    /// Where the sound is recorded on the tape.
    package enum Track: String, Sendable {
        /// The track along the edge of the tape, in mono, which runs past a fixed head at the speed of the
        /// tape.
        case linear
        /// The frequency-modulated carriers below the picture, in stereo, which rotating heads read.
        case hifi
    }

    /// The speed of the tape; at ``none`` the sound has the bandwidth of a broadcast.
    package enum Speed: Int, Sendable {
        case none, sp, lp, ep
    }

    package var track = Track.linear
    package var speed = Speed.sp
    /// The strengths of the effects, 0…1.
    package var hiss = 0.0
    package var hum = 0.0
    package var wow = 0.0
    package var flutter = 0.0
    package var saturation = 0.0
    package var dropouts = 0.0
    /// How far the heads are off the track, 0…1, which makes the buzz of the hi-fi track louder.
    package var tracking = 0.0
    /// True if the hi-fi track buzzes where one head takes over from the other.
    package var switchesHeads = true
    /// True for 50 fields per second instead of 59.94, and a mains frequency of 50 instead of 60 Hz.
    package var isPAL = false
    /// The seed of everything random, that of the picture.
    package var seed = 0
    /// Fields of the picture per second, the number of the field at the time 0, and the rows of each.
    package var pictureFieldRate = 60_000.0 / 1001
    package var firstField = 0
    package var rowCount = 240

    package init() {}
}

// MARK: - Figures

extension TapeSoundSettings {
    /// The frequencies in hertz at which the response has fallen by 3 dB.
    ///
    /// Linear: 100 Hz to 10 kHz in SP, as stated in general descriptions of VHS, and 4 to 5 kHz at the
    /// slowest speed (L. Feldman, Audio, May 1983); LP is their geometric mean, since its speed is about that
    /// of the speeds. Hi-fi: 20 Hz to 20 kHz at every speed, the usual specification. Without a tape: 50 Hz
    /// to 15 kHz, the sound of a television broadcast (ITU-R BS.450).
    var band: ClosedRange<Double> {
        switch (track, speed) {
        case (.hifi, _): 20...20_000
        case (.linear, .none): 50...15_000
        case (.linear, .sp): 100...10_000
        case (.linear, .lp): 100...7_000
        case (.linear, .ep): 100...5_000
        }
    }

    /// The speed of the tape relative to SP: 33.35 mm/s, and a half or a third of it (IEC 60774-1).
    private var relativeSpeed: Double {
        switch speed {
        case .none, .sp: 1
        case .lp: 1.0 / 2
        case .ep: 1.0 / 3
        }
    }

    /// The RMS value of the noise.
    ///
    /// A ``hiss`` of 0.3 is a usual recorder: 42 dB below a sine wave of full scale on the linear track in
    /// SP, and 70 dB on the hi-fi track. The flux read by a head is proportional to the speed, while the
    /// power of the noise is proportional to the area of tape that is read.
    var hissLevel: Double {
        let ratio = track == .hifi ? decibels(-70) : decibels(-42) / relativeSpeed.squareRoot()
        return 0.5.squareRoot() * ratio * hiss / 0.3
    }

    /// The RMS deviations of the speed from its mean, without the sign: of wow, below 6 Hz, and of flutter,
    /// above.
    ///
    /// Specifications of linear tracks in SP are around 0.2 %, weighted after IEC 60386; the slower, the
    /// more. The hi-fi track is read at the speed of the drum: 0.005 %.
    var speedDeviations: (wow: Double, flutter: Double) {
        let factor = track == .hifi ? 0.03 : 1 / relativeSpeed.squareRoot()
        return (0.008 * wow * factor, 0.004 * flutter * factor)
    }

    /// The factor d of the magnetization tanh(d x) / d, or of the hi-fi track's limiter; 0 is linear.
    ///
    /// The third harmonic of a sine wave with amplitude A is about (d A)² / 12, so that at a ``saturation``
    /// of 0.3 it is 3 % at full scale: the maximum level of a tape as defined by IEC 60094-3.
    var drive: Double { (track == .hifi ? 0.5 : 2) * saturation }

    /// The time constants in seconds at which pre-emphasis begins and ends; playback undoes it.
    ///
    /// Linear: 120 µs, as for other slow tapes (IEC 60094-1). Hi-fi: 56 and 20 µs (IEC 60774-2).
    var emphasis: (from: Double, to: Double) { track == .hifi ? (56e-6, 20e-6) : (120e-6, 24e-6) }

    /// The amplitude of the hum's fundamental: at 0.1, 50 dB below full scale.
    var humLevel: Double { decibels(-30) * hum }

    var mainsFrequency: Double { isPAL ? 50 : 60 }

    /// The rate at which the heads take turns, in hertz: the field rate of the television standard.
    var switchingRate: Double { isPAL ? 50 : 60_000.0 / 1001 }

    /// The peak of the pulse at each switch of the heads: 50 dB below full scale if they are on the track.
    var buzzLevel: Double {
        track == .hifi && switchesHeads && speed != .none ? decibels(-50) * (1 + 9 * tracking) : 0
    }
}

private func decibels(_ level: Double) -> Double { pow(10, level / 20) }
