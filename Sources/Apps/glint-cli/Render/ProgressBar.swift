import System
import Exporting
import Imaging

/// A line on the terminal that shows the progress of a long save. Not shown if standard error is a file or a
/// pipe.
final class ProgressBar {
    private let name: String
    private let start = ContinuousClock.now
    /// The current text of the line, to redraw it only when it changes: progress is reported with every
    /// dispatch, hundreds of times a second.
    private var drawn = ""

    /// Work that takes less time than this shows no bar.
    private static let timeout = Duration.milliseconds(800)
    private static let width = 30
    /// Moves the cursor to the first column and clears the line.
    private static let clear = "\r\u{1B}[K"

    init(_ name: String) {
        self.name = name
    }

    /// Shows the completed fraction, 0…1.
    func draw(_ done: Double) { draw(done, note: "") }

    private func draw(_ done: Double, note: String) {
        guard Console.showsProgress.load(ordering: .relaxed), !Console.isQuiet.load(ordering: .relaxed),
            .now - start > Self.timeout
        else { return }
        let full = Int(done * Double(Self.width))
        let bar = String(repeating: "█", count: full) + String(repeating: "░", count: Self.width - full)
        let line = "\(bar) \(Int(done * 100)) %  \(PathName.last(of: name))  \(note)"
        guard line != drawn else { return }
        drawn = line
        Console.draw(Self.clear + line)
    }

    /// Shows the completed fraction of a clip, with frames per second and the remaining time.
    func draw(_ done: Double, ofFrames count: Int) {
        draw(done, note: ClipPace(part: done, frameCount: count, elapsed: .now - start)?.text ?? "")
    }

    /// Clears the line.
    static func erase() {
        if Console.showsProgress.load(ordering: .relaxed) { Console.draw(clear) }
    }
}
