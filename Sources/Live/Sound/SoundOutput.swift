import Glibc
import System

/// Plays the audio of a video, and reports the current position in the video: the audible one, or without
/// audio the one given by the monotonic clock. Thread-safe; nothing here waits for the sound server.
///
/// Each start plays a new segment of audio, and a pause ends it: creating a segment takes milliseconds,
/// whereas seeking in one that is playing leaves GStreamer with two threads that race.
package final class SoundOutput: Sendable {
    private let state: PlaybackState
    private let run: @Sendable () -> Void

    /// The rates at which audio is played, with its pitch preserved; it is silent at others.
    package static let audibleRates = 0.5...2.0

    /// Opens nothing before the first start.
    ///
    /// - Parameters:
    ///   - sink: the GStreamer description of the sink element; nil for the one in the environment variable
    ///     `GLINT_SOUND_SINK`, such as `fakesink sync=true` for tests, else the system's default.
    ///   - open: opens the audio source, nil for none. It is called once, on the output's own thread.
    package init(sink: String? = nil, open: @escaping @Sendable () throws -> (any SoundSource)?) {
        let state = PlaybackState()
        let sink = sink ?? getenv("GLINT_SOUND_SINK").map { String(cString: $0) }
        self.state = state
        run = {
            WorkerThread("sound", qos: .userInteractive) {
                SoundPlayer(state: state, sink: sink, open: open).run()
            }
        }
    }

    deinit { state.end() }

    /// Plays from a position.
    ///
    /// - Parameters:
    ///   - position: in seconds from the start of the video.
    ///   - rate: seconds of the video per second.
    package func start(at position: Double, rate: Double = 1) {
        if state.start(at: position, rate: rate) { run() }
    }

    /// Stops at the current position.
    package func pause() { state.pause() }

    /// The audible position in the video, in seconds; it never runs backward between a start and a pause.
    ///
    /// It stays at the start until audio is audible. If that takes too long, or the audio stalls or ends, it
    /// continues by the monotonic clock until it is paused.
    package var position: Double { state.position }

    /// True if it was started and not paused since.
    package var isPlaying: Bool { state.isPlaying }

    /// The volume, 0…1, on the scale of sound servers: samples are multiplied by the cube.
    package var volume: Double {
        get { state.volume }
        set { state.volume = min(max(newValue, 0), 1) }
    }

    /// True if it is silent, whatever the volume.
    package var isMuted: Bool {
        get { state.isMuted }
        set { state.isMuted = newValue }
    }

    /// Why nothing is audible; nil while something is, or may be soon.
    package var problem: SoundProblem? { state.problem }

    /// True if the audio has played to its end since the last start; the video may be longer.
    package var isAtEnd: Bool { state.isAtEnd }
}
