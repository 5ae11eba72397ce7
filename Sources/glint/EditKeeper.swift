import Dispatch
import Editing
import Filters
import Gtk
import Imaging
import Synchronization

/// Keeps what is done to a window's picture, soon after each gesture and beside the main thread.
@MainActor
final class EditKeeper {
    /// Told, once for each reason, why edits cannot be kept.
    var failed: (@MainActor (String) -> Void)?
    /// Told, once for each picture, that another window edits it too.
    var isShared: (@MainActor () -> Void)?

    private let store: EditStore?
    private let queue = DispatchQueue(label: "kept edits", qos: .utility)
    private var pending: Work?
    private var delay: Delay?
    private var complaint: String?
    private var sharedPicture: String?

    private struct Work: Sendable {
        let picture: String
        /// Nil where nothing is to be kept.
        let recipe: Recipe?
        var isSetAside = false
    }

    /// How long after the first change the state of a gesture is written: well within the second that a crash may cost.
    private static let milliseconds = 400

    /// - Parameter folder: where edits are kept; nil keeps none.
    init(folder: String?) {
        store = folder.map { EditStore(folder: $0) }
        if let store { queue.async { store.removeRemains() } }
    }

    /// Whether what was done so far is, or soon will be, kept.
    var isWorking: Bool { store != nil && complaint == nil }

    /// What is kept of a picture.
    func read(_ picture: String) -> EditStore.Kept? {
        flush()
        return store?.read(picture)
    }

    /// Whether something of the picture was kept by this window.
    func hasKept(_ picture: String) -> Bool { store?.hasWritten(picture) ?? false }

    /// Forgets what was kept before anything else can happen.
    func forget(_ picture: String) {
        keep(nil, of: picture)
        flush()
    }

    /// Keeps a recipe; nil forgets what was kept.
    func keep(_ recipe: Recipe?, of picture: String) {
        if let pending, pending.picture != picture { flush() }
        pending = Work(picture: picture, recipe: recipe)
        guard delay == nil else { return }
        delay = Delay(milliseconds: Self.milliseconds) { [weak self] in self?.write() }
    }

    /// Keeps what was discarded, to be asked for.
    func setAside(_ recipe: Recipe, of picture: String) {
        pending = Work(picture: picture, recipe: recipe, isSetAside: true)
        flush()
    }

    /// Waits until everything is on the disk.
    func flush() {
        write()
        queue.sync {}
    }

    private func write() {
        delay = nil
        guard let work = pending, let store else { return }
        pending = nil
        queue.async { [weak self] in
            let result = Result { () throws(ImagingError) in try Self.write(work, to: store) }
            onMainThread { self?.wrote(work.picture, result) }
        }
    }

    private nonisolated static func write(
        _ work: Work, to store: EditStore
    ) throws(ImagingError) -> Bool {
        if let recipe = work.recipe {
            return try store.write(recipe, of: work.picture, isSetAside: work.isSetAside)
        }
        try store.forget(work.picture)
        return false
    }

    private func wrote(_ picture: String, _ result: Result<Bool, ImagingError>) {
        switch result {
        case .success(let hasOther):
            complaint = nil
            guard hasOther, sharedPicture != picture else { return }
            sharedPicture = picture
            isShared?()
        case .failure(let error):
            let text = "\(error)"
            guard complaint != text else { return }
            complaint = text
            failed?(text)
        }
    }
}
