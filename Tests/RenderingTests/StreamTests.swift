import Dispatch
import Filters
import GPU
import Imaging
import Rendering
import Synchronization
import TestSupport
import Testing

/// Frames that change over time, like those of clips and cameras.
@Suite("Streams") struct StreamTests {
    /// A source of gray frames, each slightly brighter than the previous one.
    private final class Stream: Sendable {
        let sourceID = SourceID()
        let size: SIMD2<Int>
        /// The numbers of the frames whose pixels were read, in the order of reading.
        let read = Mutex<[Int]>([])
        /// The current and the maximum number of frames with pixels in memory.
        let held = Mutex((now: 0, maximum: 0))
        /// Called with a frame's number while its pixels are read.
        let whileReading = Mutex<@Sendable (Int) -> Void>({ _ in })

        init(width: Int, height: Int) { size = SIMD2(width, height) }

        func frame(_ number: Int) -> SourceFrame {
            SourceFrame(
                of: sourceID, at: FrameTime(frame: number, rate: 120), size: size,
                pixels: Pixels(self, number))
        }

        static func level(_ number: Int) -> Double { Double(number % 200) / 255 }

        /// Pixels that report their release.
        final class Pixels: FramePixels {
            private let stream: Stream
            private let number: Int

            init(_ stream: Stream, _ number: Int) {
                self.stream = stream
                self.number = number
                stream.held.withLock { $0 = ($0.now + 1, max($0.maximum, $0.now + 1)) }
            }

            deinit { stream.held.withLock { $0.now -= 1 } }

            func makeTexture(
                of viewport: Viewport, precision: PixelFormat, on device: Device
            ) throws -> Texture {
                stream.read.withLock { $0.append(number) }
                stream.whileReading.withLock { $0 }(number)
                let size = viewport.region.size
                let texture = try device.textures.texture(width: size.x, height: size.y, format: .rgba8)
                let value = UInt8((Stream.level(number) * 255).rounded())
                let pixel = SIMD4<UInt8>(value, value, value, 255)
                let pixels = [SIMD4<UInt8>](repeating: pixel, count: size.x * size.y)
                try pixels.withUnsafeBytes { bytes in
                    guard let base = bytes.baseAddress else { return }
                    try device.upload(base, pixelsPerRow: size.x, to: texture)
                }
                return texture
            }
        }
    }

    /// The results that a queue delivered.
    private final class Screen: Sendable {
        struct Shown {
            let source: SourceID
            let number: Int
            let textures: TexturePool.Counters
        }

        private let state = Mutex<(all: [Shown], newest: RenderQueue.Frame?, failures: [String])>(
            ([], nil, []))

        func take(_ event: RenderQueue.Event) {
            state.withLock { state in
                switch event {
                case .frame(let frame):
                    let source = frame.job.source
                    state.all.append(
                        Shown(source: source.sourceID, number: source.time.frame, textures: frame.textures))
                    state.newest = frame
                case .failed(let message, _): state.failures.append(message)
                case .unavailable(let error): state.failures.append("\(error)")
                case .lost: state.failures.append("lost")
                case .ready, .histogram, .scope, .entering, .rested: break
                }
            }
        }

        var all: [Shown] { state.withLock { $0.all } }
        var numbers: [Int] { all.map(\.number) }
        var failures: [String] { state.withLock { $0.failures } }
    }

    private let recipe: Recipe = [
        Recipe.Stage("saturation", ["amount": 0.5]), Recipe.Stage("gaussian-blur", ["radius": 6]),
        Recipe.Stage("invert"),
    ]

    private func job(_ frame: SourceFrame) -> RenderQueue.Job {
        RenderQueue.Job(
            recipe: recipe, source: frame, viewport: Viewport(wholeAt: frame.size), isPlaying: true)
    }

    @Test(
        "a stream of 120 frames per second is shown steadily and in order, in constant memory, to its last frame"
    )
    func plays() throws {
        let stream = Stream(width: 480, height: 270)
        let screen = Screen()
        let queue = RenderQueue(makeContext: { try HeadlessContext() }, deliver: screen.take)
        defer { queue.stop() }
        let start = ContinuousClock.now
        var number = -1
        // Runs for at least two seconds, and until even a busy machine has rendered enough frames.
        try waitUntil("two seconds and forty frames") {
            guard .now >= start + .seconds(Double(number + 1) / 120) else { return false }
            number += 1
            queue.submit(job(stream.frame(number)))
            return number >= 240 && screen.all.count >= 40
        }
        try waitUntil("the last frame") { screen.numbers.last == number }
        #expect(screen.failures.isEmpty)
        let numbers = screen.numbers
        #expect(zip(numbers, numbers.dropFirst()).allSatisfy(<), "in order: \(numbers)")
        #expect(numbers == stream.read.withLock { $0 }, "what is begun is shown")
        // One frame waits, one is in progress, and one is being submitted.
        #expect(stream.held.withLock { $0.maximum } <= 3)
        let bytes = screen.all.map(\.textures.bytes)
        let half = bytes.count / 2
        let frame = stream.size.x * stream.size.y * PixelFormat.rgba16f.bytesPerPixel
        #expect((bytes[half...].max() ?? 0) <= (bytes[..<half].max() ?? 0) + 2 * frame, "\(bytes)")
    }

    @Test(
        "of a stream faster than its filters, the newest frame is shown, and no frame in progress is dropped"
    )
    func showsTheNewest() throws {
        let stream = Stream(width: 64, height: 48)
        let screen = Screen()
        let queue = RenderQueue(makeContext: { try HeadlessContext() }, deliver: screen.take)
        defer { queue.stop() }
        let job = job
        // Three frames arrive while one is rendered.
        stream.whileReading.withLock {
            $0 = { number in
                guard number < 60 else { return }
                for later in 1...3 { queue.submit(job(stream.frame(number + later))) }
            }
        }
        queue.submit(job(stream.frame(0)))
        try waitUntil("the last frame") { screen.numbers.last == 60 }
        #expect(screen.numbers == Array(stride(from: 0, through: 60, by: 3)))
        #expect(screen.failures.isEmpty)
    }

    @Test("the displayed frame does not retain its source's pixels")
    func givesPixelsBack() throws {
        let stream = Stream(width: 64, height: 48)
        let screen = Screen()
        let queue = RenderQueue(makeContext: { try HeadlessContext() }, deliver: screen.take)
        defer { queue.stop() }
        queue.submit(job(stream.frame(0)))
        try waitUntil("the frame") { screen.numbers == [0] }
        try waitUntil("its pixels to be given back") { stream.held.withLock { $0.now } == 0 }
    }

    @Test("a frame of another source stops the one in progress")
    func anotherSourceComesFirst() throws {
        let (first, second) = (Stream(width: 64, height: 48), Stream(width: 64, height: 48))
        let screen = Screen()
        let queue = RenderQueue(makeContext: { try HeadlessContext() }, deliver: screen.take)
        defer { queue.stop() }
        let job = job
        first.whileReading.withLock { $0 = { _ in queue.submit(job(second.frame(7))) } }
        queue.submit(job(first.frame(0)))
        try waitUntil("the other source") { screen.all.last?.source == second.sourceID }
        #expect(screen.numbers == [7])
        #expect(screen.failures.isEmpty)
    }

    @Test("a picture is saved while a stream keeps the device busy")
    func savesWhilePlaying() throws {
        let stream = Stream(width: 64, height: 48)
        let screen = Screen()
        let folder = try temporaryFolder()
        let queue = RenderQueue(makeContext: { try HeadlessContext() }, deliver: screen.take)
        defer { queue.stop() }
        let job = job
        let outcome = Mutex<Bool?>(nil)
        stream.whileReading.withLock {
            $0 = { number in
                guard outcome.withLock({ $0 }) == nil else { return }
                queue.submit(job(stream.frame(number + 1)))
            }
        }
        queue.submit(job(stream.frame(0)))
        let picture = Picture(pixels: testPicture().buffer(.eight), channels: .rgb)
        queue.save(
            .init(
                picture: picture, recipe: recipe, path: folder.file("out.png"), options: EncodingOptions(),
                overwrite: false)
        ) { result in
            outcome.withLock { $0 = if case .success = result { true } else { false } }
        }
        try waitUntil("the save") { outcome.withLock { $0 } != nil }
        #expect(outcome.withLock { $0 } == true)
        #expect(folder.names == ["out.png"])
        #expect(screen.failures.isEmpty)
    }

    @Test("each frame has its own results, and those of past frames are not kept")
    func keepsFewResults() throws {
        try withEngine { engine in
            let stream = Stream(width: 120, height: 80)
            let viewport = Viewport(wholeAt: stream.size)
            var bytes: [Int] = []
            for number in 0..<40 {
                let values = try engine.values(
                    recipe, of: stream.frame(number), viewport: viewport, keepsResults: true)
                #expect(abs(Double(values[0].x) - (1 - Stream.level(number))) < 0.002, "frame \(number)")
                bytes.append(engine.device.textures.counters.bytes)
            }
            #expect(bytes.last == bytes[4], "\(bytes)")
            // The last frame stays cached, for sliders moved while it is shown.
            let reads = engine.runs["source"]
            _ = try engine.values(
                recipe, of: stream.frame(39), viewport: viewport, keepsResults: true)
            #expect(engine.runs["source"] == reads)
        }
    }
}
