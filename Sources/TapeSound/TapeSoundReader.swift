import Video

/// Reads the sound of a video as it sounds from tapes, which can be changed meanwhile. Not thread-safe.
package final class TapeSoundReader {
    private let reader: SoundReader
    private let tapes: LiveTapeSound
    private var track: (any SoundProcessing)?
    /// Samples that are complete, interleaved, and how many of them were read.
    private var ready: [Float] = []
    private var readCount = 0
    private var isAtEnd = false

    private static let channelCount = SoundReader.channelCount
    /// Samples that are read at a time.
    private static let step = 1024

    package init(_ reader: SoundReader, _ tapes: LiveTapeSound) {
        self.reader = reader
        self.tapes = tapes
    }

    /// Seeks to a sample; 0 is the start of the video.
    package func seek(to sample: Int) throws(VideoError) {
        // The samples before it, on which the first ones depend, are read as well.
        let needed = TapeSound.firstInput(for: sample, layerCount: tapes.layerCount, rate: SoundReader.rate)
        let first = min(max(0, needed), sample)
        try reader.seek(to: first)
        track = tapes.begin(
            rate: SoundReader.rate, channelCount: Self.channelCount, first: first, wanted: sample)
        (ready, readCount, isAtEnd) = ([], 0, false)
    }

    /// Reads samples and returns their number per channel; 0 at the end.
    package func read(into samples: UnsafeMutableBufferPointer<Float>) throws(VideoError) -> Int {
        if track == nil { try seek(to: 0) }
        while readCount == ready.count, !isAtEnd { try fill() }
        let count = min(samples.count, ready.count - readCount) / Self.channelCount
        for index in 0..<count * Self.channelCount { samples[index] = ready[readCount + index] }
        readCount += count * Self.channelCount
        return count
    }

    /// Reads some more samples from the video.
    private func fill() throws(VideoError) {
        var samples = [Float](repeating: 0, count: Self.step * Self.channelCount)
        let count = try samples.withUnsafeMutableBufferPointer { samples throws(VideoError) in
            try reader.read(into: samples)
        }
        isAtEnd = count == 0
        let read = samples[..<(count * Self.channelCount)]
        ready = (isAtEnd ? track?.finish() : read.withUnsafeBufferPointer { track?.add($0) }) ?? []
        readCount = 0
    }
}
