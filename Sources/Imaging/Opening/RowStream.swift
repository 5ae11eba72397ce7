import System
import Dispatch

/// A picture whose rows are decoded on demand: memory holds only the most recently requested rows and the
/// decoder's read-ahead.
///
/// Only one thread may read it. Decoding stops when it is deallocated.
package final class RowStream: @unchecked Sendable {
    /// The picture's properties; those in ``PictureHeader/ending`` are only valid if the picture can be read
    /// to its end.
    package let header: PictureHeader
    /// The name of the file without the folder and the extension.
    package let name: String?
    private let feed: Feed
    /// The result of reading to the end; nil until then.
    private var outcome: Result<Void, any Error>?

    /// Decodes a picture; called on another thread.
    package typealias Decoding =
        @Sendable (
            _ begin: @escaping (PictureHeader) throws -> Void,
            _ take: @escaping (Range<Int>, UnsafeRawBufferPointer) throws -> Void
        ) throws -> PictureTrailer?

    /// Thrown at the end of a file whose rows or properties differ from those in its header. Decoding the
    /// whole picture gives the correct properties.
    package struct EndDiffers: Error {}

    /// Thrown for rows that are not in memory and never will be: they were discarded, lie below the picture,
    /// or are wanted at another size.
    package struct NotInMemory: Error {
        package init() {}
    }

    /// Begins to decode a picture; nil if its rows cannot be delivered in order.
    ///
    /// - Parameters:
    ///   - name: the name of the file without the folder and the extension.
    ///   - decode: runs on a separate thread. Calls `begin` with the picture's properties, then
    ///   `take` with rows from top to bottom, and returns the properties known at the end; or returns nil,
    ///   without calling `begin`, if the picture must be decoded as a whole.
    ///
    /// Throws any error that `decode` throws before the first row.
    package init?(name: String? = nil, _ decode: @escaping Decoding) throws {
        self.name = name
        feed = Feed()
        DispatchQueue(label: "rows of a picture", qos: .userInitiated).async { [feed] in feed.run(decode) }
        feed.answered.wait()
        if let failure = feed.failure { throw failure }
        guard let header = feed.header else { return nil }
        self.header = header
    }

    deinit {
        // The last request has been answered, so the decoding thread is waiting.
        guard outcome == nil else { return }
        feed.request = nil
        feed.asked.signal()
    }

    /// Allocates memory for this many rows in advance, for callers that know how many they need, so that the
    /// buffer need not grow.
    package func reserve(rows: Int) { feed.reserved = min(rows, header.height) }

    /// Returns rows that are valid until the next call. Rows above the range are discarded.
    ///
    /// Throws ``NotInMemory`` for discarded rows and those below the picture, and any error of the decoder.
    package func rows(_ range: Range<Int>) throws -> UnsafeRawBufferPointer {
        guard range.lowerBound >= feed.held.lowerBound, range.upperBound <= header.height else {
            throw NotInMemory()
        }
        if range.upperBound > feed.held.upperBound { try read(range) }
        let bytesPerRow = header.bytesPerRow
        let start = (range.lowerBound - feed.held.lowerBound) * bytesPerRow
        return UnsafeRawBufferPointer(rebasing: feed.bytes[start..<start + range.count * bytesPerRow])
    }

    /// Reads the rest of the file; throws if it is damaged, or ``EndDiffers``.
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

/// The state shared by the decoding and reading threads, which take turns: the decoding thread accesses it
/// between ``asked`` and ``answered``, the reading thread at all other times.
private final class Feed: @unchecked Sendable {
    let asked = DispatchSemaphore(value: 0)
    let answered = DispatchSemaphore(value: 0)
    /// The requested rows; a range beyond the last row requests the end of the picture; nil stops decoding.
    var request: Range<Int>? = 0..<0
    /// The rows in memory.
    private(set) var held = 0..<0
    private(set) var header: PictureHeader?
    private(set) var ending: PictureTrailer?
    private(set) var failure: (any Error)?
    private var memory: MemoryBlock?
    /// The number of rows that the decoder has delivered.
    private var taken = 0
    /// The minimum number of rows to allocate memory for.
    var reserved = 0
    /// True if the reading thread is waiting, at first for the header.
    private var isWanted = true

    private struct Abandoned: Error {}

    var bytes: UnsafeMutableRawBufferPointer {
        memory?.bytes ?? UnsafeMutableRawBufferPointer(start: nil, count: 0)
    }

    /// Discards rows above the range, moves the others to the start of the buffer, and enlarges it if
    /// necessary.
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
            // If the decoder stops early, its rows are not usable.
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
