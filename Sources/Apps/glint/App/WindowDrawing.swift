import GPU
import Gtk

/// Makes the drawing of all windows take turns with the render queue on a software renderer.
@MainActor
final class WindowDrawing {
    static let shared = WindowDrawing()

    let turns = DrawingTurns()
    /// True while windows are being drawn and nothing else uses the driver.
    private(set) var isUnderWay = false

    private init() {
        followPainting(
            begin: { [self] in
                turns.beginDrawing()
                isUnderWay = true
            },
            end: { [self] in
                isUnderWay = false
                turns.endDrawing()
            })
    }
}
