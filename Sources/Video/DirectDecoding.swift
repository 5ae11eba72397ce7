import System
import CVideo
import Imaging

/// Decodes in this process.
package struct DirectVideoDecoders: VideoDecoders {
    package init() {}

    package func prepare() {
        var failure = CVideoFailure()
        _ = cvideo_load(&failure)
    }

    package func video(
        _ file: OpenFile, _ request: VideoRequest
    ) throws(VideoError) -> any VideoDecoding {
        if AnimatedWebP.isIn(file) { return try WebPVideoDecoder(file, request) }
        return try DirectVideoDecoder(file, request)
    }

    package func sound(
        _ file: OpenFile, path: String, fileExtension: String, start: Double?
    ) throws(VideoError) -> (any SoundDecoding)? {
        if AnimatedWebP.isIn(file) { return nil }
        return try DirectSoundDecoder(file, path: path, fileExtension: fileExtension, start: start)
    }
}

/// Decodes a video through FFmpeg's libraries.
private final class DirectVideoDecoder: VideoDecoding {
    let contents: VideoContents
    private let file: OpenFile
    private let path: String
    private let reader: OpaquePointer
    private let memory = FrameMemory()
    /// True once the last packet was returned. If asked again, a demuxer might continue after damage.
    private var hasNoMorePackets = false

    init(_ file: OpenFile, _ request: VideoRequest) throws(VideoError) {
        self.file = file
        path = request.path
        var info = CVideoInfo()
        var failure = CVideoFailure()
        // FFmpeg would create any number, up to 2³¹.
        let threads = Int32(min(max(request.threads ?? 0, 0), 64))
        let reader = cvideo_reader_create(
            file.descriptor, request.fileExtension, request.decodes, threads, &info, &failure)
        guard let reader else { throw failure.reading(path) }
        let sounds = (0..<info.soundCount).compactMap { index -> VideoInfo.Sound? in
            var sound = CVideoSound()
            guard cvideo_reader_sound(reader, index, &sound) else { return nil }
            return .init(codec: text(sound.codec), channels: Int(sound.channels), rate: Int(sound.rate))
        }
        self.reader = reader
        contents = VideoContents(video: info, sounds: sounds)
    }

    deinit { cvideo_reader_destroy(reader) }

    var damagedPackets: Int { Int(cvideo_reader_damaged_packets(reader)) }
    var isAfterDamage: Bool { cvideo_reader_is_after_damage(reader) }

    /// Number of packets per call: few enough that cancellation does not have to wait long for it.
    private static let packetCount = 256

    func packets() throws(VideoError) -> [CVideoPacket] {
        var packets: [CVideoPacket] = []
        var packet = CVideoPacket()
        var failure = CVideoFailure()
        while packets.count < Self.packetCount, !hasNoMorePackets {
            let result = cvideo_reader_next_packet(reader, &packet, &failure)
            if result == CVIDEO_FAILED { throw failure.reading(path) }
            if result == CVIDEO_END { hasNoMorePackets = true } else { packets.append(packet) }
        }
        return packets
    }

    func next() throws(VideoError) -> CVideoFrame? {
        var frame = CVideoFrame()
        var failure = CVideoFailure()
        let result = cvideo_reader_next(reader, &frame, &failure)
        if result == CVIDEO_FAILED { throw failure.reading(path) }
        return result == CVIDEO_END ? nil : frame
    }

    func seek(to time: Int64?) throws(VideoError) {
        var failure = CVideoFailure()
        guard cvideo_reader_seek(reader, time ?? CVIDEO_NO_TIME, &failure) else {
            throw failure.reading(path)
        }
    }

    func borrow(byteCount: Int) -> (any BorrowedFrame)? { memory.borrow(byteCount: byteCount) }

    func convert(_ shape: FrameShape, into memory: any BorrowedFrame, isInLine: Bool) throws(VideoError) {
        var failure = CVideoFailure()
        let byteCount = min(shape.byteCount, memory.bytes.count)
        guard shape.planeBytes == nil else {
            guard cvideo_reader_copy(reader, memory.bytes.baseAddress, byteCount, &failure) else {
                throw failure.reading(path)
            }
            return
        }
        var frameFormat = CVideoPixels(
            bits: Int32(shape.depth.rawValue), quarterTurns: Int32(shape.quarterTurns),
            isMirrored: shape.isMirrored)
        let isConverted = cvideo_reader_pixels(
            reader, &frameFormat, memory.bytes.baseAddress, byteCount, &failure)
        guard isConverted else { throw failure.reading(path) }
    }
}

/// Decodes the sound of a file through FFmpeg's libraries.
private final class DirectSoundDecoder: SoundDecoding {
    private let file: OpenFile
    private let path: String
    private let reader: OpaquePointer

    /// Nil if the file has no sound.
    init?(_ file: OpenFile, path: String, fileExtension: String, start: Double?) throws(VideoError) {
        self.file = file
        self.path = path
        var failure = CVideoFailure()
        let reader = cvideo_sound_create(file.descriptor, fileExtension, start ?? .nan, &failure)
        guard let reader else {
            if failure.kind == CVIDEO_NO_STREAM { return nil }
            throw failure.reading(path)
        }
        self.reader = reader
    }

    deinit { cvideo_sound_destroy(reader) }

    func seek(to sample: Int) throws(VideoError) {
        var failure = CVideoFailure()
        guard cvideo_sound_seek(reader, Int64(sample), &failure) else { throw failure.reading(path) }
    }

    func read(into samples: UnsafeMutableBufferPointer<Float>) throws(VideoError) -> Int {
        var failure = CVideoFailure()
        let count = cvideo_sound_read(
            reader, samples.baseAddress, Int32(clamping: samples.count / SoundReader.channelCount), &failure)
        guard count >= 0 else { throw failure.reading(path) }
        return Int(count)
    }
}
