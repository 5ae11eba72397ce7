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
    private let work: RecorderWork
    private let thread: WorkerThread

    /// Starts the file.
    ///
    /// - Parameters:
    ///   - path: its extension determines the container.
    ///   - frameFormat: the format of the video; frames of another size are scaled to fit.
    ///   - hasSound: whether audio of a microphone will be added.
    ///   - overwrite: whether an existing file of this name is replaced.
    package init(
        to path: String, _ frameFormat: LiveFormat, hasSound: Bool, options: VideoOptions = VideoOptions(),
        overwrite: Bool
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
        let work = RecorderWork()
        self.path = path
        self.work = work
        // The writer belongs to the thread from here on.
        nonisolated(unsafe) let owned = writer
        thread = WorkerThread("recorder") {
            var recording = RecordingThread(owned, frameFormat, work: work)
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
    private let frameFormat: LiveFormat
    private let work: RecorderWork
    /// When the recording began, in seconds of the monotonic clock.
    private var start: Double?
    /// Scales frames of another size to fit.
    private var fitting: FrameConverter?
    private let memory = FrameMemory()

    init(_ writer: RecordingWriter, _ frameFormat: LiveFormat, work: RecorderWork) {
        self.writer = writer
        self.frameFormat = frameFormat
        self.work = work
    }

    mutating func run() {
        do {
            while let (frame, sound) = work.take() {
                if start == nil { start = frame?.time }
                guard let start else { continue }
                for block in sound { try write(block, from: start) }
                guard let frame, let pixels = try fitted(frame) else { continue }
                let seconds = max(0, frame.time - start)
                if try writer.add(pixels, at: seconds) {
                    work.note(seconds: seconds, byteCount: writer.byteCount)
                } else if frame.time > start {
                    work.noteLeftOut()
                }
            }
            try writer.finish()
            work.note(byteCount: writer.byteCount)
        } catch {
            work.fail(error as? VideoError ?? .failed(path: tr("the recording"), reason: "\(error)"))
            // The recorded part becomes a complete file, if there is space for its index.
            try? writer.finish()
            while work.take() != nil {}
        }
    }

    private func write(_ block: AudioBlock, from start: Double) throws(VideoError) {
        let early = Int(((start - block.time) * Double(SoundReader.rate)).rounded(.up))
        let skipped = min(max(0, early) * SoundReader.channelCount, block.samples.count)
        guard skipped < block.samples.count else { return }
        let delay = Double(skipped / SoundReader.channelCount) / Double(SoundReader.rate)
        try writer.add(sound: block.samples[skipped...], at: max(0, block.time + delay - start))
    }

    private mutating func fitted(_ frame: LiveFrame) throws(LiveError) -> PixelBuffer? {
        if frame.pixels.width == frameFormat.width, frame.pixels.height == frameFormat.height {
            return frame.pixels
        }
        if fitting == nil { fitting = try FrameConverter(to: .rgba, frameFormat) }
        guard let fitting, let buffer = memory.borrow(byteCount: fitting.byteCount),
            let base = buffer.bytes.baseAddress, try fitting.convert(frame, into: base)
        else { return nil }
        return PixelBuffer(
            width: frameFormat.width, height: frameFormat.height, depth: .eight, memory: buffer.bytes,
            owner: buffer)
    }
}
