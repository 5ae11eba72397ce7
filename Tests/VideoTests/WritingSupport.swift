import System
import CVideo
import Foundation
import Imaging
import TestSupport
import Testing
import Video

/// Runs FFmpeg's program, the independent reference.
@discardableResult
func ffmpeg(_ arguments: String...) throws -> String {
    try run("/usr/bin/ffmpeg", ["-hide_banner", "-nostdin", "-y", "-loglevel", "error"] + arguments)
}

/// The values of `entries` that ffprobe prints for a file, a line for each stream, packet or frame.
func probe(_ file: String, _ entries: String, streams: String = "v:0", counting: Bool = false) throws
    -> [String]
{
    let count = counting ? ["-count_frames"] : []
    return try run(
        "/usr/bin/ffprobe",
        ["-loglevel", "error"] + count + [
            "-select_streams", streams, "-show_entries", entries, "-of", "csv=p=0", file,
        ]
    ).split(separator: "\n").map { $0.hasSuffix(",") ? String($0.dropLast()) : String($0) }
}

private func run(_ program: String, _ arguments: [String]) throws -> String {
    let result = try runProgram(program, arguments: arguments)
    guard result.status == 0 else { throw ProgramFailure(description: result.errors) }
    return result.output
}

/// The MD5 checksum of each stream's packets.
func packetSums(_ file: String, _ streams: String = "0:a") throws -> [String] {
    try ffmpeg("-i", file, "-map", streams, "-c", "copy", "-f", "streamhash", "-hash", "md5", "-")
        .split(separator: "\n").map { String($0.split(separator: "=").last ?? "") }
}

/// The presentation times of a video's packets in ascending order, in seconds.
func times(_ file: String, streams: String = "v:0") throws -> [Double] {
    try probe(file, "packet=pts_time", streams: streams).compactMap(Double.init).sorted()
}

/// A file's packet times and metadata, read in one run.
struct FileFacts {
    var frames: [Double] = []
    var sound: [Double] = []
    var title: String?
    var language: String?

    init(_ file: String) throws {
        let entries = "packet=codec_type,pts_time:format_tags=title:stream_tags=language:stream=codec_type"
        let text = try run(
            "/usr/bin/ffprobe", ["-loglevel", "error", "-show_entries", entries, "-of", "json", file])
        let object = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
        for packet in object?["packets"] as? [[String: Any]] ?? [] {
            guard let time = (packet["pts_time"] as? String).flatMap(Double.init) else { continue }
            if packet["codec_type"] as? String == "video" { frames.append(time) } else { sound.append(time) }
        }
        frames.sort()
        title = ((object?["format"] as? [String: Any])?["tags"] as? [String: Any])?["title"] as? String
        for stream in object?["streams"] as? [[String: Any]] ?? []
        where stream["codec_type"] as? String == "audio" {
            language = (stream["tags"] as? [String: Any])?["language"] as? String
        }
    }
}

/// A frame that is different at every position and for every number.
func testFrame(_ format: VideoOutputFormat, _ number: Int = 0, soft: Bool = false) -> PixelBuffer {
    PixelBuffer(width: format.width, height: format.height, depth: format.depth) { bytes in
        var state = UInt64(number) &* 7919 &+ 12345
        for y in 0..<format.height {
            for x in 0..<format.width {
                for channel in 0..<4 {
                    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                    let wave =
                        (sin(Double(x + 3 * number) / 9 + Double(channel)) + cos(Double(y) / 7)) / 4 + 0.5
                    var level = soft ? UInt16(wave * 65535) : UInt16(truncatingIfNeeded: state >> 40)
                    if channel == 3, !format.channels.hasAlpha { level = .max }
                    let index = (y * format.width + x) * 4 + channel
                    switch format.depth {
                    case .eight: bytes[index] = UInt8(level >> 8)
                    case .sixteen: bytes.bindMemory(to: UInt16.self)[index] = level
                    case .float: bytes.bindMemory(to: Float.self)[index] = Float(level) / 65535
                    }
                }
            }
        }
    }
}

extension PixelBuffer {
    var allBytes: [UInt8] { withUnsafeBytes { Array($0) } }
}

/// Writes a video with a number of test frames, each lasting one tick.
@discardableResult
func writeVideo(
    _ path: String, _ format: VideoOutputFormat, count: Int = 8, options: VideoOptions = VideoOptions(),
    source: VideoSource? = nil, soft: Bool = true
) throws -> VideoPlan {
    let writer = try VideoWriter(path: path, frameFormat: format, options: options, source: source)
    for number in 0..<count {
        try writer.add(testFrame(format, number, soft: soft), time: Int64(number), duration: 1)
    }
    try writer.finish(overwrite: false)
    return writer.plan
}

/// Copies a video by decoding its frames and writing them unchanged.
@discardableResult
func rewrite(
    _ input: String, to output: String, options: VideoOptions = VideoOptions(), range: Range<Int64>? = nil
) throws -> VideoPlan {
    let file = try OpenFile(path: input)
    var info = CVideoInfo()
    var failure = CVideoFailure()
    let suffix = String(input.split(separator: ".").last ?? "")
    let reader = try #require(cvideo_reader_create(file.descriptor, suffix, true, 0, &info, &failure))
    defer { cvideo_reader_destroy(reader) }
    let format = VideoOutputFormat(
        width: Int(info.width), height: Int(info.height), channels: info.hasAlpha ? .rgba : .rgb,
        pixelAspect: Fraction(Int(info.aspectNumerator), Int(info.aspectDenominator)),
        tick: Fraction(Int(info.tickNumerator), Int(info.tickDenominator)),
        frameRate: Fraction(Int(info.rateNumerator), Int(info.rateDenominator)),
        fieldOrder: info.isInterlaced ? (info.isTopFieldFirst ? .topFirst : .bottomFirst) : nil)
    let source = try VideoSource(path: input, range: range)
    let writer = try VideoWriter(path: output, frameFormat: format, options: options, source: source)
    var frame = CVideoFrame()
    var pixels = CVideoPixels(bits: 8, quarterTurns: 0, isMirrored: false)
    while cvideo_reader_next(reader, &frame, &failure) == CVIDEO_DONE {
        if let range, !range.contains(frame.time) { continue }
        let buffer = PixelBuffer(width: format.width, height: format.height, depth: .eight) { bytes in
            _ = cvideo_reader_pixels(reader, &pixels, bytes.baseAddress, bytes.count, &failure)
        }
        try writer.add(buffer, time: frame.time, duration: frame.duration)
    }
    try writer.finish(overwrite: false)
    return writer.plan
}

/// An error thrown by the test itself.
func videoError(_ work: () throws -> Void) -> VideoError? {
    do { try work() } catch { return error as? VideoError }
    return nil
}

func fileBytes(_ path: String) throws -> [UInt8] { try Array(Data(contentsOf: URL(fileURLWithPath: path))) }
