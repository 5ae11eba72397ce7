@preconcurrency import CAdwaita
import Gtk

/// Reports whether a window is visible, as far as can be determined: it is not while minimized, or once its
/// frame clock has stopped for ten seconds, as happens behind other windows on some desktops.
@MainActor
final class VisibilityWatch {
    /// True if the window is visible.
    private(set) var isSeen = true

    private let window: Object
    private var ticks: FrameTicks?
    private var lastTick = ContinuousClock.now
    private var next: Delay?
    private let changed: @MainActor (Bool) -> Void

    private static let timeout = Duration.seconds(10)
    private static let lookMilliseconds = 500

    /// - Parameters:
    ///   - area: the widget whose frame clock is watched.
    ///   - changed: called when the visibility changes.
    init(window: Object, area: Object, changed: @escaping @MainActor (Bool) -> Void) {
        self.window = window
        self.changed = changed
        ticks = FrameTicks(area) { [weak self] _ in self?.tick() }
        look()
    }

    deinit {
        let ticks = ticks
        onMainThread { ticks?.stop() }
    }

    private func tick() {
        lastTick = .now
        if !isSeen, !isMinimized { set(true) }
    }

    private func look() {
        if isSeen, isMinimized || ContinuousClock.now - lastTick > Self.timeout { set(false) }
        next = Delay(milliseconds: Self.lookMilliseconds) { [weak self] in self?.look() }
    }

    private func set(_ isSeen: Bool) {
        self.isSeen = isSeen
        changed(isSeen)
    }

    private var isMinimized: Bool {
        guard let surface = gtk_native_get_surface(window.pointer()) else { return false }
        return gdk_toplevel_get_state(surface).rawValue & GDK_TOPLEVEL_STATE_MINIMIZED.rawValue != 0
    }
}
