import GPU
import Gtk

/// The drawing of all windows of the display, which takes turns with the render queue on a software renderer.
@MainActor
final class WindowDrawing {
    static let shared = WindowDrawing()

    let turns = DrawingTurns()

    private init() {
        let turns = turns
        followPainting(begin: turns.beginDrawing, end: turns.endDrawing)
    }
}
