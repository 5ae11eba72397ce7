import Dispatch
import Synchronization

/// Room for one item between two threads: one that comes while another waits replaces it, so there is never a queue.
package final class NewestSlot<Item: Sendable>: Sendable {
    private struct Contents {
        var item: Item?
        var replacedCount = 0
        var isEnded = false
    }

    private let contents = Mutex(Contents())
    private let wake = DispatchSemaphore(value: 0)

    package init() {}

    /// How many items were replaced before they were taken.
    package var replacedCount: Int { contents.withLock { $0.replacedCount } }

    /// Whether ``end()`` was called.
    package var isEnded: Bool { contents.withLock { $0.isEnded } }

    /// Puts an item in.
    package func put(_ item: Item) {
        contents.withLock { contents in
            if contents.item != nil { contents.replacedCount += 1 }
            contents.item = item
        }
        wake.signal()
    }

    /// Has ``take()`` return nil once what waits was taken.
    package func end() {
        contents.withLock { $0.isEnded = true }
        wake.signal()
    }

    /// Waits for an item; nil at the end, or where none came within a time.
    package func take(atMost wait: DispatchTimeInterval = .never) -> Item? {
        let deadline = DispatchTime.now() + wait
        while true {
            let (item, isEnded) = contents.withLock { contents in
                defer { contents.item = nil }
                return (contents.item, contents.isEnded)
            }
            if let item { return item }
            if isEnded { return nil }
            if wake.wait(timeout: deadline) == .timedOut { return nil }
        }
    }
}
