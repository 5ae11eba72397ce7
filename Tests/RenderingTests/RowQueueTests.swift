import Dispatch
import Synchronization
import TestSupport
import Testing

@testable import Rendering

@Suite("Rows on their way to an encoder") struct RowQueueTests {
    private struct Failure: Error {}

    @Test("a file canceled while it is completed is not moved into place")
    func cancelsBeforePlacing() throws {
        let rows = RowQueue { _, _ in }
        let (isCompleting, mayComplete, ended) = (
            DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)
        )
        let isPlaced = Atomic(false)
        let wasCancelled = Atomic(false)
        rows.finish {
            isCompleting.signal()
            mayComplete.wait()
        } then: {
            isPlaced.store(true, ordering: .sequentiallyConsistent)
        }
        try #require(isCompleting.wait(timeout: .now() + timeout()) == .success)
        DispatchQueue.global().async {
            wasCancelled.store(rows.cancel {}, ordering: .sequentiallyConsistent)
            ended.signal()
        }
        // Rows are rejected from the moment of cancellation.
        try waitUntil("the refusal") { (try? rows.hasRoom()) == nil }
        mayComplete.signal()
        try #require(ended.wait(timeout: .now() + timeout()) == .success)
        let (cancelled, placed) = (
            wasCancelled.load(ordering: .sequentiallyConsistent),
            isPlaced.load(ordering: .sequentiallyConsistent)
        )
        #expect(cancelled && !placed)
    }

    @Test("canceling does not wait for a busy encoder")
    func abandonsWithoutWaiting() throws {
        let (isEncoding, mayGoOn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let rows = RowQueue { _, _ in
            isEncoding.signal()
            mayGoOn.wait()
        }
        try [UInt8](repeating: 0, count: 4).withUnsafeBytes { try rows.add($0, count: 1) }
        try #require(isEncoding.wait(timeout: .now() + timeout()) == .success)
        rows.abandon()
        #expect(!rows.hasRested())
        mayGoOn.signal()
        try waitUntil("the encoder to rest") { rows.hasRested() }
        #expect(rows.cancel {})
    }

    @Test("a file in its final place is no longer canceled")
    func keepsWhatIsPlaced() throws {
        let rows = RowQueue { _, _ in }
        rows.finish {
        } then: {
        }
        try waitUntil("the file to be in its place") { try rows.isDone() }
        #expect(!rows.cancel {})
    }

    @Test("an encoder's error is thrown at the next call, and nothing is encoded after it")
    func passesFailuresOn() throws {
        let encoded = Atomic(0)
        let rows = RowQueue { _, _ in
            encoded.add(1, ordering: .sequentiallyConsistent)
            throw Failure()
        }
        let bytes = [UInt8](repeating: 0, count: 16)
        #expect(throws: Failure.self) {
            for _ in 0..<10_000 { try bytes.withUnsafeBytes { try rows.add($0, count: 1) } }
        }
        let count = encoded.load(ordering: .sequentiallyConsistent)
        #expect(count == 1)
        #expect(rows.cancel {})
    }
}
