import CLive
import Imaging
import Localization

/// A GStreamer pipeline that is fed with frames. Not thread-safe.
struct FramePipeline: ~Copyable {
    private let pipeline: OpaquePointer
    private let name: String
    private let rate: Int

    /// - Parameters:
    ///   - description: the elements after the source of the frames.
    ///   - rate: frames per second, as announced to the elements.
    ///   - name: the name in messages.
    init(_ description: String, rate: Int, name: String) throws(LiveError) {
        var failure = CLiveFailure()
        // A frame that was not taken is replaced by the next.
        let source = "appsrc name=source is-live=true format=time max-buffers=1 leaky-type=downstream"
        guard let pipeline = clive_pipeline_create(nil, nil, true, "\(source) ! \(description)", &failure)
        else {
            throw LiveError(failure, of: name)
        }
        guard clive_pipeline_play(pipeline, &failure) else {
            clive_pipeline_destroy(pipeline)
            throw LiveError(failure, of: name)
        }
        self.pipeline = pipeline
        self.name = name
        self.rate = rate
    }

    deinit { clive_pipeline_destroy(pipeline) }

    /// Pushes an RGBA frame; throws the errors since the last one.
    func push(_ frame: LiveFrame) throws(LiveError) {
        let frameFormat =
            "video/x-raw,format=RGBA,width=\(frame.pixels.width),height=\(frame.pixels.height),"
            + "framerate=\(rate)/1,pixel-aspect-ratio=1/1"
        try frame.pixels.withUnsafeBytes { bytes throws(LiveError) in
            try push(bytes, frameFormat: frameFormat, time: frame.time)
        }
    }

    /// Pushes bytes in the format of the given GStreamer caps; throws the errors since the last ones.
    func push(_ bytes: UnsafeRawBufferPointer, frameFormat: String, time: Double) throws(LiveError) {
        let isTaken = clive_pipeline_push(
            pipeline, frameFormat, bytes.baseAddress, bytes.count, Int64(time * 1e9))
        var failure = CLiveFailure()
        while true {
            switch clive_pipeline_next_event(pipeline, &failure) {
            case CLIVE_FAILED: throw LiveError(failure, of: name)
            case CLIVE_NOTHING:
                if !isTaken { throw .failed(name: name, reason: tr("GStreamer no longer accepts frames")) }
                return
            default: break
            }
        }
    }

    /// Waits for an output frame and writes its bytes; false if none arrives within a second.
    func pull(byteCount: Int, into bytes: UnsafeMutableRawPointer) -> Bool {
        var sample = CLiveSample()
        guard clive_pipeline_pull(pipeline, 1_000_000_000, &sample) else { return false }
        defer { clive_sample_release(&sample) }
        return withUnsafePointer(to: sample) { clive_sample_copy($0, bytes, byteCount) }
    }
}
