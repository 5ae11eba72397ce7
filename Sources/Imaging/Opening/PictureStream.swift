import Dispatch

/// A picture whose rows are decoded while they are used: in memory are those asked for last, and what the decoder has ahead of
/// them.
///
/// It is read by one thread. When nobody holds it any more, its decoding stops.
package final class PictureStream: @unchecked Sendable {
    /// Its properties, with those in ``PictureHeader/ending`` that hold if it can be read to its end.
    package let header: PictureHeader
    private let feed: Feed
    /// How the reading ended: nil until then.
    private var outcome: Result<Void, any Error>?

    /// Decodes a picture on another thread.
    package typealias Decoding =
        @Sendable (
            _ begin: @escaping (PictureHeader) throws -> Void,
            _ take: @escaping (Range<Int>, UnsafeRawBufferPointer) throws -> Void
        ) throws -> PictureEnding?

    /// Thrown where rows cannot be used while they are decoded: the picture is to be decoded whole.
    package struct Unsuitable: Error {
        package init() {}
    }

    /// Begins to decode a picture.
    ///
    /// - Parameter decode: calls `begin` with its properties, then `take` with rows from top to bottom, and returns the
    ///   properties known at the end. It runs on a thread of its own.
    ///
    /// Throws ``Unsuitable`` where `decode` returns nil, and what it throws before the first row.
    package init(_ decode: @escaping Decoding) throws {
        feed = Feed()
        DispatchQueue(label: "rows of a picture", qos: .userInitiated).async { [feed] in feed.run(decode) }
        feed.answered.wait()
        guard let header = feed.header else { throw feed.failure ?? Unsuitable() }
        self.header = header
    }

    deinit {
        // Whoever reads has its answer, so the other thread waits.
        guard outcome == nil else { return }
        feed.wish = nil
        feed.asked.signal()
    }

    /// Has memory for as many rows from the beginning, as those who know ask for, so that it need not grow.
    package func reserve(rows: Int) { feed.reserved = min(rows, header.height) }

    /// Rows, valid until the next call. Those above the range are gone from then on.
    ///
    /// Throws ``Unsuitable`` for rows that are gone, and what the decoder throws.
    package func rows(_ range: Range<Int>) throws -> UnsafeRawBufferPointer {
        guard range.lowerBound >= feed.held.lowerBound, range.upperBound <= header.height else {
            throw Unsuitable()
        }
        if range.upperBound > feed.held.upperBound { try read(range) }
        let bytesPerRow = header.bytesPerRow
        let start = (range.lowerBound - feed.held.lowerBound) * bytesPerRow
        return UnsafeRawBufferPointer(rebasing: feed.bytes[start..<start + range.count * bytesPerRow])
    }

    /// Reads the rest of the file, and throws if it is damaged, or ``Unsuitable`` if what follows the rows changes the picture's
    /// properties.
    package func finish() throws {
        if outcome == nil {
            try read(header.height..<header.height + 1)
            outcome = Result {
                guard feed.ending == header.ending else { throw Unsuitable() }
            }
        }
        try outcome?.get()
    }

    private func read(_ range: Range<Int>) throws {
        if let outcome { return try outcome.get() }
        try feed.makeRoom(for: range)
        feed.wish = range
        feed.asked.signal()
        feed.answered.wait()
        if let failure = feed.failure {
            outcome = .failure(failure)
            throw failure
        }
    }
}

/// What the thread that decodes and the one that reads share. They take turns: the one touches it from ``asked`` to ``answered``,
/// the other from then on.
private final class Feed: @unchecked Sendable {
    let asked = DispatchSemaphore(value: 0)
    let answered = DispatchSemaphore(value: 0)
    /// The rows that are wanted; one below the last for the end of the picture; nil for no more.
    var wish: Range<Int>? = 0..<0
    /// The rows in memory.
    private(set) var held = 0..<0
    private(set) var header: PictureHeader?
    private(set) var ending: PictureEnding?
    private(set) var failure: (any Error)?
    private var memory: MemoryBlock?
    /// How many rows the decoder has handed over.
    private var taken = 0
    /// How many rows there is to be memory for, at least.
    var reserved = 0
    /// Whether the other thread waits; at first for the header.
    private var isWanted = true

    private struct Abandoned: Error {}

    var bytes: UnsafeMutableRawBufferPointer {
        memory?.bytes ?? UnsafeMutableRawBufferPointer(start: nil, count: 0)
    }

    /// Drops rows above the range, and moves the others to the beginning of memory that is large enough.
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

    func run(_ decode: PictureStream.Decoding) {
        do {
            let ending = try decode(
                { [self] header in
                    self.header = header
                    answer()
                }, { [self] in try take($0, $1) })
            // A decoder that stops early has read nothing that can be used.
            guard header == nil || ending != nil && taken == header?.height else {
                throw PictureStream.Unsuitable()
            }
            try waitForWish()
            self.ending = ending
        } catch is Abandoned {
            return
        } catch {
            guard (try? waitForWish()) != nil else { return }
            failure = error
        }
        answer()
    }

    private func answer() {
        isWanted = false
        answered.signal()
    }

    private func waitForWish() throws {
        guard !isWanted else { return }
        asked.wait()
        guard wish != nil else { throw Abandoned() }
        isWanted = true
    }

    private func take(_ rows: Range<Int>, _ source: UnsafeRawBufferPointer) throws {
        guard let bytesPerRow = header?.bytesPerRow else { return }
        var row = rows.lowerBound
        while row < rows.upperBound {
            try waitForWish()
            guard let wish else { return }
            let end = min(rows.upperBound, wish.upperBound)
            // Those above what is wanted are passed over.
            let first = max(row, wish.lowerBound)
            if first < end {
                let start = (first - rows.lowerBound) * bytesPerRow
                let place = (first - held.lowerBound) * bytesPerRow
                UnsafeMutableRawBufferPointer(rebasing: bytes[place..<place + (end - first) * bytesPerRow])
                    .copyMemory(from: .init(rebasing: source[start..<start + (end - first) * bytesPerRow]))
                held = held.lowerBound..<end
            }
            row = max(row, end)
            taken = row
            if row == wish.upperBound { answer() }
        }
    }
}
