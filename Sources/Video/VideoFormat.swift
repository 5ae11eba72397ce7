import CVideo
import Imaging

/// A kind of video file that Glint writes.
public enum VideoContainer: String, Sendable, CaseIterable {
    /// MPEG-4.
    case mp4
    /// MPEG-4, by the name that Apple gives it.
    case m4v
    /// Matroska.
    case mkv
    /// WebM.
    case webm
    /// QuickTime.
    case mov
    /// An animated GIF.
    case gif
    /// An animated PNG.
    case apng
    /// An animated WebP.
    case webp
    /// YUV4MPEG2: uncompressed frames, as encoders and other programs take them.
    case y4m

    /// The container that a file's extension names, in either case; nil when Glint does not write it.
    public init?(fileName: String) {
        let suffix = PathName.suffix(of: fileName).lowercased()
        // A PNG that moves is one all the same.
        self.init(rawValue: suffix == "png" ? "apng" : suffix)
    }

    /// The name people know it by.
    public var name: String {
        switch self {
        case .mp4: "MP4"
        case .m4v: "M4V"
        case .mkv: "MKV"
        case .webm: "WebM"
        case .mov: "MOV"
        case .gif: "GIF"
        case .apng: "APNG"
        case .webp: "WebP"
        case .y4m: "Y4M"
        }
    }

    /// The codecs it holds, the default first.
    public var codecs: [VideoCodec] {
        switch self {
        case .mp4, .m4v: [.h264, .h265, .av1]
        case .mkv: [.ffv1, .h264, .h265, .av1, .vp9, .prores, .prores4444]
        case .webm: [.vp9, .av1]
        case .mov: [.h264, .h265, .prores, .prores4444]
        case .gif: [.gif]
        case .apng: [.apng]
        case .webp: [.webp]
        case .y4m: [.y4m]
        }
    }

    /// Whether it is an animated picture, which has no sound and repeats for ever.
    public var isAnimation: Bool { self == .gif || self == .apng || self == .webp }

    /// Whether it holds sound and other streams beside its video.
    public var holdsSound: Bool { !isAnimation && self != .y4m }

    /// FFmpeg's name of what writes it.
    var muxer: String {
        switch self {
        case .mp4, .m4v: "mp4"
        case .mkv: "matroska"
        case .webm: "webm"
        case .mov: "mov"
        case .gif: "gif"
        case .apng: "apng"
        case .webp: "webp"
        case .y4m: "yuv4mpegpipe"
        }
    }

    /// The encoder of sound that the container does not take as it is.
    var soundEncoder: (name: String, codec: String, bitsPerChannel: Int) {
        self == .webm ? ("libopus", "Opus", 80_000) : ("aac", "AAC", 96_000)
    }
}

/// How a video's pictures are compressed.
public enum VideoCodec: String, Sendable, CaseIterable {
    /// H.264, which everything plays.
    case h264
    /// H.265, in about half the bytes.
    case h265
    /// AV1.
    case av1
    /// VP9, of WebM.
    case vp9
    /// FFV1, which loses nothing.
    case ffv1
    /// ProRes 422, for editing.
    case prores
    /// ProRes 4444, which keeps transparency.
    case prores4444
    /// The frames of a GIF.
    case gif
    /// The frames of an animated PNG.
    case apng
    /// The frames of an animated WebP.
    case webp
    /// The frames of Y4M.
    case y4m

    /// The codecs a person chooses from; those of animated pictures and Y4M come with their file.
    public static let choices: [VideoCodec] = [.h264, .h265, .av1, .vp9, .ffv1, .prores, .prores4444]

    /// The name people know it by.
    public var name: String {
        switch self {
        case .h264: "H.264"
        case .h265: "H.265"
        case .av1: "AV1"
        case .vp9: "VP9"
        case .ffv1: "FFV1"
        case .prores: "ProRes 422 HQ"
        case .prores4444: "ProRes 4444"
        case .gif: "GIF"
        case .apng: "APNG"
        case .webp: "WebP"
        case .y4m: "Y4M"
        }
    }

    /// The containers that hold it.
    public var containers: [VideoContainer] { VideoContainer.allCases.filter { $0.codecs.contains(self) } }

    /// Whether there is something to choose between small and good.
    public var hasQuality: Bool {
        switch self {
        case .h264, .h265, .av1, .vp9, .webp: true
        case .ffv1, .prores, .prores4444, .gif, .apng, .y4m: false
        }
    }

    /// Whether transparency is kept.
    public var keepsAlpha: Bool {
        switch self {
        case .vp9, .ffv1, .prores4444, .apng, .webp, .gif: true
        case .h264, .h265, .av1, .prores, .y4m: false
        }
    }

    /// Whether frames of two fields stay such. In others they are frames as any.
    var keepsFields: Bool {
        self == .h264 || self == .prores || self == .prores4444 || self == .ffv1 || self == .y4m
    }

    /// Whether frames of 16 bits a channel are worth making.
    package var keepsSixteenBits: Bool { mostBits > 8 }

    /// Bits of a channel, at most.
    var mostBits: Int {
        switch self {
        case .ffv1, .apng, .y4m: 16
        case .prores, .prores4444: 10
        case .h264, .h265, .av1, .vp9, .gif, .webp: 8
        }
    }

    /// FFmpeg's encoders of it, the preferred one first.
    var encoders: [String] {
        switch self {
        case .h264: ["libx264"]
        case .h265: ["libx265"]
        // SVT-AV1 is faster, but two of its encoders in one program crash or hang (1.4.1), and as root its threads have
        // real-time priority.
        case .av1: ["libaom-av1", "libsvtav1"]
        case .vp9: ["libvpx-vp9"]
        case .ffv1: ["ffv1"]
        case .prores, .prores4444: ["prores_ks"]
        case .gif: ["gif"]
        case .apng: ["apng"]
        case .webp: ["libwebp_anim"]
        case .y4m: ["wrapped_avframe"]
        }
    }

    /// FFmpeg's name of the pixels that are handed to the encoder.
    func pixelFormat(of form: VideoForm) -> String {
        let (bits, hasAlpha) = (form.depth.rawValue, form.channels.hasAlpha)
        return switch self {
        case .h264, .h265, .av1: "yuv420p"
        case .vp9: hasAlpha ? "yuva420p" : "yuv420p"
        case .ffv1: bits > 8 ? (hasAlpha ? "gbrap16le" : "gbrp16le") : (hasAlpha ? "bgra" : "bgr0")
        case .prores: "yuv422p10le"
        case .prores4444: hasAlpha ? "yuva444p10le" : "yuv444p10le"
        case .gif: "pal8"
        case .apng: bits > 8 ? (hasAlpha ? "rgba64be" : "rgb48be") : (hasAlpha ? "rgba" : "rgb24")
        case .webp: "bgra"
        case .y4m: Self.planes(of: form)
        }
    }

    /// Planes of luma and chroma with the bits of the source, and as much chroma as it has, of those that Y4M has.
    private static func planes(of form: VideoForm) -> String {
        var sampling = CVideoSampling()
        let isKnown = form.sourcePixelFormat.map { cvideo_sampling($0, &sampling) } ?? false
        let most = form.depth.rawValue
        let bits = isKnown ? min(Int(sampling.bits), most) : most
        func atLeast(_ depths: [Int]) -> String {
            let depth = depths.first { $0 >= bits } ?? 16
            return depth == 8 ? "" : "\(depth)le"
        }
        if form.channels.isGray { return "gray" + atLeast([8, 9, 10, 12]) }
        // FFmpeg's muxer halves the bytes of a row, not its pixels, where those have two bytes each.
        let hasHalf = isKnown && sampling.isHalvedAcross && (bits == 8 || form.width.isMultiple(of: 2))
        return (hasHalf ? (sampling.isHalvedDown ? "yuv420p" : "yuv422p") : "yuv444p")
            + atLeast([8, 9, 10, 12, 14])
    }

    /// Whether it stores red, green and blue as they are.
    var isRGB: Bool { self == .ffv1 || self == .gif || self == .apng || self == .webp }

    /// What the sides of its frames are multiples of; pictures of other sizes get a repeated edge.
    func sideMultiple(isInterlaced: Bool) -> (width: Int, height: Int) {
        switch self {
        // A field of 4:2:0 needs an even number of lines, too.
        case .h264: (2, isInterlaced ? 4 : 2)
        case .h265, .av1: (2, 2)
        case .prores, .prores4444: (2, 1)
        case .vp9, .ffv1, .gif, .apng, .webp, .y4m: (1, 1)
        }
    }
}

/// What an encoder spends its time for.
public enum VideoPreset: String, Sendable, CaseIterable {
    /// Little time.
    case fast
    /// Some time.
    case balanced
    /// Much time, for a smaller file of the same quality.
    case small
}

extension VideoCodec {
    /// The options of one of its encoders, in FFmpeg's words.
    func options(
        of encoder: String, quality: Int, preset: VideoPreset, hasAlpha: Bool, isLossless: Bool
    ) -> String {
        func choose(_ fast: String, _ balanced: String, _ small: String) -> String {
            switch preset {
            case .fast: fast
            case .balanced: balanced
            case .small: small
            }
        }
        switch encoder {
        case "libx264":
            return "preset=\(choose("veryfast", "medium", "slow")):crf=\(rateFactor(quality))"
        case "libx265":
            return
                "preset=\(choose("veryfast", "medium", "slow")):crf=\(rateFactor(quality)):x265-params=log-level=none"
        case "libsvtav1":
            return "preset=\(choose("10", "8", "5")):crf=\(rateFactor(quality))"
        case "libaom-av1":
            return "cpu-used=\(choose("8", "6", "4")):row-mt=1:crf=\(rateFactor(quality)):b=0"
        case "libvpx-vp9":
            // libvpx cannot combine its alternate reference frames with alpha.
            let reference = hasAlpha ? ":auto-alt-ref=0" : ""
            let speed = choose(
                "deadline=realtime:cpu-used=6", "deadline=good:cpu-used=4", "deadline=good:cpu-used=1")
            return "\(speed):row-mt=1:crf=\(rateFactor(quality)):b=0\(reference)"
        case "ffv1":
            return "level=3:slices=16:slicecrc=1:context=\(choose("0", "0", "1"))"
        case "prores_ks":
            return self == .prores4444 ? "profile=4444:vendor=apl0" : "profile=hq:vendor=apl0"
        case "apng":
            return "pred=mixed:compression_level=\(choose("1", "6", "9"))"
        case "libwebp_anim":
            // Without loss, quality is what time is spent on the size.
            let kind = isLossless ? "lossless=1:quality=75" : "quality=\(quality)"
            return "\(kind):compression_level=\(choose("1", "4", "6"))"
        default:
            return ""
        }
    }

    /// What is added for frames that are encoded as they happen, and have to be in the file soon.
    func recordingOptions(of encoder: String) -> String {
        switch encoder {
        case "libx264", "libx265": ":tune=zerolatency"
        case "libvpx-vp9": ":lag-in-frames=0"
        default: ""
        }
    }

    /// The encoder's constant rate factor for a quality of 1…100.
    ///
    /// The default quality is x264's 23, and what is as near to the original by PSNR and SSIM in the other encoders; 0
    /// would be their worst.
    private func rateFactor(_ quality: Int) -> Int {
        let (worst, usual): (Double, Double) =
            switch self {
            case .h264: (51, 23)
            case .h265: (51, 24)
            default: (63, 30)
            }
        let share = Double(quality) / Double(VideoOptions.defaultQuality)
        return Int((worst - (worst - usual) * share).rounded())
    }
}

/// How to write a video.
public struct VideoOptions: Sendable, Equatable {
    /// The codec; nil is the container's first.
    public var codec: VideoCodec?
    /// The quality, 1…100; values outside are clamped. Codecs without loss have only one.
    public var quality: Int
    /// What the encoder spends its time for.
    public var preset: VideoPreset
    /// Whether the source's sound is written too.
    public var keepsSound: Bool
    /// What is left out of what the source says beside its frames; nothing if nil.
    public var stripping: MetadataStripping?
    /// Whether an animated WebP keeps its pixels exactly, whatever the quality. Other codecs do, or do not.
    public var isLossless = false

    /// The quality that is used where nobody chose one: as good as x264's constant rate factor 23.
    public static let defaultQuality = 70

    /// The quality, clamped.
    var usableQuality: Int { min(max(quality, 1), 100) }

    /// The defaults: the container's codec, a quality of 70, a balanced preset, with sound.
    public init(
        codec: VideoCodec? = nil, quality: Int = defaultQuality, preset: VideoPreset = .balanced,
        keepsSound: Bool = true, stripping: MetadataStripping? = nil
    ) {
        self.codec = codec
        self.quality = quality
        self.preset = preset
        self.keepsSound = keepsSound
        self.stripping = stripping
    }
}
