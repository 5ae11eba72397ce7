import System
import CVideo
import Imaging
import Synchronization

/// A decoder used by ``VideoReader``: returns the packets of a file's video, and the frames decoded from
/// them. Not thread-safe.
package protocol VideoDecoding: AnyObject {
    /// The properties of the file.
    var contents: VideoContents { get }
    /// Number of packets that could not be decoded so far.
    var damagedPackets: Int { get }
    /// True if data after the last packet was damaged.
    var isAfterDamage: Bool { get }

    /// Reads some of the following packets without decoding them; none at the end. Not to be mixed with
    /// reading frames.
    func packets() throws(VideoError) -> [CVideoPacket]
    /// Decodes the next frame; nil at the end.
    func next() throws(VideoError) -> CVideoFrame?
    /// Seeks to the last key frame at or before a time, in ticks; nil for the start of the file.
    func seek(to time: Int64?) throws(VideoError)
    /// Borrows memory for the pixels of a frame; nil if there is none.
    func borrow(byteCount: Int) -> (any BorrowedFrame)?
    /// Converts the last decoded frame to RGBA, or copies its samples.
    ///
    /// - Parameter isInLine: whether the next frame will probably be needed too, so that it may be decoded
    ///   already.
    func convert(_ shape: FrameShape, into memory: any BorrowedFrame, isInLine: Bool) throws(VideoError)
}

/// A decoder used by ``SoundReader``. Not thread-safe.
package protocol SoundDecoding: AnyObject {
    /// Seeks to a sample.
    func seek(to sample: Int) throws(VideoError)
    /// Reads interleaved samples, left channel first, and returns their number per channel; 0 is the end.
    func read(into samples: UnsafeMutableBufferPointer<Float>) throws(VideoError) -> Int
}

/// A request to open a video file.
package struct VideoRequest: Sendable {
    /// The file's path, for errors.
    package var path: String
    /// The file's extension, by which some formats are recognized.
    package var fileExtension: String
    /// True if frames are needed; otherwise packets are.
    package var decodes: Bool
    /// Number of decoding threads; nil for one per core.
    package var threads: Int?

    package init(path: String, fileExtension: String, decodes: Bool, threads: Int?) {
        self.path = path
        self.fileExtension = fileExtension
        self.decodes = decodes
        self.threads = threads
    }
}

/// The properties of a file.
package struct VideoContents {
    /// Its video.
    package var video: CVideoInfo
    /// Its sound streams.
    package var sounds: [VideoInfo.Sound]

    package init(video: CVideoInfo, sounds: [VideoInfo.Sound]) {
        self.video = video
        self.sounds = sounds
    }
}

/// The properties of a frame's pixels.
package struct FrameShape: Sendable, Equatable {
    /// The size of the upright frame, in pixels.
    package var width: Int
    package var height: Int
    package var depth: PixelBuffer.Depth
    /// How it is turned upright: mirrored left to right, then rotated clockwise by this many quarter turns.
    package var quarterTurns: Int
    package var isMirrored: Bool
    /// The size of the frame's samples in bytes, if these are copied as they are stored, and not turned; nil
    /// for RGBA.
    package var planeBytes: Int?

    package init(width: Int, height: Int, depth: PixelBuffer.Depth, quarterTurns: Int, isMirrored: Bool) {
        self.width = width
        self.height = height
        self.depth = depth
        self.quarterTurns = quarterTurns
        self.isMirrored = isMirrored
    }

    /// The size of its pixels in bytes.
    package var byteCount: Int { planeBytes ?? width * height * depth.bytesPerPixel }
}

/// Opens the decoders of video files.
package protocol VideoDecoders: Sendable {
    /// Loads everything that all decoders need, which takes longer than opening a file.
    func prepare()
    /// The decoder of a file's video.
    func video(_ file: OpenFile, _ request: VideoRequest) throws(VideoError) -> any VideoDecoding
    /// The decoder for a file's sound; nil if it has none.
    ///
    /// - Parameter start: the time in the file at which sample 0 is heard, in seconds; nil for the time of
    ///   the video's first frame.
    func sound(
        _ file: OpenFile, path: String, fileExtension: String, start: Double?
    ) throws(VideoError) -> (any SoundDecoding)?
}

/// The decoders used by this program's readers.
package enum SharedVideoDecoders {
    private static let chosen = Mutex<any VideoDecoders>(DirectVideoDecoders())

    /// True if clips are read as planes where textures can hold these; set once it is known whether the
    /// device converts them.
    package static let readsPlanes = Atomic(false)

    /// In-process decoders, until others are set.
    package static var current: any VideoDecoders {
        get { chosen.withLock { $0 } }
        set { chosen.withLock { $0 = newValue } }
    }
}
