import System
@preconcurrency import CAdwaita
import Gtk
import Imaging
import Localization

/// The header of a window: the open picture, its edit state, and the available actions.
@MainActor
final class HeaderBar {
    private let window: Object
    private let title: Object
    private let saveButton: Object
    private let dragHandle: Object
    private let actions: ActionMap
    private let history: HistoryButtons
    /// The window's title, and the edits to undo and redo, as currently shown.
    private var edits: [String?] = []
    private var subtitle: String?

    init(_ interface: Interface, actions: ActionMap) {
        window = interface["window"]
        title = interface["title"]
        saveButton = interface["save-button"]
        dragHandle = interface["drag-handle"]
        self.actions = actions
        history = HistoryButtons(interface)
        let menu = ActionInterface.menu(Action.mainMenu)
        gtk_menu_button_set_menu_model(interface["menu-button"].pointer(), menu.pointer())
        interface["menu-button"].leaveFocusOnClick()
    }

    /// Shows another picture.
    func show(_ document: Document?) {
        for name in [
            "save", "save-as", "export", "copy", "save-recipe", "open-recipe", "copy-recipe", "reset-filters",
            "presets", "save-preset", "crop", "auto", "pick-gray",
            "add-filter", "original", "split", "side-by-side", "compare", "zoom-in", "zoom-out", "zoom-fit",
            "zoom-50", "zoom-100", "zoom-200", "zoom-400", "properties", "pan-left", "pan-right", "pan-up",
            "pan-down",
        ] {
            let passes = document?.medium.live != nil && ["save", "save-as", "export"].contains(name)
            actions.setEnabled(name, document != nil && !passes)
        }
        // Only still pictures can be passed to other programs, not clips or live images.
        let isStill = document.map { $0.medium.clip == nil && $0.medium.live == nil } ?? false
        for name in ["open-with", "print"] { actions.setEnabled(name, isStill) }
        gtk_widget_set_visible(dragHandle.widget, isStill ? 1 : 0)
        actions.setEnabled("reload", document?.file != nil)
        for name in ["previous-page", "next-page"] where document == nil { actions.setEnabled(name, false) }
        for name in ["previous", "next", "copy-to-next"] {
            actions.setEnabled(name, document?.file?.path != nil)
        }
        showEdits(of: document)
        showSavePath(of: document)
    }

    /// Shows whether the picture has unsaved changes, and what can be undone.
    func showEdits(of document: Document?) {
        let name = document.map { ($0.isEdited ? "• " : "") + $0.name } ?? "Glint"
        let windowTitle = document == nil ? name : tr("\(name) – Glint")
        let (undo, redo) = (document?.history.undoTitle, document?.history.redoTitle)
        guard edits != [windowTitle, undo, redo] else { return }
        edits = [windowTitle, undo, redo]
        adw_window_title_set_title(title.pointer(), name)
        gtk_window_set_title(window.pointer(), windowTitle)
        history.show(undo: undo, redo: redo)
        actions.setEnabled("undo", undo != nil)
        actions.setEnabled("redo", redo != nil)
    }

    /// Save asks for a destination only once; from then on the tooltip of its button shows the destination.
    func showSavePath(of document: Document?) {
        let tooltip = document?.savePath.map { tr("Save to \(PathName.last(of: $0)) (Ctrl+S)") }
        gtk_widget_set_tooltip_text(saveButton.widget, tooltip ?? tr("Save the Filtered Picture (Ctrl+S)"))
    }

    /// Shows the picture's size and format.
    func showSize(of document: Document?) {
        let isEdited = document?.isEdited == true && document?.isInNoFile == false
        let parts = [document?.summary ?? ""] + (isEdited ? [tr("Edited, not exported")] : [])
        let subtitle = parts.joined(separator: " · ")
        guard subtitle != self.subtitle else { return }
        self.subtitle = subtitle
        adw_window_title_set_subtitle(title.pointer(), subtitle)
    }
}
