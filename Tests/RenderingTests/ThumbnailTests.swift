import Dispatch
import Filters
import GPU
import Rendering
import Synchronization
import Testing

/// Small pictures of recipes, made beside previews.
@Suite("Thumbnails") struct ThumbnailTests {
    private final class Made: Sendable {
        private let thumbnails = Mutex<[Thumbnail]>([])
        let news = DispatchSemaphore(value: 0)

        func take(_ thumbnail: Thumbnail) {
            thumbnails.withLock { $0.append(thumbnail) }
            news.signal()
        }

        var all: [Thumbnail] { thumbnails.withLock { $0 } }
    }

    @Test("a thumbnail is the filtered picture made small, rows from the top")
    func isTheSmallPicture() throws {
        let made = Made()
        let queue = RenderQueue(makeContext: { try HeadlessContext() }, deliver: { _ in })
        defer { queue.stop() }
        let picture = testPicture(width: 400, height: 200)
        let source = SourceFrame(picture.buffer(.eight))
        queue.makeThumbnail(
            .init(recipe: [.init("invert")], source: source, side: 40), token: CancellationToken(),
            completion: made.take)
        queue.makeThumbnail(
            .init(recipe: [], source: source, side: 40), token: CancellationToken(), completion: made.take)
        for _ in 0..<2 { try #require(made.news.wait(timeout: .now() + 60) == .success) }
        let (inverted, plain) = (made.all[0], made.all[1])
        #expect(plain.size == SIMD2(40, 20) && inverted.size == plain.size)
        #expect(plain.bytes.count == 40 * 20 * 4)
        for index in plain.bytes.indices where index % 4 != 3 {
            #expect(abs(Int(plain.bytes[index]) + Int(inverted.bytes[index]) - 255) <= 1)
        }
        #expect(
            stride(from: 3, to: plain.bytes.count, by: 4).allSatisfy { plain.bytes[$0] == inverted.bytes[$0] }
        )
    }

    @Test("one that was cancelled, and one that cannot be made, do not hold up the next")
    func passesOver() throws {
        let made = Made()
        let queue = RenderQueue(makeContext: { try HeadlessContext() }, deliver: { _ in })
        defer { queue.stop() }
        let source = SourceFrame(testPicture(width: 60, height: 40).buffer(.eight))
        let cancelled = CancellationToken()
        cancelled.cancel()
        let token = CancellationToken()
        queue.makeThumbnail(
            .init(recipe: [], source: source, side: 10), token: cancelled, completion: made.take)
        queue.makeThumbnail(
            .init(recipe: [.init("lut", ["file": "/nowhere.cube"])], source: source, side: 10), token: token,
            completion: made.take)
        queue.makeThumbnail(.init(recipe: [], source: source, side: 30), token: token, completion: made.take)
        try #require(made.news.wait(timeout: .now() + 60) == .success)
        #expect(made.all.map(\.size) == [SIMD2(30, 20)])
    }
}
