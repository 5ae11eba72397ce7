import Dispatch
import Editing
import Filters
import Synchronization

/// Writes kept edits and reads them, one after the other on a queue of all windows: no window waits for the disk, or for another
/// program that has locked the folder.
final class EditWriter: Sendable {
    /// What is to be kept of a picture.
    struct Work: Sendable {
        let picture: String
        /// Nil where nothing is to be kept.
        let recipe: Recipe?
        var isSetAside = false
    }

    /// What is kept of a picture.
    struct Found: Sendable {
        let kept: EditStore.Kept
        /// Whether it was kept here, so that what is kept goes on from what was seen.
        let isOwn: Bool
    }

    /// What came of a piece of work.
    enum Outcome: Sendable {
        /// Whether another window has kept something else of the picture meanwhile.
        case kept(isShared: Bool)
        case failed(EditStoreError)
    }

    private static let queue = DispatchQueue(label: "kept edits", qos: .userInitiated)
    /// The work that has neither succeeded nor failed for good.
    private static let unfinished = DispatchGroup()
    /// How soon work that found the folder locked is tried again.
    private static let retryInterval = DispatchTimeInterval.milliseconds(500)

    private let store: EditStore
    private let ended: @Sendable (String, Outcome) -> Void
    private let waiting = Mutex(Waiting())

    private struct Waiting {
        /// The newest work of each picture that found the folder locked.
        var works: [String: Work] = [:]
        var hasTimer = false
    }

    /// - Parameter ended: told, on the queue, the picture of a piece of work and what came of it; of work that waits for the lock
    ///   at each attempt.
    init(folder: String, ended: @escaping @Sendable (String, Outcome) -> Void) {
        store = EditStore(folder: folder)
        self.ended = ended
        Self.queue.async { [store] in store.removeRemains() }
    }

    /// Does it soon.
    func put(_ work: Work) {
        Self.unfinished.enter()
        Self.queue.async { self.run(work) }
    }

    /// Tells, on the queue, what is kept of a picture by then: what was put before is in it.
    func read(_ picture: String, _ then: @escaping @Sendable (Found?) -> Void) {
        Self.queue.async { [self] in
            if let work = waiting.withLock({ $0.works[picture] }) {
                then(
                    work.recipe.map {
                        Found(kept: .init(recipe: $0, isSetAside: work.isSetAside), isOwn: true)
                    })
            } else {
                then(
                    store.read(picture).map { Found(kept: $0, isOwn: store.hasWritten(picture)) })
            }
        }
    }

    /// Waits at the program's end until the work of all windows is done, for as long as a person would.
    static func finish() { _ = unfinished.wait(timeout: .now() + .seconds(2)) }

    /// Whether it need not be tried again.
    @discardableResult
    private func run(_ work: Work) -> Bool {
        // What waited for the lock is out of date.
        if waiting.withLock({ $0.works.removeValue(forKey: work.picture) }) != nil { Self.unfinished.leave() }
        do throws(EditStoreError) {
            let isShared = try write(work)
            Self.unfinished.leave()
            ended(work.picture, .kept(isShared: isShared))
            return true
        } catch {
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
            return try store.write(recipe, of: work.picture, isSetAside: work.isSetAside)
        }
        try store.forget(work.picture)
        return false
    }

    private func wait(with work: Work) {
        let needsTimer = waiting.withLock { waiting in
            waiting.works[work.picture] = work
            defer { waiting.hasTimer = true }
            return !waiting.hasTimer
        }
        guard needsTimer else { return }
        Self.queue.asyncAfter(deadline: .now() + Self.retryInterval) { self.tryAgain() }
    }

    private func tryAgain() {
        let works = waiting.withLock { waiting in
            waiting.hasTimer = false
            return waiting.works.values
        }
        // All have one lock: where it is not to be had for the first, openings do not wait for the others' attempts.
        for work in works {
            Self.unfinished.enter()
            guard run(work) else { return }
        }
    }
}
