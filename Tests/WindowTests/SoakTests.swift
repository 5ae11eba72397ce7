import Dispatch
import Editing
import Filters
import Foundation
import GPU
import Imaging
import Rendering
import Synchronization
import Testing

@testable import glint

/// Sends a large number of slider events through the document and the render queue; `make soak` sets the
/// number.
@Suite("Soak", .enabled(if: ProcessInfo.processInfo.environment["GLINT_SOAK_EVENTS"] != nil)) struct SoakTests
{
    /// The resources held by the process.
    private struct Held {
        let megabytes: Double
        let descriptors: Int
        let threads: Int
        let textures: TexturePool.Counters

        init(textures: TexturePool.Counters) throws {
            // Without this, the memory that the C library retains after a free would depend on other
            // allocations.
            if let trim = dlsym(nil, "malloc_trim") {
                _ = unsafeBitCast(trim, to: (@convention(c) (Int) -> Int32).self)(0)
            }
            let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
            func number(_ key: String) -> Int {
                let line = status.split(separator: "\n").first { $0.hasPrefix(key + ":") }
                return line.flatMap { Int($0.filter(\.isNumber)) } ?? 0
            }
            megabytes = Double(number("VmRSS")) / 1024
            threads = number("Threads")
            descriptors = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
            self.textures = textures
        }

        var row: String {
            "\(Int(megabytes)) MB, \(descriptors) descriptors, \(threads) threads, \(textures.alive) textures of "
                + "\(textures.bytes >> 20) MB"
        }
    }

    private final class Frames: Sendable {
        private let state = Mutex((count: 0, textures: TexturePool.Counters()))
        private let complaints = Mutex<[String]>([])

        func take(_ event: RenderQueue.Event) {
            switch event {
            case .frame(let frame): state.withLock { $0 = ($0.count + 1, frame.textures) }
            case .failed(let message, _): complaints.withLock { $0.append(message) }
            default: return
            }
        }

        var count: Int { state.withLock { $0.count } }
        var textures: TexturePool.Counters { state.withLock { $0.textures } }
        var failures: [String] { complaints.withLock { $0 } }
    }

    @Test("however many slider events come, nothing grows")
    func staysFlat() throws {
        let environment = ProcessInfo.processInfo.environment
        let count = try #require(environment["GLINT_SOAK_EVENTS"].flatMap { Int($0) })
        let seed =
            environment["GLINT_SOAK_SEED"].flatMap { UInt64($0) } ?? .random(in: 0...UInt64(UInt32.max))
        print("seed \(seed)")
        var random = SplitMix(state: seed)
        let frames = Frames()
        let queue = RenderQueue(makeContext: { try HeadlessContext() }, deliver: frames.take)
        defer { queue.stop() }
        let pixels = PixelBuffer(width: 640, height: 400, depth: .eight) { bytes in
            for index in bytes.indices { bytes[index] = UInt8(truncatingIfNeeded: index &* 31) }
        }
        let start: Recipe = ["saturation", "gaussian-blur", "invert"].map { Recipe.Stage($0) }.recipe
        var document = Document(
            .picture(Picture(pixels: pixels, channels: .rgb)), file: nil, recipe: start, catalog: .builtIn)
        var held: [Held] = []
        let clock = ContinuousClock.now
        for event in 0..<count {
            var recipe = document.recipe
            let amount = Double(random.next() % 1000) / 1000
            switch event % 5000 {
            case 0: recipe.stages.append(Recipe.Stage("vignette"))
            case 2500: recipe = start
            default: recipe.stages[0] = Recipe.Stage("saturation", ["amount": .number(amount)])
            }
            document.history.record(recipe, as: Edit("Amount", subject: "amount"))
            queue.submit(
                .init(
                    recipe: recipe, source: document.sourceFrame,
                    viewport: Viewport(wholeAt: document.sourceFrame.size)))
            // Pauses, so that some of the events lead to frames.
            if event % 20 == 0 { usleep(2000) }
            // Sampled always in the same state.
            if event % 5000 == 2499 { held.append(try Held(textures: frames.textures)) }
        }
        let tenth = held.count / 10
        let (before, after) = (try median(held[tenth..<2 * tenth]), try median(held.suffix(tenth)))
        print(
            """
            \(count) events in \((ContinuousClock.now - clock) / .seconds(1)) s, \(frames.count) frames
            after the first tenth: \(before.row)
            at the end: \(after.row)
            """)
        #expect(frames.failures.isEmpty)
        #expect(after.megabytes <= before.megabytes * 1.05)
        #expect(after.descriptors <= before.descriptors)
        #expect(after.threads <= before.threads + 1)
        #expect(Double(after.textures.bytes) <= Double(before.textures.bytes) * 1.05)
    }

    private func median(_ held: ArraySlice<Held>) throws -> Held {
        try #require(held.sorted { $0.megabytes < $1.megabytes }.dropFirst(held.count / 2).first)
    }
}

extension [Recipe.Stage] {
    fileprivate var recipe: Recipe { Recipe(self) }
}

/// Steele, Lea and Flood's generator, which is deterministic on every machine.
private struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var value = (state ^ (state >> 30)) &* 0xbf58_476d_1ce4_e5b9
        value = (value ^ (value >> 27)) &* 0x94d0_49bb_1331_11eb
        return value ^ (value >> 31)
    }
}
