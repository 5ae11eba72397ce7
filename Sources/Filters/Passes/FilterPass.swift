/// One pass of a filter that reads neighbors or takes several passes; a value.
package struct FilterPass: Sendable, Hashable {
    /// Where a pass reads.
    package enum Input: Sendable, Hashable {
        /// What the pass before it made; the first pass reads what enters the filter.
        case previous
        /// What enters the filter.
        case entering
        /// What an earlier pass of the filter made, counted from 0.
        case pass(Int)
    }

    /// What there is to do along rows; how it is done is measured on the device.
    package enum RowWork: Sendable, Hashable {
        /// Filters that remember, as `Shaders/include/rows.glsl` has them run.
        case filters
        /// So many columns of texels, each of which can be made alone, as `Shaders/include/row-pieces.glsl` deals them out.
        case columns(Int)
    }

    /// What messages and timings call it.
    package var name: String
    /// The path of the kernel below `Shaders/`.
    package var kernel: String
    /// Numbers the kernel is compiled with, as `#define`s. Few values only: each set is compiled on its own.
    package var constants: [String: Int] = [:]
    /// What it reads, as `load`, `load1`, `load2` … in the kernel.
    package var inputs: [Input] = [.previous]
    /// How many pixels of the working grid a pixel of the result covers, along x and y. A pixel at (x, y) covers
    /// those from (x, y) times this on; the last pass of a filter is back at 1.
    package var reduction: SIMD2<Int> = SIMD2(1, 1)
    /// The working grid that the result belongs to, where that is neither the one that enters the filter nor, after
    /// a map, the one that leaves it.
    package var grid: SIMD2<Int>?
    /// From places of the result to places of its inputs, where the picture changes its shape.
    package var map: AffineMap?
    /// Between which sizes of its input the pass reads, where that is the farther from a point the farther its pixel is.
    package var spread: Spread?
    /// How far the pass reads beyond the place of its pixel, in pixels of its input, along x and y.
    package var halo: SIMD2<Int> = .zero
    /// Numbers that change without compiling, as `values` in the kernel; vectors of four.
    package var values: [SIMD4<Float>] = []
    /// A table for the kernel, such as weights, as `data(i)`; at most 4096 numbers.
    package var data: [Float] = []
    /// A larger table, as `fetchTable(ivec2)`.
    package var table: LookupTable?
    /// The pixels one invocation makes along x and y.
    package var pixelsPerInvocation: SIMD2<Int> = SIMD2(1, 1)
    /// Whether it makes and reads whole rows, whatever part of them is wanted.
    package var makesRows = false
    /// How invocations share the rows among them, where not a pixel is made by each.
    package var rowWork: RowWork?
    /// Whether its result is in 32-bit floats whatever the precision of the rest.
    package var needsFloats = false
    /// Reads of its input per pixel: what a pass costs beside others.
    package var readsPerPixel: Int = 1

    package init(name: String, kernel: String) {
        self.name = name
        self.kernel = kernel
    }
}

extension FilterPass {
    /// Sizes from 1 / `factor` to `factor`.
    package struct Spread: Sendable, Hashable {
        /// What stays where it is, in pixels of the input.
        package let center: SIMD2<Double>
        /// At least 1.
        package let factor: Double

        /// From the pixels of the result to those that are read at the smallest and at the largest size.
        package var maps: [AffineMap] {
            [1 / factor, factor].map {
                AffineMap(x: SIMD2($0, 0), y: SIMD2(0, $0), offset: center * (1 - $0))
            }
        }
    }
}

/// A table of colors for a kernel; two with the same name hold the same.
package struct LookupTable: Sendable, Hashable {
    /// What tells it from others, such as a file's path and its time.
    package let name: String
    /// How many colors a row has.
    package let width: Int
    private let make: @Sendable () -> [SIMD4<Float>]

    package init(name: String, width: Int, height: Int, colors: [SIMD4<Float>]) {
        precondition(colors.count == width * height, "a table's colors fill it")
        self.init(name: name, width: width) { colors }
    }

    /// A table that is made when it is first needed, in whole rows.
    package init(name: String, width: Int, make: @escaping @Sendable () -> [SIMD4<Float>]) {
        self.name = name
        self.width = width
        self.make = make
    }

    /// The colors, row by row.
    package var colors: [SIMD4<Float>] { make() }

    package static func == (left: LookupTable, right: LookupTable) -> Bool { left.name == right.name }
    package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

/// From a place p to `columns.0` p.x + `columns.1` p.y + `offset`; places are in pixels, the first pixel is 0…1.
package struct AffineMap: Sendable, Hashable {
    package var x: SIMD2<Double>
    package var y: SIMD2<Double>
    package var offset: SIMD2<Double>

    package init(
        x: SIMD2<Double> = SIMD2(1, 0), y: SIMD2<Double> = SIMD2(0, 1), offset: SIMD2<Double> = .zero
    ) {
        self.x = x
        self.y = y
        self.offset = offset
    }

    package func callAsFunction(_ place: SIMD2<Double>) -> SIMD2<Double> {
        x * place.x + y * place.y + offset
    }
}

/// What the passes of a filter are made for.
package struct PassConditions: Sendable, Hashable {
    /// The picture that enters the filter: its own size, and the size that it is worked on at.
    package var entering: WorkingPicture
    /// The picture that leaves it; another size only for a ``GeometryFilter``.
    package var leaving: WorkingPicture
    /// Whether the result has to be right in 16 bits; else it is for 8 bits, or for the eye.
    package var isExact: Bool

    package init(entering: WorkingPicture, leaving: WorkingPicture? = nil, isExact: Bool = false) {
        self.entering = entering
        self.leaving = leaving ?? entering
        self.isExact = isExact
    }

    /// Working pixels per picture pixel along x and y: lengths in a recipe are in picture pixels.
    package var scale: SIMD2<Double> { entering.scale }
}

/// A picture between two stages: its size in its own pixels, and on the grid that it is worked on.
package struct WorkingPicture: Sendable, Hashable {
    package var size: SIMD2<Int>
    package var grid: SIMD2<Int>

    package init(size: SIMD2<Int>, grid: SIMD2<Int>) {
        self.size = size
        self.grid = grid
    }

    /// Working pixels per picture pixel along x and y.
    package var scale: SIMD2<Double> { SIMD2<Double>(grid) / SIMD2<Double>(size) }
}

/// A filter that reads neighbors or takes several passes.
package protocol MultiPassFilter: Sendable {
    /// The passes at `values`; throws ``FilterError`` for what the values name and cannot be had, such as a file.
    func passes(
        values: [String: ParameterValue], conditions: PassConditions
    ) throws(FilterError) -> [FilterPass]

    /// The values of all parameters, from those that a stage gives and the defaults of the others; throws
    /// ``FilterError`` where some come from a file that cannot be used.
    func values(
        given: [String: ParameterValue], defaults: [String: ParameterValue]
    ) throws(FilterError) -> [String: ParameterValue]

    /// Whether it works on the picture's own pixels however small it is seen: what it does to a reduced picture looks
    /// other than what it does, reduced.
    var worksAtFullSize: Bool { get }
}

extension MultiPassFilter {
    package func values(
        given: [String: ParameterValue], defaults: [String: ParameterValue]
    ) throws(FilterError) -> [String: ParameterValue] {
        defaults.merging(given) { _, given in given }
    }

    package var worksAtFullSize: Bool { false }
}

/// A filter after which the picture has another size, or other pixels in its corners.
package protocol GeometryFilter: MultiPassFilter {
    /// The size of the picture that leaves the filter; throws ``FilterError`` where it would be too large.
    func size(
        values: [String: ParameterValue], entering size: SIMD2<Int>
    ) throws(FilterError) -> SIMD2<Int>

    /// How large to work on the picture that enters the filter.
    ///
    /// - Parameter scale: working pixels per picture pixel, along x and y, of the picture that leaves it.
    func scale(
        values: [String: ParameterValue], entering size: SIMD2<Int>, leavingAt scale: SIMD2<Double>
    ) -> SIMD2<Double>
}

extension GeometryFilter {
    /// As large as what leaves: a pixel stays a pixel.
    package func scale(
        values: [String: ParameterValue], entering size: SIMD2<Int>, leavingAt scale: SIMD2<Double>
    ) -> SIMD2<Double> { scale }
}

/// Why a filter cannot do what its values ask for.
public enum FilterError: Error, Sendable, Hashable, CustomStringConvertible {
    /// A file that a parameter names cannot be used; `reason` is a sentence without its subject.
    case file(path: String, reason: String)
    /// The picture would have more pixels than can be handled.
    case tooLarge(filter: String, width: Int, height: Int)

    /// The sentence.
    public var description: String {
        switch self {
        case .file(let path, let reason): "\(path) \(reason)"
        case .tooLarge(let filter, let width, let height):
            "\(filter) would make a picture of \(width)×\(height) pixels, and the most is a gigapixel"
        }
    }
}
