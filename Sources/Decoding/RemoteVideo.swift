import System
import CSystem
import CVideo
@preconcurrency import Glibc
import Imaging
import Video

/// Decodes each video and each soundtrack in a separate process.
struct RemoteVideoDecoders: VideoDecoders {
    /// Nil if there is no fork server, in which case nothing can be decoded.
    let forkServer: ForkServer?
    let limits: DecodingLimits

    /// Not needed here: the fork server prepares all decoders.
    func prepare() {}

    func video(_ file: OpenFile, _ request: VideoRequest) throws(VideoError) -> any VideoDecoding {
        let limits = VideoLimits(limits, fileBytes: file.byteCount, threads: request.threads)
        return try RemoteVideoDecoder(VideoProcess(forkServer, limits, path: request.path), file, request)
    }

    func sound(
        _ file: OpenFile, path: String, fileExtension: String, start: Double?
    ) throws(VideoError) -> (any SoundDecoding)? {
        let limits = VideoLimits(limits, fileBytes: file.byteCount, threads: 1)
        let request = SoundRequest(fileExtension: fileExtension, start: start)
        return try RemoteSoundDecoder(VideoProcess(forkServer, limits, path: path), file, request)
    }
}

/// A video decoded by another process.
private final class RemoteVideoDecoder: VideoDecoding {
    let contents: VideoContents
    private(set) var damagedPackets = 0
    private(set) var isAfterDamage = false

    private let process: VideoProcess
    private let pool = FrameBufferPool()
    /// For pixels that are sent because no memory can be shared.
    private let ownMemory = FrameMemory()
    /// The numbers of the shared buffers that the process has mapped.
    private var known: Set<Int> = []
    /// True if the next frame has been requested in advance and its answer not yet received: the process
    /// decodes it while the program uses the current one.
    private var isAhead = false
    /// The maximum number of packets, or of frames since a seek, that may still arrive; otherwise a
    /// compromised process could send them endlessly. Files have no more of them than bytes, except for a few
    /// generated ones.
    private var left: Int
    private let maximum: Int

    init(_ process: VideoProcess, _ file: OpenFile, _ request: VideoRequest) throws(VideoError) {
        self.process = process
        let contents: VideoContents = try process.ask(request.message, descriptors: [file.descriptor])
        withExtendedLifetime(file) {}
        self.contents = contents
        maximum = min(file.byteCount, Self.maxPackets) + Self.fewPackets
        left = maximum
        process.pixelCount = Int(contents.video.width) * Int(contents.video.height)
    }

    /// The number of packets that take a gigabyte of memory: three days of video at 120 frames per second.
    private static let maxPackets = 1 << 25
    private static let fewPackets = 1 << 10

    /// Counts received packets or frames; throws if there are too many.
    private func count(_ number: Int) throws(VideoError) {
        left -= number
        try process.checked { () throws(Message.Malformed) in
            if left < 0 { throw Message.Malformed() }
        }
    }

    func packets() throws(VideoError) -> [CVideoPacket] {
        let block: PacketBlock = try process.ask(Message(.readPackets))
        try count(block.packets.count)
        isAfterDamage = block.isAfterDamage
        return block.packets
    }

    func next() throws(VideoError) -> CVideoFrame? {
        if !isAhead { try process.send(Message(.decodeFrame)) }
        isAhead = false
        let answer: FrameAnswer = try process.answer()
        try count(1)
        damagedPackets = answer.damagedPackets
        return answer.frame
    }

    func seek(to time: Int64?) throws(VideoError) {
        left = maximum
        // The frame requested in advance is no longer needed, so its errors are ignored as well.
        if isAhead { _ = try? next() }
        _ = try process.ask(Message(.seek, Int(time ?? CVIDEO_NO_TIME).encoded), for: .done)
    }

    func borrow(byteCount: Int) -> (any BorrowedFrame)? {
        pool.borrow(byteCount: byteCount) ?? ownMemory.borrow(byteCount: byteCount)
    }

    func convert(_ shape: FrameShape, into memory: any BorrowedFrame, isInLine: Bool) throws(VideoError) {
        for number in pool.takeGone() where known.remove(number) != nil {
            try process.send(Message(.forget, number.encoded))
        }
        let shared = memory as? SharedFrame
        let request = ConversionRequest(shape: shape, place: shared?.number).message
        if let shared, known.insert(shared.number).inserted {
            try process.send(request, descriptors: [shared.descriptor])
        } else {
            try process.send(request)
        }
        if isInLine {
            try process.send(Message(.decodeFrame))
            isAhead = true
        }
        _ = try process.answer(for: .done)
        if shared == nil {
            try process.receive(
                into: UnsafeMutableRawBufferPointer(rebasing: memory.bytes[..<shape.byteCount]))
        }
    }
}

/// A soundtrack decoded by another process.
private final class RemoteSoundDecoder: SoundDecoding {
    private let process: VideoProcess

    /// Nil if the file has no sound.
    init?(_ process: VideoProcess, _ file: OpenFile, _ request: SoundRequest) throws(VideoError) {
        self.process = process
        do throws(VideoError) {
            _ = try process.ask(request.message, descriptors: [file.descriptor], for: .done)
        } catch .noVideo {
            return nil
        }
        withExtendedLifetime(file) {}
    }

    func seek(to sample: Int) throws(VideoError) {
        _ = try process.ask(Message(.seek, sample.encoded), for: .done)
    }

    func read(into samples: UnsafeMutableBufferPointer<Float>) throws(VideoError) -> Int {
        let channels = SoundReader.channelCount
        let maximum = min(samples.count / channels, VideoService.maxSamples)
        let answer = try process.ask(Message(.readSound, maximum.encoded), for: .samples)
        let sampleBytes = channels * MemoryLayout<Float>.stride
        try process.checked { () throws(Message.Malformed) in
            guard answer.content.count <= maximum * sampleBytes, answer.content.count % sampleBytes == 0
            else {
                throw Message.Malformed()
            }
        }
        UnsafeMutableRawBufferPointer(samples).copyBytes(from: answer.content)
        return answer.content.count / sampleBytes
    }
}
