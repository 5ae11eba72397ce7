import Gtk

/// Counts down the seconds until a picture is taken.
@MainActor
final class PictureTimer {
    /// Called with the remaining seconds; nil at the end.
    var counted: @MainActor (Int?) -> Void = { _ in }

    private var secondsLeft: Int?
    private var next: Delay?

    /// Calls `done` after the given number of seconds; a second call before then cancels the timer.
    func start(_ seconds: Int, _ done: @escaping @MainActor () -> Void) {
        guard secondsLeft == nil else { return stop() }
        count(seconds, done)
    }

    /// Cancels the timer.
    func stop() {
        next = nil
        secondsLeft = nil
        counted(nil)
    }

    private func count(_ seconds: Int, _ done: @escaping @MainActor () -> Void) {
        guard seconds > 0 else {
            stop()
            return done()
        }
        secondsLeft = seconds
        counted(seconds)
        next = Delay(milliseconds: 1000) { [weak self] in self?.count(seconds - 1, done) }
    }
}
