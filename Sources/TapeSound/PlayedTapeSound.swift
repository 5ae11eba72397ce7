import Synchronization
import Video

/// The sound of tapes that can be changed while it plays. Thread-safe.
package final class PlayedTapeSound: Sendable {
    private let course = Mutex<TapeSoundCourse?>(nil)

    package init() {}

    /// Changes the sound, from what is read next; nil for no effect.
    package func use(_ course: TapeSoundCourse?) { self.course.withLock { $0 = course } }

    fileprivate var current: TapeSoundCourse? { course.withLock { $0 } }
}

/// Reads the sound of a video as it sounds from tape. Not thread-safe.
///
/// Settings change from one block to the next, which is an eighth of a second, with a fade. If the number of
/// tapes changes, reading continues at the same sample with as many, and a fade too.
package final class TapeSoundReader {
    private let reader: SoundReader
    private let played: PlayedTapeSound
    private var sound: TapeSound?
    private var layerCount = 0
    /// Samples that are complete, interleaved, and how many of them were read.
    private var ready: [Float] = []
    private var readCount = 0
    /// The index of the next sample.
    private var position = 0
    private var isAtEnd = false

    private static let channelCount = SoundReader.channelCount
    /// Samples that are read at a time, and over which two numbers of tapes are faded.
    private static let step = 1024

    package init(_ reader: SoundReader, _ played: PlayedTapeSound) {
        self.reader = reader
        self.played = played
    }

    /// Seeks to a sample; 0 is the start of the video.
    package func seek(to sample: Int) throws(VideoError) {
        position = sample
        try begin()
    }

    /// Reads samples and returns their number per channel; 0 at the end.
    package func read(into samples: UnsafeMutableBufferPointer<Float>) throws(VideoError) -> Int {
        if sound == nil || (played.current?.layerCount ?? 0) != layerCount { try change() }
        while readCount == ready.count, !isAtEnd { try fill() }
        let count = min(samples.count, ready.count - readCount) / Self.channelCount
        for index in 0..<count * Self.channelCount { samples[index] = ready[readCount + index] }
        readCount += count * Self.channelCount
        position += count
        return count
    }

    /// Begins at the current position, with the samples before it on which the first ones depend.
    private func begin() throws(VideoError) {
        layerCount = played.current?.layerCount ?? 0
        let rate = SoundReader.rate
        let first = max(0, TapeSound.firstInput(for: position, layerCount: layerCount, rate: rate))
        try reader.seek(to: min(first, position))
        let played = played
        sound =
            layerCount == 0
            ? nil
            : TapeSound(
                layerCount: layerCount, settings: { played.current?.settings(at: $0, layer: $1) }, rate: rate,
                channelCount: Self.channelCount, first: first, wanted: position)
        ready = []
        readCount = 0
        isAtEnd = false
    }

    /// Continues with another number of tapes.
    private func change() throws(VideoError) {
        guard sound != nil || played.current != nil else { return }
        while ready.count - readCount < Self.step * Self.channelCount, !isAtEnd { try fill() }
        let old = ready[readCount...]
        try begin()
        while ready.count < old.count, !isAtEnd { try fill() }
        let count = min(old.count, ready.count, Self.step * Self.channelCount)
        for (index, value) in old.prefix(count).enumerated() {
            let share = Float(index / Self.channelCount) / Float(Self.step)
            ready[index] = value + share * (ready[index] - value)
        }
    }

    /// Reads some more samples from the video.
    private func fill() throws(VideoError) {
        ready.removeFirst(readCount)
        readCount = 0
        var samples = [Float](repeating: 0, count: Self.step * Self.channelCount)
        let count = try samples.withUnsafeMutableBufferPointer { samples throws(VideoError) in
            try reader.read(into: samples)
        }
        isAtEnd = count == 0
        let read = samples[..<(count * Self.channelCount)]
        guard let sound else {
            ready += read
            return
        }
        ready += isAtEnd ? sound.finish() : read.withUnsafeBufferPointer(sound.add)
    }
}
