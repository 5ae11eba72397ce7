@preconcurrency import CAdwaita
import Gtk

/// Shows the original: instead of the result, up to a split line, or beside or above the result.
extension Window {
    func addComparison() {
        let actions = context.actions
        actions.addToggle("original", initial: false) { [weak self] in self?.comparison?.showsOriginal = $0 }
        actions.addToggle("split", initial: false) { [weak self] isOn in
            self?.comparison?.isSplit = isOn
            if isOn { self?.context.actions.change("side-by-side", to: false) }
            self?.lightCompareButton()
        }
        actions.addToggle("side-by-side", initial: false) { [weak self] isOn in
            self?.comparison?.isSideBySide = isOn
            if isOn { self?.context.actions.change("split", to: false) }
            self?.lightCompareButton()
        }
        actions.addToggle("compare", initial: false) { [weak self] in self?.setComparing($0) }
        context.window.onKeyHold(
            began: { [weak self] press in
                guard let self, editor.document != nil, [Int(GDK_KEY_b), Int(GDK_KEY_B)].contains(press.key),
                    !press.isControlHeld, !press.isAltHeld
                else { return false }
                context.actions.change("original", to: true)
                return true
            },
            ended: { [weak self] in self?.context.actions.change("original", to: false) })
    }

    /// The action of the header's button, which is on in both comparison views; turning it off ends both.
    private func setComparing(_ isComparing: Bool) {
        if isComparing { return context.actions.change("split", to: true) }
        for name in ["split", "side-by-side"] { context.actions.change(name, to: false) }
    }

    private func lightCompareButton() {
        guard let comparison else { return }
        context.actions.setState("compare", comparison.isSplit || comparison.isSideBySide)
    }
}
