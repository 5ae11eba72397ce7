import Gtk
import Localization

extension Window {
    /// Copies the color under the pointer.
    func copyColor() {
        guard let readout else { return }
        readout.read { [weak self] color in
            guard let self else { return }
            guard let color, color.opacity > 0 else {
                context.toasts.showFailure(tr("There is no color under the pointer."))
                return
            }
            Clipboard(of: context.window).setText(color.hex)
            context.toasts.show(tr("Copied \(color.hex)"))
        }
    }
}
