@preconcurrency import CAdwaita
import Localization

/// The program and its windows.
extension Action {
    static let newWindow = Action(app: "new-window", tr("New Window"), ["<Control>n"]) {
        $0.openEmptyWindow(for: Launch())
    }
    static let preferences = Action("preferences", tr("Preferences"), ["<Control>comma"]) { window in
        let context = window.context
        PreferencesWindow.show(over: context.window, setSurround: context.application.setSurround)
    }
    static let menu = Action(ofGTK: "menu", tr("Main Menu"), ["F10"], .builtIn)
    static let shortcuts = Action(
        ofGTK: "show-help-overlay", tr("Keyboard Shortcuts"), ["<Control>question", "F1"])
    static let about = Action(app: "about", tr("About Glint")) { $0.showAbout() }
    static let closeWindow = Action("close", tr("Close Window"), ["<Control>w"]) {
        gtk_window_close($0.context.window.pointer())
    }
    static let quit = Action(app: "quit", tr("Quit"), ["<Control>q"]) { $0.quit() }

    static let general = [newWindow, preferences, menu, shortcuts, about, closeWindow, quit]
}
