import System
import Decoding
import Editing
import Filters
import Gtk
import Imaging
import Rendering

/// Thumbnails of picture files with their stored edits, rendered one at a time when they come into view: the
/// newest request first; requests for files that have scrolled out of view are dropped.
@MainActor
final class FolderThumbnails {
    /// A thumbnail, and whether the picture is edited.
    struct Item {
        let thumbnail: Thumbnail
        let state: EditState
    }

    /// Whether a picture has edits, and whether a file contains them.
    enum EditState {
        case unedited, edited, exported
    }

    /// The longer side, in pixels.
    static let side = 160

    private let renderService: RenderService?
    private let edits: EditStore?
    private let catalog: @MainActor () -> FilterCatalog
    /// The requests by path, the newest last.
    private var requests: [(path: String, made: @MainActor (Item) -> Void)] = []
    private var isBusy = false
    /// The cached thumbnails by path, each with the stamps of the files from which it was rendered.
    private var made: [String: (item: Item, stamps: [FileStamp?])] = [:]
    /// The paths of the cached thumbnails, the oldest first.
    private var order: [String] = []

    /// About 20 MB of thumbnails.
    private static let greatestCount = 300

    /// - Parameters:
    ///   - editFolder: where edits are stored; nil if none are.
    ///   - catalog: the available filters.
    init(
        _ renderService: RenderService?, editFolder: String?,
        catalog: @escaping @MainActor () -> FilterCatalog
    ) {
        self.renderService = renderService
        self.catalog = catalog
        edits = editFolder.map { EditStore(folder: $0) }
    }

    /// Requests a thumbnail of a file; a cached one is returned at once.
    func make(_ path: String, _ then: @escaping @MainActor (Item) -> Void) {
        if let known = made[path], known.stamps == stamps(of: path) { return then(known.item) }
        requests.append((path, then))
        makeNext()
    }

    /// Cancels a request.
    func cancel(_ path: String) { requests.removeAll { $0.path == path } }

    /// Continues after the driver was reset, which drops the thumbnail being rendered.
    func restart() { ended() }

    private func stamps(of path: String) -> [FileStamp?] { [FileStamp(path), edits?.stamp(of: path)] }

    private func makeNext() {
        guard !isBusy, let request = requests.popLast() else { return }
        isBusy = true
        let path = request.path
        let stamps = stamps(of: path)
        let (edits, catalog) = (edits, catalog())
        inBackground({ (Self.source(path), Self.edits(of: path, in: edits, catalog)) }) { [weak self] found in
            guard let self else { return }
            guard let source = found.0, let renderService else { return ended() }
            let (recipe, state) = found.1
            let token = CancellationToken()
            renderService.makeThumbnail(
                .init(recipe: recipe, source: source, side: Self.side), token: token
            ) { [weak self] thumbnail in
                if let item = thumbnail.map({ Item(thumbnail: $0, state: state) }) {
                    self?.keep(item, of: path, stamps)
                    request.made(item)
                }
                self?.ended()
            }
        }
    }

    private func ended() {
        isBusy = false
        makeNext()
    }

    private func keep(_ item: Item, of path: String, _ stamps: [FileStamp?]) {
        if made.updateValue((item, stamps), forKey: path) == nil { order.append(path) }
        if order.count > Self.greatestCount { made[order.removeFirst()] = nil }
    }

    /// The picture, or the first frame of a clip, at sufficient size; nil if it cannot be read. May be called
    /// on any thread.
    private nonisolated static func source(_ path: String) -> SourceFrame? {
        if let reduced = RemotePictureDecoder.shared.reducedPicture(contentsOf: path, extent: .thumbnail) {
            var frame = SourceFrame(reduced.pixels, isOpaque: true)
            frame.photograph = Photograph(reduced, of: path)
            return frame
        }
        return try? Medium(contentsOf: path, options: DecodingOptions(acceptsDamage: true)).sourceFrame
    }

    /// The edits with which a picture would be opened. May be called on any thread.
    private nonisolated static func edits(
        of path: String, in store: EditStore?, _ catalog: FilterCatalog
    ) -> (Recipe, EditState) {
        guard let stored = store?.read(path), !stored.isSetAside, !stored.isOfAnotherPicture else {
            return (Recipe(), .unedited)
        }
        let recipe = stored.recipe.adapted(to: catalog).recipe
        if recipe.normalized(in: catalog).stages.isEmpty { return (recipe, .unedited) }
        return (recipe, stored.isExported ? .exported : .edited)
    }
}
