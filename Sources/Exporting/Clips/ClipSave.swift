import System
import Filters
import GPU
import Imaging
import Localization
import Rendering
import Synchronization
import Video

/// Saves a clip with a recipe applied: one thread reads, the engine's thread filters, and another one
/// encodes, all in parallel.
package final class ClipSave: SteppedExport {
    /// How the file will differ from its source; known once the clip is open.
    package var losses: [SaveRemark] { output?.remarks ?? [] }
    /// The progress, 0…1; less than 1 until the file is in place.
    package var progress: Double { frameCount == 0 ? 0 : Double(framesDone) / Double(frameCount) * 0.99 }
    /// The number of frames to read; 0 until the clip is open, and if the total is not known.
    package private(set) var frameCount = 0
    /// The damaged frames of the file; known at the end.
    package private(set) var damage = FrameDamage()

    /// The common format of the filtered frames; nil until the clip is open.
    package var result: VideoOutputFormat? { output?.result }
    /// The size of the frames in the file, which some codecs round up; nil until the clip is open.
    package var frameSize: SIMD2<Int>? {
        output.map { output in
            (output.sink as? VideoFileSink)?.frameSize ?? SIMD2(output.result.width, output.result.height)
        }
    }

    private let request: ClipRequest
    private let engine: Engine
    private let feed: FrameFeed
    private let opened: (ClipSave) -> Void
    private let shouldStop: () -> Bool
    private var state = State.working
    /// Nil until the clip is open, like the format of its frames.
    private var output: ClipOutput?
    private var exports: FrameExports?
    /// The frame being filtered.
    private var exporter: Exporter?
    /// The numbers of the first frame, and of the one being filtered.
    private var (first, current) = (0, 0)
    /// The number of frames that were filtered or passed over.
    private var framesDone = 0
    /// True if a frame was damaged and damage is not accepted: the remaining frames are only counted.
    private var hasFailed = false
    /// The error that ended reading, reported once everything before it is written.
    private var failure: (any Error)?

    private enum State {
        case working, finishing, abandoned
    }

    init(
        _ request: ClipRequest, on engine: Engine, readPicture: @escaping PictureReading,
        opened: @escaping (ClipSave) -> Void, shouldStop: @escaping () -> Bool
    ) {
        self.request = request
        self.engine = engine
        self.opened = opened
        self.shouldStop = shouldStop
        let readsPlanes = engine.device.traits.convertsPlanes
        feed = FrameFeed(atMost: request.maximumAhead, timeout: engine.timeout) { shouldStop in
            try request.frames(readPicture: readPicture, readsPlanes: readsPlanes, shouldStop: shouldStop)
        }
    }

    deinit { feed.stop() }

    @discardableResult
    package func cancel() -> Bool {
        feed.stop()
        return output?.cancel() ?? true
    }

    package func rest() {
        switch state {
        case .abandoned: output?.rows.wait(for: .rest)
        case .finishing: output?.rows.wait(for: .end)
        case .working:
            if exporter == nil { feed.wait() } else { output?.rows.wait(for: .room) }
        }
    }

    package func step() throws -> Bool {
        do {
            if shouldStop(), state != .abandoned {
                state = .abandoned
                feed.stop()
                output?.rows.abandon()
            }
            switch state {
            case .abandoned:
                // Waits for a busy encoder in short steps, so that previews continue meanwhile.
                guard output?.rows.hasRested() ?? true else { return true }
                throw Cancelled()
            case .finishing:
                guard try output?.rows.isDone() != false else { return true }
                if let failure { throw failure }
                return false
            case .working: return try work()
            }
        } catch {
            // The error is reported even if frames were written before reading failed.
            guard cancel() || failure != nil else { return false }
            throw error
        }
    }

    private func work() throws -> Bool {
        if let exporter {
            guard try output?.rows.hasRoom() ?? false else { return true }
            if try !exporter.step() {
                self.exporter = nil
                framesDone = current + 1 - first
            }
            return true
        }
        switch try taken() {
        // The program that sends the frames may wait for one frame's result before it sends the next.
        case .later: if frameCount == 0 { try exports?.readback.finish() }
        case .opened(let frameFormat, let range, let source):
            let output = try ClipOutput(
                request, of: frameFormat, range: range, source: source, on: engine)
            self.output = output
            exports = output.exports
            frameCount = range?.count ?? 0
            first = range?.lowerBound ?? 0
            opened(self)
        case .frame(let frame): try begin(frame)
        case .end(let damage): try end(damage)
        }
        return true
    }

    /// The next item of the feed. If reading fails and frames are written immediately, those before the error
    /// are written first.
    private func taken() throws -> FrameFeed.Supply {
        do {
            return try feed.take()
        } catch {
            guard request.format.isStream, let output else { throw error }
            failure = error
            try exports?.readback.finish()
            state = .finishing
            output.finish(overwrite: false)
            return .later
        }
    }

    private func begin(_ frame: VideoFrame) throws {
        guard let output else { return }
        hasFailed = hasFailed || frame.isDamaged && !request.acceptsDamage
        current = frame.number
        guard !hasFailed, output.sink.wants(frame.number) else {
            framesDone = current + 1 - first
            return
        }
        output.expect(frame)
        exporter = try Exporter(
            frame.content, isOpaque: !output.source.channels.hasAlpha,
            at: FrameTime(frame, of: output.source), photograph: output.photograph, recipe: request.recipe,
            depth: output.result.depth, on: engine, frames: exports, shouldStop: shouldStop
        ) { [rows = output.rows] in try rows.add($0, count: $1) }
    }

    private func end(_ damage: FrameDamage) throws {
        self.damage = damage
        // Damage at the beginning may leave no frame to count from.
        if framesDone == 0 { self.damage.missing = frameCount }
        guard self.damage.isNone || request.acceptsDamage && framesDone > 0 else {
            throw ClipError.damaged(path: request.sourceName, self.damage, count: frameCount)
        }
        try exports?.readback.finish()
        state = .finishing
        output?.finish(overwrite: request.existing == .overwrite, measured: request.measured)
    }
}

/// Passes the filtered frames of a save to the thread that encodes them.
private final class ClipOutput {
    /// The common formats of the frames that enter the recipe, and of those that leave it.
    let source: VideoOutputFormat
    let result: VideoOutputFormat
    let sink: any FrameSink
    let remarks: [VideoRemark]
    let rows: RowQueue
    /// What is known about the source; it is the same for all frames.
    let photograph: Photograph?
    let exports: FrameExports
    private let frames: FrameAssembly

    init(
        _ request: ClipRequest, of frameFormat: VideoOutputFormat, range: Range<Int>?, source: VideoSource?,
        on engine: Engine
    ) throws {
        try engine.catalog.validate(request.recipe)
        let result = try request.result(of: frameFormat, in: engine.catalog)
        let file = try request.makeSink(for: result, range: range, source: source)
        nonisolated(unsafe) let sink: any FrameSink = file
        let keepsRange = file.planes?.stored.keepsRange == true
        let planes = engine.device.traits.convertsPlanes || keepsRange ? file.planes : nil
        photograph = request.photograph
        exports = try FrameExports(
            of: request.recipe, over: SIMD2(frameFormat.width, frameFormat.height), from: frameFormat.depth,
            to: result.depth, as: planes.map { ($0, result.channels.hasAlpha) },
            photograph: photograph, on: engine)
        guard exports.planes != nil || !keepsRange else {
            throw VideoError.failed(
                path: request.path,
                reason: tr("high dynamic range cannot be kept, since the frames are too wide"))
        }
        let frames: FrameAssembly
        if let planes = exports.planes?.format {
            frames = FrameAssembly(planes, rowCount: result.height) { try sink.add($0, planes: $1) }
        } else {
            frames = FrameAssembly(
                rowCount: result.height, bytesPerRow: result.width * result.depth.bytesPerPixel
            ) {
                try sink.add($0, rows: $1)
            }
        }
        self.source = frameFormat
        self.result = result
        self.sink = sink
        self.frames = frames
        remarks = (file as? VideoFileSink)?.remarks ?? []
        rows = RowQueue(timeout: engine.timeout) { try frames.add($0, count: $1) }
    }

    /// Announces the frame whose rows will follow those of the previous frames.
    func expect(_ frame: VideoFrame) { frames.expect(FrameStamp(frame)) }

    /// - Parameter measured: called with the size of the file, which is then discarded; nil to keep it.
    func finish(overwrite: Bool, measured: ((Int) -> Void)? = nil) {
        rows.finish(
            sink.complete,
            then: { [sink] in
                guard let measured else { return try sink.commit(overwrite: overwrite) }
                measured(sink.byteCount)
                sink.cancel()
            })
    }

    func cancel() -> Bool { rows.cancel(sink.cancel) }
}

/// Reassembles frames that arrive in several strips.
private final class FrameAssembly: @unchecked Sendable {
    // Everything except `stamps` is used on the encoder's thread only.

    private let rowCount: Int
    private let byteCount: Int
    /// The bytes of some rows of the frame, in the order in which a strip holds them.
    private let parts: (Range<Int>) -> [Range<Int>]
    private let whole: (FrameStamp, UnsafeRawBufferPointer) throws -> Void
    private let stamps = Mutex<[FrameStamp]>([])
    private var memory: MemoryBlock?
    private var rowsHeld = 0

    /// Frames of rows.
    init(
        rowCount: Int, bytesPerRow: Int, whole: @escaping (FrameStamp, UnsafeRawBufferPointer) throws -> Void
    ) {
        self.rowCount = rowCount
        self.whole = whole
        byteCount = rowCount * bytesPerRow
        parts = { [$0.lowerBound * bytesPerRow..<$0.upperBound * bytesPerRow] }
    }

    /// Frames of planes.
    ///
    /// - Parameter rowCount: the height of the picture, which the frame may exceed.
    init(
        _ format: PlanarFormat, rowCount: Int,
        whole: @escaping (FrameStamp, UnsafeRawBufferPointer) throws -> Void
    ) {
        self.rowCount = rowCount
        self.whole = whole
        byteCount = format.byteCount
        parts = { rows in
            let end = rows.upperBound == rowCount ? format.size.y : rows.upperBound
            return format.parts(ofRows: rows.lowerBound..<end)
        }
    }

    func expect(_ stamp: FrameStamp) { stamps.withLock { $0.append(stamp) } }

    func add(_ rows: UnsafeRawBufferPointer, count: Int) throws {
        if count == rowCount { return try hand(rows) }
        let memory = try self.memory ?? MemoryBlock(byteCount: byteCount)
        self.memory = memory
        var start = 0
        for part in parts(rowsHeld..<rowsHeld + count) {
            UnsafeMutableRawBufferPointer(rebasing: memory.bytes[part])
                .copyMemory(from: UnsafeRawBufferPointer(rebasing: rows[start..<start + part.count]))
            start += part.count
        }
        rowsHeld += count
        guard rowsHeld == rowCount else { return }
        rowsHeld = 0
        try hand(UnsafeRawBufferPointer(rebasing: memory.bytes[..<byteCount]))
    }

    private func hand(_ rows: UnsafeRawBufferPointer) throws {
        let stamp = stamps.withLock { $0.isEmpty ? nil : $0.removeFirst() }
        if let stamp { try whole(stamp, rows) }
    }
}
