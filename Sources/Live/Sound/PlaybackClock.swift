/// The moment of a video that is heard or shown, between the positions that a sound server tells now and then.
///
/// It runs by the monotonic clock and is drawn to what the server tells, whose numbers waver by some milliseconds. It
/// never runs backward.
struct PlaybackClock: Sendable {
    /// Seconds of the video in a second.
    let rate: Double
    /// The moment in the video at `time`.
    private var position: Double
    /// In seconds of the monotonic clock.
    private var time: Double
    /// By how much it runs faster than `rate`, as a factor, until it is told of sound again; 0 while it waits for it.
    private var pull = 1.0

    /// A difference of sound and clock in seconds that is ended at once, and not bit by bit.
    private static let largestDrift = 0.08
    /// The seconds in which a smaller difference would be gone, and the most that the clock is pulled for it.
    private static let settling = 1.0
    private static let strongestPull = 0.08
    /// The seconds for which it is pulled; it is told of sound that moves more often than that.
    private static let longestPull = 0.1

    init(position: Double, rate: Double, time: Double) {
        self.position = position
        self.rate = rate
        self.time = time
    }

    func position(at time: Double) -> Double {
        let passed = max(0, time - self.time)
        let pulled = min(passed, Self.longestPull)
        return position + (pulled * pull + passed - pulled) * rate
    }

    /// Takes into account what is heard at `time`.
    mutating func hear(_ heard: Double, at time: Double) {
        position = position(at: time)
        self.time = max(self.time, time)
        let difference = (heard - position) / rate
        if difference > Self.largestDrift {
            position = heard
            pull = 1
        } else if difference < -Self.largestDrift {
            pull = 0
        } else {
            pull = 1 + min(max(difference / Self.settling, -Self.strongestPull), Self.strongestPull)
        }
    }

    /// Goes on without being drawn to anything.
    mutating func runFreely(at time: Double) {
        position = position(at: time)
        self.time = max(self.time, time)
        pull = 1
    }
}
