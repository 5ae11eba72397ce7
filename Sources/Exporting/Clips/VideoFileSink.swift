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

    var planes: PlanarFormat? { writer.plan.planes }

    func add(_ frame: FrameStamp, rows: UnsafeRawBufferPointer) throws {
        guard let time = freeTime(for: frame) else { return }
        try writer.add(rows: rows, time: time, duration: frame.duration)
        last = time
    }

    func add(_ frame: FrameStamp, planes: UnsafeRawBufferPointer) throws {
        guard let time = freeTime(for: frame) else { return }
        try writer.add(planes: planes, time: time, duration: frame.duration)
        last = time
    }

    /// If several frames in a file have the same time, the second is shown one tick later. Others are
    /// dropped, as players never show them.
    private func freeTime(for frame: FrameStamp) -> Int64? {
        let time = max(frame.time, last.map { $0 + 1 } ?? .min)
        return time - frame.time <= 1 ? time : nil
    }

    func complete() throws { try writer.complete() }

    var byteCount: Int { writer.byteCount }

    func commit(overwrite: Bool) throws { try writer.commit(overwrite: overwrite) }

    func cancel() { writer.cancel() }
}
