import System
@preconcurrency import CAdwaita
import Editing
import Gtk
import Imaging
import Observation
import Localization

/// The bar below the open picture with its position in the folder: “3 of 12” between the buttons for its
/// neighbors, and the folder's thumbnails.
@MainActor @Observable
final class FolderBar {
    /// Called with the path of the picture that the user has chosen.
    var chosen: @MainActor (String) -> Void = { _ in }

    private let bar: Object
    private let positionButton: Object
    private let strip: FolderStrip
    private let thumbnails: FolderThumbnails
    /// The most recently listed folder and its pictures.
    private var folder: (path: String, pictures: [String])?
    private var current: String?

    init(_ interface: Interface, thumbnails: FolderThumbnails) {
        bar = interface["folder-bar"]
        positionButton = interface["folder-place"]
        self.thumbnails = thumbnails
        strip = FolderStrip(interface, thumbnails)
        strip.chosen = { [weak self] path in
            if let self, path != current { chosen(path) }
        }
    }

    /// True if the thumbnails are hidden to leave space for the picture.
    var isHidden = false {
        didSet { update() }
    }

    /// True if thumbnails are shown as long as there are any.
    var isStripShown = Settings.standard.showsFolder {
        didSet {
            Settings.standard.showsFolder = isStripShown
            update()
        }
    }

    /// Switches to another picture; nil if it is not in a folder.
    func follow(_ path: String?) {
        current = path
        update()
        guard let path else { return }
        let folderPath = PathName.folder(of: path)
        inBackground({ (try? PictureFolder(folderPath, withVideos: true))?.pictures ?? [] }) { [weak self] in
            guard let self, current == path else { return }
            folder = (folderPath, $0)
            update()
        }
    }

    /// Continues after the driver was reset.
    func restart() { thumbnails.restart() }

    private func update() {
        let known = current.flatMap { PathName.folder(of: $0) == folder?.path ? folder?.pictures : nil } ?? []
        let name = current.map { PathName.last(of: $0) }
        let index = known.firstIndex { PathName.last(of: $0) == name }
        // A picture that is alone in its folder has no neighbors.
        gtk_widget_set_visible(bar.widget, current == nil || known.count == 1 ? 0 : 1)
        strip.isShown = isStripShown && !isHidden && current != nil
        let text = index.map { tr("\($0 + 1) of \(known.count)") } ?? ""
        gtk_button_set_label(positionButton.pointer(), text)
        positionButton.setAccessibleName(
            index.map { tr("Picture \($0 + 1) of \(known.count)") } ?? tr("Pictures in the Folder"))
        // Hidden widgets need not be updated.
        if strip.isShown, !known.isEmpty { strip.show(known, current: index) }
    }
}
