import Video
import Wording

/// How fast a clip is saved.
package struct ClipPace {
    /// Frames a second.
    package let rate: Double
    /// How many seconds the rest is going to take.
    package let secondsLeft: Double

    /// Nil while neither can be told.
    ///
    /// - Parameters:
    ///   - part: how much is done, 0…1.
    ///   - frameCount: the number of frames in all.
    package init?(part: Double, frameCount: Int, elapsed: Duration) {
        let seconds = elapsed / .seconds(1)
        guard part > 0, seconds > 1, frameCount > 0 else { return nil }
        rate = part * Double(frameCount) / seconds
        secondsLeft = seconds / part - seconds
    }

    /// Such as “12.5 frames a second, 0:31 left”.
    package var text: String {
        let left = VideoTime.text(min(secondsLeft, 359_999).rounded(.up))
        return tr("\(spelled(rate, places: rate < 10 ? 1 : 0)) frames a second, \(left) left")
    }
}
