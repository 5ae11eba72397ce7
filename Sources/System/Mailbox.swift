import Dispatch
import Synchronization

/// State that a thread shares with its callers, who wake the thread when they change it.
///
/// The thread retains only the mailbox, not the object that its callers hold; releasing that object ends the
/// thread.
package final class Mailbox<Contents>: Sendable {
    private let contents: Mutex<Contents>
    private let ended = Atomic(false)
    private let wake = DispatchSemaphore(value: 0)

    package init(_ contents: sending Contents) { self.contents = Mutex(contents) }

    // For callers

    /// Changes the contents and wakes the thread.
    package func update<Result>(_ change: (inout sending Contents) -> sending Result) -> sending Result {
        contents.withLock { contents in
            // Within the lock: the thread cannot take the change, and free the mailbox after it, any earlier.
            defer { wake.signal() }
            return change(&contents)
        }
    }

    /// Makes ``next(atMost:_:)`` return nil as soon as there is nothing to take.
    package func end() {
        ended.store(true, ordering: .releasing)
        wake.signal()
    }

    // For all

    /// True if ``end()`` was called.
    package var isEnded: Bool { ended.load(ordering: .acquiring) }

    /// Accesses the contents without waking the thread.
    package func withLock<Result>(_ body: (inout sending Contents) -> sending Result) -> sending Result {
        contents.withLock(body)
    }

    // For the thread

    /// Waits until `take` returns an item; nil at the end, or after a timeout.
    package func next<Item>(
        atMost pause: DispatchTimeInterval = .never, _ take: (inout sending Contents) -> sending Item?
    ) -> sending Item? {
        let deadline = DispatchTime.now() + pause
        while true {
            // Read first, so that nothing added before the end is missed.
            let isEnded = isEnded
            if let item = contents.withLock(take) { return item }
            if isEnded || wake.wait(timeout: deadline) == .timedOut { return nil }
        }
    }

    /// Waits for a change or the end; false after a timeout.
    package func wait(atMost pause: DispatchTimeInterval) -> Bool {
        wake.wait(timeout: .now() + pause) == .success
    }
}
