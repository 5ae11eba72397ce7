import Video

/// Where the filtered frames of a clip go: a video file, an animation, numbered pictures.
///
/// Everything but ``wants(_:)`` and ``cancel()`` is called on one thread.
package protocol FrameSink: AnyObject {
    /// Whether a frame is to be added; the others need not be filtered. Asked on any thread.
    func wants(_ number: Int) -> Bool
    /// Takes the next frame.
    ///
    /// - Parameters:
    ///   - frame: the frame that was read, whose pixels are not filtered.
    ///   - rows: all rows of the filtered frame, RGBA without padding.
    func add(_ frame: FrameStamp, rows: UnsafeRawBufferPointer) throws
    /// Completes the file, which may take long.
    func complete() throws
    /// Gives the file its name.
    func commit(overwrite: Bool) throws
    /// Discards the file.
    func cancel()
}

extension FrameSink {
    package func wants(_ number: Int) -> Bool { true }
}

/// Which frame it is, and when it is shown.
package struct FrameStamp: Sendable {
    /// Its number in the source, from 0.
    package let number: Int
    /// When it is shown, in ticks of the source.
    package let time: Int64
    /// How long it is shown, in ticks; 0 where that is not known.
    package let duration: Int64

    init(_ frame: VideoFrame) {
        number = frame.number
        time = frame.time
        duration = frame.duration
    }
}
