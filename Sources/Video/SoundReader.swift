import CVideo
import Glibc
import Imaging

/// Decodes the sound of a video file: the stream that the file prefers, as stereo at 48 kHz. One thread uses it at a time.
public final class SoundReader {
    /// Samples of a channel in a second.
    public static let rate = Int(CVIDEO_SOUND_RATE)
    /// Left and right.
    public static let channelCount = Int(CVIDEO_SOUND_CHANNELS)

    private let decoder: any SoundDecoding

    /// Opens the sound of a file that is open already; nil if it has none.
    ///
    /// - Parameters:
    ///   - descriptor: of a regular file. It is read by position, so several readers may share it; it need only be
    ///     open for the call.
    ///   - path: the file's, for errors and its extension.
    ///   - start: the seconds in the file that sample 0 is heard at; nil for the time of the video's first frame.
    public convenience init?(descriptor: Int32, path: String, start: Double? = nil) throws(VideoError) {
        let own = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
        guard own >= 0 else { throw .file(.reading(path, errno: errno)) }
        let file: OpenFile
        do throws(ImagingError) {
            file = try OpenFile(descriptor: own, name: path)
        } catch {
            throw .file(error)
        }
        try self.init(file, path: path, start: start)
    }

    /// Opens the sound of a file; nil if it has none.
    public convenience init?(path: String, start: Double? = nil) throws(VideoError) {
        let file: OpenFile
        do throws(ImagingError) {
            file = try OpenFile(path: path)
        } catch {
            throw .file(error)
        }
        try self.init(file, path: path, start: start)
    }

    private init?(_ file: OpenFile, path: String, start: Double?) throws(VideoError) {
        let decoder = try SharedVideoDecoders.current.sound(
            file, path: path, fileExtension: PathName.suffix(of: path), start: start)
        guard let decoder else { return nil }
        self.decoder = decoder
    }

    /// Goes on at a sample, the same one as in line; 0 is the start.
    public func seek(to sample: Int) throws(VideoError) { try decoder.seek(to: sample) }

    /// Reads samples, left and right in turns, and gives how many of each channel; 0 is the end. Where the file has none
    /// they are 0.
    public func read(into samples: UnsafeMutableBufferPointer<Float>) throws(VideoError) -> Int {
        try decoder.read(into: samples)
    }
}
