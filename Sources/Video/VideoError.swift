import System
import CVideo
import Glibc
import Imaging
import Localization

/// Errors of video files. Each description is a sentence that names the file.
public enum VideoError: Error, Equatable, Sendable, CustomStringConvertible {
    /// FFmpeg's libraries are not installed, or have another version.
    case noLibraries(reason: String)
    /// The bytes are not of a known container.
    case notAVideo(path: String)
    /// The file has sound or covers, but no video.
    case noVideo(path: String)
    /// There is no decoder for the codec.
    case unknownCodec(path: String, codec: String)
    /// The pixel format is not supported.
    case unknownPixels(path: String, format: String)
    /// The file is truncated or has invalid data.
    case damaged(path: String, reason: String)
    /// The frame size changes within the video.
    case sizeChanges(path: String, frame: Int)
    /// The file has fewer frames.
    case noFrame(path: String, frame: Int, count: Int)
    /// The decoder process has exited, or was given up.
    case decoderFailed(path: String, reason: String)
    /// The frames are larger than Glint or this machine's memory can hold.
    case tooLarge(path: String, width: Int, height: Int)
    /// Not enough memory.
    case noMemory(path: String)
    /// There is no encoder for the codec on this system.
    case noEncoder(codec: String)
    /// The extension belongs to no writable video format.
    case unknownExtension(path: String)
    /// The container cannot hold the codec.
    case unsuitedContainer(path: String, codec: String, containers: [String])
    /// The codec is not written with this bit depth.
    case unsuitedDepth(codec: VideoCodec, VideoDepth)
    /// The codec, or its depth of 8 bits, cannot keep high dynamic range.
    case unsuitedHDR(codec: VideoCodec)
    /// Frames with these properties cannot be written, for `reason`.
    case unfitFormat(path: String, reason: String)
    /// A frame does not have the properties given at the start; the first is frame 0.
    case unfitFrame(path: String, frame: Int, reason: String)
    /// Anything else, for `reason`.
    case failed(path: String, reason: String)
    /// Errors that can occur with any file.
    case file(FileError)

    /// A sentence that helps the user to act.
    public var description: String {
        switch self {
        case .noLibraries(let reason):
            tr(
                """
                videos need FFmpeg's libraries; install the packages libavformat59 and libavcodec59 \
                (\(reason.shortened))
                """)
        case .notAVideo(let path): tr("\(path.shortened) is not a picture or video Glint can read")
        case .noVideo(let path): tr("\(path.shortened) contains no video")
        case .unknownCodec(let path, let codec):
            tr("\(path.shortened) cannot be read: there is no decoder for \(codec.shortened) on this system")
        case .unknownPixels(let path, let format):
            tr("\(path.shortened) cannot be read: its pixel format \(format.shortened) is not supported")
        case .damaged(let path, let reason): tr("\(path.shortened) is damaged: \(reason.shortened)")
        case .sizeChanges(let path, let frame):
            tr("\(path.shortened) cannot be read past frame \(frame), where the size of its frames changes")
        case .noFrame(let path, let frame, let count):
            trn(
                "\(path.shortened) has no frame \(frame); its \(count) frame has number 0",
                "\(path.shortened) has no frame \(frame); its \(count) frames are numbered from 0",
                count: count)
        case .decoderFailed(let path, let reason): tr("\(path.shortened) cannot be read: \(reason.shortened)")
        case .tooLarge(let path, let width, let height):
            ImagingError.tooLarge(path: path, width: width, height: height).description
        case .noMemory(let path): tr("\(path.shortened) does not fit into this machine's memory")
        case .noEncoder(let codec):
            tr("there is no encoder for \(codec) on this system; choose another codec")
        case .unknownExtension(let path):
            tr(
                """
                \(path.shortened) does not have the extension of a video Glint can write; use \
                \(alternatives(VideoContainer.dottedExtensions))
                """)
        case .unsuitedContainer(let path, let codec, let containers):
            tr("\(path.shortened) cannot contain \(codec); these can: \(listed(containers))")
        case .unsuitedDepth(let codec, let depth):
            tr(
                """
                \(codec.name) cannot have \(depth.rawValue) bits per channel; these can: \
                \(listed(VideoCodec.choices.filter { $0.depths.contains(depth) }.map(\.name)))
                """)
        case .unsuitedHDR(let codec):
            tr(
                """
                \(codec.name) cannot keep high dynamic range with these options; that requires 10 bits per \
                channel in \(alternatives(VideoCodec.choices.filter(\.keepsHDR).map(\.name)))
                """)
        case .unfitFormat(let path, let reason): "\(path.shortened) cannot be written: \(reason)"
        case .unfitFrame(let path, let frame, let reason):
            "\(path.shortened): its frame \(frame) cannot be written: \(reason)"
        case .failed(let path, let reason): "\(path.shortened): \(reason.shortened)"
        case .file(let error): error.description
        }
    }
}

extension CVideoFailure {
    /// The library's message.
    var reason: String {
        translatedFromC(
            withUnsafeBytes(of: message) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) })
    }

    /// The error for a failed read of a file.
    func reading(_ path: String) -> VideoError {
        switch kind {
        case CVIDEO_NO_LIBRARY: .noLibraries(reason: reason)
        case CVIDEO_NOT_A_VIDEO: .notAVideo(path: path)
        case CVIDEO_NO_STREAM: .noVideo(path: path)
        case CVIDEO_NO_CODEC: .unknownCodec(path: path, codec: reason)
        case CVIDEO_NO_PIXEL_FORMAT: .unknownPixels(path: path, format: reason)
        case CVIDEO_DAMAGED: .damaged(path: path, reason: reason)
        case CVIDEO_NO_MEMORY: .noMemory(path: path)
        case CVIDEO_SYSTEM: .file(.reading(path, errno: Int32(code)))
        case CVIDEO_CODEC_REFUSES:
            .failed(
                path: path, reason: tr("its \(reason) stream is damaged or of a kind that cannot be decoded"))
        default: .failed(path: path, reason: reason)
        }
    }
}

extension VideoError: ErrorNamingFile {}
