import Editing
import Filters
import Gtk

/// Stores the edits of a window's picture soon after each gesture, off the main thread.
@MainActor
final class AutosaveController {
    /// Called with the reason when edits cannot be stored, and with nil once they can be again.
    var failed: (@MainActor (EditStoreError?) -> Void)?
    /// Called with the picture whose edits were stored or deleted.
    var stored: @MainActor (String) -> Void = { _ in }
    /// Called once per picture if another window edits it too.
    var isShared: (@MainActor () -> Void)?

    private var writer: EditWriter?
    private var pending: Pending?
    private var delay: Delay?
    private var problem: EditStoreError?
    /// True if edits were written in this run, which shows that more can be.
    private(set) var isProven = false
    private var sharedPicture: String?
    /// The picture and the titles of the undo steps written last. There are many steps, and a drag does not
    /// change them, so they are rewritten only when they change.
    private var written: (picture: String, titles: [[String]])?

    /// Pending edits.
    private struct Pending {
        let picture: String
        /// Returns the newest edits when they are written; nil if there is nothing to store.
        let edits: @MainActor () -> Edits?
        var isSetAside = false
    }

    /// The data stored for a picture.
    struct Edits {
        let recipe: Recipe
        var isExported = false
        var steps = EditHistory.Steps()
    }

    /// The delay between a gesture's first change and its write: well below the one second of work that a
    /// crash may lose.
    private static let milliseconds = 400

    /// - Parameter folder: where edits are stored; nil to store none.
    init(folder: String?) {
        writer = folder.map { folder in
            EditWriter(folder: folder) { [weak self] picture, outcome in
                onMainThread { self?.ended(picture, outcome) }
            }
        }
    }

    /// True if the edits made so far are stored, or soon will be.
    var isWorking: Bool { writer != nil && problem == nil }

    /// Reads the stored edits of a picture, including any that are still waiting to be written.
    func read(_ picture: String, _ then: @escaping @MainActor @Sendable (EditStore.StoredEdits?) -> Void) {
        flush()
        guard let writer else { return then(nil) }
        writer.read(picture) { found in onMainThread { then(found) } }
    }

    /// Records that the edits read for a picture are in use: new edits continue them.
    func resume(_ picture: String) { writer?.resume(picture) }

    /// Deletes the stored edits.
    func forget(_ picture: String) {
        keep(picture) { nil }
        flush()
    }

    /// Stores the newest edits of a picture after a short delay, or deletes the stored ones if `edits`
    /// returns nil; it is called only when the edits are written.
    func keep(_ picture: String, edits: @escaping @MainActor () -> Edits?) {
        if let pending, pending.picture != picture { flush() }
        pending = Pending(picture: picture, edits: edits)
        guard delay == nil else { return }
        delay = Delay(milliseconds: Self.milliseconds) { [weak self] in self?.flush() }
    }

    /// Stores discarded edits, to be restored on request.
    func setAside(_ recipe: Recipe, of picture: String) {
        pending = Pending(picture: picture, edits: { Edits(recipe: recipe) }, isSetAside: true)
        flush()
    }

    /// Starts writing all edits so far, without waiting for the write.
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
        } else {
            // The stored steps are deleted with the edits.
            written = nil
        }
        writer?.put(work)
    }

    /// Writes all edits so far, and waits for the write, but no longer than a user would accept.
    func settle() {
        flush()
        guard let writer, problem == nil else { return }
        EditWriter.finish()
        note(writer.problem)
        isProven = writer.problem == nil
    }

    private func ended(_ picture: String, _ outcome: EditWriter.Outcome) {
        switch outcome {
        case .stored(let hasOther):
            isProven = true
            note(nil)
            stored(picture)
            guard hasOther, sharedPicture != picture else { return }
            sharedPicture = picture
            isShared?()
        case .failed(let error):
            // The steps may not have been stored.
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
