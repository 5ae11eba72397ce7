import Imaging
import Video

/// Writes frames to a video file, or to an animated picture.
final class VideoFileSink: FrameSink {
    private let writer: VideoWriter
    /// How the file will differ from its source.
    var remarks: [VideoRemark] { writer.plan.remarks }
    /// The size of the frames in the file.
    var frameSize: SIMD2<Int> { SIMD2(writer.plan.frameSize.width, writer.plan.frameSize.height) }
    /// The presentation time of the last frame, in ticks.
    private var last: Int64?

    init(
        path: String, frameFormat: VideoOutputFormat, options: VideoOptions, source: VideoSource?
    ) throws(VideoError) {
        writer = try VideoWriter(path: path, frameFormat: frameFormat, options: options, source: source)
    }

    /// Y4M to a stream.
    init(
        stream: Int32, name: String, frameFormat: VideoOutputFormat, options: VideoOptions,
        source: VideoSource?
    ) throws(VideoError) {
        writer = try VideoWriter(
            toStream: stream, name: name, frameFormat: frameFormat, options: options, source: source)
    }

    /// If several frames in a file have the same time, the second is shown one tick later. Others are
    /// dropped, as players never show them.
    func add(_ frame: FrameStamp, rows: UnsafeRawBufferPointer) throws {
        let time = max(frame.time, last.map { $0 + 1 } ?? .min)
        guard time - frame.time <= 1 else { return }
        try writer.add(rows: rows, time: time, duration: frame.duration)
        last = time
    }

    func complete() throws { try writer.complete() }

    func commit(overwrite: Bool) throws { try writer.commit(overwrite: overwrite) }

    func cancel() { writer.cancel() }
}
