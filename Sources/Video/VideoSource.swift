import System
import CVideo
import Imaging

/// The video file from which an output video takes its sound, subtitles, chapters and metadata.
public final class VideoSource: Sendable {
    let file: OpenFile
    let path: String
    /// The times of the frames to write, in ticks of the source; the first of them becomes 0. Nil for the
    /// whole video, whose beginning becomes 0.
    let range: Range<Int64>?
    /// The offsets added to its timestamps from each restart on, in ticks.
    let offsets: [Int64]
    /// The time of the first frame, in ticks; nil for the beginning.
    let firstFrame: Int64?
    /// What changes the sound; nil to copy it.
    let soundEffect: (any SoundEffect)?

    /// Opens a file.
    ///
    /// - Parameters:
    ///   - range: the times of the frames to write, in ticks of the source; nil for the whole video.
    ///   - table: the times of its frames, which makes timestamps continuous where they restart, as in
    ///     concatenated files.
    public convenience init(
        path: String, range: Range<Int64>? = nil, table: FrameTable? = nil
    ) throws(VideoError) {
        do throws(FileError) {
            self.init(try OpenFile(path: path), path: path, range: range, table: table)
        } catch {
            throw .file(error)
        }
    }

    /// Opens a file whose sound is changed.
    package convenience init(
        path: String, range: Range<Int64>? = nil, table: FrameTable? = nil, soundEffect: (any SoundEffect)?
    ) throws(VideoError) {
        do throws(FileError) {
            self.init(
                try OpenFile(path: path), path: path, range: range, table: table, soundEffect: soundEffect)
        } catch {
            throw .file(error)
        }
    }

    package init(
        _ file: OpenFile, path: String, range: Range<Int64>? = nil, table: FrameTable? = nil,
        soundEffect: (any SoundEffect)? = nil
    ) {
        self.soundEffect = soundEffect
        firstFrame = table?.times.first
        self.file = file
        self.path = path
        self.range = range
        offsets = table?.offsets ?? []
    }
}

/// A separate demuxer for the streams that are copied.
final class SourceStreams {
    let pointer: OpaquePointer
    private let source: VideoSource

    /// The streams of a file; nil for an animation, which has only pictures.
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

    /// True if the sound is changed.
    var hasSoundEffect: Bool { source.soundEffect != nil }

    /// The start time of the file, in ticks.
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

    /// True if the container accepts the stream without encoding.
    func fits(_ stream: Int, _ container: VideoContainer) -> Bool {
        cvideo_source_fits(pointer, Int32(stream), container.muxer)
    }

    /// True if there is a decoder for the stream.
    func canDecode(_ stream: Int) -> Bool { cvideo_source_can_decode(pointer, Int32(stream)) }

    /// The error of a failed read of the source, if any.
    var readError: VideoError? {
        let code = cvideo_source_read_error(pointer)
        return code == 0 ? nil : .file(.reading(source.path, errno: code))
    }
}
