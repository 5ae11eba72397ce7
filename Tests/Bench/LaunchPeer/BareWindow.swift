@preconcurrency import CAdwaita
@preconcurrency import Glibc
import Gtk

/// A bare window the size of Glint's that shows a single color, using the same OpenGL version as Glint.
@MainActor
final class BareWindow {
    private let application = Object(
        adw_application_new("io.github.glintapp.Glint.LaunchPeer", G_APPLICATION_NON_UNIQUE))
    private var isDrawn = false

    init() {
        application.connect("activate") { [weak self] in self?.open() }
    }

    func run() -> Int32 { g_application_run(application.pointer(), 0, nil) }

    private func open() {
        guard let windowWidget = adw_application_window_new(application.pointer()),
            let areaWidget = gtk_gl_area_new()
        else { return }
        let window = Object(windowWidget)
        let area = Object(areaWidget)
        gtk_gl_area_set_required_version(area.pointer(), 4, 3)
        area.answer("render") { [weak self] _ in
            self?.isDrawn = true
            return .bool(true)
        }
        area.connect("realize") { [weak self] in self?.followFrames(of: area) }
        adw_application_window_set_content(window.pointer(), area.widget)
        gtk_window_set_default_size(window.pointer(), 1280, 860)
        gtk_window_present(window.pointer())
    }

    /// Drawing reaches the screen at the end of the frame clock's cycle.
    private func followFrames(of area: Object) {
        guard let clock = gtk_widget_get_frame_clock(area.widget) else { return }
        Object(clock).connect("after-paint") { [weak self] in
            guard let self, isDrawn else { return }
            var now = timespec()
            clock_gettime(CLOCK_MONOTONIC, &now)
            print("frame at \(Double(now.tv_sec) + Double(now.tv_nsec) / 1e9) s")
            g_application_quit(application.pointer())
        }
    }
}
