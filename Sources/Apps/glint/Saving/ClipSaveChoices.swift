import Exporting
import Imaging
import Video
import Localization

/// The settings for saving a clip.
struct ClipSaveChoices: Equatable {
    /// The kinds of files a clip can be saved as.
    enum Kind: Equatable, CaseIterable {
        case video(VideoContainer)
        case pictures

        /// In the order of the list; M4V is omitted since it is the same as MP4.
        static let allCases: [Kind] =
            [VideoContainer.mp4, .webm, .mkv, .mov, .y4m, .gif, .webp, .apng].map(Kind.video) + [.pictures]

        /// The name shown to users.
        var title: String {
            switch self {
            case .video(.gif): tr("Animated GIF")
            case .video(.webp): tr("Animated WebP")
            case .video(.apng): tr("Animated PNG")
            case .video(let container): container.name
            case .pictures: tr("Numbered PNGs")
            }
        }

        /// The extension of the file's name.
        var suffix: String { container?.rawValue ?? "png" }

        /// The container; nil for pictures.
        var container: VideoContainer? {
            if case .video(let container) = self { container } else { nil }
        }

        /// The available codecs; empty if there is no choice.
        var codecs: [VideoCodec] { container?.codecs.filter(VideoCodec.choices.contains) ?? [] }

        /// True if files of this kind can contain sound.
        var hasSound: Bool { container?.holdsSound ?? false }
    }

    var kind = Kind.video(.mp4) {
        didSet { if !kind.codecs.contains(codec), let first = kind.codecs.first { codec = first } }
    }
    var codec = VideoCodec.h264
    var size = ExportChoices.Size.full
    /// The maximum number of frames per second; nil for all frames.
    var maximumRate: Int?
    /// Bits per channel; nil for those of the source, as far as the codec supports them.
    var depth: VideoDepth?
    /// 1…100.
    var quality = VideoOptions.defaultQuality
    var preset = VideoPreset.balanced
    var keepsSound = true
    /// Which of the video's tags are copied to the file.
    var metadata = ExportChoices.MetadataSelection.all
    /// True if only the trimmed part is saved.
    var isPart = false
    /// The duration of a still, in seconds.
    var duration = 5.0

    /// The frame rates that are offered, where they are lower than the source's.
    static let usualRates = [10, 12, 15, 24, 25, 30, 50, 60]

    /// True if a quality can be chosen.
    var hasQuality: Bool {
        (kind.codecs.isEmpty ? kind.container?.codecs.first : codec)?.hasQuality ?? false
    }

    /// True if the bit depth can be chosen.
    var hasDepth: Bool { !kind.codecs.isEmpty && codec.depths.count > 1 }

    /// The settings for the engine.
    var format: ClipRequest.Format {
        guard kind != .pictures else { return .pictures(EncodingOptions()) }
        var options = VideoOptions(
            codec: kind.codecs.isEmpty ? nil : codec, quality: quality, preset: preset,
            keepsSound: keepsSound, stripping: metadata.stripping)
        if hasDepth { options.depth = depth }
        return .video(options)
    }

    /// True if the effort of compression can be chosen.
    var hasPreset: Bool { !kind.codecs.isEmpty && codec.hasQuality }

    /// True if the size of the file can be predicted from a few of its frames.
    ///
    /// The encoders of VP9 and AV1 distribute bits over dozens of frames: what they need for five frames was
    /// between a quarter of their share in the whole file and four times as much.
    var isPredictable: Bool { kind.codecs.isEmpty || ![.vp9, .av1].contains(codec) }

    /// How many frames there are from one that is stored as a whole to the next, at most; nil where the size
    /// does not depend on that. It is the default of x264 and x265.
    var keyInterval: Int? { [.h264, .h265].contains(codec) && !kind.codecs.isEmpty ? 250 : nil }

    /// The suggested name of the file.
    func name(for stem: String) -> String {
        kind == .pictures ? "\(stem)-\(NumberedPictures.frameMark).png" : "\(stem)-edited.\(kind.suffix)"
    }
}

extension VideoPreset {
    /// The name shown to users.
    var title: String {
        switch self {
        case .fast: Compression.fast.title
        case .balanced: Compression.balanced.title
        case .small: Compression.smallest.title
        }
    }
}
