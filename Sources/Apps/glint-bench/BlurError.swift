@preconcurrency import Glibc
import GPU
import Imaging

/// The error of a blur compared with an exact Gaussian, which is computed in double precision on squares all
/// over the picture, including its corners. Only for opaque pictures.
struct BlurError {
    private let source: PixelBuffer
    private let weights: [Double]
    private var reach: Int { weights.count / 2 }

    /// The number of standard deviations on each side; the weight beyond is less than a billionth.
    private static let reachInSigmas = 6.5
    /// The side of a square in pixels, and the number of squares along each axis.
    private static let side = 24
    private static let count = 6

    init(sigma: Double, source: PixelBuffer) {
        self.source = source
        let reach = Int((Self.reachInSigmas * sigma).rounded(.up))
        let gaussian = (-reach...reach).map { exp(-Double($0 * $0) / (2 * sigma * sigma)) }
        let sum = gaussian.reduce(0, +)
        weights = gaussian.map { $0 / sum }
    }

    /// The largest difference of any channel from the Gaussian, in levels of `result`, which has the source's
    /// size.
    func largest(in result: Texture, on device: Device) throws -> Double {
        var largest = 0.0
        let readback = Readback(on: device)
        try readback.start(result) { bytes in
            for row in 0..<Self.count {
                for column in 0..<Self.count {
                    let corner = SIMD2(
                        column * (source.width - Self.side) / (Self.count - 1),
                        row * (source.height - Self.side) / (Self.count - 1))
                    largest = max(largest, error(of: bytes, in: corner))
                }
            }
        }
        try readback.finish()
        return largest
    }

    private func error(of result: UnsafeRawBufferPointer, in corner: SIMD2<Int>) -> Double {
        source.withUnsafeBytes { bytes in
            // Along x first, for all rows that the square's columns need. Outside the picture, the pixels at
            // its edge are repeated.
            let rows = (-reach..<Self.side + reach).map { row in
                (0..<Self.side).map { column in
                    sum { sample(bytes, corner.x + column + $0, corner.y + row) }
                }
            }
            var largest = 0.0
            for row in 0..<Self.side {
                for column in 0..<Self.side {
                    let exact = sum { rows[row + reach + $0][column] }
                    let made = sample(result, corner.x + column, corner.y + row)
                    let difference = exact - made
                    largest = max(largest, abs(difference.x), abs(difference.y), abs(difference.z))
                }
            }
            return largest
        }
    }

    private func sum(_ value: (_ offset: Int) -> SIMD3<Double>) -> SIMD3<Double> {
        var sum = SIMD3<Double>.zero
        for (index, weight) in weights.enumerated() { sum += weight * value(index - reach) }
        return sum
    }

    /// A pixel of the source or of the result; positions are clamped to the edges.
    private func sample(_ bytes: UnsafeRawBufferPointer, _ x: Int, _ y: Int) -> SIMD3<Double> {
        let x = min(max(x, 0), source.width - 1)
        let y = min(max(y, 0), source.height - 1)
        let first = (y * source.width + x) * 4
        func channel(_ index: Int) -> Double {
            switch source.depth {
            case .eight: Double(bytes[first + index])
            case .sixteen: Double(bytes.load(fromByteOffset: 2 * (first + index), as: UInt16.self))
            case .float: Double(bytes.load(fromByteOffset: 4 * (first + index), as: Float.self))
            }
        }
        return SIMD3(channel(0), channel(1), channel(2))
    }
}
