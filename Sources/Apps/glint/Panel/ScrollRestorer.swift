@preconcurrency import CAdwaita
import Gtk

/// Keeps a scroll position while the scrolled content is rebuilt: its new height is known only after further
/// layouts.
@MainActor
final class ScrollRestorer {
    private let adjustment: Object
    private let position: Double
    private var ticks: FrameTicks?
    private var framesLeft = 3

    /// Keeps the current position.
    ///
    /// - Parameter box: the scrolled container.
    init(_ box: Object, scrolling adjustment: Object) {
        self.adjustment = adjustment
        position = gtk_adjustment_get_value(adjustment.pointer())
        ticks = FrameTicks(box) { [weak self] _ in self?.restore() }
    }

    private func restore() {
        gtk_adjustment_set_value(adjustment.pointer(), position)
        framesLeft -= 1
        if framesLeft == 0 { ticks?.stop() }
    }
}
