import System
@preconcurrency import CAdwaita
import Gtk
import Imaging
import Localization

/// The header of a window: the open picture, its edit state, and the main menu.
@MainActor
final class HeaderBar {
    private let window: Object
    private let title: Object
    private let saveButton: Object
    private let dragHandle: Object
    private let undoButton: Object
    private let redoButton: Object

    init(_ interface: Interface, editor: DocumentEditor) {
        window = interface["window"]
        title = interface["title"]
        saveButton = interface["save-button"]
        dragHandle = interface["drag-handle"]
        undoButton = interface["undo"]
        redoButton = interface["redo"]
        let menu = ActionInterface.mainMenu()
        gtk_menu_button_set_menu_model(interface["menu-button"].pointer(), menu.pointer())
        interface["menu-button"].leaveFocusOnClick()
        window.observe { [weak self, weak editor] in self?.show(editor?.document) }
    }

    private func show(_ document: Document?) {
        let name = document.map { ($0.isEdited ? "• " : "") + $0.name } ?? "Glint"
        adw_window_title_set_title(title.pointer(), name)
        gtk_window_set_title(window.pointer(), document == nil ? name : tr("\(name) – Glint"))
        adw_window_title_set_subtitle(title.pointer(), subtitle(of: document))
        // Only still pictures can be passed to other programs, not clips or live images.
        gtk_widget_set_visible(dragHandle.widget, document?.isStill == true ? 1 : 0)
        // Save asks for a destination only once; from then on its tooltip shows the destination.
        let destination = document?.savePath.map { tr("Save to \(PathName.last(of: $0)) (Ctrl+S)") }
        gtk_widget_set_tooltip_text(
            saveButton.widget, destination ?? tr("Save the Filtered Picture (Ctrl+S)"))
        let (undo, redo) = (document?.history.undoTitle, document?.history.redoTitle)
        gtk_widget_set_tooltip_text(
            undoButton.widget, undo.map { tr("Undo \($0) (Ctrl+Z)") } ?? tr("Undo (Ctrl+Z)"))
        gtk_widget_set_tooltip_text(
            redoButton.widget, redo.map { tr("Redo \($0) (Ctrl+Shift+Z)") } ?? tr("Redo (Ctrl+Shift+Z)"))
    }

    /// The picture's size and format, and whether its edits were exported.
    private func subtitle(of document: Document?) -> String {
        guard let document else { return "" }
        let edits = document.isEdited && !document.isInNoFile ? [tr("Edited, not exported")] : []
        return ([document.summary] + edits).joined(separator: " · ")
    }
}
