import Filters

/// Determines which frame of an animated still to show, counted from the start of playback.
///
/// Only the current frame is ever requested: late frames are dropped, never queued.
struct Playback {
    /// The start time, in microseconds; nil until the first frame.
    private var beginning: Int64?
    /// The last frame requested, counted from the start.
    private var wanted = 0
    /// The time of the last frame shown.
    private(set) var shown = FrameTime.zero

    /// The time of the frame that is due; nil if it was already requested.
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

    /// Records the frame on screen.
    mutating func noteShown(_ time: FrameTime) {
        // A frame that was not requested in this playback is left over from an earlier one.
        if time.frame <= wanted { shown = time }
    }
}
