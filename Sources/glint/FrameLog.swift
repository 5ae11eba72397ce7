@preconcurrency import Glibc
import Rendering

/// Tells on standard error when each frame was shown, for benchmarks: on with `GLINT_FRAME_LOG=1`.
///
///     frame at 1234.567890 s, 41.2 ms after it was wanted, made in 30.1 ms
///
/// The moment is that of the monotonic clock, which is the same for every program.
@MainActor
final class FrameLog {
    /// Nil unless the environment asks for it.
    static let shared = getenv("GLINT_FRAME_LOG") == nil ? nil : FrameLog()

    private var last: ContinuousClock.Instant?

    /// Takes down a frame that has been drawn, unless it was drawn before.
    func shown(_ frame: RenderQueue.Frame) {
        guard frame.job.wanted != last else { return }
        last = frame.job.wanted
        let waited = (ContinuousClock.now - frame.job.wanted) / .milliseconds(1)
        var now = timespec()
        clock_gettime(CLOCK_MONOTONIC, &now)
        let seconds = Double(now.tv_sec) + Double(now.tv_nsec) / 1e9
        printError(
            "frame at \(seconds) s, \(waited) ms after it was wanted, made in \(frame.milliseconds) ms")
    }
}
