import Dispatch
import Imaging

/// Reduces a picture to a smaller grid without aliasing, on every core of the processor.
///
/// The kernel is the cubic of Keys (“Cubic convolution interpolation for digital image processing”, 1981) with
/// a = -1/2, widened by the reduction, its weights summing to 1 also where the picture's edge cuts it off. Colors
/// weigh by their alpha. The pixels are in the processor's memory, and far more of them are read than made: so
/// it costs less to reduce them there than to copy them all to the device.
struct Reducer {
    /// Pixels, and what their channels mean.
    struct Source {
        let pixels: PixelBuffer
        /// Whether colors are multiplied by their alpha already.
        var isPremultiplied = false
        /// Whether every pixel's alpha is known to be 1, which spares weighing by it.
        let isOpaque: Bool
        /// A channel stands for its share of the largest whole number, times `scale`, plus `offset`.
        var scale: Float = 1
        var offset: Float = 0

        var size: SIMD2<Int> { SIMD2(pixels.width, pixels.height) }
    }

    let source: Source
    /// Whether the result has its colors multiplied by alpha, too.
    var keepsPremultiplied = false
    /// Whether squares of two by two pixels are averaged before all else, which is less than half the work.
    var halvesFirst = false

    /// Where a finished row goes: its number in the grid and its pixels, 0…1 and a little beyond.
    /// Called on several threads, once for each row.
    typealias RowSink = @Sendable (_ row: Int, _ pixels: UnsafeBufferPointer<SIMD4<Float>>) -> Void

    /// Makes the viewport's region; `sink` gets its rows in no particular order.
    func run(_ viewport: Viewport, sink: RowSink) {
        switch source.pixels.depth {
        case .eight: run(viewport, of: UInt8.self, sink: sink)
        case .sixteen: run(viewport, of: UInt16.self, sink: sink)
        }
    }

    /// Rows of the result that a thread makes at a time. The rows of the source that two neighbors both need
    /// are worked on twice.
    private static let rowsPerBand = 64

    private func run<Channel: FixedWidthInteger & SIMDScalar & Sendable>(
        _ viewport: Viewport, of channel: Channel.Type, sink: RowSink
    ) {
        let region = viewport.region
        guard !region.isEmpty else { return }
        let step = halvesFirst ? 2 : 1
        let columns = Taps(
            from: source.size.x, step: step, to: viewport.gridSize.x, of: region.origin.x..<region.end.x)
        let rows = Taps(
            from: source.size.y, step: step, to: viewport.gridSize.y, of: region.origin.y..<region.end.y)
        let bands = (region.size.y + Self.rowsPerBand - 1) / Self.rowsPerBand
        source.pixels.withUnsafeBytes { bytes in
            nonisolated(unsafe) let pixels = bytes.assumingMemoryBound(to: SIMD4<Channel>.self)
            DispatchQueue.concurrentPerform(iterations: bands) { band in
                let first = band * Self.rowsPerBand
                let outputs = first..<min(first + Self.rowsPerBand, region.size.y)
                var maker = BandMaker(
                    pixels: pixels, source: source, keepsPremultiplied: keepsPremultiplied,
                    halvesFirst: halvesFirst, columns: columns, rows: rows)
                maker.make(outputs) { sink(region.origin.y + $0, $1) }
            }
        }
    }
}

/// What each pixel of a reduced line is made of: a run of source pixels and their weights.
private struct Taps: Sendable {
    /// The kernel's reach in pixels of the coarser grid.
    private static let support = 2.0

    let firsts: [Int]
    let counts: [Int]
    /// `stride` of them for each pixel, an even number, with zeros behind the last.
    let weights: [Float]
    let stride: Int

    /// - Parameters:
    ///   - from: the source's pixels along this axis.
    ///   - step: how many of them are averaged before; that makes the pixels that are counted.
    ///   - to: the grid's.
    ///   - wanted: the pixels of the grid that are wanted.
    init(from: Int, step: Int, to: Int, of wanted: Range<Int>) {
        let ratio = Double(from) / Double(step * to)
        let count = (from + step - 1) / step
        let width = max(1, ratio)
        let reach = Self.support * width
        stride = (Int((2 * reach).rounded(.up)) + 2) / 2 * 2
        var firsts: [Int] = []
        var counts: [Int] = []
        var weights = [Float](repeating: 0, count: wanted.count * stride)
        for (index, pixel) in wanted.enumerated() {
            // The pixel's middle, from the middle of the source's first pixel.
            let middle = (Double(pixel) + 0.5) * ratio - 0.5
            let first = max(0, Int((middle - reach).rounded(.up)))
            let last = min(count - 1, Int((middle + reach).rounded(.down)))
            let cubics = (first...last).map { Self.cubic((Double($0) - middle) / width) }
            let sum = cubics.reduce(0, +)
            for (tap, cubic) in cubics.enumerated() { weights[index * stride + tap] = Float(cubic / sum) }
            firsts.append(first)
            counts.append(cubics.count)
        }
        (self.firsts, self.counts, self.weights) = (firsts, counts, weights)
    }

    /// The source pixels that some of the wanted pixels are made of.
    var reach: Range<Int> {
        (firsts.first ?? 0)..<((firsts.last ?? 0) + (counts.last ?? 0))
    }

    private static func cubic(_ x: Double) -> Double {
        let x = abs(x)
        if x < 1 { return (1.5 * x - 2.5) * x * x + 1 }
        return x < 2 ? ((-0.5 * x + 2.5) * x - 4) * x + 2 : 0
    }
}

/// Makes rows of the result one after the other: along x each source row once, then along y.
private struct BandMaker<Channel: FixedWidthInteger & SIMDScalar> {
    /// The source's pixels, row after row.
    let pixels: UnsafeBufferPointer<SIMD4<Channel>>
    let source: Reducer.Source
    let keepsPremultiplied: Bool
    let halvesFirst: Bool
    let columns: Taps
    let rows: Taps

    private typealias Line = UnsafeMutableBufferPointer<SIMD4<Float>>

    /// `done` is told each row's number, from 0 on, and its pixels.
    mutating func make(_ outputs: Range<Int>, done: (Int, UnsafeBufferPointer<SIMD4<Float>>) -> Void) {
        let reach = columns.reach
        let outputWidth = columns.firsts.count
        // Source rows that are reduced along x, each in the slot of its number.
        let slots = rows.stride
        // Pixels are summed in pairs: behind the last there is one without weight.
        let read = Line.allocate(capacity: reach.count + 1)
        read.initialize(repeating: .zero)
        let held = Line.allocate(capacity: slots * outputWidth)
        let result = Line.allocate(capacity: outputWidth)
        defer {
            read.deallocate()
            held.deallocate()
            result.deallocate()
        }
        func line(_ row: Int) -> Line {
            let start = row % slots * outputWidth
            return Line(rebasing: held[start..<start + outputWidth])
        }
        var next = rows.firsts[outputs.lowerBound]
        for output in outputs {
            let first = rows.firsts[output]
            for row in max(next, first)..<max(next, first + rows.counts[output]) {
                if halvesFirst {
                    loadHalf(row, reach, into: read)
                } else {
                    load(row, reach, into: read)
                }
                reduce(read, from: reach.lowerBound, into: line(row))
            }
            next = max(next, first + rows.counts[output])
            result.initialize(repeating: .zero)
            for tap in 0..<rows.counts[output] {
                add(line(first + tap), weight: rows.weights[output * rows.stride + tap], to: result)
            }
            finish(result)
            done(output, UnsafeBufferPointer(result))
        }
    }

    /// Channels as they count in sums: colors times alpha, as whole numbers.
    private func load(_ row: Int, _ columns: Range<Int>, into line: Line) {
        let start = row * source.pixels.width + columns.lowerBound
        if source.isOpaque || source.isPremultiplied {
            for place in 0..<columns.count { line[place] = SIMD4<Float>(pixels[start &+ place]) }
        } else {
            let scale = 1 / Float(Channel.max)
            for place in 0..<columns.count {
                line[place] = weighted(pixels[start &+ place], scale)
            }
        }
    }

    /// The same of a picture of half the size.
    private func loadHalf(_ row: Int, _ columns: Range<Int>, into line: Line) {
        let (width, height) = (source.pixels.width, source.pixels.height)
        let upper = 2 * row * width
        let lower = min(2 * row + 1, height - 1) * width
        let scale = 1 / Float(Channel.max)
        let isPlain = source.isOpaque || source.isPremultiplied
        for place in 0..<columns.count {
            let left = 2 &* (columns.lowerBound &+ place)
            let right = min(left &+ 1, width &- 1)
            let square = (
                pixels[upper &+ left], pixels[upper &+ right], pixels[lower &+ left], pixels[lower &+ right]
            )
            if isPlain {
                let above = whole(square.0) &+ whole(square.1)
                let below = whole(square.2) &+ whole(square.3)
                line[place] = SIMD4<Float>(above &+ below) / 4
            } else {
                let above = weighted(square.0, scale) + weighted(square.1, scale)
                let below = weighted(square.2, scale) + weighted(square.3, scale)
                line[place] = (above + below) / 4
            }
        }
    }

    @inline(__always)
    private func whole(_ pixel: SIMD4<Channel>) -> SIMD4<Int32> {
        SIMD4<Int32>(truncatingIfNeeded: pixel)
    }

    @inline(__always)
    private func weighted(_ pixel: SIMD4<Channel>, _ scale: Float) -> SIMD4<Float> {
        let color = SIMD4<Float>(pixel)
        var weight = SIMD4<Float>(repeating: color.w * scale)
        weight.w = 1
        return color * weight
    }

    private func reduce(_ line: Line, from origin: Int, into result: Line) {
        columns.weights.withUnsafeBufferPointer { weights in
            for place in 0..<result.count {
                var pixel = columns.firsts[place] &- origin
                var weight = place &* columns.stride
                // Two sums, for each addition waits for the one before it.
                var (even, odd) = (SIMD4<Float>.zero, SIMD4<Float>.zero)
                for _ in 0..<(columns.counts[place] &+ 1) / 2 {
                    even += line[pixel] * weights[weight]
                    odd += line[pixel &+ 1] * weights[weight &+ 1]
                    pixel &+= 2
                    weight &+= 2
                }
                result[place] = even + odd
            }
        }
    }

    private func add(_ line: Line, weight: Float, to result: Line) {
        for place in 0..<result.count { result[place] += line[place] * weight }
    }

    /// From sums of whole numbers to 0…1; the weights sum to 1, so an offset is in the sums just once.
    private func finish(_ line: Line) {
        let scale = source.scale / Float(Channel.max)
        let (isOpaque, divides) = (source.isOpaque, !keepsPremultiplied)
        for place in 0..<line.count {
            var color = line[place] * scale + source.offset
            if isOpaque {
                color.w = 1
            } else if divides {
                let alpha = color.w
                color = alpha > 0 ? color / alpha : .zero
                color.w = alpha
            }
            line[place] = color
        }
    }
}
