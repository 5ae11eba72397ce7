import Dispatch
import Filters
import GPU
import Imaging
import Rendering
import Synchronization
import TestSupport
import Testing

@Suite("Render queue") struct RenderQueueTests {
    /// The events of a queue, and a way to wait for them.
    private final class Events: Sendable {
        private let frames = Mutex<[(recipe: Recipe, moment: ContinuousClock.Instant)]>([])
        private let pixelCounts = Mutex<[Int]>([])
        private let failures = Mutex<[String]>([])
        private let histograms = Mutex<[Histogram]>([])
        let news = DispatchSemaphore(value: 0)

        func take(_ event: RenderQueue.Event) {
            switch event {
            case .frame(let frame):
                frames.withLock { $0.append((frame.job.recipe, .now)) }
                if let histogram = frame.histogram { histograms.withLock { $0.append(histogram) } }
                pixelCounts.withLock { $0.append(frame.texture.width * frame.texture.height) }
            case .failed(let message, _): failures.withLock { $0.append(message) }
            case .unavailable(let error): failures.withLock { $0.append("\(error)") }
            case .histogram(let histogram, _), .entering(let histogram, _, _):
                histograms.withLock { $0.append(histogram) }
            case .ready, .scope, .rested: return
            case .lost: failures.withLock { $0.append("lost") }
            }
            news.signal()
        }

        var shown: [(recipe: Recipe, moment: ContinuousClock.Instant)] { frames.withLock { $0 } }
        var sizes: [Int] { pixelCounts.withLock { $0 } }
        var counted: [Histogram] { histograms.withLock { $0 } }
        var complaints: [String] { failures.withLock { $0 } }
    }

    private func job(_ source: SourceFrame, amount: Double) -> RenderQueue.Job {
        RenderQueue.Job(
            recipe: [
                Recipe.Stage("saturation", ["amount": .number(amount)]),
                Recipe.Stage("gaussian-blur", ["radius": 6]),
            ], source: source, viewport: Viewport(wholeAt: source.size))
    }

    @Test("when idle the textures of earlier frames are freed, and those of the newest are kept")
    func rest() throws {
        // A long delay, since the queue also counts as idle if the next job is submitted late.
        let sources = [0, 1].map { _ in SourceFrame(testPicture(width: 800, height: 500).buffer(.eight)) }
        let textures = Mutex<(frames: [Int], rests: [Int])>(([], []))
        let queue = RenderQueue(
            restDelay: .milliseconds(1500), makeContext: { try HeadlessContext() },
            deliver: { event in
                switch event {
                case .frame(let frame): textures.withLock { $0.frames.append(frame.textures.bytes) }
                case .rested(let counters): textures.withLock { $0.rests.append(counters.bytes) }
                default: break
                }
            })
        defer { queue.stop() }
        queue.submit(job(sources[0], amount: 0.2))
        try waitUntil("the first rest") { textures.withLock { $0.rests.count == 1 } }
        queue.submit(job(sources[1], amount: 0.2))
        try waitUntil("the second rest") { textures.withLock { $0.rests.count == 2 } }
        let (frames, rests) = textures.withLock { $0 }
        try #require(frames.count == 2 && rests[0] > 0)
        // The second frame needs as much memory as the first, whose textures were freed.
        #expect(frames[1] > rests[1] && rests[1] <= rests[0] + 800 * 500 * 4)
    }

    @Test("a burst of a thousand changes per second shows frames while it lasts and ends on the last values")
    func survivesABurst() throws {
        let events = Events()
        let queue = RenderQueue(makeContext: { try HeadlessContext() }, deliver: events.take)
        defer { queue.stop() }
        let source = SourceFrame(testPicture(width: 800, height: 500).buffer(.eight))
        let start = ContinuousClock.now
        var step = 0
        // A busy machine may need longer for the three frames that are expected.
        try waitUntil("a thousand changes and three frames") {
            guard .now >= start + .milliseconds(step) else { return false }
            step += 1
            queue.submit(job(source, amount: Double(step % 1000) / 1000))
            return step >= 1000 && events.shown.count >= 3
        }
        let shown = events.shown.count
        queue.submit(job(source, amount: 1.5))
        while events.shown.last?.recipe != job(source, amount: 1.5).recipe {
            try #require(events.news.wait(timeout: .now() + timeout()) == .success)
        }
        #expect(events.complaints.isEmpty)
        #expect(shown >= 3, "frames are shown during the burst")
        #expect(shown < step, "changes are coalesced")
    }

    @Test("a drag that is too slow is shown with fewer pixels, and with all of them when it pauses")
    func draftsASlowDrag() throws {
        let events = Events()
        // A limit that any machine exceeds.
        let queue = RenderQueue(
            slowMilliseconds: 0, makeContext: { try HeadlessContext() }, deliver: events.take)
        defer { queue.stop() }
        let source = SourceFrame(testPicture(width: 400, height: 300).buffer(.eight))
        let whole = 400 * 300
        var amount = 0.0
        try waitUntil("a frame with fewer pixels") {
            amount = amount < 1.9 ? amount + 0.001 : 0
            queue.submit(job(source, amount: amount))
            return events.sizes.contains { $0 < whole }
        }
        let last = job(source, amount: amount).recipe
        while events.sizes.last != whole || events.shown.last?.recipe != last {
            try #require(events.news.wait(timeout: .now() + timeout()) == .success)
        }
        #expect(events.complaints.isEmpty)
    }

    @Test("a picture that plays has all its pixels, however slow that is")
    func playsWithoutDrafts() throws {
        let events = Events()
        let queue = RenderQueue(
            slowMilliseconds: 0, makeContext: { try HeadlessContext() }, deliver: events.take)
        defer { queue.stop() }
        let source = SourceFrame(testPicture(width: 400, height: 300).buffer(.eight))
        for step in 0..<5 {
            var job = job(source, amount: Double(step) / 10)
            job.isPlaying = true
            queue.submit(job)
            while events.shown.last?.recipe != job.recipe {
                try #require(events.news.wait(timeout: .now() + timeout()) == .success)
            }
        }
        #expect(events.sizes.allSatisfy { $0 == 400 * 300 })
        #expect(events.complaints.isEmpty)
    }

    @Test("a view that is resized faster than frames are rendered still shows some")
    func survivesResizing() throws {
        let events = Events()
        let queue = RenderQueue(makeContext: { try HeadlessContext() }, deliver: events.take)
        defer { queue.stop() }
        let source = SourceFrame(testPicture(width: 800, height: 600).buffer(.eight))
        var step = 0
        try waitUntil("three frames") {
            step += 1
            var job = job(source, amount: 0.5)
            job.viewport = Viewport(wholeAt: SIMD2(400 + step % 200, 300 + step % 200))
            queue.submit(job)
            return events.shown.count >= 3
        }
    }

    @Test("a queue that ends reports every unsaved picture")
    func failsSavesAtItsEnd() throws {
        let folder = try temporaryFolder()
        let queue = RenderQueue(
            makeContext: { throw GPUError.noContext(reason: "none in this test") }, deliver: { _ in })
        let picture = Picture(
            pixels: testPicture().buffer(.eight), channels: .rgb, metadata: Metadata(), format: .png)
        let ended = DispatchSemaphore(value: 0)
        for _ in 0..<2 {
            queue.save(
                .init(
                    picture: picture, recipe: [], path: folder.file("out.png"), options: EncodingOptions(),
                    overwrite: false)
            ) { _ in ended.signal() }
            try #require(ended.wait(timeout: .now() + timeout()) == .success)
        }
        #expect(folder.names.isEmpty)
    }

    @Test("a picture is saved between previews, and the previews continue")
    func savesBetweenPreviews() throws {
        let events = Events()
        let folder = try temporaryFolder()
        let queue = RenderQueue(makeContext: { try HeadlessContext() }, deliver: events.take)
        defer { queue.stop() }
        let pixels = testPicture(width: 700, height: 500).buffer(.eight)
        let picture = Picture(pixels: pixels, channels: .rgb, metadata: Metadata(), format: .png)
        let source = SourceFrame(pixels)
        let saved = DispatchSemaphore(value: 0)
        let problem = Mutex<String?>(nil)
        queue.save(
            .init(
                picture: picture, recipe: [Recipe.Stage("invert")], path: folder.file("out.png"),
                options: EncodingOptions(), overwrite: false)
        ) { result in
            if case .failure(let error) = result { problem.withLock { $0 = "\(error)" } }
            saved.signal()
        }
        queue.submit(job(source, amount: 0.5))
        try #require(saved.wait(timeout: .now() + timeout()) == .success)
        #expect(problem.withLock { $0 } == nil)
        #expect(folder.names == ["out.png"])
        let read = try Picture(contentsOf: folder.file("out.png"))
        let (before, after) = (
            pixels.withUnsafeBytes { Array($0) }, read.pixels.withUnsafeBytes { Array($0) }
        )
        #expect(zip(before, after).enumerated().allSatisfy { $0 % 4 == 3 || $1.0 == 255 - $1.1 })
    }

    @Test("a save that is cancelled leaves no file")
    func cancelsASave() throws {
        let folder = try temporaryFolder()
        let queue = RenderQueue(makeContext: { try HeadlessContext() }, deliver: { _ in })
        defer { queue.stop() }
        let picture = Picture(
            pixels: testPicture(width: 3000, height: 2000).buffer(.eight), channels: .rgb,
            metadata: Metadata(), format: .png)
        let ended = DispatchSemaphore(value: 0)
        let wasCancelled = Mutex(false)
        let hasBegun = Mutex(false)
        let token = queue.save(
            .init(
                picture: picture, recipe: [Recipe.Stage("gaussian-blur", ["radius": 100])],
                path: folder.file("out.png"), options: EncodingOptions(), overwrite: false),
            progress: { _ in hasBegun.withLock { $0 = true } }
        ) { result in
            if case .failure(let error) = result { wasCancelled.withLock { $0 = error is Cancelled } }
            ended.signal()
        }
        try waitUntil("the first strip") { hasBegun.withLock { $0 } }
        token.cancel()
        try #require(ended.wait(timeout: .now() + timeout()) == .success)
        #expect(wasCancelled.withLock { $0 })
        #expect(folder.names.isEmpty)
    }

    @Test("a device that cannot be opened gives an error message")
    func reportsAMissingDevice() throws {
        let events = Events()
        let queue = RenderQueue(
            makeContext: { throw GPUError.noContext(reason: "none in this test") }, deliver: events.take)
        defer { queue.stop() }
        try #require(events.news.wait(timeout: .now() + timeout()) == .success)
        #expect(events.complaints.first?.contains("none in this test") == true)
    }

    @Test("frames carry histograms if requested, of the visible part or of the whole")
    func histograms() throws {
        let events = Events()
        let queue = RenderQueue(makeContext: { try HeadlessContext() }, deliver: events.take)
        defer { queue.stop() }
        // Black on the left, white on the right, so that a view of the left half has no white.
        let size = SIMD2(200, 100)
        let source = SourceFrame(
            Reference(width: size.x, height: size.y) { x, _ in
                x < 100 ? SIMD4(0, 0, 0, 1) : SIMD4(1, 1, 1, 1)
            }.buffer(.eight))
        let left = Viewport(gridSize: size, region: PixelRegion(size: SIMD2(100, 100)))
        func histogram(_ scope: HistogramScope?, _ recipe: Recipe = []) throws -> Histogram? {
            let before = events.counted.count
            // As if playing: a slow machine would otherwise count a draft, whose pixels are averages.
            queue.submit(
                .init(recipe: recipe, source: source, viewport: left, histogram: scope, isPlaying: true))
            for _ in 0..<(scope == .whole ? 2 : 1) {
                try #require(events.news.wait(timeout: .now() + timeout()) == .success)
            }
            return events.counted.count > before ? events.counted.last : nil
        }
        let seen = try #require(try histogram(.seen))
        #expect(seen.clippedShare(at: .black) == 1 && seen.clippedShare(at: .white) == 0)
        #expect(seen.pixelCount == 10_000)
        let whole = try #require(try histogram(.whole))
        #expect(whole.clippedShare(at: .black) == 0.5 && whole.clippedShare(at: .white) == 0.5)
        let inverted = try #require(try histogram(.seen, [Recipe.Stage("invert")]))
        #expect(inverted.clippedShare(at: .white) == 1)
        #expect(try histogram(nil) == nil)
        #expect(events.complaints.isEmpty)
    }

    @Test("the histogram of a stage's input covers the whole, and excludes that stage")
    func histogramOfWhatEnters() throws {
        let events = Events()
        let queue = RenderQueue(makeContext: { try HeadlessContext() }, deliver: events.take)
        defer { queue.stop() }
        let size = SIMD2(200, 100)
        let source = SourceFrame(
            Reference(width: size.x, height: size.y) { x, _ in
                x < 50 ? SIMD4(0, 0, 0, 1) : SIMD4(0.8, 0.8, 0.8, 1)
            }.buffer(.eight))
        let left = Viewport(gridSize: size, region: PixelRegion(size: SIMD2(50, 100)))
        let dark = Recipe.Stage("tone-curve", ["all": .curve([SIMD2(0, 0), SIMD2(1, 0)])])
        func entering(_ stage: Int, _ recipe: Recipe) throws -> Histogram {
            queue.submit(.init(recipe: recipe, source: source, viewport: left, entering: [stage]))
            for _ in 0..<2 { try #require(events.news.wait(timeout: .now() + timeout()) == .success) }
            return try #require(events.counted.last)
        }
        #expect(try entering(0, [dark]).clippedShare(at: .black) == 0.25)
        let inverted = try entering(1, [Recipe.Stage("invert"), dark])
        #expect(inverted.clippedShare(at: .white) == 0.25 && inverted.clippedShare(at: .black) == 0)
        // While a stage changes, its cached input is counted.
        #expect(try entering(1, [Recipe.Stage("invert"), Recipe.Stage("tone-curve")]) == inverted)
        #expect(events.complaints.isEmpty)
    }
}
