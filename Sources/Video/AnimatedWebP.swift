import System
import CVideo
import CImageLibraries
import Imaging
import Localization

/// Distinguishes WebP files with several frames, which are videos, from those with one, without a decoder.
package enum AnimatedWebP {
    /// More chunks than any file has before its second frame.
    private static let maxChunks = 1000

    /// True if a file is a WebP with two frames or more; false if it cannot be read.
    package static func isAt(_ path: String) -> Bool { (try? OpenFile(path: path)).map(isIn) ?? false }

    /// The same for an open file.
    static func isIn(_ file: OpenFile) -> Bool {
        var frameCount = 0
        forEachChunk(of: file) { name, _ in
            if name == "ANMF" { frameCount += 1 }
            return frameCount < 2
        }
        return frameCount > 1
    }

    /// The loop count of a WebP, 0 for infinite; nil if it is not animated.
    static func loopCount(in file: OpenFile) -> Int? {
        var count: Int?
        forEachChunk(of: file) { name, offset in
            guard name == "ANIM" else { return true }
            // A background color of four bytes, and the loop count (WebP Container Specification, Animation).
            let bytes = file.bytes(from: offset + 4, count: 2)
            if bytes.count == 2 { count = Int(bytes[0]) | Int(bytes[1]) << 8 }
            return false
        }
        return count
    }

    /// Calls `body` with each chunk's name and the start of its contents, until it returns false.
    private static func forEachChunk(of file: OpenFile, _ body: (String, Int) -> Bool) {
        let head = file.bytes(from: 0, count: 12)
        guard head.starts(with: "RIFF".utf8), head.dropFirst(8).elementsEqual("WEBP".utf8) else { return }
        var offset = head.count
        for _ in 0..<maxChunks {
            // A name and a length; each chunk is aligned to two bytes (WebP Container Specification, RIFF
            // File Format).
            let chunk = file.bytes(from: offset, count: 8)
            guard chunk.count == 8, body(String(decoding: chunk[..<4], as: UTF8.self), offset + 8) else {
                return
            }
            let length = chunk[4...].reversed().reduce(0) { $0 << 8 | Int($1) }
            offset += 8 + length + length % 2
        }
    }
}

/// Decodes an animation through libwebpdemux, since FFmpeg does not support it.
final class WebPVideoDecoder: VideoDecoding {
    let contents: VideoContents
    let damagedPackets = 0
    let isAfterDamage = false
    private let path: String
    private let bytes: FileBytes
    private let decoder: OpaquePointer
    private let memory = FrameMemory()
    /// All frames in order.
    private let frames: [CVideoPacket]
    private var givesPackets = true
    /// The index of the next frame to decode.
    private var position = 0
    /// The pixels of the last decoded frame, valid until the next is decoded.
    private var decoded: UnsafeMutablePointer<UInt8>?

    /// In milliseconds: browsers show a frame with no duration, or a very short one, for this long.
    private static let usualDuration: Int64 = 100
    private static let shortestDuration: Int64 = 11

    init(_ file: OpenFile, _ request: VideoRequest) throws(VideoError) {
        path = request.path
        do throws(FileError) {
            bytes = try file.beginning(file.byteCount)
        } catch {
            throw .file(error)
        }
        var data = WebPData(
            bytes: bytes.bytes.assumingMemoryBound(to: UInt8.self).baseAddress, size: bytes.bytes.count)
        let damaged = VideoError.damaged(path: path, reason: tr("it is cut short, or its frames are invalid"))
        guard let demuxer = WebPDemux(&data) else { throw damaged }
        defer { WebPDemuxDelete(demuxer) }
        let (width, height) = (
            WebPDemuxGetI(demuxer, WEBP_FF_CANVAS_WIDTH), WebPDemuxGetI(demuxer, WEBP_FF_CANVAS_HEIGHT)
        )
        guard width > 0, height > 0, Int64(width) * Int64(height) <= CVIDEO_MOST_PIXELS else { throw damaged }
        frames = Self.frames(demuxer)
        guard let last = frames.last else { throw damaged }

        var options = WebPAnimDecoderOptions()
        guard WebPAnimDecoderOptionsInitInternal(&options, WEBP_DEMUX_ABI_VERSION) != 0 else {
            throw .failed(path: path, reason: tr("libwebpdemux has an incompatible version"))
        }
        options.color_mode = MODE_RGBA
        options.use_threads = request.threads == 1 ? 0 : 1
        guard let decoder = WebPAnimDecoderNewInternal(&data, &options, WEBP_DEMUX_ABI_VERSION) else {
            throw .noMemory(path: path)
        }
        self.decoder = decoder

        var info = CVideoInfo()
        copy("webp", into: &info.format)
        copy("webp", into: &info.codec)
        copy("rgba", into: &info.pixelFormat)
        (info.width, info.height) = (Int32(width), Int32(height))
        (info.aspectNumerator, info.aspectDenominator) = (1, 1)
        (info.tickNumerator, info.tickDenominator) = (1, 1000)
        info.frameCount = Int64(frames.count)
        info.duration = last.time + last.duration
        let divisor = Self.greatestDivisor(info.frameCount * 1000, info.duration)
        info.rateNumerator = Int32(clamping: info.frameCount * 1000 / divisor)
        info.rateDenominator = Int32(clamping: info.duration / divisor)
        info.bits = 8
        info.hasAlpha = WebPDemuxGetI(demuxer, WEBP_FF_FORMAT_FLAGS) & ALPHA_FLAG.rawValue != 0
        // Unspecified, and thus those of sRGB.
        (info.primaries, info.transfer, info.matrix) = (2, 2, 2)
        contents = VideoContents(video: info, sounds: [])
    }

    deinit { WebPAnimDecoderDelete(decoder) }

    private static func frames(_ demuxer: OpaquePointer) -> [CVideoPacket] {
        var frames: [CVideoPacket] = []
        var time: Int64 = 0
        var iterator = WebPIterator()
        guard WebPDemuxGetFrame(demuxer, 1, &iterator) != 0 else { return [] }
        defer { WebPDemuxReleaseIterator(&iterator) }
        repeat {
            let stated = Int64(iterator.duration)
            let duration = stated < shortestDuration ? usualDuration : stated
            // Frames are composited over the previous ones.
            frames.append(
                CVideoPacket(
                    time: time, decodingTime: time, duration: duration, isKey: frames.isEmpty,
                    isHidden: false, isAfterDamage: false))
            time += duration
        } while WebPDemuxNextFrame(&iterator) != 0
        return frames
    }

    private static func greatestDivisor(_ a: Int64, _ b: Int64) -> Int64 {
        b == 0 ? max(a, 1) : greatestDivisor(b, a % b)
    }

    func packets() -> [CVideoPacket] {
        defer { givesPackets = false }
        return givesPackets ? frames : []
    }

    func next() throws(VideoError) -> CVideoFrame? {
        guard position < frames.count else { return nil }
        var time: Int32 = 0
        guard WebPAnimDecoderGetNext(decoder, &decoded, &time) != 0, decoded != nil else {
            throw .damaged(path: path, reason: tr("frame \(position) is invalid"))
        }
        let packet = frames[position]
        position += 1
        var frame = CVideoFrame()
        (frame.time, frame.packetTime, frame.duration) = (packet.time, packet.time, packet.duration)
        (frame.width, frame.height) = (contents.video.width, contents.video.height)
        frame.isKey = packet.isKey
        // Its samples are RGBA, and not FFmpeg's.
        frame.planes.pixelFormat = -1
        return frame
    }

    func seek(to time: Int64?) {
        WebPAnimDecoderReset(decoder)
        position = 0
    }

    func borrow(byteCount: Int) -> (any BorrowedFrame)? { memory.borrow(byteCount: byteCount) }

    func convert(_ shape: FrameShape, into memory: any BorrowedFrame, isInLine: Bool) throws(VideoError) {
        let byteCount = Int(contents.video.width) * Int(contents.video.height) * 4
        guard let decoded, shape.depth == .eight, shape.byteCount == byteCount,
            memory.bytes.count >= byteCount
        else { throw .failed(path: path, reason: tr("its frames have an unexpected format")) }
        memory.bytes.copyMemory(from: UnsafeRawBufferPointer(start: decoded, count: byteCount))
    }
}

/// Copies a short string into a C structure, null-terminated.
private func copy<Bytes>(_ text: String, into bytes: inout Bytes) {
    withUnsafeMutableBytes(of: &bytes) { bytes in
        let text = text.utf8.prefix(bytes.count - 1)
        bytes.copyBytes(from: text)
        bytes[text.count] = 0
    }
}
