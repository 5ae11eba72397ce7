import CustomFilters
import Filters
import Imaging
import System
import Video

// Names from version 0.1, to be removed in the next release.

/// A filter from a file.
@available(*, deprecated, renamed: "CustomFilter")
public typealias OwnFilter = CustomFilter

/// Why a filter file was rejected.
@available(*, deprecated, renamed: "CustomFilterError")
public typealias OwnFilterError = CustomFilterError

/// Writes a picture row by row.
@available(*, deprecated, renamed: "PictureEncoder")
public typealias PictureWriter = PictureEncoder

/// The format of a video's frames.
@available(*, deprecated, renamed: "VideoOutputFormat")
public typealias VideoForm = VideoOutputFormat

extension VideoWriter {
    /// Begins a file.
    /// - Parameters:
    ///   - path: the destination; its extension determines the container.
    ///   - form: the format of the frames.
    ///   - options: the encoding options.
    ///   - source: the file from which the frames come; nil if there is none.
    /// - Throws: ``VideoError`` if the format or the options are not supported, or the file cannot be
    ///   written.
    @available(*, deprecated, renamed: "init(path:frameFormat:options:source:)")
    public convenience init(
        path: String, form: VideoOutputFormat, options: VideoOptions = VideoOptions(),
        source: VideoSource? = nil
    ) throws(VideoError) {
        try self.init(path: path, frameFormat: form, options: options, source: source)
    }
}

extension VideoError {
    /// The container or its codec does not support the format of the frames.
    /// - Parameters:
    ///   - path: the file.
    ///   - reason: what is not supported.
    @available(*, deprecated, renamed: "unfitFormat(path:reason:)")
    public static func unfitForm(path: String, reason: String) -> VideoError {
        .unfitFormat(path: path, reason: reason)
    }
}

extension VideoInfo {
    /// The number of frames stated in the file.
    @available(*, deprecated, renamed: "statedFrameCount")
    public var toldFrameCount: Int? { statedFrameCount }
}

extension Region {
    /// The maximum number of regions in a stage.
    @available(*, deprecated, renamed: "maximumInStage")
    public static var mostInStage: Int { maximumInStage }
}

// General file errors, which have moved to ``FileError``.
extension ImagingError {
    /// There is no file with this name.
    @available(*, deprecated, message: "Use .file(.missing(path:))")
    public static func missing(path: String) -> ImagingError { .file(.missing(path: path)) }

    /// The path is a folder, not a picture.
    @available(*, deprecated, message: "Use .file(.isFolder(path:))")
    public static func isFolder(path: String) -> ImagingError { .file(.isFolder(path: path)) }

    /// The path is neither a file nor a folder, but for example a device or a pipe.
    @available(*, deprecated, message: "Use .file(.isNotAFile(path:))")
    public static func isNotAFile(path: String) -> ImagingError { .file(.isNotAFile(path: path)) }

    /// The user has no permission to read the file.
    @available(*, deprecated, message: "Use .file(.unreadable(path:))")
    public static func unreadable(path: String) -> ImagingError { .file(.unreadable(path: path)) }

    /// The system could not read the file, for `reason`.
    @available(*, deprecated, message: "Use .file(.readFailed(path:reason:))")
    public static func readFailed(path: String, reason: String) -> ImagingError {
        .file(.readFailed(path: path, reason: reason))
    }

    /// The file is empty.
    @available(*, deprecated, message: "Use .file(.empty(path:))")
    public static func empty(path: String) -> ImagingError { .file(.empty(path: path)) }

    /// The destination folder does not exist.
    @available(*, deprecated, message: "Use .file(.missingFolder(path:folder:))")
    public static func missingFolder(path: String, folder: String) -> ImagingError {
        .file(.missingFolder(path: path, folder: folder))
    }

    /// A file with this name exists and must not be replaced.
    @available(*, deprecated, message: "Use .file(.exists(path:))")
    public static func exists(path: String) -> ImagingError { .file(.exists(path: path)) }

    /// The user has no permission to write the file or its folder.
    @available(*, deprecated, message: "Use .file(.unwritable(path:))")
    public static func unwritable(path: String) -> ImagingError { .file(.unwritable(path: path)) }

    /// The user has no permission to write the file that would be replaced.
    @available(*, deprecated, message: "Use .file(.writeProtected(path:))")
    public static func writeProtected(path: String) -> ImagingError { .file(.writeProtected(path: path)) }

    /// The disk is full.
    @available(*, deprecated, message: "Use .file(.noSpace(path:))")
    public static func noSpace(path: String) -> ImagingError { .file(.noSpace(path: path)) }

    /// The system could not write the file, for `reason`.
    @available(*, deprecated, message: "Use .file(.writeFailed(path:reason:))")
    public static func writeFailed(path: String, reason: String) -> ImagingError {
        .file(.writeFailed(path: path, reason: reason))
    }
}
