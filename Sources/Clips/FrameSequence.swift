import Imaging
import Video

/// The frames of a clip in order: of a video file, of numbered pictures, of a still that its filters move.
package protocol FrameSequence {
    /// What all frames have in common.
    var shape: ClipShape { get }
    /// How many frames there are to come, damaged ones included.
    var count: Int { get }
    /// The next frame; nil at the end. Called on one thread at a time.
    func next() throws -> VideoFrame?
    /// How many frames could not be read whole so far.
    var damage: FrameDamage { get }
}

/// What all frames of a clip have in common.
package struct ClipShape: Sendable {
    /// The size of a frame in pixels.
    package var width: Int
    package var height: Int
    /// Bits per channel.
    package var depth: PixelBuffer.Depth
    package var channels: Channels
    /// Frames a second, on the average.
    package var rate: Fraction
    /// The seconds of a tick, in which frames tell their times.
    package var tick: Fraction
    /// When the first frame is shown, in ticks.
    package var start: Int64 = 0
    /// The width of a pixel divided by its height.
    package var pixelAspect = Fraction(1)
    /// The order of the lines of interlaced frames.
    package var fieldOrder: VideoInfo.FieldOrder?

    package init(
        width: Int, height: Int, depth: PixelBuffer.Depth, channels: Channels, rate: Fraction, tick: Fraction
    ) {
        self.width = width
        self.height = height
        self.depth = depth
        self.channels = channels
        self.rate = rate
        self.tick = tick
    }

    /// Frames made of a still.
    package init(_ picture: Picture, rate: Fraction) {
        self.init(
            width: picture.width, height: picture.height, depth: picture.pixels.depth,
            channels: picture.channels, rate: rate, tick: Fraction(rate.denominator, rate.numerator))
    }

    /// The frames of a file.
    package init(_ info: VideoInfo) {
        self.init(
            width: info.width, height: info.height, depth: info.depth, channels: info.channels,
            rate: info.rate,
            tick: info.tick)
        start = info.start
        pixelAspect = info.pixelAspect
        fieldOrder = info.fieldOrder
    }
}

/// How many frames of a file are not what was recorded.
package struct FrameDamage: Sendable, Equatable {
    /// Frames that could not be decoded at all.
    package var missing = 0
    /// Frames that were made up in part.
    package var patched = 0
    /// Whether the file ends amid its contents.
    package var isCutShort = false

    package init() {}

    package var isNone: Bool { missing + patched == 0 && !isCutShort }
}

/// The frames of a part of a video file.
package final class VideoRange: FrameSequence {
    package let shape: ClipShape
    private let reader: VideoReader
    private let range: Range<Int>
    /// The number of the next frame, where none is damaged.
    private var expected: Int
    package private(set) var damage = FrameDamage()

    package var count: Int { range.count }

    /// - Parameter range: the numbers of the frames, within the file's.
    package init(_ reader: VideoReader, range: Range<Int>) {
        self.reader = reader
        self.range = range
        shape = ClipShape(reader.info)
        expected = range.lowerBound
    }

    package func next() throws -> VideoFrame? {
        guard expected < range.upperBound else { return try end() }
        let frame = try read()
        damage.patched = reader.patchedFrames
        guard let frame, frame.number < range.upperBound else {
            expected = range.upperBound
            return try end()
        }
        expected = frame.number + 1
        return frame
    }

    /// Counts what is missing, now that all was read.
    private func end() throws -> VideoFrame? {
        damage.missing = reader.missingFrames
        damage.isCutShort = try reader.table()?.isCutShort == true
        return nil
    }

    private func read() throws(VideoError) -> VideoFrame? {
        guard expected == range.lowerBound, expected > 0 else { return try reader.next() }
        do throws(VideoError) {
            return try reader.frame(expected)
        } catch .noFrame {
            return nil
        }
    }
}

/// A still, again and again: its filters move.
package final class StillSequence: FrameSequence {
    package let shape: ClipShape
    package let count: Int
    private let pixels: PixelBuffer
    private var made = 0

    package var damage: FrameDamage { FrameDamage() }

    package init(_ picture: Picture, rate: Fraction, count: Int) {
        pixels = picture.pixels
        self.count = count
        shape = ClipShape(picture, rate: rate)
    }

    package func next() -> VideoFrame? {
        guard made < count else { return nil }
        defer { made += 1 }
        return VideoFrame(number: made, time: Int64(made), duration: 1, pixels: pixels)
    }
}
