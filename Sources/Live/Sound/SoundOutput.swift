import Dispatch
import Glibc

/// Plays the sound of a video, and tells which moment of the video it is: the one that is heard, or where there is no
/// sound the one that the monotonic clock comes to. All threads may use it; nothing here waits for the sound server.
///
/// Each start plays a new stretch of sound, and a pause ends it: a stretch is made within milliseconds, whereas moving one
/// that plays leaves GStreamer with two threads that race.
package final class SoundOutput: Sendable {
    private let state: PlaybackState
    private let run: @Sendable () -> Void

    /// Rates at which sound is played, at its own pitch; at others there is silence.
    package static let audibleRates = 0.5...2.0

    /// Nothing is opened before the first start.
    ///
    /// - Parameters:
    ///   - sink: GStreamer's description of the element that plays; nil for what the environment variable
    ///     `GLINT_SOUND_SINK` names, such as `fakesink sync=true` for tests, else the system's.
    ///   - open: opens what is played, nil for none. It is called once, on the output's own thread.
    package init(sink: String? = nil, open: @escaping @Sendable () throws -> (any SoundSource)?) {
        let state = PlaybackState()
        let sink = sink ?? getenv("GLINT_SOUND_SINK").map { String(cString: $0) }
        self.state = state
        run = {
            // A single block that never ends stays on one thread.
            DispatchQueue(label: "sound", qos: .userInteractive).async {
                SoundPlayer(state: state, sink: sink, open: open).run()
            }
        }
    }

    deinit { state.end() }

    /// Plays from a moment on.
    ///
    /// - Parameters:
    ///   - position: in seconds from the start of the video.
    ///   - rate: seconds of the video in a second.
    package func start(at position: Double, rate: Double = 1) {
        if state.start(at: position, rate: rate) { run() }
    }

    /// Stops where it is.
    package func pause() { state.pause() }

    /// The moment of the video that is heard now, in seconds; it never runs backward between a start and a pause.
    ///
    /// It stands at the start until sound is heard. When that takes too long, or the sound stops coming, or is over,
    /// it goes on by the monotonic clock, for as long as nobody pauses.
    package var position: Double { state.position }

    /// Whether it was started and not paused since.
    package var isPlaying: Bool { state.isPlaying }

    /// How loud the sound is, 0…1, on the scale of sound servers: samples are multiplied by the cube.
    package var volume: Double {
        get { state.volume }
        set { state.volume = min(max(newValue, 0), 1) }
    }

    /// Whether nothing is heard, whatever the volume.
    package var isMuted: Bool {
        get { state.isMuted }
        set { state.isMuted = newValue }
    }

    /// Why nothing is heard; nil while something is, or may be soon.
    package var problem: SoundProblem? { state.problem }

    /// Whether the sound was heard to its end since the last start; the video may be longer.
    package var isAtEnd: Bool { state.isAtEnd }
}
