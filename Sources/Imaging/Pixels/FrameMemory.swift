import Glibc
import System

/// A buffer borrowed for the pixels of a frame. The borrower has exclusive access until it is deallocated.
package protocol BorrowedFrame: AnyObject, Sendable {
    /// The buffer, of at least the requested size.
    var bytes: UnsafeMutableRawBufferPointer { get }
}

/// A pool of buffers for frames, usually all of the same size. A buffer is reused once its frame is released,
/// since fresh memory would cost a page fault per page and frame.
package final class FrameMemory: Sendable {
    /// Enough for the few frames that are in use at a time.
    private let spares = BufferPool<Block>(atMost: 8)

    package init() {}

    /// Borrows a buffer for a frame; nil if allocation fails. Spare buffers of other sizes are freed.
    package func borrow(byteCount: Int) -> (any BorrowedFrame)? {
        spares.remove { $0.bytes.count != byteCount }
        return (spares.take() ?? Block(byteCount: byteCount)).map { Loan(of: $0, to: spares) }
    }

    /// Memory with one owner at a time.
    private final class Block: @unchecked Sendable {
        let bytes: UnsafeMutableRawBufferPointer

        init?(byteCount: Int) {
            let base = mmap(nil, byteCount, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
            guard let base, base != MAP_FAILED else { return nil }
            madvise(base, byteCount, MADV_HUGEPAGE)
            bytes = UnsafeMutableRawBufferPointer(start: base, count: byteCount)
        }

        deinit { munmap(bytes.baseAddress, bytes.count) }
    }

    /// Returns the memory to the pool when the last reference to it is released.
    private final class Loan: BorrowedFrame {
        private let block: Block
        private let spares: BufferPool<Block>

        init(of block: Block, to spares: BufferPool<Block>) {
            self.block = block
            self.spares = spares
        }

        deinit { spares.put(block) }

        var bytes: UnsafeMutableRawBufferPointer { block.bytes }
    }
}
