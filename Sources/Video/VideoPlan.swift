import CVideo
import Imaging
import Localization

/// A difference between an output video and its source. Each description is a part of a sentence.
public enum VideoRemark: Sendable, Hashable, CustomStringConvertible {
    /// The frames are padded, since the codec requires other dimensions.
    case padded(width: Int, height: Int, codec: VideoCodec)
    /// The codec does not support transparency.
    case transparencyLost(codec: VideoCodec)
    /// The codec supports fewer bits per channel than the source has.
    case fewerBits(bits: Int, codec: VideoCodec)
    /// Interlaced frames are not marked as such.
    case fieldsLost(codec: VideoCodec)
    /// A GIF cannot show this many frames per second.
    case fewerFrames(rate: Int)
    /// Frames of different durations get equal ones.
    case timesLost(codec: VideoCodec)
    /// Sound in a codec that the container does not support, which is encoded again.
    case soundReencoded(from: String, to: String, container: VideoContainer)
    /// Sound that cannot be decoded or encoded again, so that it is copied without the sound of the tape.
    case tapeSoundLeftOut(codec: String)
    /// A stream that the container does not support.
    case leftOut(VideoStreamKind, codec: String, container: VideoContainer)

    /// The difference and its reason.
    public var description: String {
        switch self {
        case .padded(let width, let height, let codec):
            tr(
                "the frames become \(width) × \(height), with the last column or row repeated: \(codec.name) requires even dimensions"
            )
        case .transparencyLost(let codec):
            tr("transparent areas become white: \(codec.name) has no transparency")
        case .fewerBits(let bits, let codec):
            tr("the file has only \(bits) bits per channel in \(codec.name)")
        case .fieldsLost(let codec): tr("the frames are not marked as interlaced in \(codec.name)")
        case .fewerFrames(let rate): tr("frames beyond \(rate) per second are dropped: GIF cannot show them")
        case .timesLost(let codec):
            tr(
                "frames with different durations get equal ones: \(codec.name) has a constant frame rate"
            )
        case .soundReencoded(let from, let to, let container):
            tr("the sound (\(from.shortened)) is re-encoded as \(to): \(container.name) cannot contain it")
        case .tapeSoundLeftOut(let codec):
            tr(
                "the sound (\(codec.shortened)) is copied without the sound of the tape: it cannot be re-encoded"
            )
        case .leftOut(let kind, "none", let container): kind.leftOut(by: container.name)
        case .leftOut(let kind, let codec, let container):
            kind.leftOut(codec: codec.shortened, by: container.name)
        }
    }
}

/// The kind of a non-video stream.
public enum VideoStreamKind: Sendable, Hashable {
    /// A sound track.
    case sound
    /// Subtitles.
    case subtitles
    /// Cover art.
    case cover
    /// An attachment, such as a font.
    case attachment
    /// A video other than the first.
    case furtherVideo
    /// Anything else, such as GPS positions.
    case data

    init?(_ kind: CVideoStreamKind) {
        switch kind {
        case CVIDEO_SOUND: self = .sound
        case CVIDEO_SUBTITLES: self = .subtitles
        case CVIDEO_COVER: self = .cover
        case CVIDEO_ATTACHMENT: self = .attachment
        case CVIDEO_FURTHER_VIDEO: self = .furtherVideo
        case CVIDEO_DATA: self = .data
        default: return nil
        }
    }

    /// Why a container cannot include a stream of this kind.
    fileprivate func leftOut(by container: String) -> String {
        switch self {
        case .sound: tr("the sound is left out: \(container) cannot contain it")
        case .subtitles: tr("the subtitles are left out: \(container) cannot contain them")
        case .cover: tr("the cover is left out: \(container) cannot contain it")
        case .attachment: tr("an attached file is left out: \(container) cannot contain it")
        case .furtherVideo: tr("another video stream is left out: only the first is filtered")
        case .data: tr("a data stream is left out: \(container) cannot contain it")
        }
    }

    /// The same, with the name of its codec.
    fileprivate func leftOut(codec: String, by container: String) -> String {
        switch self {
        case .sound: tr("the sound (\(codec)) is left out: \(container) cannot contain it")
        case .subtitles: tr("the subtitles (\(codec)) are left out: \(container) cannot contain them")
        case .cover: tr("the cover (\(codec)) is left out: \(container) cannot contain it")
        case .attachment: tr("an attached file (\(codec)) is left out: \(container) cannot contain it")
        case .furtherVideo: tr("another video stream (\(codec)) is left out: only the first is filtered")
        case .data: tr("a data stream (\(codec)) is left out: \(container) cannot contain it")
        }
    }
}

/// How a video is going to be written, determined before it is begun.
public struct VideoPlan: Sendable {
    /// The file format.
    public let container: VideoContainer
    /// The codec for the frames.
    public let codec: VideoCodec
    /// The differences from the source.
    public let remarks: [VideoRemark]

    let frameFormat: VideoOutputFormat
    let options: VideoOptions
    /// The colors of high dynamic range that the file keeps; nil for standard range.
    let highRange: HighRangeColors?
    let encoder: String
    /// The size of the encoded frames.
    package let frameSize: (width: Int, height: Int)
    /// The treatment of the source's streams.
    let treatments: [CVideoTreatment]
    /// True for a live recording, whose written data must survive a crash.
    let isRecording: Bool

    /// Maximum frame rate of a GIF: its resolution is a hundredth of a second, and programs treat a delay of
    /// one hundredth as ten.
    private static let maxFramesOfGIF = 50

    var isInterlaced: Bool { frameFormat.fieldOrder != nil && codec.keepsFields }

    /// Plans a file; its extension selects the container.
    public init(
        path: String, frameFormat: VideoOutputFormat, options: VideoOptions = VideoOptions(),
        source: VideoSource? = nil
    ) throws(VideoError) {
        let streams = try SourceStreams.of(source)
        try self.init(path: path, frameFormat: frameFormat, options: options, streams: streams)
    }

    init(
        path: String, in given: VideoContainer? = nil, frameFormat: VideoOutputFormat, options: VideoOptions,
        streams: SourceStreams?, isRecording: Bool = false
    ) throws(VideoError) {
        if let problem = frameFormat.problem { throw .unfitFormat(path: path, reason: problem) }
        // A recording uses the fastest codec in every container.
        let container = given ?? VideoContainer(fileName: path)
        let fast = isRecording ? container?.codecs.first { $0 == .h264 } : nil
        guard let container, !isRecording || container.holdsSound,
            let codec = options.codec ?? fast ?? options.codec(in: container, for: frameFormat)
        else { throw .unknownExtension(path: path) }
        guard container.codecs.contains(codec) else {
            throw .unsuitedContainer(
                path: path, codec: codec.name, containers: codec.containers.map(\.name))
        }
        highRange = options.keepsHDR(in: container) ? frameFormat.highRange : nil
        var options = options
        if highRange != nil {
            guard codec.keepsHDR, options.depth != .eight else { throw .unsuitedHDR(codec: codec) }
            options.depth = .ten
        }
        if let depth = codec.usable(options.depth), !codec.depths.contains(depth) {
            throw .unsuitedDepth(codec: codec, depth)
        }
        var failure = CVideoFailure()
        guard cvideo_load(&failure) else { throw failure.writing(path) }
        guard let encoder = codec.encoders.first(where: { cvideo_has_encoder($0) }) else {
            throw .noEncoder(codec: codec.name)
        }
        self.container = container
        self.codec = codec
        self.frameFormat = frameFormat
        self.options = options
        self.isRecording = isRecording
        self.encoder = encoder
        let isInterlaced = frameFormat.fieldOrder != nil && codec.keepsFields
        let multiple = codec.sideMultiple(isInterlaced: isInterlaced)
        frameSize = (
            (frameFormat.width + multiple.width - 1) / multiple.width * multiple.width,
            (frameFormat.height + multiple.height - 1) / multiple.height * multiple.height
        )
        var remarks: [VideoRemark] = []
        // A single repeated column or row is not noticeable.
        if frameSize.width - frameFormat.width > 1 || frameSize.height - frameFormat.height > 1 {
            remarks.append(.padded(width: frameSize.width, height: frameSize.height, codec: codec))
        }
        if frameFormat.channels.hasAlpha, !codec.keepsAlpha {
            remarks.append(.transparencyLost(codec: codec))
        }
        let chosen = codec.usable(options.depth)?.rawValue
        let bits = min(chosen ?? 16, codec.maxBits(hasAlpha: frameFormat.channels.hasAlpha))
        if max(frameFormat.sourceBits, chosen ?? 0) > bits {
            remarks.append(.fewerBits(bits: bits, codec: codec))
        }
        if frameFormat.fieldOrder != nil, !codec.keepsFields { remarks.append(.fieldsLost(codec: codec)) }
        if codec == .gif,
            frameFormat.peakRate ?? frameFormat.frameRate.value > Double(Self.maxFramesOfGIF) + 0.001
        {
            remarks.append(.fewerFrames(rate: Self.maxFramesOfGIF))
        }
        if codec == .y4m, frameFormat.unevenRate != nil { remarks.append(.timesLost(codec: codec)) }
        treatments = streams.map { Self.treatments(of: $0, in: container, options, &remarks) } ?? []
        self.remarks = remarks
    }

    private static func treatments(
        of streams: SourceStreams, in container: VideoContainer, _ options: VideoOptions,
        _ remarks: inout [VideoRemark]
    ) -> [CVideoTreatment] {
        (0..<streams.count).map { stream in
            guard let kind = VideoStreamKind(streams.kind(of: stream)) else { return CVIDEO_LEAVE_OUT }
            if kind == .sound, !options.keepsSound { return CVIDEO_LEAVE_OUT }
            // A cover reveals something about the video, and may show what the filters hide.
            if kind == .cover, options.stripping == .all { return CVIDEO_LEAVE_OUT }
            // A font is needed for the subtitles; any other file may reveal where or by whom the video was
            // made.
            if kind == .attachment, options.stripping == .all,
                !["ttf", "otf"].contains(streams.codec(of: stream))
            {
                return CVIDEO_LEAVE_OUT
            }
            let codec = streams.codec(of: stream)
            let isChanged = kind == .sound && streams.hasSoundEffect
            if isChanged, container.holdsSound, streams.canDecode(stream),
                cvideo_has_encoder(container.changedSoundEncoder.name)
            {
                return CVIDEO_ENCODE
            }
            if container.holdsSound, streams.fits(stream, container) {
                if isChanged { remarks.append(.tapeSoundLeftOut(codec: codec)) }
                return CVIDEO_COPY
            }
            // Sound that is encoded in one file is all encoded alike.
            if isChanged {
                remarks.append(.leftOut(.sound, codec: codec, container: container))
                return CVIDEO_LEAVE_OUT
            }
            if kind == .sound, container.holdsSound {
                let encoder = container.soundEncoder
                if cvideo_has_encoder(encoder.name), streams.canDecode(stream) {
                    remarks.append(.soundReencoded(from: codec, to: encoder.codec, container: container))
                    return CVIDEO_ENCODE
                }
            }
            // In MP4, chapter titles are also a stream, which the muxer creates again.
            if kind != .data || !["bin_data", "none"].contains(codec) {
                remarks.append(.leftOut(kind, codec: codec, container: container))
            }
            return CVIDEO_LEAVE_OUT
        }
    }
}
