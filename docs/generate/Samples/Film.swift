import Foundation
import Imaging

/// Develops linear light into a picture: glare, tone curve, grain.
enum Film {
    /// The sun star drawn by a lens: eight rays, every other one shorter.
    static func star(on picture: Canvas, x: Float, y: Float, scale: Float) {
        parallel(picture.height) { row in
            for column in 0..<picture.width {
                let dx = (Float(column) + 0.5 - x) / scale
                let dy = (Float(row) + 0.5 - y) / scale
                let away = (dx * dx + dy * dy).squareRoot()
                guard away < 420 else { continue }
                // The axes turned a little, as with a hand-held camera.
                let u = abs(dx * 0.9848 + dy * 0.1736)
                let v = abs(dy * 0.9848 - dx * 0.1736)
                let long = ray(min(u, v), away, length: 52)
                let short = ray(abs(u - v) * 0.7071, away, length: 30)
                let color = Color(1.0, 0.74, 0.44) * (long * 3.2 + short * 2.0)
                picture[column, row] += color
            }
        }
    }

    @inline(__always)
    private static func ray(_ aside: Float, _ away: Float, length: Float) -> Float {
        let width = 1.2 + away * 0.006
        return exp(-away / length) * exp(-aside * aside / (width * width))
    }

    /// Spreads bright light as a lens does: a sum of wide soft glows.
    static func glare(_ picture: Canvas) -> Canvas {
        let step = 4
        let bright = Canvas(width: picture.width / step, height: picture.height / step)
        parallel(bright.height) { row in
            for column in 0..<bright.width {
                var sum = Color.zero
                for y in 0..<step {
                    for x in 0..<step { sum += picture[column * step + x, row * step + y] }
                }
                let mean = sum / Float(step * step)
                bright[column, row] = (mean - Color(repeating: 1.1)).clamped(
                    lowerBound: .zero, upperBound: Color(repeating: 16))
            }
        }
        let sum = Canvas(width: bright.width, height: bright.height)
        var last = bright
        for (radius, weight) in [(0.003, 0.10), (0.012, 0.07), (0.045, 0.06)] as [(Float, Float)] {
            let small = blurred(last, radius: max(1, Int(radius * Float(last.width))))
            last = small
            parallel(sum.height) { row in
                for column in 0..<sum.width { sum[column, row] += small[column, row] * weight }
            }
        }
        let result = Canvas(width: picture.width, height: picture.height)
        parallel(result.height) { row in
            for column in 0..<result.width {
                let x = (Float(column) + 0.5) / Float(step)
                let y = (Float(row) + 0.5) / Float(step)
                result[column, row] = picture[column, row] + sum.sample(x, y)
            }
        }
        return result
    }

    /// Three box blurs in a row, which approximate a Gaussian.
    private static func blurred(_ picture: Canvas, radius: Int) -> Canvas {
        var result = picture
        for _ in 0..<3 { result = box(box(result, radius), radius) }
        return result
    }

    /// A box blur along the rows, with the result transposed, so that two calls blur both axes.
    private static func box(_ picture: Canvas, _ radius: Int) -> Canvas {
        let result = Canvas(width: picture.height, height: picture.width)
        let last = picture.width - 1
        parallel(picture.height) { row in
            var sum = Color.zero
            for offset in -radius...radius { sum += picture[min(last, max(0, offset)), row] }
            for column in 0...last {
                result[row, column] = sum / Float(2 * radius + 1)
                sum += picture[min(last, column + radius + 1), row] - picture[max(0, column - radius), row]
            }
        }
        return result
    }

    /// Develops the picture: 8 bit, sRGB.
    static func develop(_ picture: Canvas) -> PixelBuffer {
        PixelBuffer(width: picture.width, height: picture.height, depth: .eight) { bytes in
            let out = SendablePointer(bytes.bindMemory(to: UInt8.self))
            parallel(picture.height) { row in
                for column in 0..<picture.width {
                    let light = vignette(picture, column, row)
                    let grain = (noise(column, row, 1) + noise(column, row, 2)) * 0.006
                    let color = graded(Color(curve(light.x), curve(light.y), curve(light.z)))
                    let index = (row * picture.width + column) * 4
                    for channel in 0..<3 {
                        let value = encoded(color[channel]) + grain
                        out[index + channel] = UInt8(max(0, min(255, value * 255 + 0.5)))
                    }
                    out[index + 3] = 255
                }
            }
        }
    }

    private static func noise(_ column: Int, _ row: Int, _ seed: UInt32) -> Float {
        Noise.unit(Int32(column), Int32(row), seed: 200 + seed) - 0.5
    }

    private static func vignette(_ picture: Canvas, _ column: Int, _ row: Int) -> Color {
        let x = Float(column) / Float(picture.width) - 0.5
        let y = Float(row) / Float(picture.height) - 0.5
        return picture[column, row] * (1 - 0.38 * (x * x + y * y))
    }

    /// Narkowicz's fit of the ACES film curve: deep toe, long shoulder.
    private static func curve(_ light: Float) -> Float {
        let x = max(0, light) * 0.76
        return min(1, x * (2.51 * x + 0.03) / (x * (2.43 * x + 0.59) + 0.14))
    }

    /// A little more color, cool in the shadows and warm in the lights.
    private static func graded(_ color: Color) -> Color {
        let luma = color.dot(Color(0.2126, 0.7152, 0.0722))
        let vivid = Color(repeating: luma) + (color - Color(repeating: luma)) * 1.20
        let tint = mix(Color(0.965, 0.995, 1.05), Color(1.025, 1.0, 0.965), smoothstep(0.02, 0.5, luma))
        return (vivid * tint).clamped(lowerBound: .zero, upperBound: Color(repeating: 1))
    }

    /// The sRGB transfer curve.
    private static func encoded(_ value: Float) -> Float {
        value <= 0.003_130_8 ? value * 12.92 : 1.055 * pow(value, 1 / 2.4) - 0.055
    }
}
