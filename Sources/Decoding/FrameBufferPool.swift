import Imaging
import Synchronization
import Video

/// A pool of shared memory for the frames of one video. A buffer is reused when the frame in it is released.
/// The decoder keeps all buffers mapped, since new pages for every frame take as long as converting it.
final class FrameBufferPool: Sendable {
    /// Enough for a few frames in flight.
    private static let maxSpare = 8

    private struct Contents {
        var spares: [(memory: SharedMemory, number: Int)] = []
        /// The number of buffers created so far.
        var count = 0
        /// The numbers of the buffers that are gone.
        var gone: [Int] = []
    }

    private let contents = Mutex(Contents())

    /// Memory for a frame; nil if there is none. All frames of a video have the same number of bytes.
    func borrow(byteCount: Int) -> SharedFrame? {
        let spare = contents.withLock { $0.spares.popLast() }
        if let spare, spare.memory.bytes.count >= byteCount {
            return SharedFrame(spare.memory, number: spare.number, from: self)
        }
        guard let memory = SharedMemory(byteCount: byteCount) else { return nil }
        let number = contents.withLock { contents in
            contents.count += 1
            return contents.count
        }
        return SharedFrame(memory, number: number, from: self)
    }

    fileprivate func giveBack(_ memory: SharedMemory, number: Int) {
        contents.withLock { contents in
            if contents.spares.count < Self.maxSpare {
                contents.spares.append((memory, number))
            } else {
                contents.gone.append(number)
            }
        }
    }

    /// The numbers of buffers freed since the last call.
    func takeGone() -> [Int] {
        contents.withLock { contents in
            defer { contents.gone = [] }
            return contents.gone
        }
    }
}

/// Shared memory that returns to its pool when its last user releases it.
final class SharedFrame: BorrowedFrame {
    /// The number under which the decoder knows it.
    let number: Int
    private let memory: SharedMemory
    private let pool: FrameBufferPool

    fileprivate init(_ memory: SharedMemory, number: Int, from pool: FrameBufferPool) {
        self.memory = memory
        self.number = number
        self.pool = pool
    }

    deinit { pool.giveBack(memory, number: number) }

    var bytes: UnsafeMutableRawBufferPointer { memory.bytes }
    /// The descriptor for the decoder.
    var descriptor: Int32 { memory.descriptor }
}
