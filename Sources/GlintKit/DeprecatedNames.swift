import CustomFilters
import Imaging
import Video

// Names of version 0.1, which the next release removes.

@available(*, deprecated, renamed: "CustomFilter")
public typealias OwnFilter = CustomFilter

@available(*, deprecated, renamed: "CustomFilterError")
public typealias OwnFilterError = CustomFilterError

@available(*, deprecated, renamed: "PictureEncoder")
public typealias PictureWriter = PictureEncoder

@available(*, deprecated, renamed: "VideoOutputFormat")
public typealias VideoForm = VideoOutputFormat

extension VideoWriter {
    /// Begins a file.
    /// - Parameters:
    ///   - path: its extension selects the container.
    ///   - form: the format of its frames.
    ///   - source: the file that the frames come from; nil if there is none.
    /// - Throws: ``VideoError`` if the format or the options are not supported, or the file cannot be written.
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
