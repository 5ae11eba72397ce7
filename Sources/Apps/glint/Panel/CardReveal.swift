@preconcurrency import CAdwaita
import Gtk

/// Scrolls a new card into view: all of it, or as much as fits.
///
/// The card gets its position and height over several frames, and focusing it scrolls too, so the card is
/// tracked until it stops moving.
@MainActor
final class CardReveal {
    private let card: Object
    private let box: Object
    private let adjustment: Object
    private var ticks: FrameTicks?
    private var rest = Rest()

    /// The space between the cards and the panel's edge.
    private static let padding = 12.0

    /// - Parameters:
    ///   - box: the scrolled container.
    ///   - adjustment: the scroll position.
    init(_ card: Object, in box: Object, scrolling adjustment: Object) {
        self.card = card
        self.box = box
        self.adjustment = adjustment
        ticks = FrameTicks(box) { [weak self] time in self?.follow(time) }
    }

    /// Stops tracking the card.
    func stop() { ticks?.stop() }

    private func follow(_ time: Int64) {
        // A card that was removed has no position.
        guard let top = card.point(.zero, in: box)?.y else { return stop() }
        let height = Double(gtk_widget_get_height(card.widget))
        guard height > 0 else { return }
        let page = gtk_adjustment_get_page_size(adjustment.pointer())
        gtk_adjustment_clamp_page(adjustment.pointer(), top, top + min(height + Self.padding, page))
        let view = gtk_adjustment_get_value(adjustment.pointer())
        if rest.isReached(by: SIMD3(top, height, view), at: time) { stop() }
    }

    /// Detects the end of a movement: the position has not changed for some frames, or has been changing for
    /// too long.
    struct Rest {
        private var last = SIMD3<Double>.zero
        private var frames = 0
        private var begin: Int64?

        private static let frames = 5
        private static let timeout: Int64 = 1_000_000

        /// - Parameter time: in microseconds.
        mutating func isReached(by position: SIMD3<Double>, at time: Int64) -> Bool {
            frames = position == last ? frames + 1 : 0
            last = position
            let begin = begin ?? time
            self.begin = begin
            return frames >= Self.frames || time - begin > Self.timeout
        }
    }
}
