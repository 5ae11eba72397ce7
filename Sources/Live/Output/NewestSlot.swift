import Dispatch
import Synchronization

/// A slot for one item between two threads: a new item replaces a waiting one, so there is never a queue.
package final class NewestSlot<Item: Sendable>: Sendable {
    private struct Contents {
        var item: Item?
        var replacedCount = 0
        var isEnded = false
    }

    private let contents = Mutex(Contents())
    private let wake = DispatchSemaphore(value: 0)

    package init() {}

    /// The number of items that were replaced before they were taken.
    package var replacedCount: Int { contents.withLock { $0.replacedCount } }

    /// True if ``end()`` was called.
    package var isEnded: Bool { contents.withLock { $0.isEnded } }

    /// Stores an item.
    package func put(_ item: Item) {
        contents.withLock { contents in
            if contents.item != nil { contents.replacedCount += 1 }
            contents.item = item
        }
        wake.signal()
    }

    /// Makes ``take()`` return nil once a waiting item was taken.
    package func end() {
        contents.withLock { $0.isEnded = true }
        wake.signal()
    }

    /// Waits for an item; nil at the end, or after a timeout.
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
