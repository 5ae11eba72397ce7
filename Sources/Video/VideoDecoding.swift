import CVideo
import Imaging
import Synchronization

/// What a ``VideoReader`` makes its frames of: the packets of a file's video, and the pictures decoded from them. One
/// thread uses it at a time.
package protocol VideoDecoding: AnyObject {
    /// What the file has in it.
    var contents: VideoContents { get }
    /// How many packets could not be decoded so far.
    var damagedPackets: Int { get }
    /// Whether something in the file after the last packet was wrong.
    var isAfterDamage: Bool { get }

    /// Some of the packets that follow, without decoding them; none at the end. Not to be mixed with frames.
    func packets() throws(VideoError) -> [CVideoPacket]
    /// Decodes the next frame; nil at the end.
    func next() throws(VideoError) -> CVideoFrame?
    /// Goes on at the last key frame at or before a time, in ticks; nil is the file's beginning.
    func seek(to time: Int64?) throws(VideoError)
    /// Memory for the pixels of a frame; nil if there is none.
    func lend(byteCount: Int) -> (any FrameLoan)?
    /// Converts the last frame that was decoded to RGBA.
    ///
    /// - Parameter isInLine: whether the next frame will probably be wanted as well, so that it may be decoded already.
    func convert(_ shape: FrameShape, into memory: any FrameLoan, isInLine: Bool) throws(VideoError)
}

/// The sound of a file, as ``SoundReader`` gives it. One thread uses it at a time.
package protocol SoundDecoding: AnyObject {
    /// Goes on at a sample.
    func seek(to sample: Int) throws(VideoError)
    /// Reads samples, left and right in turns, and gives how many of each channel; 0 is the end.
    func read(into samples: UnsafeMutableBufferPointer<Float>) throws(VideoError) -> Int
}

/// A video file to be opened.
package struct VideoRequest: Sendable {
    /// The file's path, for errors.
    package var path: String
    /// The file's extension, by which some formats are told.
    package var fileExtension: String
    /// Whether frames are wanted; otherwise packets are.
    package var decodes: Bool
    /// How many threads decode; nil for one a core.
    package var threads: Int?

    package init(path: String, fileExtension: String, decodes: Bool, threads: Int?) {
        self.path = path
        self.fileExtension = fileExtension
        self.decodes = decodes
        self.threads = threads
    }
}

/// What a file has in it.
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

/// The form of a frame's pixels.
package struct FrameShape: Sendable, Equatable {
    /// The size of the frame turned upright, in pixels.
    package var width: Int
    package var height: Int
    package var depth: PixelBuffer.Depth
    /// How it is turned upright: mirrored from left to right, then turned clockwise by so many quarters.
    package var quarterTurns: Int
    package var isMirrored: Bool

    package init(width: Int, height: Int, depth: PixelBuffer.Depth, quarterTurns: Int, isMirrored: Bool) {
        self.width = width
        self.height = height
        self.depth = depth
        self.quarterTurns = quarterTurns
        self.isMirrored = isMirrored
    }

    /// The bytes of its pixels.
    package var byteCount: Int { width * height * depth.bytesPerPixel }
}

/// Opens the decoders of video files.
package protocol VideoDecoders: Sendable {
    /// Loads what all of them need, which takes longer than opening a file.
    func prepare()
    /// The decoder of a file's video.
    func video(_ file: OpenFile, _ request: VideoRequest) throws(VideoError) -> any VideoDecoding
    /// The decoder of a file's sound; nil if it has none.
    ///
    /// - Parameter start: the seconds in the file that sample 0 is heard at; nil for the time of the video's first frame.
    func sound(
        _ file: OpenFile, path: String, fileExtension: String, start: Double?
    ) throws(VideoError) -> (any SoundDecoding)?
}

/// The decoders that this program's readers use.
package enum SharedVideoDecoders {
    private static let chosen = Mutex<any VideoDecoders>(DirectVideoDecoders())

    /// Those in the program itself, until others are set.
    package static var current: any VideoDecoders {
        get { chosen.withLock { $0 } }
        set { chosen.withLock { $0 = newValue } }
    }
}
