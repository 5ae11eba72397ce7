/// The time of a frame: its distance from the beginning of its source.
package struct FrameTime: Sendable, Hashable {
    /// The frame number, counted from 0.
    package var frame: Int
    /// The number of frames per second.
    package let rate: FrameRate
    /// How much later the frame is than at an even rate, in seconds: the frames of cameras and of many clips
    /// are unevenly spaced.
    private let delay: Double
    /// True if the lower field of an interlaced frame is the earlier one.
    package let startsWithLowerField: Bool

    /// The time of the first frame of a still.
    package static let zero = FrameTime()

    /// - Parameter seconds: from the beginning; nil for frames at an even rate.
    package init(
        frame: Int = 0, rate: FrameRate = .ntsc, seconds: Double? = nil, startsWithLowerField: Bool = false
    ) {
        self.frame = frame
        self.rate = rate
        self.startsWithLowerField = startsWithLowerField
        delay = seconds.map { $0 - rate.seconds(ofFrames: frame) } ?? 0
    }

    /// Seconds from the beginning.
    package var seconds: Double { rate.seconds(ofFrames: frame) + delay }
}

/// Frames per second, as a fraction: television rates are not whole numbers.
package struct FrameRate: Sendable, Hashable {
    /// The number of frames in ``seconds``.
    package let frames: Int
    package let seconds: Int

    /// 29.97 frames per second.
    package static let ntsc = FrameRate(frames: 30_000, seconds: 1001)

    /// Files may state any rate; numbers less than 1 count as 1.
    package init(frames: Int, seconds: Int = 1) {
        self.frames = max(1, frames)
        self.seconds = max(1, seconds)
    }

    package var framesPerSecond: Double { Double(frames) / Double(seconds) }

    /// The duration of a number of frames.
    package func seconds(ofFrames count: Int) -> Double { Double(count) * Double(seconds) / Double(frames) }

    /// The number of whole frames elapsed after some seconds.
    package func frames(inSeconds elapsed: Double) -> Int { Int((elapsed * framesPerSecond).rounded(.down)) }
}
