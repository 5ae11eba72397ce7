import Dispatch
import System

/// A slot for one item between two threads: a new item replaces a waiting one, so there is never a queue.
package final class NewestSlot<Item: Sendable>: Sendable {
    private struct Contents {
        var item: Item?
        var replacedCount = 0
    }

    private let contents = Mailbox(Contents())

    package init() {}

    /// The number of items that were replaced before they were taken.
    package var replacedCount: Int { contents.withLock { $0.replacedCount } }

    /// True if ``end()`` was called.
    package var isEnded: Bool { contents.isEnded }

    /// Stores an item.
    package func put(_ item: Item) {
        contents.update { contents in
            if contents.item != nil { contents.replacedCount += 1 }
            contents.item = item
        }
    }

    /// Makes ``take()`` return nil once a waiting item was taken.
    package func end() { contents.end() }

    /// Waits for an item; nil at the end, or after a timeout.
    package func take(atMost wait: DispatchTimeInterval = .never) -> Item? {
        contents.next(atMost: wait) { $0.item.take() }
    }
}
