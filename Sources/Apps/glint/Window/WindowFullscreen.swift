@preconcurrency import CAdwaita
import Gtk
import Localization

/// Shows the picture alone on the whole screen.
extension Window {
    func addFullscreen() {
        let (actions, window) = (context.actions, context.window)
        actions.add("fullscreen") { [weak window] in
            guard let window else { return }
            if gtk_window_is_fullscreen(window.pointer()) != 0 {
                gtk_window_unfullscreen(window.pointer())
            } else {
                gtk_window_fullscreen(window.pointer())
            }
        }
        actions.add("leave-fullscreen") { [weak window] in
            if let window { gtk_window_unfullscreen(window.pointer()) }
        }
        actions.setEnabled("leave-fullscreen", false)
        window.connect("notify::fullscreened") { [weak self] in self?.fullscreenChanged() }
    }

    private func fullscreenChanged() {
        let isFullscreen = gtk_window_is_fullscreen(context.window.pointer()) != 0
        context.actions.setEnabled("leave-fullscreen", isFullscreen)
        context.actions.setEnabled("folder", !isFullscreen)
        folderBar.isHidden = isFullscreen
        panelPosition.isPictureAlone = isFullscreen
        if isFullscreen {
            hadPanelBeforeFullscreen = panelPosition.isShown
            context.actions.change("panel", to: false)
            gtk_widget_grab_focus(canvasArea.widget)
            context.toasts.show(tr("Press Esc to leave fullscreen"))
        } else if hadPanelBeforeFullscreen {
            context.actions.change("panel", to: true)
        }
    }
}
