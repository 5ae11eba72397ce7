/// The time of a frame since the beginning of its source.
package struct FrameTime: Sendable, Hashable {
    /// The frame number, counted from 0.
    package var frame: Int
    /// Frames per second.
    package let rate: Double
    /// Seconds since the beginning, of which the number of the frame that filters read is independent: the
    /// time of values that change.
    package let sourceSeconds: Double
    /// How much later the frame is than it would be at an even rate, in seconds: the frames of cameras and of
    /// many clips are unevenly spaced.
    private let delay: Double
    /// True if the frame is interlaced and its lower field comes first.
    package let startsWithLowerField: Bool

    /// The time of the first frame of a still.
    package static let zero = FrameTime()
    /// The frame rate of stills, which is that of NTSC television.
    package static let stillRate = 30_000.0 / 1001

    /// - Parameters:
    ///   - rate: frames per second, greater than 0.
    ///   - seconds: the time since the beginning; nil if the frames are evenly spaced.
    package init(
        frame: Int = 0, rate: Double = FrameTime.stillRate, seconds: Double? = nil,
        startsWithLowerField: Bool = false
    ) {
        self.frame = frame
        self.rate = rate
        self.startsWithLowerField = startsWithLowerField
        sourceSeconds = seconds ?? Double(frame) / rate
        delay = seconds.map { $0 - Double(frame) / rate } ?? 0
    }

    /// Seconds since the beginning, for filters.
    package var seconds: Double { Double(frame) / rate + delay }
}
