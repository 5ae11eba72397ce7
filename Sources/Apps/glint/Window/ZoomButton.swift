@preconcurrency import CAdwaita
import Gtk
import Observation
import Rendering
import Localization

/// The button that shows the zoom level and offers other levels.
@MainActor @Observable
final class ZoomButton {
    private let button: Object
    private let text: Object
    private var shown = ""
    /// How the picture fits into the window; nil for a scale of its own.
    private(set) var fit: PictureFit? = .fit

    init(_ interface: Interface) {
        button = interface["zoom"]
        text = interface["zoom-text"]
        let menu = ActionInterface.menu(Action.zoomMenu)
        gtk_menu_button_set_menu_model(button.pointer(), menu.pointer())
        button.leaveFocusOnClick()
    }

    /// - Parameter scale: device pixels per pixel of the picture; nil without a picture.
    func show(_ zoom: PictureZoom, scale: Double?) {
        let percent = scale.map(Self.percent) ?? ""
        if percent != shown {
            shown = percent
            // The scale changes during the window's layout, when no widget may request another size.
            onMainThread { [weak self] in self?.write() }
        }
        if case .fitted(let fit) = zoom { self.fit = fit } else { fit = nil }
    }

    private func write() {
        gtk_label_set_text(text.pointer(), shown)
        button.setAccessibleNameOfMenuButton(tr("Zoom: \(shown)"))
    }

    /// A scale as text: in whole percents, with one decimal below ten.
    static func percent(_ scale: Double) -> String {
        let percent = scale * 100
        let tenths = (percent * 10).rounded() / 10
        return tenths < 10 && tenths != tenths.rounded()
            ? "\(spelled(tenths, places: 1)) %" : "\(Int(percent.rounded())) %"
    }
}
