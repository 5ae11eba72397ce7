import Video

/// The audio of a recording, whose samples are counted from its beginning and may pass an effect.
struct RecordedSound {
    private let writer: RecordingWriter
    private let effect: (any SoundEffect)?
    /// What the effect does, from the first sample on.
    private var processing: (any SoundProcessing)?
    /// The indices of the next sample that is processed, and of the next that is written.
    private var nextIn = 0
    private var nextOut = 0

    /// The maximum number of missing samples that count as inexact times: 20 ms.
    private static let tolerance = SoundReader.rate / 50
    /// Samples of silence that are processed at a time.
    private static let step = SoundReader.rate

    /// - Parameter effect: nil to record samples as they are.
    init(_ writer: RecordingWriter, effect: (any SoundEffect)?) {
        self.writer = writer
        self.effect = effect
    }

    /// Adds samples: interleaved stereo at 48 kHz.
    ///
    /// - Parameter seconds: of the first sample, from the beginning of the recording.
    mutating func add(_ samples: ArraySlice<Float>, at seconds: Double) throws(VideoError) {
        guard let effect else { return try writer.add(sound: samples, at: seconds) }
        let index = Int((seconds * Double(SoundReader.rate)).rounded())
        if processing == nil {
            processing = effect.begin(
                rate: SoundReader.rate, channelCount: SoundReader.channelCount, first: index, wanted: index)
            (nextIn, nextOut) = (index, index)
        }
        // The effect counts samples, so a pause is processed as silence.
        while index - nextIn > Self.tolerance {
            let count = min(index - nextIn, Self.step)
            try process([Float](repeating: 0, count: count * SoundReader.channelCount)[...])
        }
        try process(samples)
    }

    /// Writes the samples that the effect has kept for later.
    mutating func finish() throws(VideoError) {
        if let rest = processing?.finish() { try write(rest) }
        processing = nil
    }

    private mutating func process(_ samples: ArraySlice<Float>) throws(VideoError) {
        nextIn += samples.count / SoundReader.channelCount
        if let done = processing.map({ samples.withUnsafeBufferPointer($0.add) }) { try write(done) }
    }

    private mutating func write(_ samples: [Float]) throws(VideoError) {
        guard !samples.isEmpty else { return }
        try writer.add(sound: samples[...], at: Double(nextOut) / Double(SoundReader.rate))
        nextOut += samples.count / SoundReader.channelCount
    }
}
