import Dispatch
import Synchronization

/// State shared between a thread and its callers, who wake the thread by changing the state.
///
/// The thread retains only the mailbox, not the object that its callers use, so releasing that object ends
/// the thread.
package final class Mailbox<Contents>: Sendable {
    private let contents: Mutex<Contents>
    private let ended = Atomic(false)
    private let wake = DispatchSemaphore(value: 0)

    package init(_ contents: sending Contents) { self.contents = Mutex(contents) }

    // For callers

    /// Changes the contents and wakes the thread.
    package func update<Result>(_ change: (inout sending Contents) -> sending Result) -> sending Result {
        contents.withLock { contents in
            // Signals while the lock is held, so that the thread cannot take the change and free the mailbox
            // before the signal.
            defer { wake.signal() }
            return change(&contents)
        }
    }

    /// Makes ``next(atMost:_:)`` return nil as soon as there is nothing to take.
    package func end() {
        ended.store(true, ordering: .releasing)
        wake.signal()
    }

    // For callers and the thread

    /// True if ``end()`` was called.
    package var isEnded: Bool { ended.load(ordering: .acquiring) }

    /// Accesses the state without waking the thread.
    package func withLock<Result>(_ body: (inout sending Contents) -> sending Result) -> sending Result {
        contents.withLock(body)
    }

    // For the thread

    /// Waits until `take` returns an item; returns nil at the end or after a timeout.
    package func next<Item>(
        atMost pause: DispatchTimeInterval = .never, _ take: (inout sending Contents) -> sending Item?
    ) -> sending Item? {
        let deadline = DispatchTime.now() + pause
        while true {
            // Read before taking, so that no item added before the end is missed.
            let isEnded = isEnded
            if let item = contents.withLock(take) { return item }
            if isEnded || wake.wait(timeout: deadline) == .timedOut { return nil }
        }
    }

    /// Waits for a change or the end; returns false after a timeout.
    package func wait(atMost pause: DispatchTimeInterval) -> Bool {
        wake.wait(timeout: .now() + pause) == .success
    }
}
