import Filters
import Foundation
@testable import Rendering
import Testing

/// The scan lines match a television's rows.
@Suite("The picture tube") struct PictureTubeTests {
    private func rows(_ height: Int, _ parameters: [String: ParameterValue] = [:]) throws -> [Double] {
        let frame = FloatFrame(
            [SIMD4<Float>](repeating: SIMD4(0.5, 0.5, 0.5, 1), count: 2 * height), width: 2)
        let stage = Recipe.Stage("crt", parameters.merging(["mask": 0, "scanlines": 1]) { one, _ in one })
        let pixels = try withSharedEngine { try $0.floats(stage, of: frame) }
        return (0..<height).map { Double(pixels[2 * $0].x) }
    }

    /// A raised-cosine beam that repeats with the line height and has its first center at `first`.
    private func wanted(_ height: Int, line: Double, first: Double) -> [Double] {
        (0..<height).map { y in
            let wave = Double.pi / line
            let beam = 0.5 + 0.5 * cos(2 * wave * (Double(y) + 0.5 - first)) * sin(wave) / wave
            return 0.5 * (1 + 0.7 * (1.4 * beam - 1))
        }
    }

    private func compare(_ made: [Double], _ wanted: [Double]) {
        let largest = zip(made, wanted).map { abs($0 - $1) }.max() ?? 1
        #expect(largest < 0.001, "\(largest) \(made.prefix(8)) \(wanted.prefix(8))")
    }

    @Test(
        "has a line for every other row of a television's picture, the upper field's",
        arguments: [480, 576, 240])
    func fields(height: Int) throws {
        compare(try rows(height), wanted(height, line: 2, first: 0.5))
        let made = try rows(height)
        #expect(stride(from: 0, to: height, by: 2).allSatisfy { made[$0] > made[$0 + 1] + 0.1 })
    }

    @Test("follows the rows of an upscaled picture")
    func enlarged() throws {
        compare(try rows(1440), wanted(1440, line: 3, first: 1.5))
        compare(try rows(960), wanted(960, line: 4, first: 1))
        compare(try rows(2304, ["rows": 576]), wanted(2304, line: 4, first: 2))
        compare(try rows(2000), wanted(2000, line: 2000.0 / 480, first: 1000.0 / 480))
    }

    @Test("has lines of the given height")
    func lineHeight() throws {
        compare(try rows(100, ["lineHeight": 4]), wanted(100, line: 4, first: 2))
        compare(try rows(100, ["lineHeight": 12.4]), wanted(100, line: 12.4, first: 6.2))
    }

    @Test("follows analog video, row by row")
    func afterAnalogVideo() throws {
        let frame = FloatFrame(
            [SIMD4<Float>](repeating: SIMD4(0.5, 0.5, 0.5, 1), count: 100 * 1000), width: 100)
        var video = NTSCSettings().still.stage()
        video.set("resize480", to: true)
        let tube = Recipe.Stage("crt", ["mask": 0])
        let (plain, made) = try withSharedEngine {
            (try $0.frame([video], of: frame).pixels, try $0.frame([video, tube], of: frame).pixels)
        }
        try #require(plain.count == made.count && plain.count == 48 * 480)
        for y in stride(from: 40, to: 400, by: 2) {
            let (upper, lower) = (y * 48 + 30, (y + 1) * 48 + 30)
            #expect(made[upper].y / plain[upper].y > made[lower].y / plain[lower].y + 0.1)
        }
    }
}
