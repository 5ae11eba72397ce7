import Editing
import Filters

/// Chooses the visible frame of an animated still: counts from the starting frame, and knows the one shown.
///
/// It only requests the current frame: a frame that is late is dropped, never queued.
struct Playback {
    /// The start time, in microseconds; nil until the first frame.
    private var beginning: Int64?
    /// The frames requested and not shown yet, oldest first.
    private var wanted: [Int] = []
    /// The last frame shown, counted from the start.
    private(set) var shown = 0

    /// The frame for a time; nil if it was requested already.
    mutating func next(at microseconds: Int64) -> Int? {
        guard let beginning else {
            beginning = microseconds
            return nil
        }
        let seconds = Double(microseconds - beginning) / 1_000_000
        let frame = Int((seconds * Recipe.framesPerSecond).rounded(.down))
        guard frame > (wanted.last ?? shown) else { return nil }
        wanted.append(frame)
        // After this many unshown frames the oldest need not be matched any more.
        if wanted.count > Self.mostWanted { wanted.removeFirst() }
        return frame
    }

    private static let mostWanted = 64

    /// Notes what is on screen now.
    ///
    /// - Parameter matches: whether the screen shows the frame this far from the start.
    mutating func noteShown(_ matches: (Int) -> Bool) {
        guard let index = wanted.lastIndex(where: matches) else { return }
        shown = wanted[index]
        wanted.removeSubrange(0...index)
    }
}
