import System
import Video

/// The state shared between a recorder's callers and its thread.
final class RecorderWork: Sendable {
    private struct Contents {
        var frame: LiveFrame?
        var sound: [AudioBlock] = []
        var soundSeconds = 0.0
        var progress = Recorder.Progress()
        var problem: VideoError?
    }

    private let contents = Mailbox(Contents())

    /// The maximum seconds of buffered audio, such as while the disk stalls.
    private static let maxSoundSeconds = 20.0

    var progress: Recorder.Progress { contents.withLock { $0.progress } }
    var problem: VideoError? { contents.withLock { $0.problem } }

    // For callers

    func put(_ frame: LiveFrame) {
        guard !contents.isEnded else { return }
        contents.update { contents in
            if contents.frame != nil || contents.problem != nil { contents.progress.leftOutCount += 1 }
            contents.frame = frame
        }
    }

    func put(_ sound: AudioBlock) {
        guard !contents.isEnded else { return }
        contents.update { contents in
            contents.sound.append(sound)
            contents.soundSeconds += sound.seconds
            while contents.soundSeconds > Self.maxSoundSeconds, let first = contents.sound.first {
                contents.soundSeconds -= first.seconds
                contents.sound.removeFirst()
            }
        }
    }

    func end() { contents.end() }

    // For the thread

    /// Waits for the newest frame and the audio since the previous one; nil at the end, when everything was
    /// taken.
    func take() -> (frame: LiveFrame?, sound: [AudioBlock])? {
        contents.next { contents in
            guard contents.frame != nil || !contents.sound.isEmpty else { return nil }
            defer {
                contents.sound = []
                contents.soundSeconds = 0
            }
            return (contents.frame.take(), contents.sound)
        }
    }

    func note(seconds: Double, byteCount: Int) {
        contents.withLock { contents in
            contents.progress.seconds = seconds
            contents.progress.frameCount += 1
            contents.progress.byteCount = byteCount
        }
    }

    func noteLeftOut() {
        contents.withLock { $0.progress.leftOutCount += 1 }
    }

    func note(byteCount: Int) {
        contents.withLock { $0.progress.byteCount = byteCount }
    }

    func fail(_ error: VideoError) {
        contents.withLock { $0.problem = error }
    }
}

extension AudioBlock {
    /// The duration.
    fileprivate var seconds: Double {
        Double(samples.count / SoundReader.channelCount) / Double(SoundReader.rate)
    }
}
