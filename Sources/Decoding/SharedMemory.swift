import CProcess
import Dispatch
@preconcurrency import Glibc
import Synchronization

/// Memory that a decoder writes to, and the program only reads.
///
/// Unchecked, since its bytes are written by another process; what it tells of them is ordered by their messages.
final class SharedMemory: @unchecked Sendable {
    let bytes: UnsafeMutableRawBufferPointer
    /// What the decoder gets of it.
    let descriptor: Int32

    /// Zeros. Nil where files may not become so large, or the kernel keeps such memory from the program.
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

/// Lends the memory for pictures of one decoder, and what the picture before had where that is gone: to find and clear
/// new pages for 12 megapixels takes the system 25 ms. Another decoder never gets it, since this one can still
/// write to it.
final class MemoryStock: Sendable {
    /// A picture is decoded while the one before is still worked on.
    private static let mostSpare = 2
    /// What is larger goes back to the system at once, in bytes: the program may need it for something else.
    private static let largestSpare = 512 << 20
    /// After so many seconds nobody is going from picture to picture any more.
    private static let secondsKept = 2.0

    private struct Spare {
        let memory: SharedMemory
        let number: Int
    }

    private let spares = Mutex<(list: [Spare], count: Int)>(([], 0))

    /// Memory of at least so many bytes; nil where there is none.
    func lend(byteCount: Int) -> LentMemory? {
        let spare = spares.withLock { spares -> SharedMemory? in
            // Not much more than is wanted, or a small picture would hold the memory of a large one.
            let index = spares.list.lastIndex {
                $0.memory.bytes.count >= byteCount && $0.memory.bytes.count / 2 <= byteCount
            }
            return index.map { spares.list.remove(at: $0).memory }
        }
        if let spare { return LentMemory(spare, isZero: false, from: self) }
        return SharedMemory(byteCount: byteCount).map { LentMemory($0, isZero: true, from: self) }
    }

    fileprivate func takeBack(_ memory: SharedMemory) {
        guard memory.bytes.count <= Self.largestSpare else { return }
        let number = spares.withLock { spares in
            spares.count += 1
            if spares.list.count == Self.mostSpare { spares.list.removeFirst() }
            spares.list.append(Spare(memory: memory, number: spares.count))
            return spares.count
        }
        DispatchQueue.global().asyncAfter(deadline: .now() + Self.secondsKept) {
            self.spares.withLock { $0.list.removeAll { $0.number == number } }
        }
    }
}

/// Goes back to where it is from when its last user is gone.
final class LentMemory: Sendable {
    let memory: SharedMemory
    /// Whether nothing was ever written to it.
    let isZero: Bool
    private let stock: MemoryStock

    fileprivate init(_ memory: SharedMemory, isZero: Bool, from stock: MemoryStock) {
        self.memory = memory
        self.isZero = isZero
        self.stock = stock
    }

    deinit { stock.takeBack(memory) }
}
