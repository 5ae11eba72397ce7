import Editing
import Filters
import Gtk

/// Keeps what is done to a window's picture, soon after each gesture and beside the main thread.
@MainActor
final class EditKeeper {
    /// Told why edits cannot be kept, and nil as soon as they can be again.
    var failed: (@MainActor (EditStoreError?) -> Void)?
    /// Told, once for each picture, that another window edits it too.
    var isShared: (@MainActor () -> Void)?

    private var writer: EditWriter?
    private var pending: EditWriter.Work?
    private var delay: Delay?
    private var problem: EditStoreError?
    private var sharedPicture: String?

    /// How long after the first change the state of a gesture is written: well within the second that a crash may cost.
    private static let milliseconds = 400

    /// - Parameter folder: where edits are kept; nil keeps none.
    init(folder: String?) {
        writer = folder.map { folder in
            EditWriter(folder: folder) { [weak self] picture, outcome in
                onMainThread { self?.ended(picture, outcome) }
            }
        }
    }

    /// Whether what was done so far is, or soon will be, kept.
    var isWorking: Bool { writer != nil && problem == nil }

    /// Tells what is kept of a picture; what was done until now is in it.
    func read(_ picture: String, _ then: @escaping @MainActor @Sendable (EditWriter.Found?) -> Void) {
        flush()
        guard let writer else { return then(nil) }
        writer.read(picture) { found in onMainThread { then(found) } }
    }

    /// Forgets what was kept.
    func forget(_ picture: String) {
        keep(nil, of: picture)
        flush()
    }

    /// Keeps a recipe; nil forgets what was kept.
    func keep(_ recipe: Recipe?, of picture: String) {
        if let pending, pending.picture != picture { flush() }
        pending = .init(picture: picture, recipe: recipe)
        guard delay == nil else { return }
        delay = Delay(milliseconds: Self.milliseconds) { [weak self] in self?.flush() }
    }

    /// Keeps what was discarded, to be asked for.
    func setAside(_ recipe: Recipe, of picture: String) {
        pending = .init(picture: picture, recipe: recipe, isSetAside: true)
        flush()
    }

    /// Has what was done until now written at once, without waiting for it.
    func flush() {
        delay = nil
        guard let work = pending else { return }
        pending = nil
        writer?.put(work)
    }

    private func ended(_ picture: String, _ outcome: EditWriter.Outcome) {
        switch outcome {
        case .kept(let hasOther):
            note(nil)
            guard hasOther, sharedPicture != picture else { return }
            sharedPicture = picture
            isShared?()
        case .failed(let error): note(error)
        }
    }

    private func note(_ problem: EditStoreError?) {
        guard problem != self.problem else { return }
        self.problem = problem
        failed?(problem)
    }
}
