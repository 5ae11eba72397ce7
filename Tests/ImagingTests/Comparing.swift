import Foundation
import Imaging
import Testing

extension Picture {
    /// The pixels' bytes.
    var bytes: [UInt8] { pixels.withUnsafeBytes { Array($0) } }
}

func contents(_ path: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(fileURLWithPath: path)))
}

func write(_ bytes: some Sequence<UInt8>, to path: String) throws {
    try Data(bytes).write(to: URL(fileURLWithPath: path))
}

/// The error that `body` throws; nil when it throws none.
func failure(_ body: () throws(ImagingError) -> Void) -> ImagingError? {
    do throws(ImagingError) {
        try body()
        return nil
    } catch {
        return error
    }
}

/// A picture of deterministic noise, including hidden colors where alpha is zero.
func noise(_ width: Int, _ height: Int, _ depth: PixelBuffer.Depth, _ channels: Channels) -> Picture {
    var state: UInt64 = 0x9E37_79B9_7F4A_7C15
    let pixels = PixelBuffer(width: width, height: height, depth: depth) { bytes in
        for index in bytes.indices {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            bytes[index] = UInt8(state >> 56)
        }
        let size = depth.bytesPerPixel / 4
        for pixel in 0..<width * height {
            let start = pixel * 4 * size
            if channels.isGray {
                for index in 0..<size {
                    bytes[start + size + index] = bytes[start + index]
                    bytes[start + 2 * size + index] = bytes[start + index]
                }
            }
            for index in 0..<size where !channels.hasAlpha || pixel % 3 == 0 {
                bytes[start + 3 * size + index] = channels.hasAlpha ? 0 : 255
            }
        }
    }
    return Picture(pixels: pixels, channels: channels)
}

extension Picture {
    /// The largest difference between two samples, in 8-bit levels.
    func largestDifference(from other: Picture) -> Double {
        guard width == other.width, height == other.height else { return .infinity }
        return zip(levels, other.levels).reduce(0) { max($0, abs($1.0 - $1.1)) }
    }

    /// The average difference between samples, in 8-bit levels.
    func averageDifference(from other: Picture) -> Double {
        guard width == other.width, height == other.height else { return .infinity }
        return zip(levels, other.levels).reduce(0) { $0 + abs($1.0 - $1.1) } / Double(levels.count)
    }

    /// Every sample as 0…255.
    var levels: [Double] {
        pixels.withUnsafeBytes { bytes in
            switch pixels.depth {
            case .eight: bytes.map { Double($0) }
            case .sixteen: bytes.bindMemory(to: UInt16.self).map { Double($0) / 257 }
            case .float: bytes.bindMemory(to: Float.self).map { Double($0) * 255 }
            }
        }
    }
}
