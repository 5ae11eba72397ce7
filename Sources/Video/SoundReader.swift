import System
import CVideo
import Glibc
import Imaging

/// Decodes the sound of a video file: the stream that the file prefers, as stereo at 48 kHz. Not thread-safe.
public final class SoundReader {
    /// Samples per second in each channel.
    public static let rate = Int(CVIDEO_SOUND_RATE)
    /// Left and right.
    public static let channelCount = Int(CVIDEO_SOUND_CHANNELS)

    private let decoder: any SoundDecoding

    /// Opens the sound of an open file; nil if it has none.
    ///
    /// - Parameters:
    ///   - descriptor: of a regular file. It is read with explicit offsets, so several readers may share it;
    ///     it only needs to be open during the call.
    ///   - path: the file's, for errors and its extension.
    ///   - start: the time in the file at which sample 0 is heard, in seconds; nil for the time of the
    ///     video's first frame.
    public convenience init?(descriptor: Int32, path: String, start: Double? = nil) throws(VideoError) {
        let own = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
        guard own >= 0 else { throw .file(.reading(path, errno: errno)) }
        let file: OpenFile
        do throws(FileError) {
            file = try OpenFile(descriptor: own, name: path)
        } catch {
            throw .file(error)
        }
        try self.init(file, path: path, start: start)
    }

    /// Opens the sound of a file; nil if it has none.
    public convenience init?(path: String, start: Double? = nil) throws(VideoError) {
        let file: OpenFile
        do throws(FileError) {
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

    /// Seeks to a sample, with the same result as sequential decoding; 0 is the start.
    public func seek(to sample: Int) throws(VideoError) { try decoder.seek(to: sample) }

    /// Reads interleaved samples, left channel first, and returns their number per channel; 0 is the end.
    /// Gaps in the file are filled with zeros.
    public func read(into samples: UnsafeMutableBufferPointer<Float>) throws(VideoError) -> Int {
        try decoder.read(into: samples)
    }
}
