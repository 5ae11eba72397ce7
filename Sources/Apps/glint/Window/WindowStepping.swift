@preconcurrency import CAdwaita
import Gtk

/// Keys that step through the pictures of a folder, and through a clip.
extension Window {
    /// Page Up and Page Down step through the folder wherever the focus is, the arrow keys only if the
    /// picture has the focus, which a click gives it. In a clip the page keys step by seconds, as they do on
    /// its scrubber.
    func followStepKeys() {
        let window = context.window
        canvasOverlay.onHold { [weak self] isHeld in
            if isHeld, let self { gtk_widget_grab_focus(canvasArea.widget) }
        }
        window.onKeyBefore { [weak self] press in
            guard let self, !press.isModified, !focusUsesPageKeys else { return false }
            switch press.key {
            case Int(GDK_KEY_Page_Up), Int(GDK_KEY_KP_Page_Up): page(by: -1)
            case Int(GDK_KEY_Page_Down), Int(GDK_KEY_KP_Page_Down): page(by: 1)
            default: return false
            }
            return true
        }
        window.onKeyAfter { [weak self] press in
            guard let self, !press.isModified, hasPictureFocus else { return false }
            switch press.key {
            case Int(GDK_KEY_Left), Int(GDK_KEY_KP_Left): opener.step(by: Action.isMirrored ? 1 : -1)
            case Int(GDK_KEY_Right), Int(GDK_KEY_KP_Right): opener.step(by: Action.isMirrored ? -1 : 1)
            default: return false
            }
            return true
        }
    }

    private func page(by count: Int) {
        if playback.clipPlayer.clip != nil {
            // Up steps forward, as on every slider.
            playback.clipPlayer.skip(by: Double(-count))
        } else {
            opener.step(by: count)
        }
    }

    /// True if no control has the focus.
    private var hasPictureFocus: Bool {
        guard let focus = gtk_window_get_focus(context.window.pointer()) else { return true }
        return canvasArea.isSame(as: UnsafeMutableRawPointer(focus))
    }

    /// True if the focused widget uses these keys itself: an open list, a number, or a curve.
    private var focusUsesPageKeys: Bool {
        guard let focus = gtk_window_get_focus(context.window.pointer()) else { return false }
        return isInPopover || isTyping || gtk_widget_has_css_class(focus, "curve-editor") != 0
    }
}

extension KeyPress {
    /// True if a modifier is held.
    fileprivate var isModified: Bool { isShiftHeld || isControlHeld || isAltHeld }
}
