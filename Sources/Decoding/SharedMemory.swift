import CSystem
import Dispatch
@preconcurrency import Glibc
import System

/// Memory that a decoder writes to and the program only reads.
///
/// Unchecked, since another process writes its bytes; the messages order the accesses.
final class SharedMemory: @unchecked Sendable {
    let bytes: UnsafeMutableRawBufferPointer
    /// The descriptor for the decoder.
    let descriptor: Int32

    /// Zero-filled. Nil if files may not become this large, or the kernel denies such memory to the program.
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

/// A pool of memory for one decoder's pictures, reusing that of earlier pictures that are gone: finding and
/// clearing new pages for 12 megapixels takes the system 25 ms. Memory is never given to another decoder,
/// since this one can still write to it.
final class SharedMemoryPool: Sendable {
    /// Memory larger than this, in bytes, is returned to the system at once: the program may need it for
    /// something else.
    private static let largestSpare = 512 << 20
    /// After this many seconds the user is no longer moving from picture to picture.
    private static let secondsKept = 2.0

    /// Memory from its return to its next use.
    private final class Spare: Sendable {
        let memory: SharedMemory

        init(_ memory: SharedMemory) { self.memory = memory }
    }

    /// One picture is decoded while the previous one is still in use.
    private let spares = BufferPool<Spare>(atMost: 2)

    /// Memory of at least this many bytes; nil if there is none.
    func borrow(byteCount: Int) -> PooledMemory? {
        // Not much larger than requested, or a small picture would occupy the memory of a large one.
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

/// Memory that returns to its pool when its last user releases it.
final class PooledMemory: Sendable {
    let memory: SharedMemory
    /// True if the memory was never written to.
    let isZero: Bool
    private let pool: SharedMemoryPool

    fileprivate init(_ memory: SharedMemory, isZero: Bool, from pool: SharedMemoryPool) {
        self.memory = memory
        self.isZero = isZero
        self.pool = pool
    }

    deinit { pool.giveBack(memory) }
}
