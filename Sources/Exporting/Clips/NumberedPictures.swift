import System
import Imaging
import Video
import Localization

/// Writes each frame as a separate picture with the frame's number in its name.
package final class NumberedPictures: FrameSink {
    /// The placeholder for the frame's number in six digits.
    package static let frameMark = "{frame}"

    private let pattern: String
    private let format: PictureFormat
    private let frameFormat: VideoOutputFormat
    private let options: EncodingOptions
    private let existing: ExistingFile
    private var written: [String] = []
    private var isDone = false

    /// - Parameters:
    ///   - pattern: a path with ``frameMark``.
    ///   - range: the numbers of the frames, if known. If existing files are an error, the error is then
    ///     thrown before anything is written.
    init(
        pattern: String, range: Range<Int>?, frameFormat: VideoOutputFormat, options: EncodingOptions,
        existing: ExistingFile
    ) throws(ImagingError) {
        guard let format = PictureFormat(fileName: pattern) else { throw .unknownExtension(path: pattern) }
        self.pattern = pattern
        self.format = format
        self.frameFormat = frameFormat
        self.options = options
        self.existing = existing
        guard existing == .isError, let range else { return }
        for number in range {
            let path = Self.path(of: number, in: pattern)
            if PathName.exists(path) { throw .file(.exists(path: path)) }
        }
    }

    /// The path of a frame's picture.
    package static func path(of frame: Int, in pattern: String) -> String {
        let number = padded(frame, digits: 6)
        return pattern.split(separator: frameMark, omittingEmptySubsequences: false).joined(separator: number)
    }

    package func wants(_ number: Int) -> Bool {
        existing != .keep || !PathName.exists(Self.path(of: number, in: pattern))
    }

    package func add(_ frame: FrameStamp, rows: UnsafeRawBufferPointer) throws {
        let path = Self.path(of: frame.number, in: pattern)
        let writer = try PictureEncoder(
            path: path, format: format, width: frameFormat.width, height: frameFormat.height,
            channels: frameFormat.channels,
            depth: frameFormat.depth, options: options)
        try writer.write(rows: rows, count: frameFormat.height)
        let isNew = !PathName.exists(path)
        try writer.finish(overwrite: existing == .overwrite)
        guard isNew else { return }
        TemporaryFiles.add(path)
        written.append(path)
    }

    package func complete() {}

    package func commit(overwrite: Bool) {
        isDone = true
        for path in written { TemporaryFiles.forget(path) }
    }

    /// Removes the pictures that were written, except those that replaced others.
    package func cancel() {
        guard !isDone else { return }
        for path in written { TemporaryFiles.remove(path) }
        written = []
    }
}
