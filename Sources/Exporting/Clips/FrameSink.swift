import Imaging
import Video

/// The destination of a clip's filtered frames: a video file, an animation, or numbered pictures.
///
/// Everything except ``wants(_:)`` and ``cancel()`` is called on one thread.
package protocol FrameSink: AnyObject {
    /// True if a frame will be added; the others need not be filtered. Called on any thread.
    func wants(_ number: Int) -> Bool
    /// Adds the next frame.
    ///
    /// - Parameters:
    ///   - frame: the frame that was read, with unfiltered pixels.
    ///   - rows: all rows of the filtered frame, RGBA without padding.
    func add(_ frame: FrameStamp, rows: UnsafeRawBufferPointer) throws
    /// The format in which frames are encoded, if the device may convert to it; nil for RGBA.
    var planes: PlanarFormat? { get }
    /// Adds the next frame, with its samples in the format ``planes``.
    func add(_ frame: FrameStamp, planes: UnsafeRawBufferPointer) throws
    /// Completes the file, which may take a long time.
    func complete() throws
    /// The size of the complete file in bytes; 0 if there are several files.
    var byteCount: Int { get }
    /// Moves the file to its final name.
    func commit(overwrite: Bool) throws
    /// Discards the file.
    func cancel()
}

extension FrameSink {
    package func wants(_ number: Int) -> Bool { true }
    package var planes: PlanarFormat? { nil }
    package var byteCount: Int { 0 }
    package func add(_ frame: FrameStamp, planes: UnsafeRawBufferPointer) throws {
        preconditionFailure("a sink that states no format gets RGBA")
    }
}

/// The number and time of a frame.
package struct FrameStamp: Sendable {
    /// The frame's number in the source, from 0.
    package let number: Int
    /// The presentation time, in ticks of the source.
    package let time: Int64
    /// The duration, in ticks; 0 if unknown.
    package let duration: Int64

    init(_ frame: VideoFrame) {
        number = frame.number
        time = frame.time
        duration = frame.duration
    }
}
