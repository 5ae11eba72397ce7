import Video
import Localization

/// The speed at which a clip is saved.
package struct ClipPace {
    /// Frames per second.
    package let rate: Double
    /// The estimated remaining time in seconds.
    package let secondsLeft: Double

    /// Nil while neither can be estimated.
    ///
    /// - Parameters:
    ///   - part: the fraction that is done, 0…1.
    ///   - frameCount: the total number of frames.
    package init?(part: Double, frameCount: Int, elapsed: Duration) {
        let seconds = elapsed / .seconds(1)
        guard part > 0, seconds > 1, frameCount > 0 else { return nil }
        rate = part * Double(frameCount) / seconds
        secondsLeft = seconds / part - seconds
    }

    /// A text such as “12.5 frames a second, 0:31 left”.
    package var text: String {
        let left = VideoTime.text(min(secondsLeft, 359_999).rounded(.up))
        return tr("\(spelled(rate, places: rate < 10 ? 1 : 0)) frames per second, \(left) left")
    }
}
