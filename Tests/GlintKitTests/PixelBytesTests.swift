import Foundation
import GlintKit
import Testing

@Suite("Pixels from bytes") struct PixelBytesTests {
    /// The bytes of a picture, all distinct, with rows `padding` bytes apart.
    private func bytes(width: Int, height: Int, bytesPerPixel: Int, padding: Int) -> [UInt8] {
        (0..<height * (width * bytesPerPixel + padding)).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ 11) }
    }

    @Test(
        "bytes in the same channels are unchanged, whatever the row padding",
        arguments: Channels.allCases, [0, 1, 6])
    func roundTrip(channels: Channels, padding: Int) throws {
        let (width, height) = (5, 3)
        for depth in [PixelBuffer.Depth.eight, .sixteen] {
            let bytesPerPixel = channels.count * depth.rawValue / 8
            let given = bytes(width: width, height: height, bytesPerPixel: bytesPerPixel, padding: padding)
            let bytesPerRow = width * bytesPerPixel + padding
            let pixels = try PixelBuffer(
                bytes: given, width: width, height: height, bytesPerRow: bytesPerRow, channels: channels,
                depth: depth)
            let rows = (0..<height).flatMap { row in
                given[row * bytesPerRow..<row * bytesPerRow + width * bytesPerPixel]
            }
            #expect(pixels.bytes(as: channels) == rows)
            // The padding of the last row may be missing, and the bytes may be in any collection.
            let short = Data([0]) + Data(given.dropLast(padding))
            let same = try PixelBuffer(
                bytes: short.dropFirst(), width: width, height: height, bytesPerRow: bytesPerRow,
                channels: channels, depth: depth)
            #expect(same.bytes(as: channels) == rows)
            let reversed = try PixelBuffer(
                bytes: given.reversed() as ReversedCollection, width: width, height: height,
                bytesPerRow: bytesPerRow, channels: channels, depth: depth)
            #expect(reversed.width == width)
        }
    }

    @Test("gray expands to RGB, and missing alpha to opaque")
    func spreads() throws {
        let gray = try PixelBuffer(bytes: [7, 200], width: 2, height: 1, channels: .gray)
        #expect(gray.bytes() == [7, 7, 7, 255, 200, 200, 200, 255])
        #expect(gray.bytes(as: .grayAlpha) == [7, 255, 200, 255])
        let color = try PixelBuffer(bytes: [1, 2, 3], width: 1, height: 1, channels: .rgb)
        #expect(color.bytes() == [1, 2, 3, 255])
        let floats: [Float] = [0.5, -1, 2, 3, .nan, .infinity, 0, 0.25]
        let deep = try floats.withUnsafeBytes { bytes in
            try PixelBuffer(bytes: bytes, width: 2, height: 1, channels: .rgba, depth: .float)
        }
        let kept = deep.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
        #expect(kept[..<4] == [0.5, -1, 2, 1] && kept[4] == 0 && kept[5].isFinite && kept[7] == 0.25)
    }

    @Test("samples with another transfer curve are converted to sRGB's")
    func spaces() throws {
        let gamma = try #require(ToneCurve { pow($0, 2.2) })
        let space = ColorSpace(primaries: .adobeRGB, curves: [gamma])
        let pixels = try PixelBuffer(
            bytes: [128, 128, 128], width: 1, height: 1, channels: .rgb, colorSpace: space)
        #expect(pixels.depth == .sixteen && pixels.colorSpace.primaries == .adobeRGB)
        let light = pow(128.0 / 255, 2.2)
        let expected = 1.055 * pow(light, 1 / 2.4) - 0.055
        let sample = pixels.withUnsafeBytes { $0.load(as: UInt16.self) }
        #expect(abs(Double(sample) / 65535 - expected) < 2e-4)
    }

    private static let refused: [(PixelBufferError, Int, Int, Int?, Int)] = [
        (.noPixels(width: 0, height: 2), 0, 2, nil, 0),
        (.noPixels(width: 2, height: -1), 2, -1, nil, 0),
        (.noPixels(width: .min, height: .min), .min, .min, .min, 0),
        (.wrongByteCount(23, expected: 24...24), 2, 3, nil, 23),
        (.wrongByteCount(25, expected: 24...24), 2, 3, nil, 25),
        (.wrongByteCount(0, expected: 24...24), 2, 3, nil, 0),
        (.wrongByteCount(27, expected: 28...30), 2, 3, 10, 27),
        (.wrongByteCount(31, expected: 28...30), 2, 3, 10, 31),
        (.rowsOverlap(bytesPerRow: 7, least: 8), 2, 3, 7, 24),
        (.rowsOverlap(bytesPerRow: -8, least: 8), 2, 3, -8, 24),
        (.rowsOverlap(bytesPerRow: .min, least: 8), 2, 3, .min, 24),
        (.tooLarge(width: .max, height: 1), .max, 1, nil, 24),
        (.tooLarge(width: 1, height: .max), 1, .max, nil, 24),
        (.tooLarge(width: .max / 4, height: 2), .max / 4, 2, nil, 24),
        (.tooLarge(width: 2, height: 3), 2, 3, .max, 24),
    ]

    @Test("invalid arguments are rejected with the reason, and nothing traps", arguments: refused)
    func refuses(
        error: PixelBufferError, width: Int, height: Int, bytesPerRow: Int?, count: Int
    ) {
        #expect(throws: error) {
            try PixelBuffer(
                bytes: [UInt8](repeating: 1, count: count), width: width, height: height,
                bytesPerRow: bytesPerRow)
        }
        #expect(!error.description.isEmpty)
    }
}
