import Imaging
import Synchronization
import System
import Video

/// A pool of shared memory for the frames of one video. A buffer is reused once its frame is released. The
/// decoder keeps all buffers mapped, since mapping new pages for a frame takes as long as converting it.
final class FrameBufferPool: Sendable {
    fileprivate struct Buffer: Sendable {
        let memory: SharedMemory
        let number: Int
    }

    /// Enough for a few frames in flight.
    private let spares = BufferPool<Buffer>(atMost: 8)
    /// The number of buffers created so far.
    private let count = Atomic(0)
    /// The numbers of freed buffers.
    private let gone = Mutex<[Int]>([])

    /// Borrows a buffer of at least this size for a frame; nil if none can be allocated. Frames of a video
    /// have one or two sizes: that of RGBA, and that of their samples.
    func borrow(byteCount: Int) -> SharedFrame? {
        if let spare = spares.take(where: { $0.memory.bytes.count >= byteCount }) {
            return SharedFrame(spare, from: self)
        }
        guard let memory = SharedMemory(byteCount: byteCount) else { return nil }
        let number = count.add(1, ordering: .relaxed).newValue
        return SharedFrame(Buffer(memory: memory, number: number), from: self)
    }

    fileprivate func giveBack(_ buffer: Buffer) {
        guard let displaced = spares.put(buffer) else { return }
        gone.withLock { $0.append(displaced.number) }
    }

    /// The numbers of buffers freed since the last call.
    func takeGone() -> [Int] {
        gone.withLock { gone in
            defer { gone = [] }
            return gone
        }
    }
}

/// Shared memory that returns to its pool when the last reference to it is released.
final class SharedFrame: BorrowedFrame {
    private let buffer: FrameBufferPool.Buffer
    private let pool: FrameBufferPool

    fileprivate init(_ buffer: FrameBufferPool.Buffer, from pool: FrameBufferPool) {
        self.buffer = buffer
        self.pool = pool
    }

    deinit { pool.giveBack(buffer) }

    /// The number that identifies the buffer to the decoder.
    var number: Int { buffer.number }
    var bytes: UnsafeMutableRawBufferPointer { buffer.memory.bytes }
    /// The descriptor to send to the decoder.
    var descriptor: Int32 { buffer.memory.descriptor }
}
