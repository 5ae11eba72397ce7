import Dispatch
import Filters
import Foundation
import GPU
import Imaging
import Rendering
import Synchronization
import Testing

/// Thumbnails of recipes, rendered in addition to previews.
@Suite("Thumbnails") struct ThumbnailTests {
    private final class Made: Sendable {
        private let thumbnails = Mutex<[Thumbnail?]>([])
        let news = DispatchSemaphore(value: 0)

        func take(_ thumbnail: Thumbnail?) {
            thumbnails.withLock { $0.append(thumbnail) }
            news.signal()
        }

        var all: [Thumbnail] { thumbnails.withLock { $0.compactMap(\.self) } }
        /// The number that could not be rendered.
        var missing: Int { thumbnails.withLock { $0.count { $0 == nil } } }
    }

    @Test("a thumbnail is the reduced filtered picture, rows from the top")
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

    @Test("a partial one shows the lower left corner, enlarged")
    func showsAPart() throws {
        let made = Made()
        let queue = RenderQueue(makeContext: { try HeadlessContext() }, deliver: { _ in })
        defer { queue.stop() }
        let picture = testPicture(width: 400, height: 240)
        queue.makeThumbnail(
            .init(recipe: [], source: SourceFrame(picture.buffer(.eight)), side: 120, part: .lowerLeft),
            token: CancellationToken(), completion: made.take)
        try #require(made.news.wait(timeout: .now() + 60) == .success)
        let part = try #require(made.all.first)
        // A third of the rows with an aspect ratio of 3:2, here at its original scale.
        #expect(part.size == SIMD2(120, 80))
        for y in 0..<80 {
            for x in 0..<120 {
                let wanted = picture[x, 160 + y] * 255
                let offset = 4 * (y * 120 + x)
                let isSame = (0..<3).allSatisfy { abs(Double(part.bytes[offset + $0]) - wanted[$0]) < 1 }
                if !isSame { Issue.record("\(x) \(y)") }
            }
        }
    }

    /// In a reduced photograph all tapes look alike: two of them differ by only two levels of 255.
    @Test("those of analog video's presets differ")
    func distinguishesTapes() throws {
        let made = Made()
        let queue = RenderQueue(makeContext: { try HeadlessContext() }, deliver: { _ in })
        defer { queue.stop() }
        let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent().path
        let picture = try Picture(contentsOf: path + "/../../data/landscape.jpg").pixels
        let names = NTSCPreset.shippedNames
        for name in names {
            queue.makeThumbnail(
                .init(
                    recipe: [.init("ntsc", ["preset": .text(name)])], source: SourceFrame(picture),
                    side: 180, part: .lowerLeft),
                token: CancellationToken(), completion: made.take)
        }
        for _ in names { try #require(made.news.wait(timeout: .now() + 60) == .success) }
        for (index, one) in made.all.enumerated() {
            for other in made.all[..<index] {
                let sum = zip(one.bytes, other.bytes).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
                #expect(Double(sum) / Double(one.bytes.count * 3 / 4) > 3)
            }
        }
    }

    @Test("canceled and failed ones do not delay the next")
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
        for _ in 0..<2 { try #require(made.news.wait(timeout: .now() + 60) == .success) }
        #expect(made.all.map(\.size) == [SIMD2(30, 20)] && made.missing == 1)
    }
}
