import CSystem
@preconcurrency import Glibc
import GPU
import Gtk
import Rendering

/// Logs to standard error when each frame was shown, and once a second the longest time the main loop was
/// blocked, for benchmarks: enabled with `GLINT_FRAME_LOG=1`. The first line is wrapped only here.
///
///     frame at 1234.567890 s, 41.2 ms after it was wanted, made in 30.1 ms, 1568 × 951 pixels, 14 textures
///     of 81356960 bytes
///     picture of 3.203 s at 3.211 s of the sound
///     main loop held for 12.3 ms until 1234.601 s
///
/// The times are from the monotonic clock, which all programs share.
@MainActor
final class FrameLog {
    /// Nil unless the environment variable enables it.
    static let shared = getenv("GLINT_FRAME_LOG") == nil ? nil : FrameLog()

    private var last: ContinuousClock.Instant?
    private var heart: Delay?
    private var beat = ContinuousClock.now
    private var reported = ContinuousClock.now
    private var longestHold = (milliseconds: 0.0, until: 0.0)

    /// Short compared with a noticeable delay, long compared with the cost of a tick.
    private static let beatMilliseconds = 4

    private init() {
        scheduleBeat()
    }

    /// Logs a frame that has been drawn, unless it was drawn before.
    func shown(_ frame: RenderQueue.Frame) {
        guard frame.job.wanted != last else { return }
        last = frame.job.wanted
        let waited = (ContinuousClock.now - frame.job.wanted) / .milliseconds(1)
        printError(
            """
            frame at \(seconds()) s, \(waited) ms after it was wanted, made in \(frame.milliseconds) ms, \
            \(frame.texture.width) × \(frame.texture.height) pixels, \(frame.textures.alive) textures of \
            \(frame.textures.bytes) bytes
            """)
    }

    /// Counts the objects of a closing window until they are freed.
    func closes(_ window: Window) { ClosedWindows.add(window) }

    /// Logs that the render queue is idle, the textures that it uses, and the objects left by closed windows.
    func rested(_ textures: TexturePool.Counters) {
        printError(
            """
            at rest with \(textures.alive) textures of \(textures.bytes) bytes, of closed windows \
            \(ClosedWindows.objects) objects and \(ClosedWindows.widgets) widgets, \
            \(cprocess_used_heap()) bytes of malloc
            """)
    }

    /// Logs the video and audio positions of a playing clip, in seconds from its first frame.
    func played(picture: Double, sound: Double) {
        printError("picture of \(picture) s at \(sound) s of the sound")
    }

    private func scheduleBeat() {
        heart = Delay(milliseconds: Self.beatMilliseconds) { [weak self] in self?.takeBeat() }
    }

    /// A late tick means that something else has blocked the main loop for that long.
    private func takeBeat() {
        let now = ContinuousClock.now
        let hold = (now - beat) / .milliseconds(1) - Double(Self.beatMilliseconds)
        if hold > longestHold.milliseconds { longestHold = (hold, seconds()) }
        if now - reported >= .seconds(1) {
            printError("main loop held for \(longestHold.milliseconds) ms until \(longestHold.until) s")
            longestHold = (0, 0)
            reported = now
        }
        beat = .now
        scheduleBeat()
    }

    /// The monotonic clock.
    private func seconds() -> Double {
        var now = timespec()
        clock_gettime(CLOCK_MONOTONIC, &now)
        return Double(now.tv_sec) + Double(now.tv_nsec) / 1e9
    }
}
