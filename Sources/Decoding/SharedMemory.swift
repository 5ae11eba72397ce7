import CSystem
import Dispatch
@preconcurrency import Glibc
import System

/// Memory that a decoder writes and the program only reads.
///
/// `@unchecked Sendable`, since another process writes the bytes; messages order the accesses.
final class SharedMemory: @unchecked Sendable {
    let bytes: UnsafeMutableRawBufferPointer
    /// The descriptor to send to the decoder.
    let descriptor: Int32

    /// Allocates zeroed memory. Nil if files may not become this large, or if the kernel denies the program
    /// such memory.
    init?(byteCount: Int) {
        descriptor = cprocess_shared_memory(byteCount)
        guard descriptor >= 0 else { return nil }
        guard let start = cprocess_map(descriptor, byteCount, false) else {
            close(descriptor)
            return nil
        }
        bytes = UnsafeMutableRawBufferPointer(start: start, count: byteCount)
    }

    deinit {
        munmap(bytes.baseAddress, bytes.count)
        close(descriptor)
    }
}

/// A pool of memory for one decoder's pictures, which reuses that of released pictures: allocating and
/// clearing new pages for 12 megapixels takes the system 25 ms. Memory is never passed on to another decoder,
/// since the first one could still write to it.
final class SharedMemoryPool: Sendable {
    /// The maximum size in bytes of memory to keep; larger memory is returned to the system immediately, so
    /// that the program can use it for other purposes.
    private static let largestSpare = 512 << 20
    /// How long spare memory is kept, in seconds; after that, the user is probably no longer stepping through
    /// pictures.
    private static let secondsKept = 2.0

    /// Memory that waits in the pool for its next use.
    private final class Spare: Sendable {
        let memory: SharedMemory

        init(_ memory: SharedMemory) { self.memory = memory }
    }

    /// Two, since one picture is decoded while the previous one is still in use.
    private let spares = BufferPool<Spare>(atMost: 2)

    /// Borrows memory of at least this many bytes; nil if none can be allocated.
    func borrow(byteCount: Int) -> PooledMemory? {
        // A much larger buffer does not qualify, or a small picture would occupy the memory of a large one.
        let spare = spares.take {
            $0.memory.bytes.count >= byteCount && $0.memory.bytes.count / 2 <= byteCount
        }
        if let spare { return PooledMemory(spare.memory, isZero: false, from: self) }
        return SharedMemory(byteCount: byteCount).map { PooledMemory($0, isZero: true, from: self) }
    }

    fileprivate func giveBack(_ memory: SharedMemory) {
        guard memory.bytes.count <= Self.largestSpare else { return }
        let spare = Spare(memory)
        spares.put(spare)
        DispatchQueue.global().asyncAfter(deadline: .now() + Self.secondsKept) { [spares, weak spare] in
            spares.remove { $0 === spare }
        }
    }
}

/// Memory that returns to its pool when the last reference to it is released.
final class PooledMemory: Sendable {
    let memory: SharedMemory
    /// True if the memory has never been written to.
    let isZero: Bool
    private let pool: SharedMemoryPool

    fileprivate init(_ memory: SharedMemory, isZero: Bool, from pool: SharedMemoryPool) {
        self.memory = memory
        self.isZero = isZero
        self.pool = pool
    }

    deinit { pool.giveBack(memory) }
}
