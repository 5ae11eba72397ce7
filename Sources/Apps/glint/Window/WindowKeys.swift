@preconcurrency import CAdwaita
import Gtk

/// Keys whose effect depends on the focus or on what is going on, which shortcuts cannot express.
extension Window {
    func followKeys() {
        let window = context.window
        // A click on the picture gives it the arrow keys.
        canvasOverlay.onHold { [weak self] isHeld in
            if isHeld, let self { gtk_widget_grab_focus(canvasArea.widget) }
        }
        window.onKeyBefore { [weak self] press in
            guard let self, !isInPopover else { return false }
            return cancelOrApply(press) || turnPage(press) || zoomOverSlider(press) || activate(press)
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
        window.onKeyHold(
            began: { [weak self] press in
                guard let self, hasPicture, [Int(GDK_KEY_b), Int(GDK_KEY_B)].contains(press.key),
                    !press.isControlHeld, !press.isAltHeld
                else { return false }
                showsOriginal = true
                return true
            },
            ended: { [weak self] in self?.showsOriginal = false })
    }

    /// Return applies a crop and Escape cancels it, wherever the focus is, except in widgets that use these
    /// keys themselves; Escape also ends a drag or a pick, and leaves fullscreen.
    private func cancelOrApply(_ press: KeyPress) -> Bool {
        switch press.key {
        case Int(GDK_KEY_braceleft) where !isTyping && tools?.resizeBrush(by: -1) == true: return true
        case Int(GDK_KEY_braceright) where !isTyping && tools?.resizeBrush(by: 1) == true: return true
        default: break
        }
        guard !press.isModified else { return false }
        switch press.key {
        case Int(GDK_KEY_Escape) where isDragging && cancelDrag(): break
        case Int(GDK_KEY_Escape) where tools?.gray.isWaiting == true: tools?.gray.end()
        case Int(GDK_KEY_Escape) where tools?.endPainting() == true: break
        case Int(GDK_KEY_Delete) where hasPictureFocus && tools?.removeSpot() == true: break
        case Int(GDK_KEY_Escape) where cropping?.isActive == true: cropping?.cancel()
        case Int(GDK_KEY_Escape) where panelPosition.isPictureAlone:
            // Takes precedence over a message that Escape would dismiss.
            leaveFullscreen()
        case Int(GDK_KEY_Return), Int(GDK_KEY_KP_Enter):
            guard let cropping, cropping.isActive, !cropping.usesReturn, !isTyping else { return false }
            cropping.end()
        default: return false
        }
        return true
    }

    /// Restores what a drag with the pointer has changed, and ends it; false if there was none.
    private func cancelDrag() -> Bool {
        isDragging = false
        guard context.window.cancelGestures() else { return false }
        editor.cancelGesture()
        return true
    }

    /// Page Up and Page Down step through the folder wherever the focus is.
    private func turnPage(_ press: KeyPress) -> Bool {
        guard !press.isModified, !focusUsesPageKeys else { return false }
        switch press.key {
        case Int(GDK_KEY_Page_Up), Int(GDK_KEY_KP_Page_Up): opener.step(by: -1)
        case Int(GDK_KEY_Page_Down), Int(GDK_KEY_KP_Page_Down): opener.step(by: 1)
        default: return false
        }
        return true
    }

    /// Plus and minus zoom also while a slider has the focus, which GTK would move.
    private func zoomOverSlider(_ press: KeyPress) -> Bool {
        guard let focus = gtk_window_get_focus(context.window.pointer()),
            g_type_check_instance_is_a(Object(focus).pointer(), gtk_range_get_type()) != 0,
            let action = ActionKeys.actions(for: press).first,
            [Action.zoomIn.name, Action.zoomOut.name].contains(action.name)
        else { return false }
        return context.window.activate(action.name)
    }

    /// Activates the action of a key that GTK does not find because it is of another script, and keeps keys
    /// that are pressed while a picture is opened for that picture.
    private func activate(_ press: KeyPress) -> Bool {
        guard press.isTranslated || opener.isOpening, !isTyping else { return false }
        let actions = ActionKeys.actions(for: press).filter { $0.keyScope != .held }
        let activate = { [weak self] in
            actions.contains { self?.context.window.activate($0.name) == true }
        }
        guard opener.isOpening, actions.contains(where: \.waitsForPicture),
            hasPictureFocus || !Self.activationKeys.contains(press.key)
        else { return press.isTranslated && activate() }
        opener.whenOpened { _ = activate() }
        return true
    }

    /// Keys that press a focused button.
    private static let activationKeys = [GDK_KEY_space, GDK_KEY_Return, GDK_KEY_KP_Enter].map { Int($0) }

    /// True if no control has the focus.
    private var hasPictureFocus: Bool {
        guard let focus = gtk_window_get_focus(context.window.pointer()) else { return true }
        return canvasArea.isSame(as: UnsafeMutableRawPointer(focus))
    }

    /// True if the focused widget uses these keys itself: a number or a curve.
    private var focusUsesPageKeys: Bool {
        guard let focus = gtk_window_get_focus(context.window.pointer()) else { return false }
        return isTyping || gtk_widget_has_css_class(focus, "curve-editor") != 0
    }

    /// True if the focus is in an open list or menu.
    private var isInPopover: Bool {
        let focus = gtk_window_get_focus(context.window.pointer())
        return focus.map { gtk_widget_get_ancestor($0, gtk_popover_get_type()) != nil } ?? false
    }

    /// True if an entry or a text has the focus.
    private var isTyping: Bool {
        guard let focus = gtk_window_get_focus(context.window.pointer()) else { return false }
        return [gtk_editable_get_type(), gtk_text_view_get_type()].contains {
            g_type_check_instance_is_a(Object(focus).pointer(), $0) != 0
        }
    }
}

extension KeyPress {
    /// True if a modifier is held.
    var isModified: Bool { isShiftHeld || isControlHeld || isAltHeld }
}
