import System
import Dispatch

/// A picture whose rows are decoded on demand: memory holds only the rows requested last, and those that the
/// decoder has ahead of them.
///
/// It must be read by one thread. Decoding stops when it is deallocated.
package final class RowStream: @unchecked Sendable {
    /// Its properties; those in ``PictureHeader/ending`` are valid if it can be read to its end.
    package let header: PictureHeader
    private let feed: Feed
    /// The result of reading to the end: nil until then.
    private var outcome: Result<Void, any Error>?

    /// Decodes a picture on another thread.
    package typealias Decoding =
        @Sendable (
            _ begin: @escaping (PictureHeader) throws -> Void,
            _ take: @escaping (Range<Int>, UnsafeRawBufferPointer) throws -> Void
        ) throws -> PictureTrailer?

    /// Thrown at the end of a file that has other rows than its header stated, or other properties after
    /// them. Decoded as a whole, the picture has the properties of the end.
    package struct EndDiffers: Error {}

    /// Thrown for rows that are not in memory, and never will be.
    package struct NotInMemory: Error {
        package init() {}
    }

    /// Begins to decode a picture; nil if its rows cannot be used as they are read.
    ///
    /// - Parameter decode: calls `begin` with its properties, then `take` with rows from top to bottom, and
    ///   returns the properties known at the end; returns nil, without a call of `begin`, for a picture that
    ///   has to be decoded as a whole. It runs on its own thread.
    ///
    /// Throws what `decode` throws before the first row.
    package init?(_ decode: @escaping Decoding) throws {
        feed = Feed()
        DispatchQueue(label: "rows of a picture", qos: .userInitiated).async { [feed] in feed.run(decode) }
        feed.answered.wait()
        if let failure = feed.failure { throw failure }
        guard let header = feed.header else { return nil }
        self.header = header
    }

    deinit {
        // The reader's last request has been answered, so the other thread is waiting.
        guard outcome == nil else { return }
        feed.request = nil
        feed.asked.signal()
    }

    /// Allocates memory for this many rows from the first, for callers that know how many they need, so that
    /// it need not grow.
    package func reserve(rows: Int) { feed.reserved = min(rows, header.height) }

    /// Rows, valid until the next call. Rows above the range are discarded.
    ///
    /// Throws ``NotInMemory`` for discarded rows, and what the decoder throws.
    package func rows(_ range: Range<Int>) throws -> UnsafeRawBufferPointer {
        guard range.lowerBound >= feed.held.lowerBound, range.upperBound <= header.height else {
            throw NotInMemory()
        }
        if range.upperBound > feed.held.upperBound { try read(range) }
        let bytesPerRow = header.bytesPerRow
        let start = (range.lowerBound - feed.held.lowerBound) * bytesPerRow
        return UnsafeRawBufferPointer(rebasing: feed.bytes[start..<start + range.count * bytesPerRow])
    }

    /// Reads the rest of the file; throws if it is damaged, and ``EndDiffers``.
    package func finish() throws {
        if outcome == nil {
            try read(header.height..<header.height + 1)
            outcome = Result {
                guard feed.ending == header.ending else { throw EndDiffers() }
            }
        }
        try outcome?.get()
    }

    private func read(_ range: Range<Int>) throws {
        if let outcome { return try outcome.get() }
        try feed.makeRoom(for: range)
        feed.request = range
        feed.asked.signal()
        feed.answered.wait()
        if let failure = feed.failure {
            outcome = .failure(failure)
            throw failure
        }
    }
}

/// The state shared by the decoding and the reading thread. They take turns: the decoding thread accesses it
/// from ``asked`` to ``answered``, the reading thread at all other times.
private final class Feed: @unchecked Sendable {
    let asked = DispatchSemaphore(value: 0)
    let answered = DispatchSemaphore(value: 0)
    /// The requested rows; one past the last row for the end of the picture; nil to stop.
    var request: Range<Int>? = 0..<0
    /// The rows in memory.
    private(set) var held = 0..<0
    private(set) var header: PictureHeader?
    private(set) var ending: PictureTrailer?
    private(set) var failure: (any Error)?
    private var memory: MemoryBlock?
    /// Number of rows delivered by the decoder.
    private var taken = 0
    /// Minimum number of rows to allocate memory for.
    var reserved = 0
    /// True if the reading thread is waiting; initially for the header.
    private var isWanted = true

    private struct Abandoned: Error {}

    var bytes: UnsafeMutableRawBufferPointer {
        memory?.bytes ?? UnsafeMutableRawBufferPointer(start: nil, count: 0)
    }

    /// Discards rows above the range, and moves the others to the start of a large enough buffer.
    func makeRoom(for range: Range<Int>) throws(OutOfMemory) {
        guard let header, range.upperBound <= header.height else { return }
        let kept = min(max(range.lowerBound, held.lowerBound), held.upperBound)..<held.upperBound
        let source = UnsafeRawBufferPointer(
            rebasing: bytes[
                (kept.lowerBound - held.lowerBound) * header.bytesPerRow..<held.count * header.bytesPerRow])
        let byteCount = max(range.count, reserved) * header.bytesPerRow
        if bytes.count < byteCount {
            let larger = try MemoryBlock(byteCount: byteCount)
            larger.bytes.copyMemory(from: source)
            memory = larger
        } else if let start = bytes.baseAddress, let kept = source.baseAddress, source.count > 0 {
            start.copyMemory(from: kept, byteCount: source.count)
        }
        held = kept.isEmpty ? range.lowerBound..<range.lowerBound : kept
    }

    func run(_ decode: RowStream.Decoding) {
        do {
            let ending = try decode(
                { [self] header in
                    self.header = header
                    answer()
                }, { [self] in try take($0, $1) })
            // A decoder that stops early has produced nothing usable.
            guard header == nil || ending != nil && taken == header?.height else {
                throw RowStream.EndDiffers()
            }
            try waitForRequest()
            self.ending = ending
        } catch is Abandoned {
            return
        } catch {
            guard (try? waitForRequest()) != nil else { return }
            failure = error
        }
        answer()
    }

    private func answer() {
        isWanted = false
        answered.signal()
    }

    private func waitForRequest() throws {
        guard !isWanted else { return }
        asked.wait()
        guard request != nil else { throw Abandoned() }
        isWanted = true
    }

    private func take(_ rows: Range<Int>, _ source: UnsafeRawBufferPointer) throws {
        guard let bytesPerRow = header?.bytesPerRow else { return }
        var row = rows.lowerBound
        while row < rows.upperBound {
            try waitForRequest()
            guard let request else { return }
            let end = min(rows.upperBound, request.upperBound)
            // Rows above the requested ones are skipped.
            let first = max(row, request.lowerBound)
            if first < end {
                let start = (first - rows.lowerBound) * bytesPerRow
                let offset = (first - held.lowerBound) * bytesPerRow
                UnsafeMutableRawBufferPointer(rebasing: bytes[offset..<offset + (end - first) * bytesPerRow])
                    .copyMemory(from: .init(rebasing: source[start..<start + (end - first) * bytesPerRow]))
                held = held.lowerBound..<end
            }
            row = max(row, end)
            taken = row
            if row == request.upperBound { answer() }
        }
    }
}
