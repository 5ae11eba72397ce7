import Filters
import Video

/// Applies the sound of tapes to samples that arrive in order. Not thread-safe.
///
/// The result of a sample depends on its index, not on where processing began or how the samples are divided
/// into calls.
package final class TapeSound {
    private let channelCount: Int
    private let layers: [TapeLayer]

    /// The settings at a time in seconds of the layer with a number; nil while it does nothing. They may
    /// depend on when they are asked for, as of sound that is changed while it plays.
    package typealias Settings = (_ seconds: Double, _ layer: Int) -> TapeSoundSettings?

    /// - Parameters:
    ///   - layerCount: the number of layers, 1 or more.
    ///   - rate: samples per second in each channel, 8000 or more.
    ///   - first: the index of the first sample that will be added. That at the time 0 has the index 0.
    ///   - wanted: the index of the first sample that is to be returned, `first` or more.
    package init(
        layerCount: Int, settings: @escaping Settings, rate: Int, channelCount: Int, first: Int, wanted: Int
    ) {
        self.channelCount = channelCount
        let block = TapeBlock(rate: rate, channelCount: channelCount)
        var starts = [max(first, wanted)]
        for _ in 1..<max(layerCount, 1) {
            starts.insert(max(first, block.firstInput(for: starts[0])), at: 0)
        }
        var begin = first
        var layers: [TapeLayer] = []
        for (index, start) in starts.enumerated() {
            layers.append(
                TapeLayer(block, settings: { settings($0, index) }, first: begin, wanted: start))
            begin = start
        }
        self.layers = layers
    }

    /// The sound of a recipe.
    package convenience init(
        _ course: TapeSoundCourse, rate: Int, channelCount: Int, first: Int, wanted: Int
    ) {
        self.init(
            layerCount: course.layers.count, settings: { course.settings(at: $0, layer: $1) }, rate: rate,
            channelCount: channelCount, first: first, wanted: wanted)
    }

    /// The index of the first sample on which the result at an index depends.
    package static func firstInput(for index: Int, layerCount: Int, rate: Int) -> Int {
        let block = TapeBlock(rate: rate, channelCount: 1)
        return (0..<layerCount).reduce(index) { index, _ in block.firstInput(for: index) }
    }

    /// Takes the next samples, interleaved, and returns those that are complete, which follow the last ones.
    package func add(_ samples: UnsafeBufferPointer<Float>) -> [Float] {
        let channelCount = channelCount
        let count = samples.count / channelCount
        var channels = (0..<channelCount).map { channel in
            (0..<count).map { samples[$0 * channelCount + channel] }
        }
        for layer in layers { channels = layer.add(channels) }
        return interleaved(channels)
    }

    /// Returns the rest; nothing may be added afterwards.
    package func finish() -> [Float] {
        var channels = [[Float]](repeating: [], count: channelCount)
        for layer in layers {
            let before = layer.add(channels)
            let rest = layer.finish()
            channels = zip(before, rest).map { $0 + $1 }
        }
        return interleaved(channels)
    }

    private func interleaved(_ channels: [[Float]]) -> [Float] {
        let count = channels[0].count
        var samples = [Float](repeating: 0, count: count * channelCount)
        for (channel, values) in channels.enumerated() {
            for index in 0..<count { samples[index * channelCount + channel] = values[index] }
        }
        return samples
    }
}

extension TapeSound: SoundProcessing {}

extension TapeSoundCourse: SoundEffect {
    package func begin(rate: Int, channelCount: Int, first: Int, wanted: Int) -> any SoundProcessing {
        TapeSound(self, rate: rate, channelCount: channelCount, first: first, wanted: wanted)
    }
}

extension TapeBlock {
    /// The number of the block that contains a sample.
    func number(of index: Int) -> Int { index >= 0 ? index / length : (index + 1) / length - 1 }

    /// The index of the first sample on which the result at an index depends.
    func firstInput(for index: Int) -> Int { number(of: index) * length - history }
}

/// One tape.
private final class TapeLayer {
    private let block: TapeBlock
    private let settings: (Double) -> TapeSoundSettings?
    /// The samples from `start` on, which are needed for the block `next`.
    private var input: [[Float]]
    private var start: Int
    /// The number of samples to ignore, since nothing that is returned depends on them.
    private var ignored: Int
    private var next: Int
    /// The index of the first sample to return.
    private let wanted: Int
    /// The settings of the previous block; nil in the first.
    private var last: TapeSoundSettings??

    init(_ block: TapeBlock, settings: @escaping (Double) -> TapeSoundSettings?, first: Int, wanted: Int) {
        self.block = block
        self.settings = settings
        self.wanted = wanted
        next = block.number(of: wanted)
        start = block.firstInput(for: wanted)
        ignored = max(0, start - first)
        // Before the sound begins, there is silence.
        let silence = [Float](repeating: 0, count: max(0, first - start))
        input = [[Float]](repeating: silence, count: block.channelCount)
    }

    func add(_ channels: [[Float]]) -> [[Float]] {
        let count = min(ignored, channels[0].count)
        ignored -= count
        for channel in input.indices { input[channel] += channels[channel][count...] }
        var output = [[Float]](repeating: [], count: input.count)
        while block.history + block.length + block.lookahead <= input[0].count { process(into: &output) }
        return output
    }

    func finish() -> [[Float]] {
        var output = [[Float]](repeating: [], count: input.count)
        let end = start + input[0].count
        while next * block.length < end {
            let missing = block.history + block.length + block.lookahead - input[0].count
            for channel in input.indices {
                input[channel] += [Float](repeating: 0, count: max(0, missing))
            }
            let before = output[0].count
            process(into: &output)
            let excess = min(next * block.length - end, output[0].count - before)
            if excess > 0 { for channel in output.indices { output[channel].removeLast(excess) } }
        }
        return output
    }

    /// Processes the next block. When settings change, it is faded from what it would be with the old ones.
    private func process(into output: inout [[Float]]) {
        let index = next * block.length
        let needed = block.history + block.length + block.lookahead
        let samples = input.map { Array($0[..<needed]) }
        let current = settings(Double(index) / block.rate)
        let before = last ?? settings(Double(index - block.length) / block.rate)
        last = .some(current)
        var result = processed(samples, at: index, current)
        if before != current {
            let old = processed(samples, at: index, before)
            for channel in result.indices {
                for sample in 0..<block.length {
                    let share = Float(sample) / Float(block.length)
                    result[channel][sample] =
                        old[channel][sample] + share * (result[channel][sample] - old[channel][sample])
                }
            }
        }
        let skipped = min(max(0, wanted - index), block.length)
        for channel in output.indices { output[channel] += result[channel][skipped...] }
        for channel in input.indices { input[channel].removeFirst(block.length) }
        start += block.length
        next += 1
    }

    private func processed(_ samples: [[Float]], at index: Int, _ settings: TapeSoundSettings?) -> [[Float]] {
        guard let settings else {
            return samples.map { Array($0[block.history..<block.history + block.length]) }
        }
        return block.processed(samples, at: index, settings)
    }
}
