import Filters
import Imaging
import Video
import Localization

/// The frames of a clip in order: of a video file, of numbered pictures, or of a still whose filters change
/// over time.
package protocol FrameSequence {
    /// The common format of all frames.
    var frameFormat: VideoOutputFormat { get }
    /// The numbers of the frames, including damaged ones; nil if the last one is not known.
    var range: Range<Int>? { get }
    /// The next frame; nil at the end. Called on one thread at a time.
    func next() throws -> VideoFrame?
    /// The number of frames so far that could not be read completely.
    var damage: FrameDamage { get }
}

/// Counts the frames of a file that differ from what was recorded.
package struct FrameDamage: Sendable, Equatable {
    /// Frames that could not be decoded at all.
    package var missing = 0
    /// Frames that were partly concealed.
    package var patched = 0
    /// True if the file is truncated.
    package var isCutShort = false

    package init() {}

    package var isNone: Bool { missing + patched == 0 && !isCutShort }
}

/// The frames of a part of a video file.
package final class VideoRange: FrameSequence {
    package let frameFormat: VideoOutputFormat
    private let reader: VideoReader
    package var range: Range<Int>? { numbers }
    private let numbers: Range<Int>
    /// The first frame, which was read to determine the format; nil once it was taken.
    private var first: VideoFrame?
    /// The number of the next frame, if none is damaged.
    private var expected: Int
    package private(set) var damage = FrameDamage()

    /// Reads the first frame.
    ///
    /// - Parameter range: the numbers of the frames, within the file's.
    package init(_ reader: VideoReader, range: Range<Int>) throws {
        self.reader = reader
        numbers = range
        first = try Self.first(of: range, in: reader)
        var frameFormat = VideoOutputFormat(reader.info)
        // A frame's own properties are more reliable than its container's.
        frameFormat.fieldOrder = first?.fieldOrder ?? frameFormat.fieldOrder
        if let table = try reader.table() {
            frameFormat.measureRates(of: range, in: table)
        }
        self.frameFormat = frameFormat
        expected = range.lowerBound
    }

    package func next() throws -> VideoFrame? {
        guard expected < numbers.upperBound else { return try end() }
        let frame = try first ?? (expected == numbers.lowerBound ? nil : reader.next())
        first = nil
        damage.patched = reader.patchedFrames
        guard let frame, frame.number < numbers.upperBound else {
            expected = numbers.upperBound
            return try end()
        }
        expected = frame.number + 1
        return frame
    }

    /// Counts the missing frames, now that all others have been read.
    private func end() throws -> VideoFrame? {
        damage.missing = reader.missingFrames
        damage.isCutShort = try reader.table()?.isCutShort == true
        return nil
    }

    private static func first(of range: Range<Int>, in reader: VideoReader) throws(VideoError) -> VideoFrame?
    {
        guard range.lowerBound > 0 else { return try reader.next() }
        do throws(VideoError) {
            return try reader.frame(range.lowerBound)
        } catch .noFrame {
            return nil
        }
    }
}

/// A still repeated as frames, for filters that change over time.
package final class StillSequence: FrameSequence {
    package let frameFormat: VideoOutputFormat
    package var range: Range<Int>? { 0..<count }
    private let count: Int
    private let pixels: PixelBuffer
    private var made = 0

    package var damage: FrameDamage { FrameDamage() }

    /// Throws ``ImagingError`` if there is not enough memory.
    ///
    /// - Parameter keepsFloats: whether floats are kept rather than converted to the integers that videos
    ///   use.
    package init(
        _ picture: Picture, rate: Fraction, count: Int, keepsFloats: Bool = false
    ) throws(ImagingError) {
        pixels = try picture.pixels.inSRGB(name: tr("the picture"), keepsFloats: keepsFloats)
        self.count = count
        var frameFormat = VideoOutputFormat(picture, rate: rate)
        if keepsFloats { frameFormat.depth = picture.depth }
        self.frameFormat = frameFormat
    }

    package func next() -> VideoFrame? {
        guard made < count else { return nil }
        defer { made += 1 }
        return VideoFrame(pixels, number: made, time: made, rate: frameFormat.frameRate)
    }
}

extension VideoFrame {
    /// A picture as the frame of a clip at a constant rate.
    ///
    /// - Parameter time: its presentation time, in frames.
    init(_ pixels: PixelBuffer, number: Int, time: Int, rate: Fraction) {
        self.init(
            number: number, time: Int64(time), seconds: Double(number) / rate.value, duration: 1,
            content: .pixels(pixels))
    }
}

extension FrameTime {
    /// The time of a video's frame: its number, the seconds from the first frame, and which of its fields
    /// comes first.
    ///
    /// - Parameter frameFormat: the common format of the video's frames. A frame's own field order is used if
    ///   the format has none.
    package init(_ frame: VideoFrame, of frameFormat: VideoOutputFormat) {
        self.init(
            frame: frame.number, rate: frameFormat.frameRate.value, seconds: frame.seconds,
            startsWithLowerField: (frame.fieldOrder ?? frameFormat.fieldOrder) == .bottomFirst)
    }
}
