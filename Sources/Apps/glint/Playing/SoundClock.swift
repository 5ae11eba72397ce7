import Filters
import Live
import TapeSound
import Video

/// The clock of a clip with sound: the position that is audible.
@MainActor
final class SoundClock: PlaybackClocking {
    private let output: SoundOutput
    private let tapeSound = LiveTapeSound()

    /// Opens the audio device only at the first start.
    init(soundOf path: String) {
        output = SoundOutput { [tapeSound] () -> (any SoundSource)? in
            try SoundReader(path: path).map { TapeSoundReader($0, tapeSound) }
        }
    }

    func useTapeSound(of recipe: Recipe?, frameRate: Double) {
        tapeSound.use(recipe, frameRate: frameRate)
    }

    func start(at seconds: Double, rate: Double) { output.start(at: seconds, rate: rate) }

    func pause() { output.pause() }

    var position: Double { output.position }

    var volume: Double {
        get { output.volume }
        set { output.volume = newValue }
    }

    var isMuted: Bool {
        get { output.isMuted }
        set { output.isMuted = newValue }
    }

    var problem: String? { output.problem == .noSound ? nil : output.problem?.description }

    /// The clock for a clip, which follows the clip's sound if there is any.
    static func of(_ clip: Clip) -> any PlaybackClocking {
        clip.info.sounds.isEmpty ? MonotonicClock() : SoundClock(soundOf: clip.stream.path)
    }
}

extension TapeSoundReader: SoundSource {}
