import Imaging
import Synchronization
import Testing

@Suite("Streams of rows") struct PictureStreamTests {
    private struct Failure: Error {}

    private static let ending = PictureTrailer(orientation: .upright, wholeSize: SIMD2(2, 40))
    private static let header = PictureHeader(
        width: 2, height: 40, depth: .eight, channels: .rgba, format: .png, ending: ending)

    /// Delivers rows, seven at a time; the bytes of each are its number.
    private func stream(
        failingAt failure: Int? = nil, ending: PictureTrailer = ending,
        stopped: @escaping @Sendable (Int) -> Void = { _ in }
    ) throws -> RowStream {
        let stream = try RowStream { begin, take in
            try begin(Self.header)
            for start in stride(from: 0, to: 40, by: 7) {
                if let failure, start >= failure { throw Failure() }
                let rows = start..<min(start + 7, 40)
                let bytes = rows.flatMap { [UInt8](repeating: UInt8($0), count: 8) }
                do {
                    try bytes.withUnsafeBytes { try take(rows, $0) }
                } catch {
                    stopped(start)
                    throw error
                }
            }
            stopped(40)
            return ending
        }
        return try #require(stream)
    }

    private func numbers(_ bytes: UnsafeRawBufferPointer) -> [Int] {
        stride(from: 0, to: bytes.count, by: 8).map { Int(bytes[$0]) }
    }

    @Test func windowsThatOverlapHaveTheirRowsAndThoseAboveAreGone() throws {
        let stream = try stream()
        for window in [0..<5, 2..<9, 9..<9, 9..<20, 18..<19, 26..<40] {
            #expect(numbers(try stream.rows(window)) == Array(window))
        }
        #expect(throws: RowStream.NotInMemory.self) { _ = try stream.rows(10..<12) }
        #expect(throws: RowStream.NotInMemory.self) { _ = try stream.rows(30..<41) }
        try stream.finish()
        try stream.finish()
    }

    @Test func failureOfTheDecoderIsThrownByTheNextRead() throws {
        let stream = try stream(failingAt: 14)
        #expect(numbers(try stream.rows(0..<14)) == Array(0..<14))
        #expect(throws: Failure.self) { _ = try stream.rows(10..<15) }
        #expect(throws: Failure.self) { try stream.finish() }
    }

    @Test func failureBelowTheRowsThatWereUsedIsThrownAtTheEnd() throws {
        let stream = try stream(failingAt: 28)
        #expect(numbers(try stream.rows(3..<6)) == [3, 4, 5])
        #expect(throws: Failure.self) { try stream.finish() }
    }

    @Test func propertiesThatChangeBehindTheRowsAreFoundAtTheEnd() throws {
        let stream = try stream(ending: PictureTrailer(orientation: .upright, wholeSize: SIMD2(2, 41)))
        _ = try stream.rows(0..<40)
        #expect(throws: RowStream.EndDiffers.self) { try stream.finish() }
    }

    @Test func decoderThatStopsEarlyHasNothingThatCanBeUsed() throws {
        for end in [nil, Self.ending] {
            let begun = try RowStream { begin, take in
                try begin(Self.header)
                let bytes = [UInt8](repeating: 1, count: 16)
                try bytes.withUnsafeBytes { try take(0..<2, $0) }
                return end
            }
            let stream = try #require(begun)
            #expect(try stream.rows(0..<2).count == 16)
            #expect(throws: RowStream.EndDiffers.self) { _ = try stream.rows(0..<12) }
            #expect(throws: RowStream.EndDiffers.self) { try stream.finish() }
        }
    }

    @Test func decodingStopsWhenTheStreamIsReleased() async throws {
        let stop = SentNumber()
        do {
            let stream = try stream { stop.set($0) }
            #expect(numbers(try stream.rows(0..<3)) == [0, 1, 2])
        }
        while stop.get() == nil { try await Task.sleep(for: .milliseconds(5)) }
        #expect(stop.get() == 0)
    }

    @Test func picturesWithoutRowsHaveNoStreamAndErrorsBeforeTheFirstRowAreThrown() throws {
        let none = try RowStream { _, _ in nil }
        #expect(none == nil)
        #expect(throws: Failure.self) { _ = try RowStream { _, _ in throw Failure() } }
    }
}

/// A number set by another thread.
private final class SentNumber: Sendable {
    private let number = Mutex<Int?>(nil)
    func set(_ value: Int) { number.withLock { $0 = value } }
    func get() -> Int? { number.withLock { $0 } }
}
