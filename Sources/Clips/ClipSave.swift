import Filters
import GPU
import Imaging
import Rendering
import Synchronization
import Video

/// Saves a clip with a recipe applied: one thread reads, the engine's filters, and one encodes, all at once.
package final class ClipSave: SteppedSave {
    package var losses: [MetadataLoss] { [] }

    /// How much is done, 0…1; less than 1 until the file is in place.
    package var progress: Double { Double(framesMade) / Double(max(1, count)) * 0.99 }
    /// How many frames were filtered so far.
    package private(set) var framesMade = 0
    /// How many frames there are to filter.
    package var frameCount: Int { count }
    /// What the file will lack or have otherwise than its source.
    package let remarks: [VideoRemark]
    private let count: Int
    /// What the file had that could not be read; known at the end.
    package private(set) var damage = FrameDamage()

    private let engine: Engine
    private let feed: FrameFeed
    private let shape: ClipShape
    private let recipe: Recipe
    private let depth: PixelBuffer.Depth
    private let sink: any FrameSink
    private let rows: RowQueue
    private let stamps: FrameAssembly
    private let readback: Readback
    private let overwrite: Bool
    private let acceptsDamage: Bool
    private let shouldStop: () -> Bool
    private let damageError: @Sendable (FrameDamage) -> any Error
    /// The frame that is being filtered.
    private var exporter: Exporter?
    private var state = State.rendering

    private enum State {
        case rendering, finishing
        /// Frames are only counted: some were damaged, which is not accepted.
        case countingDamage
        case abandoned
    }

    /// - Parameters:
    ///   - frames: read on a thread of its own.
    ///   - depth: bits per channel of the filtered rows.
    ///   - sink: used on a thread of its own.
    ///   - acceptsDamage: whether what can be read of a damaged file is saved.
    ///   - damageError: the error where it is not.
    package init(
        _ frames: any FrameSequence, recipe: Recipe, depth: PixelBuffer.Depth, to sink: any FrameSink,
        remarks: [VideoRemark] = [], overwrite: Bool, acceptsDamage: Bool = false,
        damageError: @escaping @Sendable (FrameDamage) -> any Error, on engine: Engine,
        shouldStop: @escaping () -> Bool = { false }
    ) throws {
        self.remarks = remarks
        shape = frames.shape
        count = frames.count
        feed = FrameFeed(frames)
        self.recipe = recipe
        self.depth = depth
        self.sink = sink
        self.overwrite = overwrite
        self.acceptsDamage = acceptsDamage
        self.damageError = damageError
        self.engine = engine
        self.shouldStop = shouldStop
        readback = Readback(on: engine.device, depth: 1)
        let size = try engine.catalog.size(of: recipe, entering: SIMD2(shape.width, shape.height))
        nonisolated(unsafe) let target = sink
        let stamps = FrameAssembly(rowCount: size.y, bytesPerRow: size.x * depth.bytesPerPixel) {
            try target.add($0, rows: $1)
        }
        self.stamps = stamps
        rows = RowQueue { try stamps.add($0, count: $1) }
    }

    deinit { feed.stop() }

    @discardableResult
    package func cancel() -> Bool {
        feed.stop()
        return rows.cancel(sink.cancel)
    }

    package func step() throws -> Bool {
        do {
            if shouldStop(), state != .abandoned {
                state = .abandoned
                feed.stop()
                rows.abandon()
            }
            switch state {
            case .abandoned:
                // Waits for a busy encoder in short steps, since previews go on meanwhile.
                guard rows.hasRested() else { return true }
                throw Cancelled()
            case .finishing: return try !rows.isDone()
            case .rendering, .countingDamage: return try stepFrame()
            }
        } catch {
            guard cancel() else { return false }
            throw error
        }
    }

    private func stepFrame() throws -> Bool {
        if let exporter {
            guard try rows.hasRoom() else { return true }
            if try !exporter.step() {
                self.exporter = nil
                framesMade += 1
            }
            return true
        }
        switch try feed.take() {
        case .later: break
        case .frame(let frame):
            if state == .rendering { try begin(frame) }
        case .end(let damage):
            self.damage = damage
            guard damage.isNone || acceptsDamage, framesMade > 0 else { throw damageError(damage) }
            try readback.finish()
            state = .finishing
            rows.finish(sink.complete, then: { [sink, overwrite] in try sink.commit(overwrite: overwrite) })
        }
        return true
    }

    private func begin(_ frame: VideoFrame) throws {
        let seconds = Double(frame.time - shape.start) * shape.tick.value
        let rate = FrameRate(frames: shape.rate.numerator, seconds: shape.rate.denominator)
        stamps.expect(FrameStamp(frame))
        exporter = try Exporter(
            frame.pixels, at: FrameTime(frame: frame.number, rate: rate, seconds: seconds), recipe: recipe,
            depth: depth, on: engine, readback: readback, shouldStop: shouldStop
        ) { [rows] in try rows.add($0, count: $1) }
    }
}

/// Puts the strips of frames together again, where a frame has several.
private final class FrameAssembly: @unchecked Sendable {
    // All but `stamps` is used on the encoder's thread alone.

    private let rowCount: Int
    private let bytesPerRow: Int
    private let whole: (FrameStamp, UnsafeRawBufferPointer) throws -> Void
    private let stamps = Mutex<[FrameStamp]>([])
    private var memory: MemoryBlock?
    private var rowsHeld = 0

    init(
        rowCount: Int, bytesPerRow: Int, whole: @escaping (FrameStamp, UnsafeRawBufferPointer) throws -> Void
    ) {
        self.rowCount = rowCount
        self.bytesPerRow = bytesPerRow
        self.whole = whole
    }

    /// Notes which frame's rows come after those of the frames before.
    func expect(_ stamp: FrameStamp) { stamps.withLock { $0.append(stamp) } }

    func add(_ rows: UnsafeRawBufferPointer, count: Int) throws {
        if count == rowCount { return try hand(rows) }
        let memory = try self.memory ?? MemoryBlock(byteCount: rowCount * bytesPerRow)
        self.memory = memory
        let start = rowsHeld * bytesPerRow
        UnsafeMutableRawBufferPointer(rebasing: memory.bytes[start...]).copyMemory(
            from: UnsafeRawBufferPointer(rebasing: rows[..<(count * bytesPerRow)]))
        rowsHeld += count
        guard rowsHeld == rowCount else { return }
        rowsHeld = 0
        try hand(UnsafeRawBufferPointer(memory.bytes))
    }

    private func hand(_ rows: UnsafeRawBufferPointer) throws {
        let stamp = stamps.withLock { $0.isEmpty ? nil : $0.removeFirst() }
        if let stamp { try whole(stamp, rows) }
    }
}
