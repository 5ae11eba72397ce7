import Glibc

/// The sound of a tape, block by block.
///
/// Each block depends on nothing but the samples around it, its index and the settings: recursive filters
/// start from rest sufficiently far before it. So parts that are processed separately are the same, bit for
/// bit, as in the whole.
struct TapeBlock {
    let rate: Double
    let channelCount: Int
    /// Samples in a block.
    let length: Int
    /// The numbers of samples before and after a block on which it depends.
    let history: Int
    let lookahead: Int

    /// How long before their output filters start, in samples: those of the bass, until even 20 Hz has
    /// decayed by 150 dB, and those of the treble.
    private let bassLead: Int
    private let trebleLead: Int
    /// How far the uneven motion of the tape reaches, and oversampling.
    private let motionReach: Int
    private static let oversamplingReach = 2 * SoundKernel.reach

    init(rate: Int, channelCount: Int) {
        self.rate = Double(rate)
        self.channelCount = channelCount
        // An eighth of a second: a compromise between effort and how soon a change is heard.
        length = max(rate / 8, 1)
        bassLead = rate / 5
        trebleLead = rate / 160 + 1
        motionReach = Int(Double(rate) * TapeTransport.maximumDelay) + SoundKernel.reach + 1
        history = bassLead + 2 * trebleLead + motionReach + Self.oversamplingReach
        lookahead = motionReach + Self.oversamplingReach
    }

    /// A block of all channels.
    ///
    /// - Parameters:
    ///   - input: the samples of each channel, `history` before the block, those of the block, and
    ///     `lookahead` after it.
    ///   - index: of the block's first sample; its time is `index / rate`.
    func processed(_ input: [[Float]], at index: Int, _ settings: TapeSoundSettings) -> [[Float]] {
        let tools = Tools(settings, rate: rate)
        switch settings.track {
        case .linear:
            let mono = processed(mixed(input), at: index, channel: 0, settings, tools)
            return [[Float]](repeating: mono, count: channelCount)
        case .hifi:
            return input.enumerated().map { processed($1, at: index, channel: $0, settings, tools) }
        }
    }

    /// The filters for one setting.
    struct Tools {
        let bass: SoundFilter
        let emphasis: SoundFilter
        /// Of the playback: the inverse of the emphasis, and the upper limit of the band.
        let playback: [SoundFilter]
        let hiss: Float
        let transport: TapeTransport

        init(_ settings: TapeSoundSettings, rate: Double) {
            let (band, emphasis) = (settings.band, settings.emphasis)
            bass = SoundFilter(cutoff: band.lowerBound, rate: rate, isHighPass: true)
            self.emphasis = SoundFilter(shelfFrom: emphasis.from, to: emphasis.to, rate: rate)
            playback =
                [SoundFilter(shelfFrom: emphasis.to, to: emphasis.from, rate: rate)]
                + SoundFilter.lowPass(cutoff: band.upperBound, rate: rate)
            hiss =
                settings.hiss > 0 ? Float(settings.hissLevel / SoundFilter.noiseGain(playback)) : 0
            transport = TapeTransport(settings)
        }
    }

    /// A mono mix in which no sum can exceed full scale. For 5.1 and 7.1 (left, right, center, effects,
    /// surround), it has the proportions of ITU-R BS.775, without the effects.
    private func mixed(_ input: [[Float]]) -> [Float] {
        guard input.count > 1 else { return input[0] }
        let center = Float(2).squareRoot()
        let shares: [Float] =
            switch input.count {
            case 6: [1, 1, center, 0, center / 2, center / 2]
            case 8: [1, 1, center, 0, center / 2, center / 2, center / 2, center / 2]
            default: [Float](repeating: 1, count: input.count)
            }
        let sum = shares.reduce(0, +)
        var mix = [Float](repeating: 0, count: input[0].count)
        for (samples, share) in zip(input, shares) where share > 0 {
            let share = share / sum
            for index in mix.indices { mix[index] += share * samples[index] }
        }
        return mix
    }

    private func processed(
        _ input: [Float], at index: Int, channel: Int, _ settings: TapeSoundSettings, _ tools: Tools
    ) -> [Float] {
        var samples = input
        // The index in the whole of the first of the samples.
        var start = index - history
        func drop(_ count: Int, _ end: Int = 0) {
            samples.removeFirst(count)
            samples.removeLast(end)
            start += count
        }
        tools.bass.apply(&samples)
        drop(bassLead)
        tools.emphasis.apply(&samples)
        drop(trebleLead)
        if settings.drive > 0 {
            saturate(&samples, drive: Float(settings.drive))
        }
        drop(Self.oversamplingReach, Self.oversamplingReach)
        if tools.hiss > 0 {
            let noise = WhiteNoise(.hiss, seed: settings.seed, channel: channel)
            for sample in samples.indices { samples[sample] += tools.hiss * noise.sample(start + sample) }
        }
        dropOut(&samples, at: start, channel: channel, settings)
        if tools.transport.isEven {
            drop(motionReach, motionReach)
        } else {
            samples = moved(samples, at: start + motionReach, tools.transport)
            start += motionReach
        }
        for filter in tools.playback { filter.apply(&samples) }
        drop(trebleLead)
        samples.withUnsafeMutableBufferPointer {
            AddedTones(settings).add(to: $0, from: start, rate: rate)
        }
        return samples
    }

    /// Magnetizes the tape: tanh(d x) / d, at four times the rate, so that harmonics beyond the half of it do
    /// not come back as other tones. Only what is added to the signal passes through the filters of
    /// oversampling, so that a weak signal remains exactly as it is.
    ///
    /// The first and last `oversamplingReach` samples are wrong.
    private func saturate(_ samples: inout [Float], drive: Float) {
        let (reach, factor) = (SoundKernel.reach, SoundKernel.oversampling)
        let count = samples.count
        guard count > 4 * reach else { return }
        var added = [Float](repeating: 0, count: count * factor)
        let step = SoundKernel.phaseCount / factor
        samples.withUnsafeBufferPointer { samples in
            SoundKernel.phases.withUnsafeBufferPointer { phases in
                guard let samples = samples.baseAddress, let phases = phases.baseAddress else { return }
                for index in reach..<count - reach {
                    for phase in 0..<factor {
                        let value =
                            phase == 0
                            ? samples[index]
                            : SoundKernel.product(
                                samples + (index - reach + 1), phases + phase * step * SoundKernel.width,
                                SoundKernel.width)
                        added[index * factor + phase] = tanhf(drive * value) / drive - value
                    }
                }
            }
        }
        added.withUnsafeBufferPointer { added in
            SoundKernel.reduction.withUnsafeBufferPointer { reduction in
                guard let added = added.baseAddress, let reduction = reduction.baseAddress else { return }
                for index in 2 * reach..<count - 2 * reach {
                    samples[index] += SoundKernel.product(
                        added + (index - reach) * factor, reduction, SoundKernel.width * factor)
                }
            }
        }
    }

    private func dropOut(
        _ samples: inout [Float], at start: Int, channel: Int, _ settings: TapeSoundSettings
    ) {
        let from = Double(start) / rate - SoundDropout.maximumLength
        let dropouts = SoundDropout.beginning(in: from..<Double(start + samples.count) / rate, settings)
        guard !dropouts.isEmpty else { return }
        let noise = WhiteNoise(.burst, seed: settings.seed, channel: channel)
        for dropout in dropouts {
            let first = Int((dropout.start * rate).rounded(.up)) - start
            let last = Int(((dropout.start + dropout.length) * rate).rounded(.down)) - start
            for sample in max(0, first)..<max(0, first, min(samples.count, last + 1)) {
                let gain = Float(dropout.gain(at: Double(start + sample) / rate))
                samples[sample] *= gain
                // Without a carrier, the demodulator of the hi-fi track gives noise, which is mostly muted.
                if settings.track == .hifi {
                    samples[sample] += 0.02 * (1 - gain) * noise.sample(start + sample)
                }
            }
        }
    }

    /// Reads the samples at uneven intervals.
    ///
    /// - Parameter start: the index in the whole of the first result; the samples begin `motionReach` before.
    private func moved(_ samples: [Float], at start: Int, _ transport: TapeTransport) -> [Float] {
        let count = samples.count - 2 * motionReach
        let delays = transport.delays(from: start, count: count, rate: rate)
        let width = SoundKernel.width
        var moved = [Float](repeating: 0, count: count)
        samples.withUnsafeBufferPointer { samples in
            SoundKernel.phases.withUnsafeBufferPointer { phases in
                guard let samples = samples.baseAddress, let phases = phases.baseAddress else { return }
                for index in 0..<count {
                    let position = Double(index + motionReach) - delays[index]
                    let whole = position.rounded(.down)
                    let phase = (position - whole) * Double(SoundKernel.phaseCount)
                    let low = min(Int(phase), SoundKernel.phaseCount - 1)
                    let first = samples + (Int(whole) - SoundKernel.reach + 1)
                    let before = SoundKernel.product(first, phases + low * width, width)
                    let after = SoundKernel.product(first, phases + (low + 1) * width, width)
                    moved[index] = before + Float(phase - Double(low)) * (after - before)
                }
            }
        }
        return moved
    }
}
