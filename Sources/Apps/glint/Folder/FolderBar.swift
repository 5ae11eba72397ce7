import System
@preconcurrency import CAdwaita
import Editing
import Gtk
import Imaging
import Observation
import Localization

/// The bar below the open picture with its position in the folder, or among the files that were opened
/// together: “3 of 12” between the buttons for its neighbors, and their thumbnails.
@MainActor @Observable
final class FolderBar {
    /// Called for each event of the thumbnails.
    var happened: @MainActor (FolderStrip.Event) -> Void = { _ in }

    private let bar: Object
    private let positionButton: Object
    private let strip: FolderStrip
    private let thumbnails: FolderThumbnails
    /// The most recently listed folder and its pictures.
    private var folder: (path: String, pictures: [String])?
    /// The files that are stepped through instead of the folder's.
    private var chosenFiles: [String]?
    private var current: String?
    /// The files whose thumbnails are rendered again.
    private var outdated: Set<String> = []
    private var refreshDelay: Delay?
    /// More than the pause between two stores of edits during a gesture.
    private static let refreshMilliseconds = 600
    /// Follows the folder of the open picture.
    private var monitor: (path: String, FolderMonitor)?

    init(_ interface: Interface, thumbnails: FolderThumbnails) {
        bar = interface["folder-bar"]
        positionButton = interface["folder-place"]
        self.thumbnails = thumbnails
        strip = FolderStrip(interface, thumbnails)
        strip.happened = { [weak self] event in
            if case .open(let path) = event, path == self?.current { return }
            self?.happened(event)
        }
    }

    /// Renders the thumbnail of a file again, whose edits have changed, once they no longer change.
    func refresh(_ path: String) {
        guard strip.isShown else { return }
        outdated.insert(path)
        refreshDelay = Delay(milliseconds: Self.refreshMilliseconds) { [weak self] in
            guard let self else { return }
            outdated.forEach(strip.refresh)
            outdated = []
        }
    }

    /// True if the thumbnails are hidden to leave space for the picture.
    var isHidden = false {
        didSet { update() }
    }

    /// True if thumbnails are shown as long as there are any.
    var isStripShown = Settings.standard.showsFolder {
        didSet { update() }
    }

    /// Switches to another picture.
    ///
    /// - Parameters:
    ///   - path: nil if the picture is not in a folder.
    ///   - chosenFiles: the files to step through; nil for those of the picture's folder.
    func follow(_ path: String?, among chosenFiles: [String]?) {
        current = path
        self.chosenFiles = chosenFiles
        update()
        guard let path, chosenFiles == nil else { return monitor = nil }
        let folderPath = PathName.folder(of: path)
        if monitor?.path != folderPath {
            monitor = (folderPath, FolderMonitor(path: folderPath) { [weak self] in self?.list(folderPath) })
        }
        list(folderPath)
    }

    private func list(_ folderPath: String) {
        inBackground({ (try? PictureFolder(folderPath, withVideos: true))?.pictures ?? [] }) { [weak self] in
            guard let self, monitor?.path == folderPath else { return }
            folder = (folderPath, $0)
            update()
        }
    }

    /// Continues after the driver was reset.
    func restart() { thumbnails.restart() }

    private func update() {
        let listed = current.flatMap { PathName.folder(of: $0) == folder?.path ? folder?.pictures : nil }
        let known = chosenFiles ?? listed ?? []
        let name = current.map { PathName.last(of: $0) }
        // The folder may be spelled differently.
        let index =
            known.firstIndex { $0 == current }
            ?? (chosenFiles == nil ? known.firstIndex { PathName.last(of: $0) == name } : nil)
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
