import Dispatch
import Foundation

/// Linear light in the sRGB primaries, 1 being the white of the finished picture before tone mapping;
/// or a direction: x to the right, y up, z away from the eye.
typealias Color = SIMD3<Float>

extension SIMD3<Float> {
    /// The scalar product.
    @inline(__always)
    func dot(_ other: Self) -> Float { (self * other).sum() }

    /// The same direction, of length 1.
    @inline(__always)
    var normalized: Self { self / dot(self).squareRoot() }
}

/// A linear-light picture in memory, whose rows or columns can be written in parallel.
final class Canvas: @unchecked Sendable {
    let width: Int
    let height: Int
    private let pixels: UnsafeMutablePointer<Color>

    init(width: Int, height: Int) {
        self.width = width
        self.height = height
        pixels = .allocate(capacity: width * height)
        pixels.initialize(repeating: .zero, count: width * height)
    }

    deinit { pixels.deallocate() }

    @inline(__always)
    subscript(x: Int, y: Int) -> Color {
        get { pixels[y * width + x] }
        set { pixels[y * width + x] = newValue }
    }

    /// The color at a position between pixels, whose centers lie at .5; edges clamp.
    @inline(__always)
    func sample(_ x: Float, _ y: Float) -> Color {
        let cx = min(Float(width) - 1.001, max(0, x - 0.5))
        let cy = min(Float(height) - 1.001, max(0, y - 0.5))
        let column = Int(cx)
        let row = Int(cy)
        let nextColumn = min(width - 1, column + 1)
        let nextRow = min(height - 1, row + 1)
        let u = cx - Float(column)
        let top = mix(self[column, row], self[nextColumn, row], u)
        let bottom = mix(self[column, nextRow], self[nextColumn, nextRow], u)
        return mix(top, bottom, cy - Float(row))
    }

    /// Paints `color` over a pixel with the given coverage.
    @inline(__always)
    func blend(_ x: Int, _ y: Int, _ color: Color, coverage: Float) {
        self[x, y] = mix(self[x, y], color, coverage)
    }
}

/// Runs `body` for 0..<count on all processors.
func parallel(_ count: Int, _ body: @Sendable (Int) -> Void) {
    DispatchQueue.concurrentPerform(iterations: count, execute: body)
}
