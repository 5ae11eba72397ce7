import Glibc
import Synchronization

/// A buffer borrowed for the pixels of a frame, exclusively until it is deallocated.
package protocol BorrowedFrame: AnyObject, Sendable {
    /// At least as many bytes as requested.
    var bytes: UnsafeMutableRawBufferPointer { get }
}

/// A pool of memory for frames, usually all of one size; buffers are reused once their frame is released:
/// fresh memory costs a page fault for every page of every frame.
package final class FrameMemory: Sendable {
    private let spares = Spares()

    package init() {}

    /// Borrows a buffer for a frame; nil if memory is short. Buffers of another size are not reused.
    package func borrow(byteCount: Int) -> (any BorrowedFrame)? {
        spares.take(byteCount: byteCount).map { Loan(of: $0, to: spares) }
    }

    /// Memory that belongs to one owner at a time.
    private struct Block: @unchecked Sendable {
        let bytes: UnsafeMutableRawBufferPointer
    }

    /// The free blocks of the pool.
    private final class Spares: Sendable {
        /// Enough for the few frames that are in use at a time.
        private static let maxSpares = 8
        private let blocks = Mutex<[Block]>([])

        func take(byteCount: Int) -> Block? {
            while let spare = blocks.withLock({ $0.popLast() }) {
                if spare.bytes.count == byteCount { return spare }
                munmap(spare.bytes.baseAddress, spare.bytes.count)
            }
            let base = mmap(nil, byteCount, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
            guard let base, base != MAP_FAILED else { return nil }
            madvise(base, byteCount, MADV_HUGEPAGE)
            return Block(bytes: UnsafeMutableRawBufferPointer(start: base, count: byteCount))
        }

        func giveBack(_ block: Block) {
            let isKept = blocks.withLock { blocks in
                if blocks.count < Self.maxSpares { blocks.append(block) }
                return blocks.last?.bytes.baseAddress == block.bytes.baseAddress
            }
            if !isKept { munmap(block.bytes.baseAddress, block.bytes.count) }
        }

        deinit {
            blocks.withLock { for block in $0 { munmap(block.bytes.baseAddress, block.bytes.count) } }
        }
    }

    /// Returns the memory to the pool when the last reference to it is released.
    private final class Loan: BorrowedFrame {
        private let block: Block
        private let spares: Spares

        init(of block: Block, to spares: Spares) {
            self.block = block
            self.spares = spares
        }

        deinit { spares.giveBack(block) }

        var bytes: UnsafeMutableRawBufferPointer { block.bytes }
    }
}
