import Localization

/// A plot of the distribution of a frame's values.
package enum ScopeKind: String, Sendable, CaseIterable {
    /// Histogram: how often each value occurs.
    case histogram
    /// Parade: at which horizontal positions each value of red, green and blue occurs.
    case parade
    /// Waveform: at which horizontal positions each luma value occurs.
    case waveform
    /// Vectorscope: how far colors are from gray, and their hue.
    case vectorscope

    /// The name that is shown to the user.
    package var title: String {
        switch self {
        case .histogram: tr("Histogram")
        case .parade: tr("RGB Parade")
        case .waveform: tr("Waveform")
        case .vectorscope: tr("Vectorscope")
        }
    }

    /// The numbers of columns and levels of a plane.
    package var size: SIMD2<Int> {
        switch self {
        case .histogram: SIMD2(0, 0)
        case .parade, .vectorscope: SIMD2(128, 128)
        case .waveform: SIMD2(256, 128)
        }
    }

    /// The number of planes: one per color channel, or a single one.
    package var planes: Int { self == .parade ? 3 : 1 }

    /// The positions in a vectorscope, each coordinate 0…1, of the primary and secondary colors at 75 % of
    /// their full value, as in color bars.
    package static let vectorTargets: [(position: SIMD2<Double>, color: SIMD3<Double>)] = {
        let colors: [SIMD3<Double>] = [
            [1, 0, 0], [1, 0, 1], [0, 0, 1], [0, 1, 1], [0, 1, 0], [1, 1, 0],
        ]
        return colors.map { color in
            let luma = (color * SIMD3(0.299, 0.587, 0.114)).sum()
            let differences = SIMD2((color.z - luma) / 1.772, (color.x - luma) / 1.402)
            return (0.5 + 0.75 * differences, color)
        }
    }()

    /// The scope's number in `engine/scope.glsl`.
    var number: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

/// The counts of a scope other than the histogram.
package struct ScopeCounts: Sendable, Hashable {
    package let kind: ScopeKind
    /// The planes in order, each column by column, from the lowest level up. In a vectorscope, columns
    /// represent blue minus luma, and levels red minus luma, both with 0 in the middle.
    package let counts: [UInt32]

    /// The number of pixels at the given level in a column of a plane.
    package subscript(plane: Int, column: Int, level: Int) -> UInt32 {
        counts[(plane * kind.size.x + column) * kind.size.y + level]
    }

    /// The counts as pixels for display, rows from the top: blue, green, red and opacity with 8 bits each,
    /// with premultiplied alpha. Frequent values are brighter, as on an oscilloscope.
    ///
    /// - Returns: the pixels, in rows of `width`.
    package func picture() -> (pixels: [UInt8], width: Int) {
        let (columns, levels) = (kind.size.x, kind.size.y)
        let width = columns * kind.planes
        var pixels = [UInt8](repeating: 0, count: width * levels * 4)
        // The maximum brightness is reached when a tenth of the pixels in a column have the same level.
        let total = counts.reduce(0) { $0 + Double($1) } / Double(kind.planes)
        let full = max(1, kind == .vectorscope ? total / 256 : total / Double(columns) / 10)
        for plane in 0..<kind.planes {
            for column in 0..<columns {
                for level in 0..<levels {
                    let count = self[plane, column, level]
                    guard count > 0 else { continue }
                    // Even a single pixel is visible.
                    let light = 0.2 + 0.8 * min(1, Double(count) / full).squareRoot()
                    let color = color(plane: plane, column: column, level: level) * light * 255
                    let offset = 4 * ((levels - 1 - level) * width + plane * columns + column)
                    pixels[offset] = UInt8(color.z)
                    pixels[offset + 1] = UInt8(color.y)
                    pixels[offset + 2] = UInt8(color.x)
                    pixels[offset + 3] = UInt8(light * 255)
                }
            }
        }
        return (pixels, width)
    }

    private func color(plane: Int, column: Int, level: Int) -> SIMD3<Double> {
        switch kind {
        case .histogram, .waveform: return SIMD3(0.75, 0.85, 0.8)
        case .parade:
            return [SIMD3(1, 0.35, 0.35), SIMD3(0.35, 0.9, 0.4), SIMD3(0.45, 0.6, 1)][plane]
        case .vectorscope:
            // The color that the position represents, with medium luma.
            let blue = Double(column) / Double(kind.size.x) - 0.5
            let red = Double(level) / Double(kind.size.y) - 0.5
            let color = SIMD3(red * 1.402, -blue * 0.344 - red * 0.714, blue * 1.772) + 0.6
            return color.clamped(lowerBound: SIMD3(repeating: 0), upperBound: SIMD3(repeating: 1))
        }
    }
}
