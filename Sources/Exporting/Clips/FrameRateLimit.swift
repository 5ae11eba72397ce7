import Video

/// Selects frames so that there are at most as many per second as requested: the first one in each interval
/// of that rate. Their times do not change.
package struct FrameRateLimit: Sendable {
    /// Frames per second.
    private let maximum: Double
    /// The time of the first frame, in seconds.
    private var start: Double?
    /// The first interval from which no frame was selected.
    private var next = 0.0

    /// How much earlier than its interval a frame may be, in seconds, since many files round times to
    /// milliseconds.
    private static let tolerance = 0.001

    /// - Parameter maximum: frames per second.
    package init(_ maximum: Fraction) {
        self.maximum = maximum.value
    }

    /// True if the frame with this time is selected.
    ///
    /// - Parameter seconds: increasing from call to call.
    package mutating func selects(_ seconds: Double) -> Bool {
        let start = start ?? seconds
        self.start = start
        let interval = ((seconds - start + Self.tolerance) * maximum).rounded(.down)
        guard interval >= next else { return false }
        next = interval + 1
        return true
    }
}

/// The frames of a clip at a limited rate, each shown until the next one.
final class LimitedFrames: FrameSequence {
    var frameFormat: VideoOutputFormat { frames.frameFormat }
    var range: Range<Int>? { frames.range }
    var damage: FrameDamage { frames.damage }

    private let frames: any FrameSequence
    private var limit: FrameRateLimit
    /// The last selected frame, whose duration is known with the next one.
    private var held: VideoFrame?

    init(_ frames: any FrameSequence, _ limit: FrameRateLimit) {
        self.frames = frames
        self.limit = limit
    }

    func next() throws -> VideoFrame? {
        var end: Int64?
        while let frame = try frames.next() {
            end = frame.duration > 0 ? frame.time &+ frame.duration : nil
            guard limit.selects(frame.seconds) else { continue }
            let last = held
            held = frame
            if let last { return last.lasting(until: frame.time) }
        }
        defer { held = nil }
        return end.flatMap { held?.lasting(until: $0) } ?? held
    }
}

extension VideoFrame {
    fileprivate func lasting(until end: Int64) -> VideoFrame {
        VideoFrame(
            number: number, time: time, seconds: seconds, duration: max(0, end &- time), content: content,
            fieldOrder: fieldOrder, isDamaged: isDamaged)
    }
}
