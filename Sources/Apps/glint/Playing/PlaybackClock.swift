import Filters

/// The playback position of a clip. If there is sound, it leads: frames may be dropped, sound may not.
@MainActor
protocol PlaybackClocking: AnyObject {
    /// Starts, or restarts at another position.
    ///
    /// - Parameters:
    ///   - seconds: from the first frame of the clip.
    ///   - rate: seconds of the clip per second.
    func start(at seconds: Double, rate: Double)

    /// Pauses the clock.
    func pause()

    /// Seconds from the first frame of the clip.
    var position: Double { get }

    /// The volume, 0…1.
    var volume: Double { get set }

    /// True if the sound is muted.
    var isMuted: Bool { get set }

    /// The reason why there is no sound, as a sentence; nil if there is no problem.
    var problem: String? { get }

    /// Gives the sound that of a recipe's tapes; it may be called often.
    func useTapeSound(of recipe: Recipe?, frameRate: Double)
}

extension PlaybackClocking {
    func useTapeSound(of recipe: Recipe?, frameRate: Double) {}
}

/// The clock of a clip without sound: the system's own.
@MainActor
final class MonotonicClock: PlaybackClocking {
    var volume = 1.0
    var isMuted = false
    let problem: String? = nil

    private var start = ContinuousClock.now
    private var origin = 0.0
    /// 0 while it is paused.
    private var rate = 0.0

    func start(at seconds: Double, rate: Double) {
        origin = seconds
        self.rate = rate
        start = .now
    }

    func pause() { start(at: position, rate: 0) }

    var position: Double { origin + rate * ((ContinuousClock.now - start) / .seconds(1)) }
}
