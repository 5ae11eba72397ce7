import System
import CSystem
import CVideo
@preconcurrency import Glibc
import Imaging
import Video

/// The decoder's end of the connection for a video or soundtrack: receives requests and sends answers.
struct VideoService {
    /// The maximum number of samples per channel sent at a time.
    static let maxSamples = 1 << 16

    private let channel: Channel
    private let limits: DecodingLimits
    private let resources: ProcessResources
    private let decoders: any VideoDecoders

    /// Serves requests until the program closes its end.
    static func run(on socket: Int32, limits: DecodingLimits, decoders: any VideoDecoders) -> Never {
        let resources = ProcessResources()
        let sandbox = Sandbox.enter()
        let service = VideoService(
            channel: Channel(socket), limits: limits, resources: resources, decoders: decoders)
        service.channel.answer(Message(.hello, sandbox.rawValue.encoded))
        service.open()
    }

    private func open() -> Never {
        guard let (request, descriptor) = try? channel.receive(), let descriptor else { _exit(0) }
        do throws(VideoError) {
            let file: OpenFile
            do throws(FileError) {
                // Errors do not contain the file's name, which only the program knows.
                file = try OpenFile(descriptor: descriptor, name: Self.name)
            } catch {
                throw .file(error)
            }
            switch request.kind {
            case .openVideo: try openVideo(file, request)
            case .openSound: try openSound(file, request)
            default: _exit(0)
            }
        } catch {
            channel.answer(error.message)
        }
        _exit(0)
    }

    private static let name = "the file"

    private func openVideo(_ file: OpenFile, _ message: Message) throws(VideoError) {
        guard var request = try? VideoRequest(message) else { _exit(0) }
        request.path = Self.name
        let limiter = VideoLimiter(
            VideoLimits(limits, fileBytes: file.byteCount, threads: request.threads), resources)
        limiter.beginAnswer()
        let decoder = try decoders.video(file, request)
        let info = decoder.contents.video
        limiter.allow(pixelCount: min(Int(info.width) * Int(info.height), Int(CVIDEO_MOST_PIXELS)))
        channel.answer(decoder.contents.message)
        ServedVideo(decoder, channel, limiter).serve()
    }

    private func openSound(_ file: OpenFile, _ message: Message) throws(VideoError) {
        guard let request = try? SoundRequest(message) else { _exit(0) }
        let limiter = VideoLimiter(VideoLimits(limits, fileBytes: file.byteCount, threads: 1), resources)
        limiter.beginAnswer()
        let decoder = try decoders.sound(
            file, path: Self.name, fileExtension: request.fileExtension, start: request.start)
        guard let decoder else { throw .noVideo(path: Self.name) }
        channel.answer(Message(.done))
        ServedSound(decoder, channel, limiter).serve()
    }
}

/// Serves the requests for a video.
private final class ServedVideo {
    private let decoder: any VideoDecoding
    private let channel: Channel
    private let limiter: VideoLimiter
    /// The shared buffers, by number.
    private var memories: [Int: MappedFrame] = [:]

    init(_ decoder: any VideoDecoding, _ channel: Channel, _ limiter: VideoLimiter) {
        self.decoder = decoder
        self.channel = channel
        self.limiter = limiter
    }

    func serve() -> Never {
        while true {
            guard let (request, descriptor) = try? channel.receive() else { _exit(0) }
            limiter.beginAnswer()
            do throws(VideoError) {
                try serve(request, descriptor)
            } catch {
                channel.answer(error.message)
            }
        }
    }

    private func serve(_ request: Message, _ descriptor: Int32?) throws(VideoError) {
        switch request.kind {
        case .readPackets:
            let packets = try decoder.packets()
            channel.answer(PacketBlock(packets: packets, isAfterDamage: decoder.isAfterDamage).message)
        case .decodeFrame:
            let frame = try decoder.next()
            channel.answer(FrameAnswer(frame: frame, damagedPackets: decoder.damagedPackets).message)
        case .seek:
            guard let time = try? Int(encoded: request.content) else { _exit(0) }
            try decoder.seek(to: Int64(time) == CVIDEO_NO_TIME ? nil : Int64(time))
            channel.answer(Message(.done))
        case .convert:
            guard let conversion = try? ConversionRequest(request) else { _exit(0) }
            try convert(conversion, descriptor)
        case .forget:
            guard let number = try? Int(encoded: request.content) else { _exit(0) }
            memories[number] = nil
        default: _exit(0)
        }
    }

    private func convert(_ conversion: ConversionRequest, _ descriptor: Int32?) throws(VideoError) {
        let shape = conversion.shape
        guard let place = conversion.place else {
            guard let memory = decoder.borrow(byteCount: shape.byteCount) else {
                _exit(DecoderService.outOfMemory)
            }
            try decoder.convert(shape, into: memory, isInLine: false)
            channel.answer(Message(.done))
            let bytes = UnsafeRawBufferPointer(rebasing: memory.bytes[..<shape.byteCount])
            do { try channel.send(bytes) } catch { _exit(0) }
            return
        }
        if let descriptor {
            guard let memory = MappedFrame(descriptor, byteCount: shape.byteCount) else {
                _exit(DecoderService.outOfMemory)
            }
            memories[place] = memory
        }
        guard let memory = memories[place], memory.bytes.count >= shape.byteCount else { _exit(0) }
        try decoder.convert(shape, into: memory, isInLine: false)
        channel.answer(Message(.done))
    }
}

/// Serves the requests for a soundtrack.
private final class ServedSound {
    private let decoder: any SoundDecoding
    private let channel: Channel
    private let limiter: VideoLimiter
    private var samples: [Float] = []

    init(_ decoder: any SoundDecoding, _ channel: Channel, _ limiter: VideoLimiter) {
        self.decoder = decoder
        self.channel = channel
        self.limiter = limiter
    }

    func serve() -> Never {
        while true {
            guard let (request, _) = try? channel.receive() else { _exit(0) }
            limiter.beginAnswer()
            do throws(VideoError) {
                try serve(request)
            } catch {
                channel.answer(error.message)
            }
        }
    }

    private func serve(_ request: Message) throws(VideoError) {
        guard let number = try? Int(encoded: request.content) else { _exit(0) }
        switch request.kind {
        case .seek:
            try decoder.seek(to: number)
            channel.answer(Message(.done))
        case .readSound:
            let size = max(0, min(number, VideoService.maxSamples)) * SoundReader.channelCount
            if samples.count < size { samples = [Float](repeating: 0, count: size) }
            let content = try read(size)
            channel.answer(Message(.samples, content))
        default: _exit(0)
        }
    }

    private func read(_ size: Int) throws(VideoError) -> [UInt8] {
        try samples.withUnsafeMutableBufferPointer { samples -> Result<[UInt8], VideoError> in
            let wanted = UnsafeMutableBufferPointer(rebasing: samples[..<size])
            return Result { () throws(VideoError) in
                let count = try decoder.read(into: wanted) * SoundReader.channelCount
                return [UInt8](
                    UnsafeRawBufferPointer(
                        rebasing: UnsafeRawBufferPointer(wanted)[..<(count * MemoryLayout<Float>.stride)]))
            }
        }.get()
    }
}

/// Shared memory for a frame, in the process that writes to it.
///
/// `@unchecked Sendable`, since only one thread writes to it.
private final class MappedFrame: BorrowedFrame, @unchecked Sendable {
    let bytes: UnsafeMutableRawBufferPointer

    /// Takes ownership of a descriptor. Nil if the memory cannot be mapped.
    init?(_ descriptor: Int32, byteCount: Int) {
        defer { close(descriptor) }
        guard let start = cprocess_map(descriptor, byteCount, true) else { return nil }
        // Populating pages in advance takes a quarter of the time of faulting them in one by one.
        cprocess_populate(start, byteCount, true)
        bytes = UnsafeMutableRawBufferPointer(start: start, count: byteCount)
    }

    deinit { munmap(bytes.baseAddress, bytes.count) }
}
