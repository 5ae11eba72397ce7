import System
import CVideo
import Imaging

/// A video file format that Glint can write.
public enum VideoContainer: String, Sendable, CaseIterable {
    /// MPEG-4.
    case mp4
    /// MPEG-4, with Apple's extension.
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
    /// YUV4MPEG2: uncompressed frames, which encoders and other programs take as input.
    case y4m

    /// The container for a file's extension, ignoring case; nil if Glint cannot write it.
    public init?(fileName: String) {
        let suffix = PathName.suffix(of: fileName).lowercased()
        // For videos, the extension `png` means APNG.
        self.init(rawValue: suffix == "png" ? "apng" : suffix)
    }

    /// The extensions of videos, other than animated pictures and raw frames, with the dot, for messages.
    package static let dottedExtensions = allCases.filter(\.holdsSound).map { ".\($0.rawValue)" }

    /// The extensions of supported videos, not all of which can be written.
    private static let readExtensions = Set(allCases.filter { !$0.isAnimation }.map(\.rawValue)).union([
        "qt", "avi", "mpg", "mpeg", "vob", "ts", "mts", "m2ts", "dv", "ogv", "ogg", "flv", "wmv", "asf",
        "3gp", "3g2", "mxf", "nut", "ivf", "264", "h264", "265", "h265", "hevc", "obu", "av1",
    ])

    /// True if a file with this name is probably a video; an animated picture is a picture.
    package static func isNamed(byExtensionOf name: String) -> Bool {
        readExtensions.contains(PathName.suffix(of: name).lowercased())
    }

    /// The common name.
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

    /// The codecs it supports, the default first.
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

    /// True if it is an animated picture, which has no sound and repeats forever.
    public var isAnimation: Bool { self == .gif || self == .apng || self == .webp }

    /// True if it supports sound and other streams besides its video.
    public var holdsSound: Bool { !isAnimation && self != .y4m }

    /// FFmpeg's name of the muxer.
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

    /// The encoder for sound that the container does not accept without encoding.
    var soundEncoder: (name: String, codec: String, bitsPerChannel: Int) {
        self == .webm ? ("libopus", "Opus", 80_000) : ("aac", "AAC", 96_000)
    }

    /// The encoder for sound that is changed. MKV and MOV hold lossless sound.
    var changedSoundEncoder: (name: String, codec: String, bitsPerChannel: Int) {
        switch self {
        case .mkv: ("flac", "FLAC", 0)
        case .mov: ("pcm_s16le", "PCM", 0)
        default: soundEncoder
        }
    }
}

/// How a video's frames are compressed.
public enum VideoCodec: String, Sendable, CaseIterable {
    /// H.264, which everything plays.
    case h264
    /// H.265, with about half the size.
    case h265
    /// AV1.
    case av1
    /// VP9, of WebM.
    case vp9
    /// FFV1, which is lossless.
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

    /// The codecs that the user can choose from; those of animated pictures and Y4M are implied by the file.
    public static let choices: [VideoCodec] = [.h264, .h265, .av1, .vp9, .ffv1, .prores, .prores4444]

    /// The common name.
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

    /// The containers that support it.
    public var containers: [VideoContainer] { VideoContainer.allCases.filter { $0.codecs.contains(self) } }

    /// True if there is a choice between size and quality.
    public var hasQuality: Bool {
        switch self {
        case .h264, .h265, .av1, .vp9, .webp: true
        case .ffv1, .prores, .prores4444, .gif, .apng, .y4m: false
        }
    }

    /// True if transparency is kept.
    public var keepsAlpha: Bool {
        switch self {
        case .vp9, .ffv1, .prores4444, .apng, .webp, .gif: true
        case .h264, .h265, .av1, .prores, .y4m: false
        }
    }

    /// True if high dynamic range can be kept.
    public var keepsHDR: Bool { self == .h265 || self == .av1 }

    /// True if interlacing is kept. Other codecs store interlaced frames as progressive ones.
    var keepsFields: Bool {
        self == .h264 || self == .prores || self == .prores4444 || self == .ffv1 || self == .y4m
    }

    /// The bit depths that the user can choose from; empty if there is no choice.
    public var depths: [VideoDepth] {
        switch self {
        case .h265, .av1, .vp9, .ffv1: [.eight, .ten]
        case .h264: [.eight]
        case .prores, .prores4444: [.ten]
        case .gif, .apng, .webp, .y4m: []
        }
    }

    /// A chosen depth; nil if there is no choice.
    func usable(_ chosen: VideoDepth?) -> VideoDepth? { depths.isEmpty ? nil : chosen }

    /// Bits per channel in which filtered frames are added to the file: 16 for 10 encoded bits too.
    ///
    /// - Parameters:
    ///   - source: bits per channel of the unfiltered frames.
    ///   - chosen: the chosen depth of the file; nil for that of the source, as far as the codec supports it.
    package func frameDepth(
        of source: PixelBuffer.Depth, chosen: VideoDepth?, hasAlpha: Bool
    ) -> PixelBuffer.Depth {
        let chosen = usable(chosen)
        if chosen == .eight || maxBits(hasAlpha: hasAlpha) == 8 { return .eight }
        // Filters compute levels between those of a source of 8 bits.
        return chosen == .ten ? .sixteen : min(source, .sixteen)
    }

    /// Maximum number of bits per channel.
    func maxBits(hasAlpha: Bool) -> Int {
        switch self {
        case .ffv1, .apng, .y4m: 16
        case .h265, .av1, .prores, .prores4444: 10
        // libvpx has no alpha beyond 8 bits.
        case .vp9: hasAlpha ? 8 : 10
        case .h264, .gif, .webp: 8
        }
    }

    /// FFmpeg's encoders for it, the preferred one first.
    var encoders: [String] {
        switch self {
        case .h264: ["libx264"]
        case .h265: ["libx265"]
        // SVT-AV1 is faster, but two of its encoders in one program crash or hang (1.4.1), and as root its
        // threads get real-time priority.
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

    /// FFmpeg's name of the encoder's input pixel format.
    ///
    /// - Parameter chosen: the chosen depth; nil if that of the frames decides.
    func pixelFormat(of frameFormat: VideoOutputFormat, chosen: VideoDepth?) -> String {
        let hasAlpha = frameFormat.channels.hasAlpha
        let bits = usable(chosen)?.rawValue ?? frameFormat.depth.rawValue
        return switch self {
        case .h264: "yuv420p"
        case .h265, .av1: bits > 8 ? "yuv420p10le" : "yuv420p"
        case .vp9: hasAlpha ? "yuva420p" : (bits > 8 ? "yuv420p10le" : "yuv420p")
        case .ffv1 where bits > 8 && chosen == .ten: hasAlpha ? "gbrap10le" : "gbrp10le"
        case .ffv1: bits > 8 ? (hasAlpha ? "gbrap16le" : "gbrp16le") : (hasAlpha ? "bgra" : "bgr0")
        case .prores: "yuv422p10le"
        case .prores4444: hasAlpha ? "yuva444p10le" : "yuv444p10le"
        case .gif: "pal8"
        case .apng: bits > 8 ? (hasAlpha ? "rgba64be" : "rgb48be") : (hasAlpha ? "rgba" : "rgb24")
        case .webp: "bgra"
        case .y4m: Self.planes(of: frameFormat)
        }
    }

    /// The planar pixel format supported by Y4M that keeps the bit depth and the chroma subsampling of the
    /// source.
    private static func planes(of frameFormat: VideoOutputFormat) -> String {
        var sampling = CVideoSampling()
        let isKnown = frameFormat.sourcePixelFormat.map { cvideo_sampling($0, &sampling) } ?? false
        let maximum = frameFormat.depth.rawValue
        let bits = isKnown ? min(Int(sampling.bits), maximum) : maximum
        func atLeast(_ depths: [Int]) -> String {
            let depth = depths.first { $0 >= bits } ?? 16
            return depth == 8 ? "" : "\(depth)le"
        }
        if frameFormat.channels.isGray { return "gray" + atLeast([8, 9, 10, 12]) }
        // For two-byte samples, FFmpeg's muxer halves the bytes of a row instead of its pixels.
        let hasHalf = isKnown && sampling.isHalvedAcross && (bits == 8 || frameFormat.width.isMultiple(of: 2))
        return (hasHalf ? (sampling.isHalvedDown ? "yuv420p" : "yuv422p") : "yuv444p")
            + atLeast([8, 9, 10, 12, 14])
    }

    /// True if it stores red, green and blue instead of YCbCr.
    var isRGB: Bool { self == .ffv1 || self == .gif || self == .apng || self == .webp }

    /// The sides of its frames must be multiples of this; pictures of other sizes are padded by repeating the
    /// edge.
    func sideMultiple(isInterlaced: Bool) -> (width: Int, height: Int) {
        switch self {
        // A 4:2:0 field also needs an even number of lines.
        case .h264: (2, isInterlaced ? 4 : 2)
        case .h265, .av1: (2, 2)
        case .prores, .prores4444: (2, 1)
        case .vp9, .ffv1, .gif, .apng, .webp, .y4m: (1, 1)
        }
    }
}

/// Bits per channel of an encoded video.
public enum VideoDepth: Int, Sendable, CaseIterable {
    /// 8 bits.
    case eight = 8
    /// 10 bits.
    case ten = 10
}

/// The trade-off between encoding time and file size.
public enum VideoPreset: String, Sendable, CaseIterable {
    /// Fast.
    case fast
    /// Balanced.
    case balanced
    /// Slow, for a smaller file of the same quality.
    case small
}

extension VideoCodec {
    /// The options for one of its encoders, in FFmpeg's syntax.
    ///
    /// - Parameter bits: bits per channel of the encoded frames.
    func options(
        of encoder: String, quality: Int, preset: VideoPreset, bits: Int, hasAlpha: Bool, isLossless: Bool
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
            return "preset=\(choose("veryfast", "medium", "slow")):crf=\(rateFactor(quality, bits: bits))"
        case "libx265":
            return
                "preset=\(choose("veryfast", "medium", "slow")):crf=\(rateFactor(quality, bits: bits)):x265-params=log-level=none"
        case "libsvtav1":
            return "preset=\(choose("10", "8", "5")):crf=\(rateFactor(quality, bits: bits))"
        case "libaom-av1":
            return "cpu-used=\(choose("8", "6", "4")):row-mt=1:crf=\(rateFactor(quality, bits: bits)):b=0"
        case "libvpx-vp9":
            // libvpx cannot combine its alternate reference frames with alpha.
            let reference = hasAlpha ? ":auto-alt-ref=0" : ""
            let speed = choose(
                "deadline=realtime:cpu-used=6", "deadline=good:cpu-used=4", "deadline=good:cpu-used=1")
            return "\(speed):row-mt=1:crf=\(rateFactor(quality, bits: bits)):b=0\(reference)"
        case "ffv1":
            return "level=3:slices=16:slicecrc=1:context=\(choose("0", "0", "1"))"
        case "prores_ks":
            return self == .prores4444 ? "profile=4444:vendor=apl0" : "profile=hq:vendor=apl0"
        case "apng":
            return "pred=mixed:compression_level=\(choose("1", "6", "9"))"
        case "libwebp_anim":
            // For lossless codecs, quality means the time spent on compression.
            let kind = isLossless ? "lossless=1:quality=75" : "quality=\(quality)"
            return "\(kind):compression_level=\(choose("1", "4", "6"))"
        default:
            return ""
        }
    }

    /// Additional options for live recordings, whose frames must reach the file without delay.
    func recordingOptions(of encoder: String) -> String {
        switch encoder {
        case "libx264", "libx265": ":tune=zerolatency"
        case "libvpx-vp9": ":lag-in-frames=0"
        default: ""
        }
    }

    /// The encoder's constant rate factor for a quality of 1…100.
    ///
    /// The default quality corresponds to x264's 23, and to whatever is equally close to the original by PSNR
    /// and SSIM for the other encoders; 0 would be their worst.
    ///
    /// In 10 bits, the best quality keeps every level.
    private func rateFactor(_ quality: Int, bits: Int) -> Int {
        let (worst, usual): (Double, Double) =
            switch self {
            case .h264: (51, 23)
            case .h265: (51, 24)
            default: (63, 30)
            }
        let excess = Double(quality - VideoOptions.defaultQuality)
        if bits > 8, excess > 0 {
            return Int((usual * (1 - excess / Double(100 - VideoOptions.defaultQuality))).rounded())
        }
        let share = Double(quality) / Double(VideoOptions.defaultQuality)
        return Int((worst - (worst - usual) * share).rounded())
    }
}

/// How to write a video.
public struct VideoOptions: Sendable, Equatable {
    /// The codec; nil for the container's default.
    public var codec: VideoCodec?
    /// The quality, 1…100; values outside are clamped. Lossless codecs have only one.
    public var quality: Int
    /// The trade-off between encoding time and file size.
    public var preset: VideoPreset
    /// Bits per channel; nil for more than 8 where the frames have more and the codec supports them.
    public var depth: VideoDepth?
    /// True to keep the high dynamic range of a source that has one, in H.265 or AV1 with 10 bits; other
    /// sources are not affected. By default it is converted to standard range.
    public var keepsHDR = false
    /// True to write the source's sound too.
    public var keepsSound: Bool
    /// True to give it the sound of the tape if the recipe's analog video has one; otherwise, it is copied.
    public var addsTapeSound = true
    /// The metadata of the source to remove; nil for none.
    public var stripping: MetadataStripping?
    /// True for a lossless animated WebP, whatever the quality. Other codecs are either lossless or not.
    public var isLossless = false

    /// The default quality: comparable to x264's constant rate factor 23.
    public static let defaultQuality = 70

    /// True if high dynamic range is kept in files of a container.
    package func keepsHDR(in container: VideoContainer) -> Bool {
        keepsHDR && container.codecs.contains(where: \.keepsHDR)
    }

    /// The chosen codec, or the container's default for such frames.
    package func codec(in container: VideoContainer, for frames: VideoOutputFormat) -> VideoCodec? {
        let keepsRange = keepsHDR(in: container) && frames.highRange != nil
        return codec ?? container.codecs.first { !keepsRange || $0.keepsHDR }
    }

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
