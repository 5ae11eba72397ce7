import Filters
import Foundation
import Imaging
@testable import Rendering
import Testing

/// Copies of a tape degrade: each loses detail, and none can restore what the previous one lost.
@Suite("Generations of analog video") struct NTSCGenerationTests {
    private func made(
        _ settings: NTSCSettings, generations: Int, of source: SourceFrame
    ) throws -> [SIMD4<Float>] {
        var settings = settings
        settings.set("generations", to: .number(Double(generations)))
        return try withSharedEngine {
            try $0.values([settings.stage()], of: source, precision: .rgba32f)
        }
    }

    /// A photograph with as many rows as a television.
    private func photograph() throws -> SourceFrame {
        let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent().path
        let picture = try Picture(contentsOf: path + "/../../../data/landscape.jpg").pixels
        let size = SIMD2(720, 480)
        return try withSharedEngine { engine in
            let pixels = try engine.values(
                [], of: SourceFrame(picture), viewport: Viewport(wholeAt: size), precision: .rgba32f)
            return FloatFrame(pixels, width: size.x).source
        }
    }

    private func chroma(_ pixels: [SIMD4<Float>]) -> Double {
        pixels.reduce(0) { sum, pixel in
            let color = SIMD3<Double>(Double(pixel.x), Double(pixel.y), Double(pixel.z))
            let i = (color * SIMD3(0.5959, -0.2746, -0.3213)).sum()
            let q = (color * SIMD3(0.2115, -0.5227, 0.3112)).sum()
            return sum + (i * i + q * q).squareRoot()
        } / Double(pixels.count)
    }

    /// The mean luma difference between horizontal neighbors.
    private func detail(_ pixels: [SIMD4<Float>], width: Int) -> Double {
        let luma = pixels.map { Double(0.299 * $0.x + 0.587 * $0.y + 0.114 * $0.z) }
        let steps = luma.indices.filter { $0 % width > 0 }.map { abs(luma[$0] - luma[$0 - 1]) }
        return steps.reduce(0, +) / Double(steps.count)
    }

    private static let settings: [(String, NTSCSettings)] = {
        var steady = NTSCSettings().still
        steady.set("steadyStart", to: true)
        var harsh = steady
        harsh.set("compositePreemphasis", to: 2)
        harsh.set("vhsSharpen", to: 2)
        harsh.set("vhsTapeSpeed", to: "sp")
        var soft = steady
        soft.set("compositePreemphasis", to: -1)
        var easy = NTSCEasy().settings.still
        easy.set("steadyStart", to: true)
        easy.set("scaleWithVideoSize", to: false)
        return [
            ("default", NTSCSettings().still), ("steady", steady), ("harsh", harsh), ("soft", soft),
            ("easy", easy),
        ]
    }()

    @Test("lose color and detail with each copy, whatever is emphasized", arguments: settings.map(\.0))
    func wear(name: String) throws {
        let settings = try #require(Self.settings.first { $0.0 == name }?.1)
        let picture = try photograph()
        let copies = try (1...8).map { try made(settings, generations: $0, of: picture) }
        let chroma = copies.map(chroma)
        let detail = copies.map { self.detail($0, width: picture.size.x) }
        for (one, next) in zip(chroma, chroma.dropFirst()) { #expect(next <= one, "\(chroma)") }
        for (one, next) in zip(detail, detail.dropFirst()) { #expect(next <= one, "\(detail)") }
    }

    /// A large area of one color has no detail that a tape could lose, so all copies together show it like a
    /// single tape does.
    @Test("leave large areas of color like a single tape")
    func fields() throws {
        let frame = FloatFrame(
            [SIMD4<Float>](repeating: SIMD4(0.7, 0.35, 0.3, 1), count: 320 * 80), width: 320)
        var settings = NTSCSettings().still
        settings.set("steadyStart", to: true)
        func color(_ generations: Int) throws -> Double {
            chroma([try made(settings, generations: generations, of: frame.source)[40 * 320 + 160]])
        }
        let one = try color(1)
        for generations in [2, 4, 8] {
            let many = try color(generations)
            #expect(abs(many / one - 1) < 0.01, "\(one) \(many)")
        }
    }
}
