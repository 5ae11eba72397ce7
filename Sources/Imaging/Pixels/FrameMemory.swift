import Glibc
import Synchronization

/// Memory for the pixels of a frame, which has one user until nobody holds it.
package protocol FrameLoan: AnyObject, Sendable {
    /// At least as many bytes as were asked for.
    var bytes: UnsafeMutableRawBufferPointer { get }
}

/// Memory for frames, mostly of one size, used again once nobody holds the frame in it: fresh memory costs a page fault for
/// every page of every frame.
package final class FrameMemory: Sendable {
    private let spares = Spares()

    package init() {}

    /// Memory for a frame; nil if there is none. What has another size is not used again.
    package func lend(byteCount: Int) -> (any FrameLoan)? {
        spares.take(byteCount: byteCount).map { Loan(of: $0, to: spares) }
    }

    /// Memory that belongs to one owner at a time.
    private struct Block: @unchecked Sendable {
        let bytes: UnsafeMutableRawBufferPointer
    }

    /// Blocks that wait to be used again.
    private final class Spares: Sendable {
        /// Those of a few frames that are on their way at a time.
        private static let mostSpares = 8
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
                if blocks.count < Self.mostSpares { blocks.append(block) }
                return blocks.last?.bytes.baseAddress == block.bytes.baseAddress
            }
            if !isKept { munmap(block.bytes.baseAddress, block.bytes.count) }
        }

        deinit {
            blocks.withLock { for block in $0 { munmap(block.bytes.baseAddress, block.bytes.count) } }
        }
    }

    /// Gives the memory back when the last buffer on it is gone.
    private final class Loan: FrameLoan {
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
