import Glibc
import Imaging
import Video

/// Writes each frame as a picture of its own, whose name has the frame's number.
package final class NumberedPictures: FrameSink {
    /// Stands for the frame's number in six digits.
    package static let frameMark = "{frame}"

    private let pattern: String
    private let format: PictureFormat
    private let size: SIMD2<Int>
    private let depth: PixelBuffer.Depth
    private let channels: Channels
    private let options: EncodingOptions
    private let overwrite: Bool
    private var written: [String] = []
    private var isDone = false

    /// - Parameter pattern: a path with ``frameMark``.
    package init(
        pattern: String, size: SIMD2<Int>, depth: PixelBuffer.Depth, channels: Channels,
        options: EncodingOptions,
        overwrite: Bool
    ) throws(ImagingError) {
        guard let format = PictureFormat(fileName: pattern) else { throw .unknownExtension(path: pattern) }
        self.pattern = pattern
        self.format = format
        self.size = size
        self.depth = depth
        self.channels = channels
        self.options = options
        self.overwrite = overwrite
    }

    /// The path of a frame's picture.
    package static func path(of frame: Int, in pattern: String) -> String {
        let digits = String(frame)
        let number = String(repeating: "0", count: max(0, 6 - digits.count)) + digits
        return pattern.split(separator: frameMark, omittingEmptySubsequences: false).joined(separator: number)
    }

    package func add(_ frame: FrameStamp, rows: UnsafeRawBufferPointer) throws {
        let path = Self.path(of: frame.number, in: pattern)
        let writer = try PictureWriter(
            path: path, format: format, width: size.x, height: size.y, channels: channels, depth: depth,
            options: options)
        try writer.write(rows: rows, count: size.y)
        let isNew = !PathName.exists(path)
        try writer.finish(overwrite: overwrite)
        if isNew { written.append(path) }
    }

    package func complete() {}

    package func commit(overwrite: Bool) { isDone = true }

    /// Removes the pictures that were written, but for those that replaced others.
    package func cancel() {
        guard !isDone else { return }
        for path in written { unlink(path) }
        written = []
    }
}
