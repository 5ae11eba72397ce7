import Editing
import Filters

/// Which frame of a still that moves is to be seen: counts from the one it began with, and knows the one that is shown.
///
/// It only says what is wanted now: a frame that is not made in time is dropped, never queued.
struct Playback {
    /// When it began, in microseconds; nil until the first frame after the beginning.
    private var beginning: Int64?
    /// What has been asked for and not been shown yet, oldest first.
    private var wanted: [Int] = []
    /// Frames since the beginning, as shown last.
    private(set) var shown = 0

    /// The frame for a moment; nil where that has been asked for already.
    mutating func next(at microseconds: Int64) -> Int? {
        guard let beginning else {
            beginning = microseconds
            return nil
        }
        let seconds = Double(microseconds - beginning) / 1_000_000
        let frame = Int((seconds * Recipe.framesPerSecond).rounded(.down))
        guard frame > (wanted.last ?? shown) else { return nil }
        wanted.append(frame)
        // A renderer that shows nothing for so long does not need to find its place again.
        if wanted.count > Self.mostWanted { wanted.removeFirst() }
        return frame
    }

    private static let mostWanted = 64

    /// Notes what is on screen now.
    ///
    /// - Parameter matches: whether that is so many frames later than the beginning.
    mutating func noteShown(_ matches: (Int) -> Bool) {
        guard let index = wanted.lastIndex(where: matches) else { return }
        shown = wanted[index]
        wanted.removeSubrange(0...index)
    }
}
