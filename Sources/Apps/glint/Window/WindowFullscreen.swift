@preconcurrency import CAdwaita
import Gtk
import Localization

/// Shows the picture alone on the whole screen.
extension Window {
    func followFullscreen() {
        context.window.connect("notify::fullscreened") { [weak self] in self?.fullscreenChanged() }
    }

    func toggleFullscreen() {
        isFullscreen ? leaveFullscreen() : gtk_window_fullscreen(context.window.pointer())
    }

    func leaveFullscreen() { gtk_window_unfullscreen(context.window.pointer()) }

    private func fullscreenChanged() {
        isFullscreen = gtk_window_is_fullscreen(context.window.pointer()) != 0
        folderBar.isHidden = isFullscreen
        panelPosition.isPictureAlone = isFullscreen
        if isFullscreen {
            hadPanelBeforeFullscreen = panelPosition.isShown
            panelPosition.isShown = false
            gtk_widget_grab_focus(canvasArea.widget)
            context.toasts.show(tr("Press Esc to leave fullscreen"))
        } else if hadPanelBeforeFullscreen {
            panelPosition.isShown = true
        }
    }
}
