/// The time of a frame: how far it is from the beginning of its source.
package struct FrameTime: Sendable, Hashable {
    /// The number of the frame, the first being 0.
    package var frame: Int
    /// How many frames a second there are.
    package let rate: FrameRate
    /// How much later the frame is than frames at an even rate would be, in seconds: those of cameras and of many clips
    /// come unevenly.
    private let delay: Double
    /// Whether the lower field of an interlaced frame is the earlier one.
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

/// Frames a second, as a fraction: those of television are no whole number.
package struct FrameRate: Sendable, Hashable {
    /// So many frames take ``seconds``.
    package let frames: Int
    package let seconds: Int

    /// 29.97 frames a second.
    package static let ntsc = FrameRate(frames: 30_000, seconds: 1001)

    /// Files may tell any rate; what is less than 1 counts as 1.
    package init(frames: Int, seconds: Int = 1) {
        self.frames = max(1, frames)
        self.seconds = max(1, seconds)
    }

    package var framesPerSecond: Double { Double(frames) / Double(seconds) }

    /// How long a number of frames takes.
    package func seconds(ofFrames count: Int) -> Double { Double(count) * Double(seconds) / Double(frames) }

    /// How many whole frames have gone by after some seconds.
    package func frames(inSeconds elapsed: Double) -> Int { Int((elapsed * framesPerSecond).rounded(.down)) }
}
