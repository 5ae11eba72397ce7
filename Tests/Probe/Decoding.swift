import Decoding
@preconcurrency import Foundation
import Imaging
import System

struct Cancelled: Error {}

/// Decodes pictures and videos in separate processes. Tests cannot start these themselves, since they have
/// threads.
enum Decoding {
    private static let loader = RemotePictureDecoder.shared

    /// Prints a line with the result for each file. If a file begins with "#", its decoder executes the
    /// instruction that follows, as if a file had compromised it.
    ///
    /// - Parameter arguments: the operation, then FILE...
    static func run(_ arguments: [String]) throws -> Int32 {
        var limits = DecodingLimits()
        limits.processorSeconds = 1
        limits.timeout = 3
        limits.videoMemory = 512 << 20
        RemotePictureDecoder.start(limits: limits, decode: Misdeed.decode, videos: MisbehavingVideos())

        switch arguments.first {
        case "read":
            for path in arguments.dropFirst() {
                print(outcome(path), loader.decoderProcess() ?? 0, descriptorCount())
            }
        case "compare":
            for path in arguments.dropFirst() { print(comparison(path)) }
        case "compare-damaged":
            for path in arguments.dropFirst() {
                print(comparison(path, DecodingOptions(acceptsDamage: true)))
            }
        case "reduced":
            for path in arguments.dropFirst() {
                let reduced = loader.reducedPicture(contentsOf: path)
                print(reduced?.pixels.width ?? 0, reduced?.metadata.shot?.camera ?? "no camera")
            }
        case "time":
            // Milliseconds, including one read of all pixels.
            for path in arguments.dropFirst() {
                let start = ContinuousClock.now
                let sum = (try? loader.picture(contentsOf: path))?.pixels.withUnsafeBytes { bytes in
                    bytes.withMemoryRebound(to: UInt64.self) { $0.reduce(0, &+) }
                }
                print((ContinuousClock.now - start) / .milliseconds(1), sum ?? 0)
            }
        case "kill":
            // Kills the decoder while it waits for the next picture.
            for path in arguments.dropFirst() {
                if let process = loader.decoderProcess() { kill(process, SIGKILL) }
                print(outcome(path))
            }
        case "sandbox":
            print(loader.sandbox()?.names.joined(separator: " ") ?? "none")
        case "wait":
            print(loader.decoderProcess() ?? 0)
            fflush(stdout)
            print(outcome(arguments[1]))
        case "compare-videos":
            for path in arguments.dropFirst() { print(Videos.comparison(path)) }
        case "videos":
            for path in arguments.dropFirst() {
                print(Videos.outcome(path), Videos.remaining(), descriptorCount())
            }
        case "video-tables":
            for path in arguments.dropFirst() { print(Videos.tableOutcome(path)) }
        case "sounds":
            for path in arguments.dropFirst() { print(Videos.soundOutcome(path)) }
        case "kill-video":
            // Kills the decoder in the middle of the video.
            for path in arguments.dropFirst() {
                print(Videos.outcome(path, afterFrames: 3) { Videos.signal(SIGKILL) })
            }
        case "stop-video":
            // Stops the decoder in the middle of the video.
            for path in arguments.dropFirst() {
                print(Videos.outcome(path, afterFrames: 3) { Videos.signal(SIGSTOP) })
            }
        case "wait-video":
            print(
                Videos.outcome(arguments[1], afterFrames: 2) {
                    print(Videos.processes().first ?? 0)
                    fflush(stdout)
                })
        case "time-videos":
            for path in arguments.dropFirst() { print(try Videos.time(path)) }
        default: return 2
        }
        return 0
    }

    private static func outcome(_ path: String) -> String {
        do {
            let picture = try loader.picture(contentsOf: path)
            return "\(picture.width) \(picture.height)"
        } catch {
            return "\(error)"
        }
    }

    /// Checks that the whole picture, its strips, and an in-process decoding are bit-identical.
    private static func comparison(_ path: String, _ options: DecodingOptions = DecodingOptions()) -> String {
        do {
            let inside = try Picture(contentsOf: path, options: options)
            let whole = try loader.picture(contentsOf: path, options: options)
            guard isSame(inside, whole) else { return "whole differs" }
            guard isSame(inside, try inStrips(path, options)) else { return "strips differ" }
            if let streamed = try inStream(path, options), !isSame(inside, streamed) {
                return "stream differs"
            }
            return "same"
        } catch {
            return "\(error)"
        }
    }

    private static func inStrips(_ path: String, _ options: DecodingOptions) throws -> Picture {
        var header: PictureHeader?
        var bytes: [UInt8] = []
        var next = 0
        let ending = try loader.rows(
            contentsOf: path, options: options, stripHeight: 7, stripCount: { _ in 3 }
        ) {
            header = $0
        } take: { rows, strip in
            guard rows.lowerBound == next, rows.count <= 7 else { throw Cancelled() }
            next = rows.upperBound
            bytes += strip
        }
        guard let header, let ending else { throw Cancelled() }
        let stored = PixelBuffer(width: header.width, height: header.height, depth: header.depth) {
            $0.copyBytes(from: bytes)
        }
        return try Picture(stored: stored, header, ending, name: path)
    }

    /// The picture, assembled from rows while they are decoded; nil if the format does not support that.
    private static func inStream(_ path: String, _ options: DecodingOptions) throws -> Picture? {
        guard let stream = try loader.stream(of: OpenFile(path: path), options: options) else { return nil }
        guard let ending = stream.header.ending else { throw Cancelled() }
        var bytes: [UInt8] = []
        // Overlapping windows, like those of strips with halos.
        for start in stride(from: 0, to: stream.header.height, by: 5) {
            let rows = try stream.rows(max(0, start - 3)..<min(start + 8, stream.header.height))
            let known = min(start, 3) * stream.header.bytesPerRow
            bytes += rows[known...].prefix(5 * stream.header.bytesPerRow)
        }
        do {
            try stream.finish()
        } catch is RowStream.EndDiffers {
            return nil
        }
        let stored = PixelBuffer(
            width: stream.header.width, height: stream.header.height, depth: stream.header.depth
        ) { $0.copyBytes(from: bytes) }
        return try Picture(stored: stored, stream.header, ending, name: path)
    }

    private static func isSame(_ one: Picture, _ other: Picture) -> Bool {
        one.width == other.width && one.height == other.height && one.channels == other.channels
            && one.metadata == other.metadata && one.format == other.format && one.damage == other.damage
            && one.pixels.depth == other.pixels.depth
            && one.pixels.withUnsafeBytes { one in other.pixels.withUnsafeBytes { one.elementsEqual($0) } }
    }

    static func descriptorCount() -> Int {
        (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? 0
    }
}
