import Foundation
import Imaging

/// Pictures that show the effect of a filter or a file format on known values.
enum TestPatterns {
    /// SMPTE EG 1-1990 color bars, 640×480.
    ///
    /// Top: 75 % bars. Below them a row of the blue bars in reverse order, for setting hue and saturation by
    /// blue alone. Bottom: −I, white, +Q, and PLUGE with slits of 3.5, 7.5 and 11.5 IRE. Black has a setup of
    /// 7.5 IRE there, so that blacker-than-black can be represented at all; 100 IRE is 255.
    static func smpteBars() -> Picture {
        typealias Bar = (width: Double, red: Int, green: Int, blue: Int)
        let black: Bar = (1, 19, 19, 19)
        let bars: [Bar] = [
            (1, 191, 191, 191), (1, 191, 191, 0), (1, 0, 191, 191), (1, 0, 191, 0),
            (1, 191, 0, 191), (1, 191, 0, 0), (1, 0, 0, 191),
        ]
        let castellations: [Bar] = [
            (1, 0, 0, 191), black, (1, 191, 0, 191), black, (1, 0, 191, 191), black, (1, 191, 191, 191),
        ]
        let third = 1.0 / 3
        let foot: [Bar] = [
            (1.25, 0, 33, 76), (1.25, 255, 255, 255), (1.25, 50, 0, 106), (1.25, 19, 19, 19),
            (third, 9, 9, 9), (third, 19, 19, 19), (third, 29, 29, 29), black,
        ]
        let (width, height) = (640, 480)
        func color(_ bars: [Bar], at x: Int) -> Bar {
            var position = (Double(x) + 0.5) / Double(width) * 7
            for bar in bars {
                if position < bar.width { return bar }
                position -= bar.width
            }
            return black
        }
        return eightBit(width, height, .rgb) { x, y in
            // The parts are 2/3, 1/12 and 1/4 of the height.
            let part = y < height * 8 / 12 ? bars : y < height * 9 / 12 ? castellations : foot
            let bar = color(part, at: x)
            return (bar.red, bar.green, bar.blue, 255)
        }
    }

    /// A zone plate, 512×512, gray: rings that grow finer outward, to one light and one dark line in two
    /// pixels (Nyquist) at the middle of each edge. Beyond that, in the corners, it fades to gray.
    static func zonePlate() -> Picture {
        let size = 512
        let radius = Double(size) / 2
        return eightBit(size, size, .gray) { x, y in
            // The plate's center is a pixel's center, so that the finest lines hit pixels at their peaks.
            let dx = Double(x) - radius
            let dy = Double(y) - radius
            let squared = dx * dx + dy * dy
            // The phase's slope, 2 k r radians per pixel, is π where r is the radius.
            let wave = cos(squared * Double.pi / (2 * radius))
            let beyond = max(0, squared.squareRoot() - radius)
            let gray = Int((127.5 + 127.5 * wave * exp(-beyond * beyond / 72)).rounded())
            return (gray, gray, gray, 255)
        }
    }

    /// Ramps of 16-bit values, 1024×256: gray, red, green and blue over the whole range, and at the bottom a
    /// gray ramp over only two 8-bit steps, which 8-bit processing turns into two or three flat stripes.
    static func gradient() -> Picture {
        let (width, height) = (1024, 256)
        let pixels = PixelBuffer(width: width, height: height, depth: .sixteen) { bytes in
            let samples = bytes.bindMemory(to: UInt16.self)
            for y in 0..<height {
                for x in 0..<width {
                    let full = UInt16((Double(x) / Double(width - 1) * 65_535).rounded())
                    let narrow = UInt16(128 * 257 + (Double(x) / Double(width - 1) * 2 * 257).rounded())
                    let index = (y * width + x) * 4
                    let strip = y / 48
                    samples[index] = strip == 0 || strip == 1 ? full : strip >= 4 ? narrow : 0
                    samples[index + 1] = strip == 0 || strip == 2 ? full : strip >= 4 ? narrow : 0
                    samples[index + 2] = strip == 0 || strip == 3 ? full : strip >= 4 ? narrow : 0
                    samples[index + 3] = .max
                }
            }
        }
        return Picture(pixels: pixels, channels: .rgb)
    }

    /// Creates an 8-bit picture from a function of the pixel position.
    static func eightBit(
        _ width: Int, _ height: Int, _ channels: Channels, pixel: (Int, Int) -> (Int, Int, Int, Int)
    ) -> Picture {
        let pixels = PixelBuffer(width: width, height: height, depth: .eight) { bytes in
            for y in 0..<height {
                for x in 0..<width {
                    let (red, green, blue, alpha) = pixel(x, y)
                    let index = (y * width + x) * 4
                    bytes[index] = UInt8(clamping: red)
                    bytes[index + 1] = UInt8(clamping: green)
                    bytes[index + 2] = UInt8(clamping: blue)
                    bytes[index + 3] = UInt8(clamping: alpha)
                }
            }
        }
        return Picture(pixels: pixels, channels: channels)
    }
}
