import Glibc
import Imaging
import Localization
import System
import Video

/// Records filtered frames, and the audio of a microphone, into a file that stays playable if the program
/// ends at any moment.
///
/// It has a thread of its own. Frames that arrive faster than it encodes are dropped; audio is not.
package final class Recorder: FrameDestination {
    /// The progress of a recording.
    package struct Progress: Sendable, Equatable {
        /// The time from its first frame to its newest.
        package var seconds = 0.0
        /// The size of its file.
        package var byteCount = 0
        /// The number of frames in it.
        package var frameCount = 0
        /// The number of dropped frames.
        package var leftOutCount = 0
    }

    /// The file.
    package let path: String
    package let format: PlanarFormat
    private let work: RecorderWork
    private let thread: WorkerThread

    /// Starts the file.
    ///
    /// - Parameters:
    ///   - path: its extension determines the container.
    ///   - frameFormat: the size of the video, which some codecs round up, and its rate.
    ///   - hasSound: whether audio of a microphone will be added.
    ///   - soundEffect: what changes this audio; nil to record it as it is.
    ///   - overwrite: whether an existing file of this name is replaced.
    package init(
        to path: String, _ frameFormat: LiveFormat, hasSound: Bool, soundEffect: (any SoundEffect)? = nil,
        options: VideoOptions = VideoOptions(), overwrite: Bool
    ) throws(VideoError) {
        var options = options
        options.keepsSound = hasSound
        options.preset = .fast
        let writer = try RecordingWriter(
            path: path,
            frameFormat: VideoOutputFormat(
                width: frameFormat.width, height: frameFormat.height,
                frameRate: Fraction(Int((frameFormat.rate * 1000).rounded()), 1000)),
            options: options, overwrite: overwrite)
        format = writer.format
        let work = RecorderWork()
        self.path = path
        self.work = work
        // The writer belongs to the thread from here on.
        nonisolated(unsafe) let owned = writer
        thread = WorkerThread("recorder") {
            var recording = RecordingThread(owned, soundEffect: soundEffect, work: work)
            recording.run()
        }
    }

    deinit { work.end() }

    package func show(_ frame: LiveFrame) { work.put(frame) }

    /// Adds audio; audio captured before the first frame is dropped.
    package func capture(_ sound: AudioBlock) { work.put(sound) }

    package func close() {
        work.end()
        thread.wait()
    }

    package var progress: Progress { work.progress }
    package var leftOutCount: Int { progress.leftOutCount }

    package var problem: LiveError? {
        work.problem.map { .failed(name: tr("the recording \(PathName.last(of: path))"), reason: "\($0)") }
    }
}

/// The work of a recorder's thread, which alone uses the writer.
private struct RecordingThread {
    private let writer: RecordingWriter
    private var sound: RecordedSound
    private let work: RecorderWork
    /// When the recording began, in seconds of the monotonic clock.
    private var start: Double?

    init(_ writer: RecordingWriter, soundEffect: (any SoundEffect)?, work: RecorderWork) {
        self.writer = writer
        sound = RecordedSound(writer, effect: soundEffect)
        self.work = work
    }

    mutating func run() {
        do throws(VideoError) {
            while let (frame, blocks) = work.take() {
                if start == nil { start = frame?.time }
                guard let start else { continue }
                for block in blocks { try write(block, from: start) }
                guard let frame else { continue }
                let seconds = max(0, frame.time - start)
                if try writer.add(frame.planes, at: seconds) {
                    work.note(seconds: seconds, byteCount: writer.byteCount)
                } else if frame.time > start {
                    work.noteLeftOut()
                }
            }
            try sound.finish()
            try writer.finish()
            work.note(byteCount: writer.byteCount)
        } catch {
            work.fail(error)
            // The recorded part becomes a complete file, if there is space for its index.
            try? writer.finish()
            while work.take() != nil {}
        }
    }

    private mutating func write(_ block: AudioBlock, from start: Double) throws(VideoError) {
        let early = Int(((start - block.time) * Double(SoundReader.rate)).rounded(.up))
        let skipped = min(max(0, early) * SoundReader.channelCount, block.samples.count)
        guard skipped < block.samples.count else { return }
        let delay = Double(skipped / SoundReader.channelCount) / Double(SoundReader.rate)
        try sound.add(block.samples[skipped...], at: max(0, block.time + delay - start))
    }
}
