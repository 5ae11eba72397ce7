/// The reasons why bytes cannot be used as a picture's pixels. Each description is a sentence.
public enum PixelBufferError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The width or the height is less than 1.
    case noPixels(width: Int, height: Int)
    /// The picture is larger than Glint supports or this machine's memory can hold.
    case tooLarge(width: Int, height: Int)
    /// The row stride is smaller than a row, which needs `least` bytes.
    case rowsOverlap(bytesPerRow: Int, least: Int)
    /// There are fewer or more bytes than the rows need; the padding of the last row may be omitted.
    case wrongByteCount(Int, expected: ClosedRange<Int>)

    /// One sentence.
    public var description: String {
        switch self {
        case .noPixels(let width, let height):
            "a picture of \(width) × \(height) has no pixels; width and height must be at least 1"
        case .tooLarge(let width, let height):
            "a picture of \(width) × \(height) pixels is too large for this machine"
        case .rowsOverlap(let bytesPerRow, let least):
            "rows of \(least) bytes overlap with a stride of \(bytesPerRow) bytes"
        case .wrongByteCount(let count, let expected):
            expected.lowerBound == expected.upperBound
                ? "\(count) bytes were given, but the picture takes \(expected.lowerBound)"
                : "\(count) bytes were given, but the picture takes \(expected.lowerBound) to \(expected.upperBound)"
        }
    }
}
