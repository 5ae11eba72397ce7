import Dispatch
import Imaging

/// Scales a picture down to a smaller grid without aliasing, on all processor cores.
///
/// The kernel is Keys' cubic (“Cubic convolution interpolation for digital image processing”, 1981) with a =
/// -1/2, widened by the reduction factor; its weights sum to 1 even where it extends beyond the picture's
/// edge. Colors are weighted by alpha. This runs on the processor because the pixels are in main memory and
/// far more are read than written: copying them all to the device would take longer.
struct Reducer {
    /// Pixels, and the meaning of their channels.
    struct Source {
        let pixels: PixelBuffer
        /// True if alpha is premultiplied.
        var isPremultiplied = false
        /// True if every pixel's alpha is known to be 1, which makes weighting by it unnecessary.
        let isOpaque: Bool
        /// A channel's value is the stored value as a fraction of ``ReducedChannel/one``, times `scale`, plus
        /// `offset`.
        var scale: Float = 1
        var offset: Float = 0

        var size: SIMD2<Int> { SIMD2(pixels.width, pixels.height) }
    }

    let source: Source
    /// True if alpha is premultiplied in the result, too.
    var keepsPremultiplied = false
    /// True if squares of 2×2 pixels are averaged first, which halves the work or better.
    var halvesFirst = false

    /// Receives a finished row: its index in the grid, and its pixels, 0…1 and slightly beyond. Called on
    /// several threads, once for each row.
    typealias RowSink = @Sendable (_ row: Int, _ pixels: UnsafeBufferPointer<SIMD4<Float>>) -> Void

    /// Computes the viewport's region; `sink` receives its rows in no particular order.
    func run(_ viewport: Viewport, sink: RowSink) {
        switch source.pixels.depth {
        case .eight: run(viewport, of: UInt8.self, sink: sink)
        case .sixteen: run(viewport, of: UInt16.self, sink: sink)
        case .float: run(viewport, of: Float.self, sink: sink)
        }
    }

    /// The number of rows of the result that a thread computes at a time. Source rows needed by two
    /// neighboring bands are processed twice.
    private static let rowsPerBand = 64

    private func run<Channel: ReducedChannel>(
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

/// For each pixel of a reduced line: the range of source pixels from which it is computed, and their weights.
private struct Taps: Sendable {
    /// The kernel's reach in pixels of the coarser grid.
    private static let support = 2.0

    let firsts: [Int]
    let counts: [Int]
    /// For each pixel, `stride` weights, padded with zeros to an even number.
    let weights: [Float]
    let stride: Int

    /// - Parameters:
    ///   - from: the number of source pixels along this axis.
    ///   - step: the number of source pixels that are averaged into one beforehand; taps refer to the
    ///     averaged pixels.
    ///   - to: the number of grid pixels along this axis.
    ///   - wanted: the range of grid pixels to compute.
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
            // The pixel's center, measured from the center of the first source pixel.
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

    /// The source pixels from which the requested pixels are computed.
    var reach: Range<Int> {
        (firsts.first ?? 0)..<((firsts.last ?? 0) + (counts.last ?? 0))
    }

    private static func cubic(_ x: Double) -> Double {
        let x = abs(x)
        if x < 1 { return (1.5 * x - 2.5) * x * x + 1 }
        return x < 2 ? ((-0.5 * x + 2.5) * x - 4) * x + 2 : 0
    }
}

/// The type of an input pixel's channel.
private protocol ReducedChannel: SIMDScalar, Codable, Hashable, Sendable {
    /// The value that represents 1.
    static var one: Float { get }
    static func floats(_ pixel: SIMD4<Self>) -> SIMD4<Float>
    /// The sum of a square of 2×2 pixels.
    static func sum(_ a: SIMD4<Self>, _ b: SIMD4<Self>, _ c: SIMD4<Self>, _ d: SIMD4<Self>) -> SIMD4<Float>
}

extension ReducedChannel where Self: FixedWidthInteger {
    static var one: Float { Float(Self.max) }

    @inline(__always)
    static func floats(_ pixel: SIMD4<Self>) -> SIMD4<Float> { SIMD4<Float>(pixel) }

    // Adding integers is faster.
    @inline(__always)
    static func sum(_ a: SIMD4<Self>, _ b: SIMD4<Self>, _ c: SIMD4<Self>, _ d: SIMD4<Self>) -> SIMD4<Float> {
        SIMD4<Float>(whole(a) &+ whole(b) &+ (whole(c) &+ whole(d)))
    }

    @inline(__always)
    private static func whole(_ pixel: SIMD4<Self>) -> SIMD4<Int32> {
        SIMD4<Int32>(truncatingIfNeeded: pixel)
    }
}

extension UInt8: ReducedChannel {}
extension UInt16: ReducedChannel {}

extension Float: ReducedChannel {
    fileprivate static var one: Float { 1 }

    @inline(__always)
    fileprivate static func floats(_ pixel: SIMD4<Float>) -> SIMD4<Float> { pixel }

    @inline(__always)
    fileprivate static func sum(
        _ a: SIMD4<Float>, _ b: SIMD4<Float>, _ c: SIMD4<Float>, _ d: SIMD4<Float>
    ) -> SIMD4<Float> { a + b + (c + d) }
}

/// Computes rows of the result in order: scales each source row down along x once, and then along y.
private struct BandMaker<Channel: ReducedChannel> {
    /// The source's pixels, row after row.
    let pixels: UnsafeBufferPointer<SIMD4<Channel>>
    let source: Reducer.Source
    let keepsPremultiplied: Bool
    let halvesFirst: Bool
    let columns: Taps
    let rows: Taps

    private typealias Line = UnsafeMutableBufferPointer<SIMD4<Float>>

    /// `done` receives each row's index within the region, from 0, and its pixels.
    mutating func make(_ outputs: Range<Int>, done: (Int, UnsafeBufferPointer<SIMD4<Float>>) -> Void) {
        let reach = columns.reach
        let outputWidth = columns.firsts.count
        // Slots for source rows that have been reduced along x; a row's slot is its index modulo the number
        // of slots.
        let slots = rows.stride
        // Pixels are summed in pairs, so one more pixel, with weight 0, follows the last.
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

    /// Loads channels in the form in which they are summed: colors times alpha, 1 being
    /// ``ReducedChannel/one``.
    private func load(_ row: Int, _ columns: Range<Int>, into line: Line) {
        let start = row * source.pixels.width + columns.lowerBound
        if source.isOpaque || source.isPremultiplied {
            for index in 0..<columns.count { line[index] = Channel.floats(pixels[start &+ index]) }
        } else {
            let scale = 1 / Channel.one
            for index in 0..<columns.count {
                line[index] = weighted(pixels[start &+ index], scale)
            }
        }
    }

    /// Loads pixels averaged over 2×2 squares.
    private func loadHalf(_ row: Int, _ columns: Range<Int>, into line: Line) {
        let (width, height) = (source.pixels.width, source.pixels.height)
        let upper = 2 * row * width
        let lower = min(2 * row + 1, height - 1) * width
        let scale = 1 / Channel.one
        let isPlain = source.isOpaque || source.isPremultiplied
        for index in 0..<columns.count {
            let left = 2 &* (columns.lowerBound &+ index)
            let right = min(left &+ 1, width &- 1)
            let square = (
                pixels[upper &+ left], pixels[upper &+ right], pixels[lower &+ left], pixels[lower &+ right]
            )
            if isPlain {
                line[index] = Channel.sum(square.0, square.1, square.2, square.3) / 4
            } else {
                let above = weighted(square.0, scale) + weighted(square.1, scale)
                let below = weighted(square.2, scale) + weighted(square.3, scale)
                line[index] = (above + below) / 4
            }
        }
    }

    @inline(__always)
    private func weighted(_ pixel: SIMD4<Channel>, _ scale: Float) -> SIMD4<Float> {
        let color = Channel.floats(pixel)
        var weight = SIMD4<Float>(repeating: color.w * scale)
        weight.w = 1
        return color * weight
    }

    private func reduce(_ line: Line, from origin: Int, into result: Line) {
        columns.weights.withUnsafeBufferPointer { weights in
            for index in 0..<result.count {
                var pixel = columns.firsts[index] &- origin
                var weight = index &* columns.stride
                // Two sums, since each addition depends on the previous one.
                var (even, odd) = (SIMD4<Float>.zero, SIMD4<Float>.zero)
                for _ in 0..<(columns.counts[index] &+ 1) / 2 {
                    even += line[pixel] * weights[weight]
                    odd += line[pixel &+ 1] * weights[weight &+ 1]
                    pixel &+= 2
                    weight &+= 2
                }
                result[index] = even + odd
            }
        }
    }

    private func add(_ line: Line, weight: Float, to result: Line) {
        for index in 0..<result.count { result[index] += line[index] * weight }
    }

    /// Converts sums to fractions of 1; since the weights sum to 1, the offset is added only once.
    private func finish(_ line: Line) {
        let scale = source.scale / Channel.one
        let (isOpaque, divides) = (source.isOpaque, !keepsPremultiplied)
        for index in 0..<line.count {
            var color = line[index] * scale + source.offset
            if isOpaque {
                color.w = 1
            } else if divides {
                let alpha = color.w
                color = alpha > 0 ? color / alpha : .zero
                color.w = alpha
            }
            line[index] = color
        }
    }
}
