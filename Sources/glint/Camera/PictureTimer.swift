import Gtk

/// Counts the seconds down until a picture is taken.
@MainActor
final class PictureTimer {
    /// Called with the seconds that are left; nil at the end.
    var counted: @MainActor (Int?) -> Void = { _ in }

    private var secondsLeft: Int?
    private var next: Delay?

    /// Calls `done` after so many seconds; while that is on its way, another call stops it.
    func start(_ seconds: Int, _ done: @escaping @MainActor () -> Void) {
        guard secondsLeft == nil else { return stop() }
        count(seconds, done)
    }

    /// Has nothing happen.
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
