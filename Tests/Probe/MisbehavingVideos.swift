import System
import CVideo
import Imaging
import Video

/// Video decoders that misbehave after a few frames, in the way that the file's extension specifies, like
/// decoders compromised by a file.
struct MisbehavingVideos: VideoDecoders {
    private let videos = DirectVideoDecoders()

    func prepare() { videos.prepare() }

    func video(_ file: OpenFile, _ request: VideoRequest) throws(VideoError) -> any VideoDecoding {
        let video = try videos.video(file, request)
        guard let misdeed = VideoMisdeed(request.fileExtension) else { return video }
        return MisbehavingVideo(video, misdeed)
    }

    func sound(
        _ file: OpenFile, path: String, fileExtension: String, start: Double?
    ) throws(VideoError) -> (any SoundDecoding)? {
        let sound = try videos.sound(file, path: path, fileExtension: fileExtension, start: start)
        guard let sound, let misdeed = VideoMisdeed(fileExtension) else { return sound }
        return MisbehavingSound(sound, misdeed)
    }
}

/// The misbehavior of such a decoder.
private enum VideoMisdeed {
    /// Reports frames without a size, and more sound samples than requested.
    case lie
    /// Reports frames without end.
    case babble
    case other(Misdeed)

    init?(_ name: String) {
        switch name {
        case "lie": self = .lie
        case "babble": self = .babble
        default:
            guard let misdeed = Misdeed(rawValue: name) else { return nil }
            self = .other(misdeed)
        }
    }
}

private final class MisbehavingVideo: VideoDecoding {
    private let video: any VideoDecoding
    private let misdeed: VideoMisdeed
    private var count = 0

    init(_ video: any VideoDecoding, _ misdeed: VideoMisdeed) {
        self.video = video
        self.misdeed = misdeed
    }

    var contents: VideoContents { video.contents }
    var damagedPackets: Int { video.damagedPackets }
    var isAfterDamage: Bool { video.isAfterDamage }

    func packets() throws(VideoError) -> [CVideoPacket] {
        let packets = try video.packets()
        guard case .babble = misdeed, packets.isEmpty else { return packets }
        return [CVideoPacket](repeating: CVideoPacket(), count: 4000)
    }

    func next() throws(VideoError) -> CVideoFrame? {
        count += 1
        guard count > 3 else { return try video.next() }
        switch misdeed {
        case .lie: return CVideoFrame()
        case .babble:
            var frame = CVideoFrame()
            (frame.width, frame.height) = (contents.video.width, contents.video.height)
            return frame
        case .other(let misdeed): throw .failed(path: "", reason: misdeed.result())
        }
    }

    func seek(to time: Int64?) throws(VideoError) { try video.seek(to: time) }
    func borrow(byteCount: Int) -> (any BorrowedFrame)? { video.borrow(byteCount: byteCount) }

    func convert(_ shape: FrameShape, into memory: any BorrowedFrame, isInLine: Bool) throws(VideoError) {
        try video.convert(shape, into: memory, isInLine: isInLine)
    }
}

private final class MisbehavingSound: SoundDecoding {
    private let sound: any SoundDecoding
    private let misdeed: VideoMisdeed

    init(_ sound: any SoundDecoding, _ misdeed: VideoMisdeed) {
        self.sound = sound
        self.misdeed = misdeed
    }

    func seek(to sample: Int) throws(VideoError) { try sound.seek(to: sample) }

    func read(into samples: UnsafeMutableBufferPointer<Float>) throws(VideoError) -> Int {
        if case .other(let misdeed) = misdeed { throw .failed(path: "", reason: misdeed.result()) }
        return try sound.read(into: samples)
    }
}
