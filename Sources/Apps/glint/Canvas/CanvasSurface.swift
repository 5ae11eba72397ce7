@preconcurrency import CAdwaita
import GPU
import Gtk
import Rendering

/// The OpenGL context of a canvas's area, its painter, and the frame clock that brings frames to the screen.
@MainActor
final class CanvasSurface {
    /// Events of the area.
    enum Event {
        /// The area has to be drawn; its context is current.
        case draw
        /// The frame clock's cycle begins.
        case willPaint
        /// The drawn frame has reached the screen.
        case shown
        /// The context cannot be created.
        case failed(GPUError)
    }
    /// Called for each event.
    var happened: @MainActor (Event) -> Void = { _ in }

    private let area: Object
    private var painter: FramePainter?
    /// True if a drawn frame has not reached the screen yet.
    private var isDrawn = false
    /// The frame clock already observed, in case the area is realized again.
    private var followedClock: OpaquePointer?

    /// Outlives every context; contexts report the driver's messages to it.
    private static let log = DebugLog()

    init(area: Object) {
        self.area = area
        area.answer("create-context") { [weak self] _ in .object(self?.createContext()) }
        area.connect("realize") { [weak self] in self?.followFrames() }
        area.connect("unrealize") { [weak self] in self?.releaseContext() }
        area.answer("render") { [weak self] _ in
            self?.isDrawn = true
            self?.happened(.draw)
            return .bool(true)
        }
    }

    /// The painter in the current context of the area.
    func readyPainter() throws(GPUError) -> FramePainter {
        if let painter { return painter }
        let painter = try FramePainter(log: Self.log, display: DisplayProfile.ofFirstMonitor())
        self.painter = painter
        return painter
    }

    private func createContext() -> UnsafeMutableRawPointer? {
        guard let native = gtk_widget_get_native(area.widget), let surface = gtk_native_get_surface(native)
        else { return nil }
        switch GdkSharedContext.realize({ gdk_surface_create_gl_context(surface, $0) }) {
        case .success(let context): return UnsafeMutableRawPointer(context)
        case .failure(let error):
            happened(.failed(error))
            return nil
        }
    }

    /// A frame that was drawn reaches the screen at the end of the frame clock's cycle.
    private func followFrames() {
        guard let clock = gtk_widget_get_frame_clock(area.widget), followedClock != clock else { return }
        followedClock = clock
        Object(clock).connect("before-paint") { [weak self] in self?.happened(.willPaint) }
        Object(clock).connect("after-paint") { [weak self] in
            guard let self, isDrawn else { return }
            isDrawn = false
            happened(.shown)
        }
    }

    /// Shader programs live in the share group: they would outlast the area's context.
    private func releaseContext() {
        guard let painter else { return }
        gtk_gl_area_make_current(area.pointer())
        painter.delete()
        self.painter = nil
    }
}
