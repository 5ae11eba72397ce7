import CLive
import Dispatch
import Video
import Localization

/// The work of a sound output's thread, which alone calls GStreamer and the source.
final class SoundPlayer {
    private let state: PlaybackState
    private let sink: String?
    private let open: () throws -> (any SoundSource)?

    private var source: (any SoundSource)?
    private var isOpened = false
    /// Why retrying is pointless.
    private var lastingProblem: SoundProblem?

    private var segment: PlaybackState.Segment?
    private var sound: OpaquePointer?
    private var gain = 1.0
    /// The number of attempts to create the segment's audio.
    private var attempts = 0
    private var isFedToEnd = false
    private var pushedCount = 0
    /// The start of the audio and the last audible position, in seconds of the video.
    private var beginning = 0.0
    private var lastPlayed = 0.0
    private var furthestPlayed = 0.0
    /// When the audible position last advanced, by the monotonic clock.
    private var lastMove = 0.0

    /// The maximum number of samples queued for the sink: 200 ms.
    private static let queueLength = SoundReader.rate / 5
    private static let pushLength = SoundReader.rate / 50
    private static let pause = DispatchTimeInterval.milliseconds(20)
    /// The timeouts for an audible position that does not advance, in seconds, in the first and the second
    /// attempt: some devices sleep and take time to wake.
    private static let timeout = [0.3, 1.0]
    /// The maximum difference in seconds that does not count as movement.
    private static let standstill = 0.0005

    private let samples = UnsafeMutableBufferPointer<Float>.allocate(
        capacity: SoundPlayer.pushLength * SoundReader.channelCount)

    init(state: PlaybackState, sink: String?, open: @escaping () throws -> (any SoundSource)?) {
        self.state = state
        self.sink = sink
        self.open = open
    }

    deinit {
        stop()
        samples.deallocate()
    }

    /// Plays the requested audio until the output is released.
    func run() {
        while let request = state.request() {
            if request.segment != segment {
                stop()
                segment = request.segment
                attempts = 0
                if let segment { begin(segment, gain: request.gain) }
            }
            if let sound, let segment {
                setGain(request.gain, of: sound)
                feed(sound, of: segment)
            }
            if let sound, let segment { listen(to: sound, of: segment) }
            state.wait(atMost: sound == nil ? .never : Self.pause)
        }
    }

    private func stop() {
        clive_sound_destroy(sound)
        sound = nil
    }

    private func begin(_ segment: PlaybackState.Segment, gain: Double) {
        guard SoundOutput.audibleRates.contains(segment.rate) else { return state.runFreely(segment) }
        do throws(SoundProblem) {
            if let lastingProblem { throw lastingProblem }
            let source = try openedSource()
            beginning = max(0, state.position)
            do {
                try source.seek(to: Int((beginning * Double(SoundReader.rate)).rounded()))
            } catch {
                throw SoundProblem.unreadable(reason: "\(error)")
            }
            var failure = CLiveFailure()
            guard let sound = clive_sound_create(sink, beginning, segment.rate, &failure) else {
                throw SoundProblem(failure)
            }
            self.sound = sound
            self.gain = 1
            setGain(gain, of: sound)
            isFedToEnd = false
            pushedCount = 0
            lastPlayed = beginning
            furthestPlayed = beginning
            feed(sound, of: segment)
            guard self.sound != nil else { return }
            if !clive_sound_play(sound) {
                let isReported = clive_sound_next_event(sound, &failure) != CLIVE_NOTHING
                throw isReported ? SoundProblem(failure) : .refused(reason: tr("GStreamer cannot play it"))
            }
            lastMove = PlaybackState.now
            state.expectSound(of: segment, within: timeout)
        } catch {
            giveUp(segment, because: error)
        }
    }

    private func openedSource() throws(SoundProblem) -> any SoundSource {
        if !isOpened {
            isOpened = true
            do { source = try open() } catch { throw .unreadable(reason: "\(error)") }
        }
        guard let source else { throw .noSound }
        return source
    }

    private var timeout: Double { Self.timeout[min(attempts, Self.timeout.count - 1)] }

    private func giveUp(_ segment: PlaybackState.Segment, because problem: SoundProblem) {
        stop()
        if problem.isLasting { lastingProblem = problem }
        state.runFreely(segment, because: problem)
    }

    private func setGain(_ gain: Double, of sound: OpaquePointer) {
        guard gain != self.gain else { return }
        self.gain = gain
        clive_sound_set_gain(sound, gain)
    }

    /// Keeps the queue full.
    private func feed(_ sound: OpaquePointer, of segment: PlaybackState.Segment) {
        while !isFedToEnd, Int(clive_sound_queued(sound)) < Self.queueLength {
            do {
                let count = try source?.read(into: samples) ?? 0
                if count > 0 {
                    pushedCount += count
                    // Errors are reported as events.
                    guard clive_sound_push(sound, samples.baseAddress, Int32(count)) else { return }
                } else {
                    isFedToEnd = true
                    clive_sound_end(sound)
                }
            } catch {
                return giveUp(segment, because: .unreadable(reason: "\(error)"))
            }
        }
        if isFedToEnd, pushedCount == 0 { finish(segment) }
    }

    private func finish(_ segment: PlaybackState.Segment) {
        stop()
        state.runFreely(segment, isAtEnd: true)
    }

    /// Updates the audible position, and detects whether it advances.
    private func listen(to sound: OpaquePointer, of segment: PlaybackState.Segment) {
        let hasBegun = furthestPlayed > beginning + Self.standstill
        var failure = CLiveFailure()
        while true {
            let event = clive_sound_next_event(sound, &failure)
            if event == CLIVE_NOTHING { break }
            if event == CLIVE_ENDED { return finish(segment) }
            if event == CLIVE_FAILED || !hasBegun { return giveUp(segment, because: SoundProblem(failure)) }
        }
        let played = clive_sound_position(sound)
        let now = PlaybackState.now
        if played.isFinite, abs(played - lastPlayed) > Self.standstill {
            lastPlayed = played
            state.advance(to: played, of: segment)
        }
        if played.isFinite, played > furthestPlayed + Self.standstill {
            furthestPlayed = played
            lastMove = now
        } else if now - lastMove > timeout {
            standStill(segment)
        }
    }

    /// Tries again, or gives up; the monotonic clock leads in either case.
    private func standStill(_ segment: PlaybackState.Segment) {
        let end = beginning + Double(pushedCount) / Double(SoundReader.rate)
        if isFedToEnd, furthestPlayed > end - Self.timeout[0] * segment.rate { return finish(segment) }
        attempts += 1
        guard attempts < Self.timeout.count else { return giveUp(segment, because: .standsStill) }
        state.runFreely(segment)
        stop()
        begin(segment, gain: gain)
    }
}
