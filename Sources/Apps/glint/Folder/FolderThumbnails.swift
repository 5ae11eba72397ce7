import System
import Decoding
import Editing
import Filters
import Gtk
import Imaging
import Rendering

/// Thumbnails of picture files, rendered one at a time when they come into view: the newest request first;
/// requests for files that have scrolled out of view are dropped.
@MainActor
final class FolderThumbnails {
    /// The longer side, in pixels.
    static let side = 160

    private let renderService: RenderService?
    /// The requests by path, the newest last.
    private var requests: [(path: String, made: @MainActor (Thumbnail) -> Void)] = []
    private var isBusy = false
    /// The cached thumbnails by path, each with the stamp of the file from which it was rendered.
    private var made: [String: (thumbnail: Thumbnail, stamp: FileStamp?)] = [:]
    /// The paths of the cached thumbnails, the oldest first.
    private var order: [String] = []

    /// About 20 MB of thumbnails.
    private static let greatestCount = 300

    init(_ renderService: RenderService?) { self.renderService = renderService }

    /// Requests a thumbnail of a file; a cached one is returned at once.
    func make(_ path: String, _ then: @escaping @MainActor (Thumbnail) -> Void) {
        if let known = made[path], known.stamp == FileStamp(path) { return then(known.thumbnail) }
        requests.append((path, then))
        makeNext()
    }

    /// Cancels a request.
    func cancel(_ path: String) { requests.removeAll { $0.path == path } }

    /// Continues after the driver was reset, which drops the thumbnail being rendered.
    func restart() { ended() }

    private func makeNext() {
        guard !isBusy, let request = requests.popLast() else { return }
        isBusy = true
        let path = request.path
        let stamp = FileStamp(path)
        inBackground({ Self.source(path) }) { [weak self] source in
            guard let self else { return }
            guard let source, let renderService else { return ended() }
            let token = CancellationToken()
            renderService.makeThumbnail(
                .init(recipe: Recipe(), source: source, side: Self.side), token: token
            ) { [weak self] thumbnail in
                if let thumbnail {
                    self?.keep(thumbnail, of: path, stamp)
                    request.made(thumbnail)
                }
                self?.ended()
            }
        }
    }

    private func ended() {
        isBusy = false
        makeNext()
    }

    private func keep(_ thumbnail: Thumbnail, of path: String, _ stamp: FileStamp?) {
        if made.updateValue((thumbnail, stamp), forKey: path) == nil { order.append(path) }
        if order.count > Self.greatestCount { made[order.removeFirst()] = nil }
    }

    /// A thumbnail of the picture, or of the first frame of a clip, at sufficient size; nil if it cannot be
    /// read. May be called on any thread.
    private nonisolated static func source(_ path: String) -> SourceFrame? {
        if let reduced = RemotePictureDecoder.shared.reducedPicture(contentsOf: path, extent: .thumbnail) {
            return SourceFrame(reduced.pixels, isOpaque: true)
        }
        return try? Medium(contentsOf: path, options: DecodingOptions(acceptsDamage: true)).sourceFrame
    }
}
