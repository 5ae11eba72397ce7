import Editing
import Filters
import Gtk

/// Keeps the edits of a window's picture, soon after each gesture and off the main thread.
@MainActor
final class EditKeeper {
    /// Called with the reason when edits cannot be kept, and with nil once they can be again.
    var failed: (@MainActor (EditStoreError?) -> Void)?
    /// Called, once per picture, when another window edits it, too.
    var isShared: (@MainActor () -> Void)?

    private var writer: EditWriter?
    private var pending: Pending?
    private var delay: Delay?
    private var problem: EditStoreError?
    /// Whether edits were written in this run, so that more can be.
    private(set) var isProven = false
    private var sharedPicture: String?
    /// The picture and the steps written last: they are many, and a drag leaves them as they are.
    private var written: (picture: String, titles: [[String]])?

    /// Edits to be written.
    private struct Pending {
        let picture: String
        /// The newest edits, at the time of the write; nil where there is nothing to keep.
        let edits: @MainActor () -> Edits?
        var isSetAside = false
    }

    /// What is kept of a picture.
    struct Edits {
        let recipe: Recipe
        var isExported = false
        var steps = EditHistory.Steps()
    }

    /// The delay between a gesture's first change and its write: well within the second that a crash may cost.
    private static let milliseconds = 400

    /// - Parameter folder: where edits are kept; nil to keep none.
    init(folder: String?) {
        writer = folder.map { folder in
            EditWriter(folder: folder) { [weak self] picture, outcome in
                onMainThread { self?.ended(picture, outcome) }
            }
        }
    }

    /// Whether the edits so far are kept, or soon will be.
    var isWorking: Bool { writer != nil && problem == nil }

    /// Reads the kept edits of a picture, including those made until now.
    func read(_ picture: String, _ then: @escaping @MainActor @Sendable (EditStore.Kept?) -> Void) {
        flush()
        guard let writer else { return then(nil) }
        writer.read(picture) { found in onMainThread { then(found) } }
    }

    /// Notes that the edits of a picture that were read are shown: new ones continue them.
    func resume(_ picture: String) { writer?.resume(picture) }

    /// Forgets the kept edits.
    func forget(_ picture: String) {
        keep(picture) { nil }
        flush()
        written = nil
    }

    /// Keeps the newest edits of a picture, soon; nil forgets the kept ones. They are asked for only when they are written.
    func keep(_ picture: String, edits: @escaping @MainActor () -> Edits?) {
        if let pending, pending.picture != picture { flush() }
        pending = Pending(picture: picture, edits: edits)
        guard delay == nil else { return }
        delay = Delay(milliseconds: Self.milliseconds) { [weak self] in self?.flush() }
    }

    /// Keeps discarded edits, to be restored on request.
    func setAside(_ recipe: Recipe, of picture: String) {
        pending = Pending(picture: picture, edits: { Edits(recipe: recipe) }, isSetAside: true)
        flush()
    }

    /// Has the edits so far written at once, without waiting for it.
    func flush() {
        delay = nil
        guard let pending else { return }
        self.pending = nil
        let edits = pending.edits()
        var work = EditWriter.Work(
            picture: pending.picture, recipe: edits?.recipe, isSetAside: pending.isSetAside,
            isExported: edits?.isExported == true)
        if let steps = edits?.steps {
            let titles = [steps.past, steps.future].map { $0.map(\.title) }
            if written?.picture != pending.picture || written?.titles != titles { work.steps = steps }
            written = (pending.picture, titles)
        }
        writer?.put(work)
    }

    /// Has the edits so far written, and waits for that as long as a user would.
    func settle() {
        flush()
        guard let writer, problem == nil else { return }
        EditWriter.finish()
        note(writer.problem)
        isProven = writer.problem == nil
    }

    private func ended(_ picture: String, _ outcome: EditWriter.Outcome) {
        switch outcome {
        case .kept(let hasOther):
            isProven = true
            note(nil)
            guard hasOther, sharedPicture != picture else { return }
            sharedPicture = picture
            isShared?()
        case .failed(let error):
            // The steps may not be stored.
            written = nil
            note(error)
        }
    }

    private func note(_ problem: EditStoreError?) {
        guard problem != self.problem else { return }
        self.problem = problem
        failed?(problem)
    }
}
