import Localization

/// One pass of a filter that reads neighbors or takes several passes.
package struct FilterPass: Sendable, Hashable {
    /// An input of a pass.
    package enum Input: Sendable, Hashable {
        /// The result of the preceding pass; for the first pass, the filter's input.
        case previous
        /// The filter's input.
        case entering
        /// The result of an earlier pass of the filter, by its index from 0.
        case pass(Int)
    }

    /// The kind of work done along rows; the fastest way to distribute it is measured on the device.
    package enum RowWork: Sendable, Hashable {
        /// Filters with memory, run as in `Shaders/include/rows.glsl`.
        case filters
        /// A number of independent columns of texels, distributed as in `Shaders/include/row-pieces.glsl`.
        case columns(Int)
    }

    package enum Kernel: Sendable, Hashable {
        /// A file below `Shaders/`, by its path.
        case file(String)
        /// A function of a filter that declares its passes.
        case function(PassFunction)
        /// A filter that is a function of one pixel, with the values of its parameters and its time.
        case point(FilterDeclaration, [String: ParameterValue], FrameTime)
    }

    /// The name in messages and timings.
    package var name: String
    /// The kernel that it runs.
    package var kernel: Kernel
    /// Numbers that are compiled into the kernel, as `#define`s. Use few values: each set is compiled
    /// separately.
    package var constants: [String: Int] = [:]
    /// The inputs, read with `load`, `load1`, `load2` … in the kernel.
    package var inputs: [Input] = [.previous]
    /// Working-grid pixels per result pixel, along x and y: result pixel (x, y) covers the block that starts
    /// at working pixel (x, y) * `reduction`. A filter's last pass must set it back to 1.
    package var reduction: SIMD2<Int> = SIMD2(1, 1)
    /// The working grid of the result, if it is neither the grid of the filter's input nor, after a map, that
    /// of its output.
    package var grid: SIMD2<Int>?
    /// The pixels that it reads of its inputs.
    package var footprint = Footprint.pixel
    /// Numbers that change without recompiling, which the kernel accesses by name.
    package var uniforms: Uniforms = [:]
    /// A table for the kernel, such as weights, accessed as `data(i)`; at most 4096 numbers.
    package var data: [Float] = []
    /// A larger table, accessed as `fetchTable(ivec2)`.
    package var table: LookupTable?
    /// Pictures that it reads.
    package var textures: [PictureTexture] = []
    /// The maximum number of pixels that one invocation computes along x and y.
    package var pixelsPerInvocation: SIMD2<Int> = SIMD2(1, 1)
    /// True if an invocation computes this many pixels on every device, since each pixel depends on those
    /// computed before it; otherwise the kernel's file is compiled with OUTPUTS of 1 where that is faster.
    package var sharesAnyway = true
    /// How invocations share the rows; nil if each computes pixels independently.
    package var rowWork: RowWork?
    /// True if its result is in 32-bit floats, whatever the precision of the others.
    package var needsFloats = false
    /// Reads of its input per pixel: its cost relative to other passes.
    package var readsPerPixel: Int = 1

    /// A pass that runs a file below `Shaders/`.
    package init(name: String, kernel: String) {
        self.name = name
        self.kernel = .file(kernel)
    }

    /// A pass that runs a function of one pixel.
    package init(
        name: String, point filter: FilterDeclaration, values: [String: ParameterValue], time: FrameTime
    ) {
        self.name = name
        kernel = .point(filter, values, time)
    }

    /// A pass that runs a function of a filter's file.
    package init(name: String, function: PassFunction) {
        self.name = name
        kernel = .function(function)
    }
}

/// A table of colors for a kernel; tables with the same name have the same contents.
package struct LookupTable: Sendable, Hashable {
    /// A unique name, such as a file's path and its time.
    package let name: String
    /// Colors per row.
    package let width: Int
    private let make: @Sendable () -> [SIMD4<Float>]

    package init(name: String, width: Int, height: Int, colors: [SIMD4<Float>]) {
        precondition(colors.count == width * height, "a table's colors fill it")
        self.init(name: name, width: width) { colors }
    }

    /// A table computed on demand, in whole rows.
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

/// The conditions under which a filter's passes run.
package struct PassConditions: Sendable, Hashable {
    /// The filter's input: its own size, and its working size.
    package var entering: WorkingPicture
    /// The filter's output; its size differs only for a ``GeometryFilter``.
    package var leaving: WorkingPicture
    /// True if the result must be accurate to 16 bits; otherwise it is for 8 bits or for display.
    package var isExact: Bool
    /// True if every input pixel has an alpha of 1, so that no weighting by alpha is needed.
    package var isOpaque: Bool
    /// The time, including the filter's own offset; zero unless the filter's header declares that it reads
    /// the time.
    package var time: FrameTime

    package init(
        entering: WorkingPicture, leaving: WorkingPicture? = nil, isExact: Bool = false,
        isOpaque: Bool = false, time: FrameTime = .zero
    ) {
        self.entering = entering
        self.leaving = leaving ?? entering
        self.isExact = isExact
        self.isOpaque = isOpaque
        self.time = time
    }

    /// Working pixels per picture pixel along x and y: lengths in a recipe are in picture pixels.
    package var scale: SIMD2<Double> { entering.scale }
}

/// A picture between two stages: its size in its own pixels, and that of its working grid.
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
    /// The passes for `values`; throws ``FilterError`` if they refer to something unavailable, such as a
    /// file.
    func passes(
        values: [String: ParameterValue], conditions: PassConditions
    ) throws(FilterError) -> [FilterPass]

    /// The values of all parameters: those given by a stage, and defaults for the others; throws
    /// ``FilterError`` if some come from a file that cannot be used.
    func values(
        given: [String: ParameterValue], defaults: [String: ParameterValue]
    ) throws(FilterError) -> [String: ParameterValue]

    /// True if it accepts numbers outside the ranges of its parameters, as a pass of another filter.
    var takesLargerNumbers: Bool { get }

    /// True if it works on the picture's own pixels even in a reduced view: filtering a reduced picture looks
    /// different from reducing the filtered one.
    var worksAtFullSize: Bool { get }
}

extension MultiPassFilter {
    package func values(
        given: [String: ParameterValue], defaults: [String: ParameterValue]
    ) throws(FilterError) -> [String: ParameterValue] {
        defaults.merging(given) { _, given in given }
    }

    package var takesLargerNumbers: Bool { false }

    package var worksAtFullSize: Bool { false }
}

/// A filter that changes the picture's size, or which pixels are in its corners.
package protocol GeometryFilter: MultiPassFilter {
    /// The size of the filter's output; throws ``FilterError`` if it would be too large.
    func size(
        values: [String: ParameterValue], entering size: SIMD2<Int>
    ) throws(FilterError) -> SIMD2<Int>

    /// The working scale of the filter's input.
    ///
    /// - Parameter scale: working pixels per picture pixel, along x and y, of the filter's output.
    func scale(
        values: [String: ParameterValue], entering size: SIMD2<Int>, leavingAt scale: SIMD2<Double>
    ) -> SIMD2<Double>
}

extension GeometryFilter {
    /// The scale of the output: a pixel stays a pixel.
    package func scale(
        values: [String: ParameterValue], entering size: SIMD2<Int>, leavingAt scale: SIMD2<Double>
    ) -> SIMD2<Double> { scale }
}

/// The reason why a filter cannot run with its values.
public enum FilterError: Error, Sendable, Hashable, CustomStringConvertible {
    /// A file that a parameter names cannot be used; `reason` is the sentence, which contains the path.
    case file(path: String, reason: String)
    /// The result would have more pixels than can be handled; `filter` is the title of the filter that would
    /// produce it.
    case tooLarge(filter: String, width: Int, height: Int)
    /// The filter reads the whole picture at once, and a side is longer than the device supports.
    case tooLargeForDevice(filter: String, side: Int, limit: Int)
    /// No picture can have this size.
    case impossibleSize(width: Int, height: Int)

    /// The error message.
    public var description: String {
        switch self {
        case .file(_, let reason): return reason
        case .tooLarge(let filter, let width, let height):
            let title = translated(filter, context: "filter")
            return tr(
                "\(title) would produce a picture of \(width)×\(height) pixels, but the maximum is a gigapixel"
            )
        case .tooLargeForDevice(let filter, let side, let limit):
            let title = translated(filter, context: "filter")
            return tr(
                """
                \(title) reads the whole picture at once, but this device supports at most \(limit) pixels \
                per side, not \(side)
                """)
        case .impossibleSize(let width, let height):
            return
                "a picture cannot have \(width) × \(height) pixels: width and height must be at least 1, and the total at most four gigapixels"
        }
    }
}
