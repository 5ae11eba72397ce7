import CVideo
import Glibc
import Imaging

/// Writes a video whose frames and sound are recorded live. The file survives a crash of the program: it is
/// written in place, and can be played at any time. Not thread-safe.
package final class RecordingWriter {
    /// How the video is written: as H.264 if the container supports it.
    package let plan: VideoPlan
    /// The format of the frames.
    package let format: PlanarFormat
    private let path: String
    private let descriptor: Int32
    private var writer: OpaquePointer?
    private var lastTime: Int64?
    private var finalByteCount = 0

    /// The resolution of times: a ninety-thousandth of a second, as in broadcasting.
    package static let tick = Fraction(1, 90_000)

    /// Begins a file.
    ///
    /// - Parameters:
    ///   - path: its extension selects the container; animated pictures are not supported.
    ///   - frameFormat: the properties of the frames; its rate is only the expected one, frames may arrive
    ///     at any time.
    ///   - options: `keepsSound` states whether sound is recorded.
    ///   - overwrite: whether an existing file of this name is replaced, which happens immediately.
    package init(
        path: String, frameFormat: VideoOutputFormat, options: VideoOptions, overwrite: Bool
    ) throws(VideoError) {
        var frameFormat = frameFormat
        frameFormat.tick = Self.tick
        plan = try VideoPlan(
            path: path, frameFormat: frameFormat, options: options, streams: nil, isRecording: true)
        guard let format = plan.planes else {
            throw .unfitFormat(
                path: path,
                reason: "frames of \(frameFormat.width) × \(frameFormat.height) pixels are too large")
        }
        self.format = format
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

    /// The current size of the file in bytes.
    package var byteCount: Int { writer == nil ? finalByteCount : Int(cvideo_writer_byte_count(writer)) }

    /// Adds a frame in the format ``format``. It is dropped if it has another format, or is not later than
    /// the previous one.
    ///
    /// - Parameter seconds: from the beginning of the recording.
    /// - Returns: whether it was added to the file.
    @discardableResult
    package func add(_ frame: FramePlanes, at seconds: Double) throws(VideoError) -> Bool {
        // A frame that was made for another output, for example before a change of the camera.
        guard frame.isStored(as: format) else { return false }
        let time = Int64((seconds / Self.tick.value).rounded())
        if let lastTime, time <= lastTime { return false }
        lastTime = time
        var failure = CVideoFailure()
        let isAdded = frame.withUnsafeBytes { samples in
            cvideo_writer_add_planes(writer, samples.baseAddress, samples.count, time, 0, &failure)
        }
        guard isAdded else { throw failure.writing(path, plan) }
        return true
    }

    /// Adds sound: interleaved stereo at 48 kHz, left channel first.
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

    /// Writes pending data and the index. The file is kept even if this throws.
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
