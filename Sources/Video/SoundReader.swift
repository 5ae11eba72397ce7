import CVideo
import Glibc
import Imaging

/// Decodes the sound of a video file: the stream that the file prefers, as stereo at 48 kHz. One thread uses it at a time.
public final class SoundReader {
    /// Samples of a channel in a second.
    public static let rate = Int(CVIDEO_SOUND_RATE)
    /// Left and right.
    public static let channelCount = Int(CVIDEO_SOUND_CHANNELS)

    private let reader: OpaquePointer
    private let descriptor: Int32
    private let path: String

    /// Opens the sound of a file that is open already; nil if it has none.
    ///
    /// - Parameters:
    ///   - descriptor: of a regular file. It is read by position, so several readers may share it; it need only be
    ///     open for the call.
    ///   - path: the file's, for errors and its extension.
    ///   - start: the seconds in the file that sample 0 is heard at; nil for the time of the video's first frame.
    public init?(descriptor: Int32, path: String, start: Double? = nil) throws(VideoError) {
        self.path = path
        let own = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
        guard own >= 0 else { throw .file(.reading(path, errno: errno)) }
        self.descriptor = own
        var failure = CVideoFailure()
        let reader = cvideo_sound_create(own, PathName.suffix(of: path), start ?? .nan, &failure)
        guard let reader else {
            close(own)
            if failure.kind == CVIDEO_NO_STREAM { return nil }
            throw failure.reading(path)
        }
        self.reader = reader
    }

    /// Opens the sound of a file; nil if it has none.
    public convenience init?(path: String, start: Double? = nil) throws(VideoError) {
        let file: OpenFile
        do throws(ImagingError) {
            file = try OpenFile(path: path)
        } catch {
            throw .file(error)
        }
        try self.init(descriptor: file.descriptor, path: path, start: start)
        withExtendedLifetime(file) {}
    }

    deinit {
        cvideo_sound_destroy(reader)
        close(descriptor)
    }

    /// Goes on at a sample, the same one as in line; 0 is the start.
    public func seek(to sample: Int) throws(VideoError) {
        var failure = CVideoFailure()
        guard cvideo_sound_seek(reader, Int64(sample), &failure) else { throw failure.reading(path) }
    }

    /// Reads samples, left and right in turns, and gives how many of each channel; 0 is the end. Where the file has none
    /// they are 0.
    public func read(into samples: UnsafeMutableBufferPointer<Float>) throws(VideoError) -> Int {
        var failure = CVideoFailure()
        let count = cvideo_sound_read(
            reader, samples.baseAddress, Int32(clamping: samples.count / Self.channelCount), &failure)
        guard count >= 0 else { throw failure.reading(path) }
        return Int(count)
    }
}
