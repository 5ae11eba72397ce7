@preconcurrency import CAdwaita
import Gtk
import Rendering
import Localization

/// The histogram and the other scopes, their marks on the picture, and the color under the pointer.
extension Window {
    func addScopes() {
        let actions = context.actions
        let kind = Settings.standard.scope
        actions.addChoice("scope", initial: kind.rawValue) { [weak self] choice in
            guard let kind = ScopeKind(rawValue: choice) else { return }
            Settings.standard.scope = kind
            self?.show(kind)
        }
        show(kind)
        actions.addToggle("clipping", initial: false) { [weak self] isOn in
            self?.histogram.mark(isOn ? Set(Histogram.End.allCases) : [])
        }
        histogram.marksChanged = { [weak self] ends in
            self?.canvas?.clippingMarks = ends
            // If only one of the two ends is marked, the key marks both.
            self?.context.actions.setState("clipping", ends.count == Histogram.End.allCases.count)
        }
        actions.add("copy-color") { [weak self] in self?.copyColor() }
    }

    private func show(_ kind: ScopeKind) {
        histogram.kind = kind
        canvas?.scope = kind
    }

    private func copyColor() {
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
