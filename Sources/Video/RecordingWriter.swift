import CVideo
import Glibc
import Imaging

/// Writes a video whose frames and sound come while they happen. What was written lasts, whatever becomes of the program:
/// the file is written in place, and can be played at any moment. One thread uses a writer.
package final class RecordingWriter {
    /// How the video is written: H.264 where the container takes it.
    package let plan: VideoPlan
    private let path: String
    private let descriptor: Int32
    private var writer: OpaquePointer?
    private var lastTime: Int64?
    private var finalByteCount = 0

    /// Of times: a ninety-thousandth of a second, as in broadcasts.
    package static let tick = Fraction(1, 90_000)

    /// Begins a file.
    ///
    /// - Parameters:
    ///   - path: its extension names the container; animated pictures are none.
    ///   - form: of the frames; its rate is what is expected, they come as they come.
    ///   - options: whether sound is recorded is `keepsSound`.
    ///   - overwrite: whether a file of this name is replaced, which is gone at once.
    package init(
        path: String, form: VideoForm, options: VideoOptions, overwrite: Bool
    ) throws(VideoError) {
        var form = form
        form.tick = Self.tick
        plan = try VideoPlan(path: path, form: form, options: options, streams: nil, isRecording: true)
        self.path = path
        let flags = O_RDWR | O_CREAT | O_CLOEXEC | (overwrite ? O_TRUNC : O_EXCL)
        descriptor = open(path, flags, 0o666)
        guard descriptor >= 0 else { throw .file(.writing(path, errno: errno)) }
        var failure = CVideoFailure()
        writer = plan.makeWriter(descriptor: descriptor, source: nil, streams: nil, &failure)
        if writer == nil {
            close(descriptor)
            unlink(path)
            throw failure.writing(path, plan)
        }
    }

    deinit {
        guard writer != nil else { return }
        cvideo_writer_destroy(writer)
        close(descriptor)
    }

    /// The bytes of the file so far.
    package var byteCount: Int { writer == nil ? finalByteCount : Int(cvideo_writer_byte_count(writer)) }

    /// Adds a frame of the form given at the start; one that is not after the last one is left out.
    ///
    /// - Parameter seconds: from the beginning of the recording.
    /// - Returns: whether it is in the file.
    @discardableResult
    package func add(_ frame: PixelBuffer, at seconds: Double) throws(VideoError) -> Bool {
        let time = Int64((seconds / Self.tick.value).rounded())
        precondition(
            frame.width == plan.form.width && frame.height == plan.form.height
                && frame.depth == plan.form.depth,
            "frames have the form that was told")
        if let lastTime, time <= lastTime { return false }
        lastTime = time
        var failure = CVideoFailure()
        let isAdded = frame.withUnsafeBytes { rows in
            cvideo_writer_add(writer, rows.baseAddress, rows.count, time, 0, &failure)
        }
        guard isAdded else { throw failure.writing(path, plan) }
        return true
    }

    /// Adds sound: stereo at 48 kHz, left and right in turns.
    ///
    /// - Parameter seconds: of its first sample, from the beginning of the recording.
    package func add(sound samples: ArraySlice<Float>, at seconds: Double) throws(VideoError) {
        let time = Int64((seconds * Double(SoundReader.rate)).rounded())
        var failure = CVideoFailure()
        let isAdded = samples.withUnsafeBufferPointer { samples in
            cvideo_writer_add_sound(
                writer, samples.baseAddress, Int32(samples.count / SoundReader.channelCount), time, &failure)
        }
        guard isAdded else { throw failure.writing(path, plan) }
    }

    /// Writes what is still on its way, and the index. The file stays whatever this throws.
    package func finish() throws(VideoError) {
        guard writer != nil else { return }
        defer {
            finalByteCount = byteCount
            cvideo_writer_destroy(writer)
            close(descriptor)
            writer = nil
        }
        var failure = CVideoFailure()
        guard cvideo_writer_finish(writer, &failure) else { throw failure.writing(path, plan) }
        guard fsync(descriptor) == 0 else { throw .file(.writing(path, errno: errno)) }
    }
}
