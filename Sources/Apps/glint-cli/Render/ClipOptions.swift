import Filters
import Video
import Localization

/// The `render` command's options for videos.
struct ClipOptions {
    /// The range [from, to).
    let from: VideoPosition?
    let to: VideoPosition?
    /// The single frame to render.
    let frame: VideoPosition?
    /// The frame rate of numbered pictures or of a still, in frames per second.
    let rate: Fraction?
    /// The duration of a still, in seconds.
    let duration: Double?
    /// The encoding options for videos.
    let encoding: VideoOptions

    static let declared = [
        from, to, frame, at, codec, quality, preset, depth, hdr, noAudio, noTapeSound, fps, duration,
    ]

    static let from = CommandOption(
        long: "from", value: "T",
        summary: "Start of the range in a video: seconds, h:mm:ss.fff, or a frame such as 120f.")
    static let to = CommandOption(
        long: "to", value: "T", summary: "End of the range; this time or frame is not included.")
    static let frame = CommandOption(
        long: "frame", value: "N", summary: "Save one frame of a video as a picture; numbered from 0.")
    static let at = CommandOption(
        long: "at", value: "T", summary: "Save the frame at this time as a picture.")
    static let codec = CommandOption(
        long: "video-codec", value: VideoCodec.choices.map(\.rawValue).joined(separator: "|"),
        summary: "Codec of videos (default: h264 in mp4 and mov, vp9 in webm, ffv1 in mkv).")
    static let quality = CommandOption(
        long: "video-quality", value: "1…100",
        summary: "Quality of videos (default: \(VideoOptions.defaultQuality)).")
    static let preset = CommandOption(
        long: "video-preset", value: "fast|balanced|small",
        summary: "Encoder's trade-off between speed and file size (default: balanced).")
    static let depth = CommandOption(
        long: "video-depth", value: "8|10",
        summary:
            "Bits per channel of videos (default: more than 8 where the source has more and the codec supports it)."
    )
    static let hdr = CommandOption(
        long: "hdr", value: "tone-map|keep",
        summary:
            "Convert high dynamic range to standard range, or keep it in h265 or av1 (default: tone-map).")
    static let noAudio = CommandOption(long: "no-audio", summary: "Drop the sound of a video.")
    static let noTapeSound = CommandOption(
        long: "no-tape-sound", summary: "Copy the sound of a video even if ntsc has soundEnabled=true.")
    static let fps = CommandOption(
        long: "fps", value: "F",
        summary:
            "Frames per second of numbered pictures, raw frames or a still (default: 30000/1001), or of videos without timestamps, such as raw H.264 (default: 25)."
    )
    static let duration = CommandOption(
        long: "duration", value: "T", summary: "Make a clip of this length from a still.")

    init(_ arguments: ParsedArguments) throws(CommandError) {
        from = try arguments.position(Self.from)
        to = try arguments.position(Self.to)
        var encoding = VideoOptions(
            codec: try arguments.choice(Self.codec, of: VideoCodec.choices),
            quality: try arguments.percentage(Self.quality) ?? VideoOptions.defaultQuality,
            preset: try arguments.choice(Self.preset, of: VideoPreset.allCases) ?? .balanced,
            keepsSound: !arguments.has(Self.noAudio))
        encoding.addsTapeSound = !arguments.has(Self.noTapeSound)
        encoding.depth = try arguments.value(of: Self.depth).map(Self.depth)
        encoding.keepsHDR = try arguments.choice(Self.hdr, of: DynamicRange.allCases) == .keep
        if encoding.keepsHDR, let codec = encoding.codec, !codec.keepsHDR || encoding.depth == .eight {
            throw .usage("\(Self.hdr.spelling): \(VideoError.unsuitedHDR(codec: codec))")
        }
        if let codec = encoding.codec, let depth = encoding.depth, !codec.depths.contains(depth) {
            throw .usage("\(Self.depth.spelling): \(VideoError.unsuitedDepth(codec: codec, depth))")
        }
        self.encoding = encoding
        rate = try arguments.value(of: Self.fps).map(Self.rate)
        duration = try arguments.value(of: Self.duration).map(Self.seconds)
        let number = try arguments.value(of: Self.frame).map(Self.number)
        let moment = try arguments.position(Self.at)
        guard number == nil || moment == nil else { throw .usage("--frame and --at cannot be combined") }
        frame = number ?? moment
        guard frame == nil || from == nil && to == nil else {
            throw .usage(
                "\(number == nil ? "--at" : "--frame") selects one frame and cannot be combined with --from or --to"
            )
        }
        if let from, let to, case .seconds(let first) = from, case .seconds(let last) = to, last <= first {
            throw .usage("--to must be later than --from")
        }
        if let from, let to, case .frame(let first) = from, case .frame(let last) = to, last <= first {
            throw .usage("--to must be later than --from")
        }
    }

    /// What becomes of high dynamic range.
    private enum DynamicRange: String, CaseIterable {
        case toneMap = "tone-map"
        case keep
    }

    private static func number(_ word: String) throws(CommandError) -> VideoPosition {
        guard let number = Int(word), number >= 0 else {
            throw .usage("--frame must be a whole number of 0 or more, not \(word.quoted)")
        }
        return .frame(number)
    }

    private static func depth(_ word: String) throws(CommandError) -> VideoDepth {
        guard let depth = Int(word).flatMap(VideoDepth.init(rawValue:)) else {
            throw .usage("--video-depth must be 8 or 10, not \(word.quoted)")
        }
        return depth
    }

    private static func seconds(_ word: String) throws(CommandError) -> Double {
        guard case .seconds(let seconds)? = VideoPosition(word), seconds > 0, seconds < 86_400 * 7 else {
            throw .usage("--duration must be seconds or h:mm:ss, not \(word.quoted)")
        }
        return seconds
    }

    private static func rate(_ word: String) throws(CommandError) -> Fraction {
        guard let rate = Fraction(ofRate: word) else {
            throw .usage("--fps must be a number such as 24, 29.97 or 30000/1001, not \(word.quoted)")
        }
        return rate
    }
}

extension ParsedArguments {
    fileprivate func position(_ option: CommandOption) throws(CommandError) -> VideoPosition? {
        guard let word = value(of: option) else { return nil }
        guard let position = VideoPosition(word) else {
            throw .usage(
                "\(option.spelling) must be seconds, h:mm:ss.fff, or a frame such as 120f, not \(word.quoted)"
            )
        }
        return position
    }
}
