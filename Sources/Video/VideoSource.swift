import CVideo
import Imaging

/// The video file that a new one takes its sound, subtitles, chapters and descriptions from.
public final class VideoSource: Sendable {
    let file: OpenFile
    let path: String
    /// The times of the frames that are written, in ticks of the source; the first of them becomes 0. Nil is the
    /// whole video, whose beginning becomes 0.
    let range: Range<Int64>?
    /// What is added to its times from each place on at which they begin anew, in ticks.
    let offsets: [Int64]

    /// Opens a file.
    ///
    /// - Parameters:
    ///   - range: the times of the frames that are written, in ticks of the source; nil is the whole video.
    ///   - table: the times of its frames, by which the rest goes on where times begin anew, as in files that were joined.
    public convenience init(
        path: String, range: Range<Int64>? = nil, table: FrameTable? = nil
    ) throws(VideoError) {
        do throws(ImagingError) {
            self.init(try OpenFile(path: path), path: path, range: range, table: table)
        } catch {
            throw .file(error)
        }
    }

    package init(_ file: OpenFile, path: String, range: Range<Int64>? = nil, table: FrameTable? = nil) {
        self.file = file
        self.path = path
        self.range = range
        offsets = table?.offsets ?? []
    }
}

/// A demuxer of its own for the streams that are copied.
final class SourceStreams {
    let pointer: OpaquePointer
    private let source: VideoSource

    /// Those of a file; nil for none, as of an animation, which has pictures alone.
    static func of(_ source: VideoSource?) throws(VideoError) -> SourceStreams? {
        guard let source, !AnimatedWebP.isIn(source.file) else { return nil }
        return try SourceStreams(source)
    }

    private init(_ source: VideoSource) throws(VideoError) {
        var failure = CVideoFailure()
        let suffix = PathName.suffix(of: source.path)
        guard let pointer = cvideo_source_create(source.file.descriptor, suffix, &failure) else {
            throw failure.reading(source.path)
        }
        self.pointer = pointer
        self.source = source
    }

    deinit { cvideo_source_destroy(pointer) }

    /// When the file begins, in ticks.
    func start(inTicksOf tick: Fraction) -> Int64 {
        cvideo_source_start(pointer, Int32(clamping: tick.numerator), Int32(clamping: tick.denominator))
    }

    var count: Int { Int(cvideo_source_stream_count(pointer)) }

    func kind(of stream: Int) -> CVideoStreamKind { cvideo_source_stream(pointer, Int32(stream)).kind }

    func codec(of stream: Int) -> String {
        let description = cvideo_source_stream(pointer, Int32(stream))
        return withUnsafeBytes(of: description.codec) {
            String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
        }
    }

    /// Whether the container takes the stream as it is.
    func fits(_ stream: Int, _ container: VideoContainer) -> Bool {
        cvideo_source_fits(pointer, Int32(stream), container.muxer)
    }

    /// Whether there is a decoder for the stream.
    func canDecode(_ stream: Int) -> Bool { cvideo_source_can_decode(pointer, Int32(stream)) }

    /// The failed read of the source, where there was one.
    var readError: VideoError? {
        let code = cvideo_source_read_error(pointer)
        return code == 0 ? nil : .file(.reading(source.path, errno: code))
    }
}
