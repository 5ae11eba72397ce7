/// Three box blurs along each axis, which together approximate a Gaussian (P. Gwosdek et al., “Theoretical
/// foundations of Gaussian convolution by extended box filtering”, 2011): the outermost values of a box have
/// a lower weight, so that the variance is exact for every standard deviation.
struct BoxBlurs {
    /// The standard deviation along x and y.
    let sigma: SIMD2<Double>

    private static let count = 3

    /// A box that reads `radius` values on each side fully, and one more on each side with the weight `edge`.
    private struct Box {
        let radius: Int
        let edge: Float
        let total: Float

        init(sigma: Double) {
            let variance = sigma * sigma / Double(BoxBlurs.count)
            radius = Int(((12 * variance + 1).squareRoot() - 1) / 2)
            let (r, length) = (Double(radius), Double(2 * radius + 1))
            let edge = length * (r * (r + 1) - 3 * variance) / (6 * (variance - (r + 1) * (r + 1)))
            self.edge = Float(edge)
            total = Float(length + 2 * edge)
        }
    }

    /// Blurs rows of values, which are surrounded by zeros.
    func blur(_ values: inout [Float], width: Int) {
        guard width > 0, !values.isEmpty else { return }
        let height = values.count / width
        var line = [Float](repeating: 0, count: max(width, height))
        values.withUnsafeMutableBufferPointer { values in
            line.withUnsafeMutableBufferPointer { line in
                for _ in 0..<Self.count {
                    let (across, down) = (Box(sigma: sigma.x), Box(sigma: sigma.y))
                    for y in 0..<height {
                        Self.blur(values, from: y * width, step: 1, count: width, across, line)
                    }
                    for x in 0..<width {
                        Self.blur(values, from: x, step: width, count: height, down, line)
                    }
                }
            }
        }
    }

    private static func blur(
        _ values: UnsafeMutableBufferPointer<Float>, from start: Int, step: Int, count: Int, _ box: Box,
        _ line: UnsafeMutableBufferPointer<Float>
    ) {
        for index in 0..<count { line[index] = values[start + index * step] }
        func value(_ index: Int) -> Float { index >= 0 && index < count ? line[index] : 0 }
        var sum: Float = 0
        for index in 0..<min(box.radius, count) { sum += line[index] }
        for index in 0..<count {
            sum += value(index + box.radius)
            let edges = value(index - box.radius - 1) + value(index + box.radius + 1)
            values[start + index * step] = max((sum + box.edge * edges) / box.total, 0)
            sum -= value(index - box.radius)
        }
    }
}
