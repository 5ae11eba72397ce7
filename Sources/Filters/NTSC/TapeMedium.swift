import Glibc

/// What a tape format does to the signal: how much detail and color it keeps, and how noisy it is.
///
/// The cutoffs of VHS and its tape speeds are those of the reference implementation; other formats are
/// scaled from them. Horizontal resolutions and signal-to-noise ratios are those commonly published for
/// recorders, whose makers measure differently: they rank the formats rather than describe a recorder.
struct TapeMedium {
    /// The cutoff frequency of luma at the fastest tape speed, in hertz.
    let luma: Double
    /// The cutoff frequency of chroma at the fastest tape speed, in hertz.
    let chroma: Double
    /// The signal-to-noise ratio of luma, in decibels.
    let signalToNoise: Double
    /// The number of tape speeds.
    let speeds: Int

    /// What a tape speed leaves of the signal.
    struct Speed {
        /// The cutoff frequency of luma, in hertz.
        var luma: Double
        /// The cutoff frequency of chroma, in hertz.
        var chroma: Double
        /// By how many samples the chroma filter is ahead.
        var advance: Double
    }

    /// The formats, in the order of the choices of the parameter `medium`.
    private static let all = [
        // VHS: IEC 60774-1, whose color carrier is 40 times the line frequency; 240 lines, 43 dB.
        colorUnder(lines: 240, carrier: 40, signalToNoise: 43, speeds: 3),
        // S-VHS: IEC 60774-3, with the color carrier of VHS; 400 lines, 45 dB.
        colorUnder(lines: 400, carrier: 40, signalToNoise: 45, speeds: 3),
        // Video8: IEC 60843, with a carrier of 47.25 times the line frequency; 240 to 270 lines, 43 dB, and
        // SP and LP only.
        colorUnder(lines: 250, carrier: 47.25, signalToNoise: 43, speeds: 2),
        // Hi8: the same carrier; 400 lines, 45 dB.
        colorUnder(lines: 400, carrier: 47.25, signalToNoise: 45, speeds: 2),
        // Betamax: IEC 60767, with carriers of 43.75 times the line frequency on average; 250 lines, 45 dB.
        // β I, II and III are its speeds.
        colorUnder(lines: 250, carrier: 43.75, signalToNoise: 45, speeds: 3),
        // U-matic, low band: IEC 60712, with a carrier of 43.75 times the line frequency; 250 lines in color,
        // 46 dB.
        colorUnder(lines: 250, carrier: 43.75, signalToNoise: 46, speeds: 1),
        // Betacam SP: IEC 60961, which records components on tracks of their own; commonly published for NTSC
        // as 4.5 MHz for luma, 1.5 MHz for each color difference, and 51 dB.
        TapeMedium(luma: 4.5e6, chroma: 1.5e6, signalToNoise: 51, speeds: 1),
        // 1-inch C: IEC 60558, which records the composite signal directly; commonly published as 5 MHz and
        // 49 dB. Chroma is only limited by NTSC itself, to the 1.3 MHz of I (SMPTE 170M).
        TapeMedium(luma: 5e6, chroma: 1.3e6, signalToNoise: 49, speeds: 1),
    ]

    private static let vhs = all[0]

    /// The reference's VHS at SP, LP and EP.
    private static let vhsSpeeds = [
        Speed(luma: 2.4e6, chroma: 320e3, advance: 4), Speed(luma: 1.9e6, chroma: 300e3, advance: 5),
        Speed(luma: 1.4e6, chroma: 280e3, advance: 6),
    ]

    /// A format that records chroma below luma, on a carrier of its own.
    ///
    /// Luma's cutoff follows from the resolution as the reference's 2.4 MHz from the 240 lines of VHS.
    /// Published color bandwidths differ widely for the same format; since both sidebands lie between zero
    /// and luma, the cutoff is the share of the carrier that it is in the reference's VHS, 320 of 629 kHz.
    ///
    /// - Parameters:
    ///   - lines: the published horizontal resolution, in lines per picture height.
    ///   - carrier: the frequency of the color carrier for NTSC, in multiples of the line frequency; for PAL
    ///     it differs by less than 2 %.
    private static func colorUnder(
        lines: Double, carrier: Double, signalToNoise: Double, speeds: Int
    ) -> TapeMedium {
        TapeMedium(
            luma: 10e3 * lines, chroma: 320e3 * (carrier / 40), signalToNoise: signalToNoise, speeds: speeds)
    }

    /// - Parameter choice: the index of the choice of the parameter `medium`.
    init(choice: Int) { self = Self.all.indices.contains(choice) ? Self.all[choice] : Self.vhs }

    private init(luma: Double, chroma: Double, signalToNoise: Double, speeds: Int) {
        self.luma = luma
        self.chroma = chroma
        self.signalToNoise = signalToNoise
        self.speeds = speeds
    }

    /// The format at a tape speed, 1 for SP, 2 for LP, 3 for EP: it loses the same share as VHS does. A speed
    /// that the format lacks is its slowest one.
    func speed(_ number: Int) -> Speed {
        let usual = Self.vhsSpeeds[min(max(number, 1), speeds) - 1]
        // The delay of a low-pass filter is inversely proportional to its cutoff.
        let wider = chroma / Self.vhs.chroma
        return Speed(
            luma: usual.luma * (luma / Self.vhs.luma), chroma: usual.chroma * wider,
            advance: usual.advance / wider)
    }

    /// The amplitude of the format's noise, in that of VHS.
    var noise: Double { pow(10, (Self.vhs.signalToNoise - signalToNoise) / 20) }
}
