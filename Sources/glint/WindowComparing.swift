@preconcurrency import CAdwaita
import Gtk

/// The original beside the result.
extension Window {
    func addComparison() {
        actions.addToggle("original", initial: false) { [weak self] in self?.comparison?.showsOriginal = $0 }
        actions.addToggle("split", initial: false) { [weak self] isOn in
            self?.comparison?.isSplit = isOn
            if isOn { self?.actions.change("side-by-side", to: false) }
        }
        actions.addToggle("side-by-side", initial: false) { [weak self] isOn in
            self?.comparison?.isSideBySide = isOn
            if isOn { self?.actions.change("split", to: false) }
        }
        window.onKeyHold(
            began: { [weak self] press in
                guard let self, document != nil, [Int(GDK_KEY_b), Int(GDK_KEY_B)].contains(press.key),
                    !press.isControlHeld, !press.isAltHeld
                else { return false }
                actions.change("original", to: true)
                return true
            },
            ended: { [weak self] in self?.actions.change("original", to: false) })
    }
}
