import Imaging
import Video

/// Writes frames to a video file, or to an animated picture.
final class VideoFileSink: FrameSink {
    private let writer: VideoWriter
    /// What the file will lack or have otherwise than its source.
    var remarks: [VideoRemark] { writer.plan.remarks }

    init(
        path: String, form: VideoForm, options: VideoOptions, source: VideoSource?
    ) throws(VideoError) {
        writer = try VideoWriter(path: path, form: form, options: options, source: source)
    }

    func add(_ frame: FrameStamp, rows: UnsafeRawBufferPointer) throws {
        try writer.add(rows: rows, time: frame.time, duration: frame.duration)
    }

    func complete() throws { try writer.complete() }

    func commit(overwrite: Bool) throws { try writer.commit(overwrite: overwrite) }

    func cancel() { writer.cancel() }
}
