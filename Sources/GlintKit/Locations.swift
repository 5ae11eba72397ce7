import FoundationEssentials
import Imaging
import Rendering
import CustomFilters
import Video

// Overloads that take URLs.

extension URL {
    /// The path of a file URL. For any other URL its complete text, so that the error from opening it
    /// contains the URL.
    var filePath: String { isFileURL ? path(percentEncoded: false) : absoluteString }
}

extension Picture {
    /// Reads a picture file, as ``init(contentsOf:options:)-(String,_)`` does.
    ///
    /// - Parameters:
    ///   - url: the URL of the file.
    ///   - options: how to decode the file.
    /// - Throws: ``ImagingError`` that names the path.
    public init(contentsOf url: URL, options: DecodingOptions = DecodingOptions()) throws(ImagingError) {
        try self.init(contentsOf: url.filePath, options: options)
    }

    /// Reads a picture file at a size that fits an area, as
    /// ``init(contentsOf:fitting:options:)-(String,_,_)`` does.
    ///
    /// - Parameters:
    ///   - url: the URL of the file.
    ///   - size: the width and height of the area in pixels, at least 1 each.
    ///   - options: how to decode the file.
    /// - Throws: ``ImagingError`` that names the path.
    public init(
        contentsOf url: URL, fitting size: SIMD2<Int>, options: DecodingOptions = DecodingOptions()
    ) throws(ImagingError) {
        try self.init(contentsOf: url.filePath, fitting: size, options: options)
    }

    /// Saves the picture, as ``write(to:options:overwrite:)-(String,_,_)`` does.
    ///
    /// - Parameters:
    ///   - url: the destination; its extension determines the format.
    ///   - options: the encoding options.
    ///   - overwrite: whether an existing file may be replaced.
    /// - Throws: ``ImagingError`` that names the path.
    public func write(
        to url: URL, options: EncodingOptions = EncodingOptions(), overwrite: Bool = false
    ) throws(ImagingError) {
        try write(to: url.filePath, options: options, overwrite: overwrite)
    }
}

extension VideoReader {
    /// Opens a video, as ``init(path:table:threads:rate:)`` does.
    ///
    /// - Parameter url: the URL of the file.
    /// - Throws: ``VideoError`` that names the path.
    public convenience init(contentsOf url: URL) throws(VideoError) {
        try self.init(path: url.filePath)
    }
}

extension CustomFilter {
    /// Creates a filter from a file, as ``init(contentsOf:)-(String)`` does.
    ///
    /// - Parameter url: the URL of the file.
    /// - Throws: ``CustomFilterError``.
    public init(contentsOf url: URL) throws(CustomFilterError) {
        try self.init(contentsOf: url.filePath)
    }
}
