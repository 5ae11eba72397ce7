import Filters

/// Chooses the visible frame of a still that plays: counts from the starting frame, and tracks the current
/// one.
///
/// It only requests the current frame: a frame that is late is dropped, never queued.
struct Playback {
    /// The start time, in microseconds; nil until the first frame.
    private var beginning: Int64?
    /// The last frame requested, counted from the start.
    private var wanted = 0
    /// The time of the last frame shown.
    private(set) var shown = FrameTime.zero

    /// The frame time for a moment of the clock; nil if it was requested already.
    mutating func next(at microseconds: Int64) -> FrameTime? {
        guard let beginning else {
            beginning = microseconds
            return nil
        }
        let seconds = Double(microseconds - beginning) / 1_000_000
        let frame = Int((seconds * FrameTime.stillRate).rounded(.down))
        guard frame > wanted else { return nil }
        wanted = frame
        return FrameTime(frame: frame)
    }

    /// Notes the frame on screen.
    mutating func noteShown(_ time: FrameTime) {
        // A frame that was not requested yet is left over from an earlier playback.
        if time.frame <= wanted { shown = time }
    }
}
