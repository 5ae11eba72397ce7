@preconcurrency import CAdwaita
import Gtk
import Video

/// A thumbnail, above the timeline, of the frame under the pointer.
///
/// It is an overlay in the window: a popover would be a separate window, which appears late and may get in
/// the way of the pointer.
@MainActor
final class ScrubPreview {
    private let box: Object
    private let picture: Object
    private let time: Object
    /// The widget that the thumbnail overlays, which includes the bar.
    private let overlay: Object
    private let bar: Object
    private let timeline: Object
    /// Renders the thumbnails; nil until the pointer is first over the scrubber of a clip.
    private var stream: ThumbnailStream?

    /// The longer side of the thumbnails, in pixels.
    private static let side = 160
    /// The margin around the thumbnail, in logical pixels.
    private static let margin = 6

    /// - Parameter timeline: the widget along which the thumbnail moves.
    init(_ interface: Interface, above timeline: Object) {
        self.timeline = timeline
        overlay = interface["clip-overlay"]
        bar = interface["clip-bar"]
        box = interface["clip-preview"]
        picture = interface["clip-preview-picture"]
        time = interface["clip-preview-time"]
    }

    /// Shows a frame of a clip.
    ///
    /// - Parameters:
    ///   - text: the text below the picture.
    ///   - x: the position in the timeline, in logical pixels.
    func show(_ frame: Int, of clip: Clip, text: String, at x: Double) {
        guard let table = clip.table else { return }
        if stream == nil { begin(clip, table) }
        stream?.want(frame)
        gtk_label_set_text(time.pointer(), text)
        gtk_widget_set_visible(box.widget, 1)
        place(at: x)
    }

    func hide() { gtk_widget_set_visible(box.widget, 0) }

    /// Releases the clip.
    func forget() {
        hide()
        stream = nil
        gtk_picture_set_paintable(picture.pointer(), nil)
    }

    private func place(at x: Double) {
        guard let point = timeline.point(SIMD2(x, 0), in: overlay) else { return }
        var (least, natural) = (gint(0), gint(0))
        gtk_widget_measure(box.widget, GTK_ORIENTATION_HORIZONTAL, -1, &least, &natural, nil, nil)
        // The measured size includes the margin.
        let boxWidth = Int(natural) - Int(gtk_widget_get_margin_start(box.widget))
        let farthest = Int(gtk_widget_get_width(overlay.widget)) - boxWidth - Self.margin
        let left = max(Self.margin, min(Int(point.x) - boxWidth / 2, farthest))
        gtk_widget_set_margin_start(box.widget, gint(left))
        // The allocated height lacks the padding around the content, so the height is measured.
        var barHeight: gint = 0
        gtk_widget_measure(bar.widget, GTK_ORIENTATION_VERTICAL, -1, nil, &barHeight, nil, nil)
        gtk_widget_set_margin_bottom(box.widget, barHeight + gint(Self.margin))
    }

    private func begin(_ clip: Clip, _ table: FrameTable) {
        let size = VideoThumbnail.size(of: clip.info, side: Self.side)
        gtk_widget_set_size_request(picture.widget, gint(size.x), gint(size.y))
        stream = ThumbnailStream(path: clip.stream.path, table: table, side: Self.side) {
            [weak self] thumbnail, _ in
            onMainThread {
                guard let self, self.stream != nil else { return }
                self.picture.showPixels(thumbnail.bytes, size: thumbnail.size)
            }
        }
    }
}
