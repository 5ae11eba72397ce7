import GPU
import Imaging
@testable import Rendering
import Testing

@Suite("Histograms") struct HistogramTests {
    /// The expected histogram of 8-bit pixels, counted one by one.
    private func counted(_ picture: PixelBuffer, _ part: PixelRegion, every step: Int) -> [UInt32] {
        var counts = [UInt32](repeating: 0, count: 1024)
        picture.withUnsafeBytes { bytes in
            for y in stride(from: part.origin.y, to: part.end.y, by: step) {
                for x in stride(from: part.origin.x, to: part.end.x, by: step) {
                    let pixel = bytes[(y * picture.width + x) * 4..<(y * picture.width + x) * 4 + 3].map(
                        Int.init)
                    let luma = Int((Double(299 * pixel[0] + 587 * pixel[1] + 114 * pixel[2]) / 1000 + 0.5))
                    for (channel, value) in (pixel + [luma]).enumerated() {
                        counts[channel * 256 + value] += 1
                    }
                }
            }
        }
        return counts
    }

    @Test("parts and samples of a texture are counted pixel by pixel")
    func parts() throws {
        let picture = testPicture(width: 600, height: 300).buffer(.eight)
        try withEngine { engine in
            let texture = try engine.render(
                [], of: SourceFrame(picture), viewport: Viewport(wholeAt: SIMD2(600, 300)),
                outputFormat: .rgba8)
            let counter = try HistogramCounter(on: engine.device)
            for (part, limit, step) in [
                (PixelRegion(size: SIMD2(600, 300)), Int.max, 1),
                (PixelRegion(origin: SIMD2(3, 5), size: SIMD2(590, 1)), .max, 1),
                (PixelRegion(origin: SIMD2(599, 0), size: SIMD2(1, 300)), .max, 1),
                (PixelRegion(size: SIMD2(600, 300)), 45_000, 2),
                (PixelRegion(origin: SIMD2(7, 7), size: SIMD2(500, 200)), 20_000, 3),
            ] {
                try counter.count(texture, part, atMost: limit)
                #expect(try counter.take() == counted(picture, part, every: step))
            }
        }
    }

    @Test("clipped values are those at the ends")
    func clipping() {
        var histogram = Histogram()
        var counts = [UInt32](repeating: 0, count: 1024)
        (counts[0], counts[255]) = (30, 70)
        (counts[256 + 1], counts[512 + 254], counts[768 + 100]) = (100, 100, 100)
        histogram.add(counts)
        #expect(histogram.clippedShare(at: .black) == 0.3)
        #expect(histogram.clippedShare(at: .white) == 0.7)
        #expect(histogram.pixelCount == 100)
        #expect(histogram.clipped(.green, at: .black) == 0)
    }
}
