import Localization
import System

/// Errors about picture files. Each description is a sentence that names the file.
public enum ImagingError: Error, Equatable, Sendable, CustomStringConvertible {
    /// Errors that any file can cause.
    case file(FileError)
    /// The bytes are not in a known picture format.
    case notAPicture(path: String)
    /// The picture is truncated or has invalid data.
    case damaged(path: String, reason: String)
    /// The picture is larger than Glint supports or this machine's memory can hold.
    case tooLarge(path: String, width: Int, height: Int)
    /// The picture has more pixels than ``DecodingOptions/largestPixelCount``; in memory they take
    /// `byteCount` bytes.
    case unusuallyLarge(path: String, width: Int, height: Int, byteCount: Int)
    /// The picture uses a feature or variant that Glint does not support; `reason` says which.
    case unsupported(path: String, reason: String)
    /// The file has fewer pictures than the requested page number.
    case noSuchPage(path: String, page: Int, count: Int)
    /// A library that reads or writes pictures, such as `libvips`, could not be loaded or started; `reason`
    /// says why.
    case noDecoder(library: String, reason: String)
    /// The file extension belongs to no writable format.
    case unknownExtension(path: String)
    /// The picture exceeds the maximum size of the format.
    case tooLargeForFormat(path: String, format: PictureFormat, limit: Int)
    /// A color profile for an output file cannot be used; `reason` says why.
    case unusableProfile(name: String, reason: String)
    /// The picture could not be encoded.
    case encodingFailed(path: String, reason: String)
    /// The number of rows written differs from the picture's height.
    case wrongRowCount(path: String, written: Int, expected: Int)
    /// The rows passed to the encoder have fewer bytes than their pixels require.
    case shortRows(path: String, byteCount: Int, expected: Int)
    /// The picture's width or height is less than 1.
    case noPixels(path: String, width: Int, height: Int)

    /// A sentence that helps the user fix the problem.
    public var description: String {
        switch self {
        case .file(let error): error.description
        case .notAPicture(let path):
            tr(
                """
                \(path.shortened) is not a picture Glint can read; supported formats include \
                \(listed(Self.commonKinds)) and camera raw files
                """)
        case .damaged(let path, let reason): tr("\(path.shortened) is damaged: \(reason.shortened)")
        case .tooLarge(let path, let width, let height):
            tr(
                "\(path.shortened) is too large for this machine: \(width) × \(height) pixels; scale it down first"
            )
        case .unusuallyLarge(let path, let width, let height, let byteCount):
            tr(
                """
                \(path.shortened) is unusually large: \(width) × \(height) pixels, which need \
                \(Self.gigabytes(byteCount)) of memory
                """)
        case .unsupported(let path, let reason): tr("\(path.shortened) cannot be read: \(reason.shortened)")
        case .noSuchPage(let path, let page, let count):
            trn(
                "\(path.shortened) has no picture \(page); it contains \(count)",
                "\(path.shortened) has no picture \(page); it contains \(count)", count: count)
        case .noDecoder(let library, let reason):
            tr("\(library) does not start (\(reason.shortened)); reinstall it")
        case .unknownExtension(let path): Self.unknownExtension(path)
        case .tooLargeForFormat(let path, let format, let limit):
            tr(
                """
                \(path.shortened) cannot be saved: \(format.name) supports at most \(limit) pixels per side; \
                use .png or .tif
                """)
        case .unusableProfile(let name, let reason):
            tr("\(name.shortened) cannot be used as a color profile: \(reason.shortened)")
        case .encodingFailed(let path, let reason):
            tr("\(path.shortened) could not be encoded: \(reason.shortened)")
        case .wrongRowCount(let path, let written, let expected):
            tr("\(path.shortened) could not be saved: it received \(written) rows instead of \(expected)")
        case .shortRows(let path, let byteCount, let expected):
            "\(path.shortened) could not be saved: its rows take \(expected) bytes, but \(byteCount) were given"
        case .noPixels(let path, let width, let height):
            "\(path.shortened): a picture of \(width) × \(height) has no pixels; width and height must be at least 1"
        }
    }

    /// A human-readable size in memory, such as 14.4 GB.
    package static func gigabytes(_ byteCount: Int) -> String {
        let tenths = (byteCount + 50_000_000) / 100_000_000
        return "\(spelled(Double(tenths) / 10, places: 1)) GB"
    }

    /// The names of the picture kinds that are most common.
    private static let commonKinds = PictureKind.allCases.prefix { $0 != .raw }.map(\.traits.name)

    private static func unknownExtension(_ path: String) -> String {
        let suffix = PathName.suffix(of: path)
        let known = alternatives(PictureFormat.dottedExtensions)
        return suffix.isEmpty
            ? tr("\(path.shortened) has no extension to determine the format; use \(known)")
            : tr("\(path.shortened): Glint cannot write .\(suffix.shortened) files; use \(known)")
    }
}

extension ImagingError: ErrorNamingFile {}

extension ImagingError {
    /// Runs a file operation, rethrowing its error as ``file(_:)``.
    package static func wrap<Result>(
        _ operation: @autoclosure () throws(FileError) -> Result
    ) throws(ImagingError) -> Result {
        do throws(FileError) { return try operation() } catch { throw .file(error) }
    }
}
