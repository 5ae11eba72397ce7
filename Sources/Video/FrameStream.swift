import Imaging
import Localization
import System

/// Decodes a video on its own thread: a few frames ahead during playback, or the frame that is being sought.
///
/// Thread-safe. The last request counts: a seek replaces a pending one, and each call of ``seek(to:_:)``,
/// ``play(from:in:isLooping:)`` and ``pause()`` discards all frames decoded ahead.
package final class FrameStream: Sendable {
    /// The precision of a seek.
    package enum Precision: Sendable {
        /// The key frame at or before the requested frame, which can be decoded immediately.
        case keyFrame
        case exact
    }

    /// The result of a request.
    package enum Event: Sendable {
        /// The frame found, with the number of the seek.
        case found(VideoFrame, seek: Int)
        /// An error while reading the file.
        case failed(VideoError)
    }

    /// The properties of the file.
    package let info: VideoInfo
    /// The file's path.
    package let path: String
    private let work: StreamWork

    /// Opens a video and decodes its first frame, on the calling thread.
    package static func open(
        _ path: String
    ) throws(VideoError) -> (stream: FrameStream, first: VideoFrame) {
        let reader = try VideoReader(
            path: path, readsPlanes: SharedVideoDecoders.readsPlanes.load(ordering: .relaxed))
        guard let first = try reader.next() else {
            throw .damaged(path: path, reason: tr("it has no frame that can be decoded"))
        }
        return (FrameStream(reader, first: first), first)
    }

    private init(_ reader: VideoReader, first: VideoFrame) {
        info = reader.info
        path = reader.path
        work = StreamWork(frameBytes: first.content.byteCount)
        // From here on, only the thread uses the reader.
        nonisolated(unsafe) let reader = reader
        WorkerThread("frame stream") { [work] in
            var thread = StreamThread(reader, first: first, work: work)
            thread.run()
        }
    }

    deinit { work.stop() }

    /// Sets the receiver of events, which is called on the stream's thread.
    package func follow(_ deliver: @escaping @Sendable (Event) -> Void) { work.follow(deliver) }

    /// Sets the table of the file's frames, without which frames can only be read in order.
    package func use(_ table: FrameTable) { work.use(table) }

    /// Decodes the frame with this number. Returns the number of the seek; a frame with an earlier one is
    /// outdated.
    @discardableResult
    package func seek(to number: Int, _ precision: Precision) -> Int { work.seek(to: number, precision) }

    /// Decodes frames ahead, in order.
    ///
    /// - Parameters:
    ///   - number: the first frame.
    ///   - range: the frames to play.
    ///   - isLooping: whether the range is repeated, with the next lap number.
    package func play(from number: Int, in range: Range<Int>, isLooping: Bool) {
        work.play(from: number, in: range, isLooping: isLooping)
    }

    /// Stops decoding ahead.
    package func pause() { work.pause() }

    /// Takes the newest frame that is due at a time; nil if none is, apart from those taken already. Older
    /// frames are skipped, if possible without being converted.
    ///
    /// - Parameters:
    ///   - seconds: from the first frame of the file.
    ///   - lap: how often the range has been repeated.
    package func takeFrame(at seconds: Double, lap: Int) -> VideoFrame? {
        work.takeFrame(at: seconds, lap: lap)
    }

    /// True if all frames were taken and no more will follow.
    package var isAtEnd: Bool { work.isAtEnd }
}

/// The shared state of a stream's callers and its thread.
private final class StreamWork: Sendable {
    struct Seek {
        let number: Int
        let precision: FrameStream.Precision
        let index: Int
    }

    /// The next task for the thread.
    enum Task {
        case seek(Seek)
        /// Decode ahead the frame with this number or the next one after it; `run` is the number of the call
        /// of `play`.
        case decode(Int, end: Int, run: Int)
    }

    /// A range of frames to decode ahead.
    private struct Run {
        let range: Range<Int>
        let isLooping: Bool
        var next: Int
        var lap = 0
        /// True if any frame of this lap could be decoded; the first lap may begin at the range's end.
        var hasFrames = true
        var hasEnded = false
    }

    private struct Contents {
        var table: FrameTable?
        var hasNewTable = false
        var deliver: @Sendable (FrameStream.Event) -> Void = { _ in }
        var seek: Seek?
        var run: Run?
        /// Number of calls so far that changed the request.
        var calls = 0
        /// The decoded frames, in the order in which they are due.
        var ready: [(lap: Int, frame: VideoFrame)] = []
    }

    private let contents = Mailbox(Contents())
    private let capacity: Int

    /// Number of frames to decode ahead: enough to absorb a slow one, but fewer if frames are large.
    private static let maximumAhead = 6
    /// Maximum size in bytes of the waiting frames, and of the frames kept after being shown.
    static let budget = 64 << 20

    init(frameBytes: Int) {
        capacity = min(max(Self.budget / frameBytes, 2), Self.maximumAhead)
    }

    // Called by callers

    func follow(_ deliver: @escaping @Sendable (FrameStream.Event) -> Void) {
        contents.withLock { $0.deliver = deliver }
    }

    func use(_ table: FrameTable) {
        contents.update {
            $0.table = table
            $0.hasNewTable = true
        }
    }

    func seek(to number: Int, _ precision: FrameStream.Precision) -> Int {
        change { contents in
            contents.seek = Seek(number: number, precision: precision, index: contents.calls)
        }
    }

    func play(from number: Int, in range: Range<Int>, isLooping: Bool) {
        _ = change { $0.run = Run(range: range, isLooping: isLooping, next: number) }
    }

    func pause() { _ = change { _ in } }

    func stop() {
        pause()
        contents.end()
    }

    /// Invalidates all previous requests; returns the number of the call.
    private func change(_ body: (inout Contents) -> Void) -> Int {
        contents.update { contents in
            contents.calls += 1
            contents.seek = nil
            contents.run = nil
            contents.ready = []
            body(&contents)
            return contents.calls
        }
    }

    func takeFrame(at seconds: Double, lap: Int) -> VideoFrame? {
        contents.update { contents in
            var newest: VideoFrame?
            while let first = contents.ready.first,
                first.lap < lap || first.lap == lap && first.frame.seconds <= seconds
            {
                newest = first.lap == lap ? first.frame : newest
                contents.ready.removeFirst()
            }
            if contents.ready.isEmpty, let table = contents.table, let run = contents.run, run.lap == lap {
                contents.run?.next = max(run.next, min(table.frame(at: seconds), run.range.upperBound - 1))
            }
            return newest
        }
    }

    var isAtEnd: Bool {
        contents.withLock { $0.ready.isEmpty && $0.run.map(\.hasEnded) ?? true }
    }

    // Called by the thread

    /// Waits for a task, and returns it with the table if that is new; nil at the end.
    func next() -> (task: Task, table: FrameTable?)? {
        contents.next { contents in
            let task: Task
            if let seek = contents.seek.take() {
                task = .seek(seek)
            } else if let run = contents.run, !run.hasEnded, contents.ready.count < capacity {
                task = .decode(run.next, end: run.range.upperBound, run: contents.calls)
            } else {
                return nil
            }
            defer { contents.hasNewTable = false }
            return (task, contents.hasNewTable ? contents.table : nil)
        }
    }

    /// True if the request has changed since a call.
    func isOutdated(_ call: Int) -> Bool { contents.withLock { $0.calls != call } }

    func deliver(_ event: FrameStream.Event) { contents.withLock { $0.deliver }(event) }

    /// Adds a frame that was decoded ahead; nil if there is none before the range's end.
    func add(_ frame: VideoFrame?, run call: Int) {
        contents.withLock { contents in
            guard contents.calls == call, var run = contents.run else { return }
            if let frame, frame.number < run.range.upperBound {
                contents.ready.append((run.lap, frame))
                run.next = max(run.next, frame.number + 1)
                run.hasFrames = true
            } else {
                run.next = run.range.upperBound
            }
            if run.next >= run.range.upperBound {
                // Do not repeat a range endlessly if no frame in it can be decoded.
                run.hasEnded = !run.isLooping || !run.hasFrames
                if !run.hasEnded {
                    run.next = run.range.lowerBound
                    run.lap += 1
                    run.hasFrames = false
                }
            }
            contents.run = run
        }
    }

    /// Stops decoding ahead.
    func end(run call: Int) {
        contents.withLock { contents in
            if contents.calls == call { contents.run?.hasEnded = true }
        }
    }
}

/// The thread of a stream, the only user of the reader.
private struct StreamThread {
    private let reader: VideoReader
    private let work: StreamWork
    private var table: FrameTable?
    /// The number of the last frame from the reader.
    private var last: Int
    /// The frames decoded last, the newest at the end, to serve steps backwards.
    private var history: [VideoFrame]
    private let historyLength: Int

    /// This many steps backwards cost a single seek.
    private static let longestHistory = 16
    /// Number of frames to decode between checks for a newer seek.
    private static let stride = 12
    /// A frame this close after a key frame takes hardly longer to decode.
    private static let shortWay = 3

    init(_ reader: VideoReader, first: VideoFrame, work: StreamWork) {
        self.reader = reader
        self.work = work
        last = first.number
        history = [first]
        historyLength = min(max(StreamWork.budget / first.content.byteCount, 2), Self.longestHistory)
    }

    mutating func run() {
        while let (task, newTable) = work.next() {
            if let newTable {
                table = newTable
                reader.use(newTable)
            }
            do throws(VideoError) {
                switch task {
                case .seek(let seek): try meet(seek)
                case .decode(let number, let end, let run): try decode(number, end: end, run: run)
                }
            } catch {
                if case .decode(_, _, let run) = task { work.end(run: run) }
                work.deliver(.failed(error))
            }
        }
    }

    private mutating func decode(_ number: Int, end: Int, run: Int) throws(VideoError) {
        guard number < end else { return work.add(nil, run: run) }
        if let kept = kept(number) { return work.add(kept, run: run) }
        if table == nil, number == last + 1 {
            let frame = try reader.next()
            if let frame { keep(frame) }
            return work.add(frame, run: run)
        }
        do throws(VideoError) {
            work.add(try frame(number), run: run)
        } catch .noFrame {
            // The last frames cannot be decoded.
            work.add(nil, run: run)
        }
    }

    private mutating func meet(_ seek: StreamWork.Seek) throws(VideoError) {
        guard let frame = try sought(seek) else { return }
        work.deliver(.found(frame, seek: seek.index))
    }

    /// Nil if the request has changed in the meantime.
    private mutating func sought(_ seek: StreamWork.Seek) throws(VideoError) -> VideoFrame? {
        if let kept = kept(seek.number) { return kept }
        if table == nil { table = try reader.table() }
        guard let table, table.count > 0 else {
            throw .damaged(path: reader.path, reason: tr("it has no frames"))
        }
        let number = min(max(seek.number, 0), table.count - 1)
        let key = table.keyFrame(atOrBefore: number)
        if seek.precision == .keyFrame, number - key > Self.shortWay {
            if let kept = kept(key) { return kept }
            return try frame(key)
        }
        // For a step backwards, the preceding frames are kept for the next steps.
        let isStepBack = history.last.map { $0.number == number + 1 } ?? false
        let firstKept = isStepBack ? max(key, number - historyLength + 1) : number
        var next = last >= key && last < firstKept ? last + 1 : key
        while true {
            next = next < firstKept ? min(next + Self.stride, firstKept) : next
            let found: VideoFrame
            do throws(VideoError) {
                found = try frame(next)
            } catch .noFrame {
                // The last frames of the file cannot be decoded.
                guard let before = history.last(where: { $0.number < number }) ?? history.last else {
                    throw .noFrame(path: reader.path, frame: number, count: table.count)
                }
                return before
            }
            if found.number >= number { return found }
            if work.isOutdated(seek.index) { return nil }
            next = found.number + 1
        }
    }

    private mutating func frame(_ number: Int) throws(VideoError) -> VideoFrame {
        let frame = try reader.frame(number)
        keep(frame)
        return frame
    }

    private func kept(_ number: Int) -> VideoFrame? { history.last { $0.number == number } }

    private mutating func keep(_ frame: VideoFrame) {
        last = frame.number
        history.removeAll { $0.number == frame.number }
        history.append(frame)
        if history.count > historyLength { history.removeFirst() }
    }
}
