/// Draws tapering strokes with smooth edges.
struct Brush {
    let canvas: Canvas

    /// Draws a straight stroke between two points in pixels; a stroke thinner than a pixel covers less of it.
    func stroke(
        from start: SIMD2<Float>, to end: SIMD2<Float>, widths: (Float, Float), color: Color
    ) {
        let reach = max(widths.0, widths.1) / 2 + 1
        let left = max(0, Int(min(start.x, end.x) - reach))
        let right = min(canvas.width - 1, Int(max(start.x, end.x) + reach))
        let top = max(0, Int(min(start.y, end.y) - reach))
        let bottom = min(canvas.height - 1, Int(max(start.y, end.y) + reach))
        guard left <= right && top <= bottom else { return }
        let along = end - start
        let squared = max((along * along).sum(), 1e-6)
        for y in top...bottom {
            for x in left...right {
                let position = SIMD2(Float(x) + 0.5, Float(y) + 0.5) - start
                let t = min(1, max(0, (position * along).sum() / squared))
                let off = position - along * t
                let width = mix(widths.0, widths.1, t)
                let away = (off * off).sum().squareRoot()
                let coverage = min(1, max(0, max(width, 1) / 2 + 0.5 - away)) * min(1, width)
                if coverage > 0.004 { canvas.blend(x, y, color, coverage: coverage) }
            }
        }
    }

    /// Draws a curve that leaves `start` toward `bend` and ends in `end`.
    func curve(
        from start: SIMD2<Float>, bend: SIMD2<Float>, to end: SIMD2<Float>, widths: (Float, Float),
        pieces: Int, color: (Float) -> Color
    ) {
        var last = start
        for piece in 1...pieces {
            let t = Float(piece) / Float(pieces)
            let before = t - 1 / Float(pieces)
            let next = start * ((1 - t) * (1 - t)) + bend * (2 * t * (1 - t)) + end * (t * t)
            stroke(
                from: last, to: next,
                widths: (mix(widths.0, widths.1, before), mix(widths.0, widths.1, t)), color: color(t))
            last = next
        }
    }
}

/// Pseudorandom numbers that are the same in every run.
struct Chance {
    private let seed: UInt32
    private var count: Int32 = 0

    init(seed: UInt32) { self.seed = seed }

    /// The next number in 0..<1.
    mutating func unit() -> Float {
        count += 1
        return Noise.unit(count, 17, seed: seed)
    }

    /// The next number in a range.
    mutating func between(_ low: Float, _ high: Float) -> Float { low + (high - low) * unit() }
}
