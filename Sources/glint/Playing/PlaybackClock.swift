/// Tells how far a clip that plays has come. Where there is sound, it leads: pictures may be left out, sound may not.
@MainActor
protocol PlaybackClocking: AnyObject {
    /// Starts, or starts over elsewhere.
    ///
    /// - Parameters:
    ///   - seconds: from the first frame of the clip.
    ///   - rate: how many seconds of the clip take a second.
    func start(at seconds: Double, rate: Double)

    /// Stands still from now on.
    func pause()

    /// Seconds from the first frame of the clip.
    var position: Double { get }

    /// How loud the sound is, 0…1.
    var volume: Double { get set }

    /// Whether the sound is off.
    var isMuted: Bool { get set }

    /// Why there is no sound, as a sentence; nil if all is well.
    var problem: String? { get }
}

/// The clock of a clip without sound: the system's own.
@MainActor
final class MonotonicClock: PlaybackClocking {
    var volume = 1.0
    var isMuted = false
    let problem: String? = nil

    private var start = ContinuousClock.now
    private var origin = 0.0
    /// 0 while it stands still.
    private var rate = 0.0

    func start(at seconds: Double, rate: Double) {
        origin = seconds
        self.rate = rate
        start = .now
    }

    func pause() { start(at: position, rate: 0) }

    var position: Double { origin + rate * ((ContinuousClock.now - start) / .seconds(1)) }
}
