@preconcurrency import CAdwaita
import Editing
import Filters
import Gtk
import Imaging

/// The picture's file and folder: changes of the file on disk, and stepping to the folder's other pictures.
extension Window {
    /// Opens the picture `count` positions further in the folder; this one's edits are kept.
    ///
    /// - Parameter recipe: the recipe for that picture; nil for its earlier edits.
    func step(by count: Int, copying recipe: Recipe? = nil) {
        guard let path = document?.file?.path, openingFile == nil else { return }
        do throws(ImagingError) {
            let folder = try PictureFolder(PathName.folder(of: path))
            guard let next = folder.picture(count, from: path, past: passedNeighbor) else {
                toasts.show("This is the \(count > 0 ? "last" : "first") picture in its folder")
                return
            }
            passedNeighbor = next
            let file = File(path: next)
            if let other = application.window(showing: file), other !== self { return other.present() }
            open(.file(file), copying: recipe, asks: !keepsEdits)
        } catch {
            toasts.showFailure(sentence(error, path: PathName.folder(of: path)))
        }
    }

    /// Arrows step through pictures unless the focus is among the filters; clicking the picture removes it from there.
    func followArrows(panel: Object, picture: Object) {
        let isInPanel: @MainActor () -> Bool = { [weak window] in
            guard let window, let focus = gtk_window_get_focus(window.pointer()) else { return false }
            return gtk_widget_is_ancestor(focus, panel.widget) != 0
        }
        picture.onHold { [weak window] isHeld in
            if isHeld, isInPanel(), let window { gtk_window_set_focus(window.pointer(), nil) }
        }
        window.onKeyAfter { [weak self] press in
            guard !press.isShiftHeld, !press.isControlHeld, !press.isAltHeld, !isInPanel() else {
                return false
            }
            switch press.key {
            case Int(GDK_KEY_Left): self?.step(by: -1)
            case Int(GDK_KEY_Right): self?.step(by: 1)
            default: return false
            }
            return true
        }
    }

    /// Opens the next picture and applies this one's edits to it.
    func copyToNext() {
        step(by: 1, copying: document?.recipe)
    }

    /// Follows the picture's file on the disk.
    func watchFile() {
        fileNotice?.dismiss()
        fileNotice = nil
        fileMonitor = document?.file?.path.map { path in
            FileMonitor(path: path) { [weak self] in self?.checkFile() }
        }
    }

    private func checkFile() {
        // This window's own save is noted when it ends.
        guard let document, !saveBar.isActive else { return }
        let kept = keepsEdits ? "The picture stays open, and your edits are kept." : "The picture stays open."
        let state = document.fileState
        if state != .same { fileNotice?.dismiss() }
        switch state {
        case .same: return
        case .gone: fileNotice = toasts.showFailure("“\(document.name)” was moved or deleted. \(kept)")
        case .changed:
            fileNotice = toasts.show(
                "“\(document.name)” has changed on the disk", button: "_Read Again", seconds: 0
            ) {
                [weak self] in self?.reload()
            }
        }
        // Reported once per change.
        self.document?.noteFile()
    }
}
