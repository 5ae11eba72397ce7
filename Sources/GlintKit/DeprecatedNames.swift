import CustomFilters
import Filters
import Imaging
import Video

// Names of version 0.1, which the next release removes.

/// A filter of a file.
@available(*, deprecated, renamed: "CustomFilter")
public typealias OwnFilter = CustomFilter

/// The reasons why a filter file is refused.
@available(*, deprecated, renamed: "CustomFilterError")
public typealias OwnFilterError = CustomFilterError

/// Writes a picture row by row.
@available(*, deprecated, renamed: "PictureEncoder")
public typealias PictureWriter = PictureEncoder

/// The format of the frames of a video.
@available(*, deprecated, renamed: "VideoOutputFormat")
public typealias VideoForm = VideoOutputFormat

extension VideoWriter {
    /// Begins a file.
    /// - Parameters:
    ///   - path: its extension selects the container.
    ///   - form: the format of its frames.
    ///   - options: how they are encoded.
    ///   - source: the file that the frames come from; nil if there is none.
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
    /// Frames of a format that the container or its codec cannot keep.
    /// - Parameters:
    ///   - path: the file.
    ///   - reason: what is not supported.
    @available(*, deprecated, renamed: "unfitFormat(path:reason:)")
    public static func unfitForm(path: String, reason: String) -> VideoError {
        .unfitFormat(path: path, reason: reason)
    }
}

extension VideoInfo {
    /// The number of frames that the file states.
    @available(*, deprecated, renamed: "statedFrameCount")
    public var toldFrameCount: Int? { statedFrameCount }
}

extension Region {
    /// The maximum number of regions of a stage.
    @available(*, deprecated, renamed: "maximumInStage")
    public static var mostInStage: Int { maximumInStage }
}
