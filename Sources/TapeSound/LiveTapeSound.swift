import Filters
import Synchronization
import Video

/// The sound of tapes that can be changed while it is played or recorded. Thread-safe.
package final class LiveTapeSound: SoundEffect {
    private let course = Mutex<TapeSoundCourse?>(nil)
    /// The recipe in use and the frame rate with which it is used.
    private let used = Mutex<(recipe: Recipe?, frameRate: Double)>((nil, 0))

    package init() {}

    /// Changes the sound, from the samples that are processed next; nil for no effect.
    package func use(_ course: TapeSoundCourse?) { self.course.withLock { $0 = course } }

    /// Changes the sound to that of a recipe. It does nothing if that is in use, so it may be called often.
    ///
    /// - Parameter frameRate: frames of the video per second.
    package func use(_ recipe: Recipe?, frameRate: Double) {
        let isNew = used.withLock { used in
            defer { used = (recipe, frameRate) }
            return used.recipe != recipe || used.frameRate != frameRate
        }
        if isNew { use(recipe.flatMap { TapeSoundCourse($0, frameRate: frameRate) }) }
    }

    /// The number of tapes that the sound passes at present.
    var layerCount: Int { course.withLock { $0?.layerCount ?? 0 } }

    fileprivate func settings(at seconds: Double, layer: Int) -> TapeSoundSettings? {
        course.withLock { $0?.settings(at: seconds, layer: layer) }
    }

    package func begin(rate: Int, channelCount: Int, first: Int, wanted: Int) -> any SoundProcessing {
        LiveTapeTrack(self, rate: rate, channelCount: channelCount, first: first, wanted: wanted)
    }
}

/// A track whose tapes can change. Not thread-safe.
///
/// Settings change from one block to the next, which is an eighth of a second, with a fade. If the number of
/// tapes changes, both numbers of them process samples until there are enough for a fade.
private final class LiveTapeTrack: SoundProcessing {
    private let sound: LiveTapeSound
    private let rate: Int
    private let channelCount: Int
    private var current: Tapes
    /// The tapes before a change, until the fade.
    private var old: Tapes?
    /// The newest samples, interleaved, with which other tapes can begin.
    private var history: [Float] = []
    /// The indices of the next sample that is added, and of the next that is returned.
    private var nextIn: Int
    private var nextOut: Int

    /// Samples over which two numbers of tapes are faded.
    private static let fadeLength = 1024
    /// The number of tapes for whose beginning samples are kept; more would begin with silence.
    private static let maximumOfNewTapes = 8

    init(_ sound: LiveTapeSound, rate: Int, channelCount: Int, first: Int, wanted: Int) {
        self.sound = sound
        self.rate = rate
        self.channelCount = channelCount
        nextIn = first
        nextOut = wanted
        current = Tapes(of: sound, rate: rate, channelCount: channelCount, first: first, wanted: wanted)
    }

    func add(_ samples: UnsafeBufferPointer<Float>) -> [Float] {
        if old == nil, current.count != sound.layerCount { changeTapes() }
        history += samples
        nextIn += samples.count / channelCount
        current.add(samples)
        old?.add(samples)
        trimHistory()
        return completed(isAtEnd: false)
    }

    func finish() -> [Float] {
        current.finish()
        old?.finish()
        return completed(isAtEnd: true)
    }

    /// Begins with the present number of tapes, where the former ones have arrived.
    private func changeTapes() {
        old = current
        current = Tapes(
            of: sound, rate: rate, channelCount: channelCount, first: nextIn - history.count / channelCount,
            wanted: nextOut)
        history.withUnsafeBufferPointer { current.add($0) }
    }

    /// Takes the samples that are complete, faded if the tapes have changed.
    private func completed(isAtEnd: Bool) -> [Float] {
        if let former = old?.ready {
            let length = Self.fadeLength * channelCount
            guard isAtEnd || min(former.count, current.ready.count) >= length else { return [] }
            for index in 0..<min(former.count, current.ready.count, length) {
                let share = Float(index / channelCount) / Float(Self.fadeLength)
                current.ready[index] = former[index] + share * (current.ready[index] - former[index])
            }
            old = nil
        }
        defer { current.ready = [] }
        nextOut += current.ready.count / channelCount
        return current.ready
    }

    private func trimHistory() {
        let count = max(Self.maximumOfNewTapes, sound.layerCount)
        let first = TapeSound.firstInput(for: nextOut, layerCount: count, rate: rate)
        let excess = history.count - (nextIn - first) * channelCount
        // Each removal moves what remains, so it is not done for a few samples.
        if excess > history.count / 2 { history.removeFirst(excess) }
    }
}

/// Sound that passes a constant number of tapes.
private struct Tapes {
    let count: Int
    /// The samples that are complete.
    var ready: [Float] = []
    /// Nil without tapes.
    private let sound: TapeSound?
    /// Without tapes, the number of values before the first that is wanted.
    private var skipped: Int

    init(of sound: LiveTapeSound, rate: Int, channelCount: Int, first: Int, wanted: Int) {
        count = sound.layerCount
        skipped = max(0, wanted - first) * channelCount
        self.sound =
            count == 0
            ? nil
            : TapeSound(
                layerCount: count, settings: { sound.settings(at: $0, layer: $1) }, rate: rate,
                channelCount: channelCount, first: first, wanted: wanted)
    }

    mutating func add(_ samples: UnsafeBufferPointer<Float>) {
        if let sound {
            ready += sound.add(samples)
        } else {
            ready += samples.dropFirst(skipped)
            skipped = max(0, skipped - samples.count)
        }
    }

    mutating func finish() { if let sound { ready += sound.finish() } }
}
