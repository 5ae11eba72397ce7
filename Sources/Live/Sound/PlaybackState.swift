import Dispatch
import Glibc
import System

/// The requested and the actual state of a ``SoundOutput``, shared with the playback thread.
final class PlaybackState: Sendable {
    /// The audio from one start to the next pause or start.
    struct Segment: Sendable, Equatable {
        let number: Int
        /// In seconds from the start of the video.
        let start: Double
        let rate: Double
    }

    private struct Contents {
        var segment: Segment?
        var count = 0
        /// Nil while the segment waits for its audio.
        var clock: PlaybackClock?
        /// When the clock starts without audio, by the monotonic clock.
        var waitsUntil = 0.0
        /// The position while nothing is playing.
        var rest = 0.0
        var volume = 1.0
        var isMuted = false
        var problem: SoundProblem?
        var isAtEnd = false
        var hasThread = false
    }

    private let contents = Mailbox(Contents())

    /// The timeout for preparing audio, in seconds: the first time GStreamer may scan all of its plugins.
    private static let preparation = 2.0

    /// Seconds of the monotonic clock.
    static var now: Double {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
    }

    // For callers

    /// Starts a segment; true the first time, when the thread has to be started.
    func start(at position: Double, rate: Double) -> Bool {
        contents.update { contents in
            contents.count += 1
            contents.segment = Segment(number: contents.count, start: position, rate: rate)
            contents.clock = nil
            let isSilent =
                contents.problem?.isLasting ?? false || !SoundOutput.audibleRates.contains(rate)
            contents.waitsUntil = Self.now + (isSilent ? 0 : Self.preparation)
            contents.isAtEnd = false
            defer { contents.hasThread = true }
            return !contents.hasThread
        }
    }

    func pause() {
        contents.update { contents in
            contents.rest = Self.position(&contents, at: Self.now)
            contents.segment = nil
            contents.clock = nil
        }
    }

    func end() { contents.end() }

    var position: Double { contents.withLock { Self.position(&$0, at: Self.now) } }

    private static func position(_ contents: inout Contents, at time: Double) -> Double {
        guard let segment = contents.segment else { return contents.rest }
        if contents.clock == nil, time >= contents.waitsUntil {
            contents.clock = PlaybackClock(
                position: segment.start, rate: segment.rate, time: contents.waitsUntil)
        }
        return contents.clock?.position(at: time) ?? segment.start
    }

    var isPlaying: Bool { contents.withLock { $0.segment != nil } }
    var problem: SoundProblem? { contents.withLock { $0.problem } }
    var isAtEnd: Bool { contents.withLock { $0.isAtEnd } }

    var volume: Double {
        get { contents.withLock { $0.volume } }
        set { contents.update { $0.volume = newValue } }
    }

    var isMuted: Bool {
        get { contents.withLock { $0.isMuted } }
        set { contents.update { $0.isMuted = newValue } }
    }

    // For the thread

    /// The current request; nil when the thread should end.
    func request() -> (segment: Segment?, gain: Double)? {
        guard !contents.isEnded else { return nil }
        return contents.withLock { contents in
            let volume = contents.volume
            return (contents.segment, contents.isMuted ? 0 : volume * volume * volume)
        }
    }

    /// Waits until the request may have changed, or for the duration of `pause`.
    func wait(atMost pause: DispatchTimeInterval) { _ = contents.wait(atMost: pause) }

    /// Makes the clock start without audio if none is audible within the given seconds.
    func expectSound(of segment: Segment, within seconds: Double) {
        change(segment) { contents, now in
            if contents.clock == nil { contents.waitsUntil = min(contents.waitsUntil, now + seconds) }
        }
    }

    /// Updates the audible position.
    func advance(to position: Double, of segment: Segment) {
        change(segment) { contents, now in
            // A clock that has started without audio continues.
            _ = Self.position(&contents, at: now)
            if contents.clock == nil {
                contents.clock = PlaybackClock(position: position, rate: segment.rate, time: now)
            } else {
                contents.clock?.advance(to: position, at: now)
            }
            contents.problem = nil
        }
    }

    /// Continues by the monotonic clock, since no audio arrives any more.
    func runFreely(_ segment: Segment, because problem: SoundProblem? = nil, isAtEnd: Bool = false) {
        change(segment) { contents, now in
            if contents.clock == nil { contents.waitsUntil = min(contents.waitsUntil, now) }
            _ = Self.position(&contents, at: now)
            contents.clock?.runFreely(at: now)
            if let problem { contents.problem = problem }
            contents.isAtEnd = isAtEnd
        }
    }

    /// Does nothing if another segment was requested meanwhile.
    private func change(_ segment: Segment, _ body: (inout Contents, Double) -> Void) {
        contents.withLock { contents in
            if contents.segment == segment { body(&contents, Self.now) }
        }
    }
}
