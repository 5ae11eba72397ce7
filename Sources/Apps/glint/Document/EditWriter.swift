import Dispatch
import Editing
import Filters
import Synchronization

/// Writes and reads stored edits, one operation at a time on a queue shared by all windows: no window waits
/// for the disk, or for another program that has locked the folder.
final class EditWriter: Sendable {
    /// The edits to store for a picture.
    struct Work: Sendable {
        let picture: String
        /// Nil to store nothing.
        let recipe: Recipe?
        var isSetAside = false
        var isExported = false
        /// The undo and redo history; nil if it is unchanged since the last write.
        var steps: EditHistory.Steps?
    }

    /// The outcome of a write.
    enum Outcome: Sendable {
        /// True if another window has stored different edits of the picture meanwhile.
        case stored(isShared: Bool)
        case failed(EditStoreError)
    }

    private static let queue = DispatchQueue(label: "stored edits", qos: .userInitiated)
    /// The writes that have neither succeeded nor failed permanently.
    private static let unfinished = DispatchGroup()
    /// The delay before a write that found the folder locked is retried.
    private static let retryInterval = DispatchTimeInterval.milliseconds(500)

    private let store: EditStore
    private let ended: @Sendable (String, Outcome) -> Void
    private let state = Mutex(State())

    private struct State {
        /// The newest write for each picture that found the folder locked.
        var works: [String: Work] = [:]
        var hasTimer = false
        var problem: EditStoreError?
    }

    /// - Parameter ended: called on the queue with the picture and outcome of each write; for one that waits
    ///   for the lock, after each attempt.
    init(folder: String, ended: @escaping @Sendable (String, Outcome) -> Void) {
        store = EditStore(folder: folder)
        self.ended = ended
        Self.queue.async { [store] in store.removeRemains() }
    }

    /// Queues a write.
    func put(_ work: Work) {
        Self.unfinished.enter()
        Self.queue.async { self.run(work) }
    }

    /// Reads the stored edits of a picture on the queue, including all earlier writes.
    func read(_ picture: String, _ then: @escaping @Sendable (EditStore.StoredEdits?) -> Void) {
        Self.queue.async { [self] in
            if let work = state.withLock({ $0.works[picture] }) {
                then(
                    work.recipe.map {
                        EditStore.StoredEdits(
                            recipe: $0, isSetAside: work.isSetAside, isExported: work.isExported,
                            steps: work.steps ?? EditHistory.Steps())
                    })
            } else {
                then(store.read(picture))
            }
        }
    }

    /// Records that the edits read for a picture are in use.
    func resume(_ picture: String) {
        Self.queue.async { [store] in store.resume(picture) }
    }

    /// The reason why the last write failed; nil if it succeeded.
    var problem: EditStoreError? { state.withLock { $0.problem } }

    /// Waits until the writes of all windows are done, but no longer than a user would accept.
    static func finish() { _ = unfinished.wait(timeout: .now() + .seconds(2)) }

    /// Returns true if no retry is needed.
    @discardableResult
    private func run(_ work: Work) -> Bool {
        var work = work
        // An older write that still waits for the lock is obsolete, but its steps are written if this one has
        // none.
        if let older = state.withLock({ $0.works.removeValue(forKey: work.picture) }) {
            Self.unfinished.leave()
            work.steps = work.steps ?? older.steps
        }
        do throws(EditStoreError) {
            let isShared = try write(work)
            state.withLock { $0.problem = nil }
            Self.unfinished.leave()
            ended(work.picture, .stored(isShared: isShared))
            return true
        } catch {
            state.withLock { $0.problem = error }
            defer { ended(work.picture, .failed(error)) }
            guard case .locked = error else {
                Self.unfinished.leave()
                return true
            }
            wait(with: work)
            return false
        }
    }

    private func write(_ work: Work) throws(EditStoreError) -> Bool {
        if let recipe = work.recipe {
            return try store.write(
                recipe, of: work.picture, isSetAside: work.isSetAside, isExported: work.isExported,
                steps: work.steps)
        }
        try store.forget(work.picture)
        return false
    }

    private func wait(with work: Work) {
        let needsTimer = state.withLock { state in
            state.works[work.picture] = work
            defer { state.hasTimer = true }
            return !state.hasTimer
        }
        guard needsTimer else { return }
        Self.queue.asyncAfter(deadline: .now() + Self.retryInterval) { self.tryAgain() }
    }

    private func tryAgain() {
        let works = state.withLock { state in
            state.hasTimer = false
            return state.works.values
        }
        // All writes need the same lock: if the first cannot get it, reads do not wait for further attempts.
        for work in works {
            Self.unfinished.enter()
            guard run(work) else { return }
        }
    }
}
