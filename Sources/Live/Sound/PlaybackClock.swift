/// The position in a video that is audible or visible, interpolated between the positions that a sound server
/// reports from time to time.
///
/// It follows the monotonic clock and is steered toward the reported positions, which jitter by some
/// milliseconds. It never runs backward.
struct PlaybackClock: Sendable {
    /// Seconds of the video per second.
    let rate: Double
    /// The position in the video at `time`.
    private var position: Double
    /// In seconds of the monotonic clock.
    private var time: Double
    /// The factor by which it runs faster than `rate`, until a position is reported again; 0 while it waits
    /// for the audio.
    private var pull = 1.0

    /// The difference between audio and clock, in seconds, from which it is corrected at once rather than
    /// gradually.
    private static let largestDrift = 0.08
    /// The seconds in which a smaller difference would be corrected, and the maximum change of the rate for
    /// it.
    private static let settling = 1.0
    private static let strongestPull = 0.08
    /// The maximum time for which the rate is changed, in seconds; moving audio reports its position more
    /// often than that.
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

    /// Adjusts to the audible position at `time`.
    mutating func advance(to played: Double, at time: Double) {
        position = position(at: time)
        self.time = max(self.time, time)
        let difference = (played - position) / rate
        if difference > Self.largestDrift {
            position = played
            pull = 1
        } else if difference < -Self.largestDrift {
            pull = 0
        } else {
            pull = 1 + min(max(difference / Self.settling, -Self.strongestPull), Self.strongestPull)
        }
    }

    /// Continues without being steered.
    mutating func runFreely(at time: Double) {
        position = position(at: time)
        self.time = max(self.time, time)
        pull = 1
    }
}
