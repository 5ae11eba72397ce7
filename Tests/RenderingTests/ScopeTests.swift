import Dispatch
import Filters
import GPU
import Imaging
import Synchronization
import TestSupport
import Testing

@testable import Rendering

@Suite("Scopes") struct ScopeTests {
    private static let kinds: [ScopeKind] = [.parade, .waveform, .vectorscope]

    /// The expected counts of 8-bit pixels, counted one by one with the formulas of ITU-R BT.601.
    private func counted(_ kind: ScopeKind, _ picture: PixelBuffer, every step: Int = 1) -> [UInt32] {
        var counts = [UInt32](repeating: 0, count: kind.planes * kind.size.x * kind.size.y)
        func add(_ plane: Int, _ column: Double, _ level: Double) {
            let cell = SIMD2(Int(column * Double(kind.size.x)), Int(level * Double(kind.size.y)))
            counts[(plane * kind.size.x + cell.x) * kind.size.y + cell.y] += 1
        }
        picture.withUnsafeBytes { bytes in
            for y in stride(from: 0, to: picture.height, by: step) {
                for x in stride(from: 0, to: picture.width, by: step) {
                    let start = (y * picture.width + x) * 4
                    let (red, green, blue) = (
                        Double(bytes[start]), Double(bytes[start + 1]), Double(bytes[start + 2])
                    )
                    let luma = 0.299 * red + 0.587 * green + 0.114 * blue
                    let across = Double(x) / Double(picture.width)
                    switch kind {
                    case .histogram: break
                    case .parade:
                        for (plane, value) in [red, green, blue].enumerated() {
                            add(plane, across, value / 256)
                        }
                    // The addend makes exact halves round up, as on the GPU.
                    case .waveform: add(0, across, (luma + 1e-6).rounded(.toNearestOrAwayFromZero) / 256)
                    case .vectorscope:
                        add(
                            0, ((blue - luma) / 1.772 + 128 + 1e-6).rounded(.down) / 256,
                            ((red - luma) / 1.402 + 128 + 1e-6).rounded(.down) / 256)
                    }
                }
            }
        }
        return counts
    }

    @Test("every pixel is counted in its bin", arguments: kinds, [1, 2, 3])
    func counts(kind: ScopeKind, step: Int) throws {
        let size = SIMD2(601, 301)
        let picture = testPicture(width: size.x, height: size.y).buffer(.eight)
        try withEngine { engine in
            let texture = try engine.render(
                [], of: SourceFrame(picture), viewport: Viewport(wholeAt: size), outputFormat: .rgba8)
            let counter = try ScopeCounter(kind, on: engine.device)
            let limit = (size.x / step) * (size.y / step)
            // The counts of one picture do not carry over to the next.
            for _ in 0..<2 {
                #expect(
                    try counter.count(texture, atMost: limit).counts == counted(kind, picture, every: step))
            }
        }
    }

    @Test("pure colors lie at the ends of a vectorscope, gray at its center")
    func pureColors() throws {
        for (color, cell) in [
            (SIMD4(1.0, 1, 1, 1), SIMD2(64, 64)), (SIMD4(0.5, 0.5, 0.5, 1), SIMD2(64, 64)),
            (SIMD4(0, 0, 1, 1), SIMD2(127, 53)), (SIMD4(1, 1, 0, 1), SIMD2(0, 74)),
            (SIMD4(1, 0, 0, 1), SIMD2(42, 127)), (SIMD4(0, 1, 1, 1), SIMD2(85, 0)),
        ] {
            let picture = Reference(width: 8, height: 8) { _, _ in color }.buffer(.eight)
            try withSharedEngine { engine in
                let texture = try engine.render(
                    [], of: SourceFrame(picture), viewport: Viewport(wholeAt: SIMD2(8, 8)),
                    outputFormat: .rgba8)
                let counts = try ScopeCounter(.vectorscope, on: engine.device).count(texture)
                #expect(counts[0, cell.x, cell.y] == 64, "\(color)")
            }
        }
    }

    @Test("a scope's picture is light where pixels are, and nowhere else", arguments: kinds)
    func picture(kind: ScopeKind) {
        var counts = [UInt32](repeating: 0, count: kind.planes * kind.size.x * kind.size.y)
        let plane = kind.planes - 1
        counts[(plane * kind.size.x + 5) * kind.size.y + 100] = 7
        let picture = ScopeCounts(kind: kind, counts: counts).picture()
        #expect(picture.width == kind.size.x * kind.planes)
        #expect(picture.pixels.count == picture.width * kind.size.y * 4)
        // Higher levels are drawn further up.
        let lit = (kind.size.y - 1 - 100) * picture.width + plane * kind.size.x + 5
        for index in 0..<picture.pixels.count / 4 {
            let pixel = picture.pixels[index * 4..<index * 4 + 4]
            #expect((pixel.max() ?? 0 > 0) == (index == lit))
            // Colors are premultiplied.
            #expect(pixel.dropLast().allSatisfy { $0 <= pixel.last ?? 0 })
        }
    }

    @Test("a vectorscope's targets are where its counts of those colors are")
    func targets() throws {
        for target in ScopeKind.vectorTargets {
            let color = SIMD4(target.color * 0.75, 1)
            let picture = Reference(width: 4, height: 4) { _, _ in color }.buffer(.eight)
            try withSharedEngine { engine in
                let texture = try engine.render(
                    [], of: SourceFrame(picture), viewport: Viewport(wholeAt: SIMD2(4, 4)),
                    outputFormat: .rgba8)
                let counts = try ScopeCounter(.vectorscope, on: engine.device).count(texture)
                let index = counts.counts.firstIndex { $0 > 0 } ?? 0
                let position = SIMD2(Double(index / 128), Double(index % 128)) + 0.5
                #expect(abs(position - target.position * 128).max() <= 1)
            }
        }
    }

    @Test(
        "a preview carries the requested scope, of the visible part and of the whole, and reports pixel colors"
    )
    func queue() throws {
        let size = SIMD2(200, 120)
        let picture = testPicture(width: size.x, height: size.y).buffer(.eight)
        let frames = Mutex<[RenderQueue.Frame]>([])
        let wholes = Mutex<[ScopeCounts]>([])
        let colors = Mutex<[PixelColor]>([])
        let queue = RenderQueue(makeContext: { try HeadlessContext() }) { event in
            switch event {
            case .frame(let frame): frames.withLock { $0.append(frame) }
            case .scope(let counts, _): wholes.withLock { $0.append(counts) }
            default: break
            }
        }
        defer { queue.stop() }
        var job = RenderQueue.Job(
            recipe: [], source: SourceFrame(picture), viewport: Viewport(wholeAt: size), histogram: .seen)
        job.scope = .parade
        queue.submit(job)
        try waitUntil("a frame") { frames.withLock { !$0.isEmpty } }
        let frame = try #require(frames.withLock { $0.first })
        #expect(frame.scope?.counts == counted(.parade, picture))
        #expect(frame.histogram?.pixelCount == size.x * size.y)

        let points = [SIMD2(0, 0), SIMD2(199, 119), SIMD2(17, 80)]
        for point in points {
            queue.readPixel(of: frame, at: point) { color in
                if let color { colors.withLock { $0.append(color) } }
            }
        }
        try waitUntil("three colors") { colors.withLock { $0.count == points.count } }
        let expected = picture.withUnsafeBytes { bytes in
            points.map { point in
                let start = (point.y * size.x + point.x) * 4
                return PixelColor(SIMD4(bytes[start], bytes[start + 1], bytes[start + 2], bytes[start + 3]))
            }
        }
        #expect(colors.withLock { $0 } == expected)

        job.histogram = .whole
        job.scope = .waveform
        job.viewport = Viewport(
            gridSize: size, region: PixelRegion(origin: SIMD2(40, 30), size: SIMD2(50, 20)))
        queue.submit(job)
        try waitUntil("the counts of the whole") { wholes.withLock { !$0.isEmpty } }
        #expect(wholes.withLock { $0.first?.counts } == counted(.waveform, picture))
        #expect(frames.withLock { $0.last?.scope } == nil)
    }

    @Test("a color is written in a standard notation")
    func hex() {
        #expect(PixelColor(SIMD4(0, 200, 15, 255)).hex == "#00c80f")
        #expect(PixelColor(SIMD4(255, 255, 255, 0)).hex == "#ffffff")
    }
}

extension ScopeCounter {
    fileprivate func count(_ texture: Texture) throws -> ScopeCounts { try count(texture, atMost: .max) }
}

private func abs(_ way: SIMD2<Double>) -> SIMD2<Double> {
    SIMD2(Swift.abs(way.x), Swift.abs(way.y))
}
