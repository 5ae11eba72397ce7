import Localization

/// One pass of a multi-pass filter.
package struct FilterPass: Sendable, Hashable {
    /// An input of a pass.
    package enum Input: Sendable, Hashable {
        /// The result of the preceding pass; for the first pass, the filter's input.
        case previous
        /// The filter's input.
        case entering
        /// The result of an earlier pass of the filter, by its index from 0.
        case pass(Int)
        /// The picture as it entered the first stage of the recipe that makes parts transparent, with the
        /// later changes of its shape; only for filters of which
        /// ``MultiPassFilter/readsUnkeyed(values:)`` is true.
        case unkeyed
    }

    /// The kind of work done along rows. The fastest way to distribute it is measured on the device.
    package enum RowWork: Sendable, Hashable {
        /// Filters with memory, implemented with `Shaders/include/rows.glsl`.
        case filters
        /// The given number of independent columns of texels, distributed by
        /// `Shaders/include/row-pieces.glsl`.
        case columns(Int)
    }

    /// The identity of a result that does not depend on the pixels of the picture.
    package struct LastingResult: Sendable, Hashable {
        /// The results of a group replace each other.
        package let group: String
        package let name: String

        package init(group: String, name: String) {
            self.group = group
            self.name = name
        }
    }

    /// A buffer whose content lasts from frame to frame, as one frame reads or writes it.
    package struct PersistentBuffer: Sendable, Hashable {
        /// A name that no buffer of another shader or stage has.
        package let name: String
        /// The number of the frame.
        package let frame: Int
    }

    package enum Kernel: Sendable, Hashable {
        /// A file below `Shaders/`, by its path.
        case file(String)
        /// A function of a filter that declares its passes.
        case function(PassFunction)
        /// A point filter, with the values of its parameters and its time.
        case point(FilterDeclaration, [String: ParameterValue], FrameTime)
        /// A fragment shader of a file that was not written for Glint.
        case foreign(ForeignShader)
    }

    /// The name in messages and timings.
    package var name: String
    /// The kernel that it runs.
    package var kernel: Kernel
    /// Numbers compiled into the kernel as `#define`s. Use few distinct values, since each combination is
    /// compiled separately.
    package var constants: [String: Int] = [:]
    /// The inputs, which the kernel reads with `load`, `load1`, `load2` …
    package var inputs: [Input] = [.previous]
    /// Working pixels per pixel of the result, along x and y. The pixel at (x, y) of the result covers the
    /// block that begins at the working pixel (x, y) * `reduction`. A filter's last pass must set it back to
    /// 1.
    package var reduction: SIMD2<Int> = SIMD2(1, 1)
    /// The working grid of the result, if it differs from that of the filter's input or, from a pass with a
    /// map on, that of the filter's output.
    package var grid: SIMD2<Int>?
    /// The pixels that the pass reads from its inputs.
    package var footprint = Footprint.pixel
    /// Numbers that can change without recompiling, which the kernel accesses by name.
    package var uniforms: Uniforms = [:]
    /// A table for the kernel, such as weights, accessed as `data(i)`; at most 4096 numbers.
    package var data: [Float] = []
    /// A larger table, accessed as `fetchTable(ivec2)`.
    package var table: LookupTable?
    /// The pictures that the pass reads.
    package var textures: [PictureTexture] = []
    /// The buffers from earlier frames that the pass reads, as textures after all others.
    package var reads: [PersistentBuffer] = []
    /// The buffer that holds the result until the next frame; nil if the result is not kept.
    package var keeps: PersistentBuffer?
    /// The identity of the result if it depends on the pass alone, not on the pixels of the picture: it is
    /// then computed once for a view.
    package var lasting: LastingResult?
    /// How the pass solves a Laplace equation, if it does; the kernel is then one of the solver's.
    package var solver: LaplaceSolver?
    /// The maximum number of pixels that one invocation computes along x and y.
    package var pixelsPerInvocation: SIMD2<Int> = SIMD2(1, 1)
    /// True if an invocation computes this many pixels on every device, since each pixel depends on the
    /// previous ones. Otherwise the kernel's file is compiled with OUTPUTS = 1 where that is faster.
    package var sharesAnyway = true
    /// How rows are distributed among invocations; nil if pixels are computed independently of each other.
    package var rowWork: RowWork?
    /// True if the result is stored as 32-bit floats regardless of the precision of other passes.
    package var needsFloats = false
    /// Reads per pixel, as a measure of the cost relative to other passes.
    package var readsPerPixel: Int = 1

    /// A pass that runs a file below `Shaders/`.
    package init(name: String, kernel: String) {
        self.name = name
        self.kernel = .file(kernel)
    }

    /// A pass that runs a point filter.
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

    /// A pass that draws a fragment shader, which may read its inputs anywhere.
    ///
    /// - Parameter grid: the size of the result.
    package init(name: String, shader: ForeignShader, grid: SIMD2<Int>) {
        self.name = name
        kernel = .foreign(shader)
        self.grid = grid
        footprint = .whole
        // Shaders count steps and compare with thresholds, which half floats would shift.
        needsFloats = true
    }
}

extension FilterPass {
    /// The passes on which the result of the pass at `end` depends, in order and renumbered; that pass is the
    /// last.
    static func needed(by end: Int, of passes: [FilterPass]) -> [FilterPass] {
        var needed: Set<Int> = []
        func need(_ index: Int) {
            guard needed.insert(index).inserted else { return }
            for case .pass(let earlier) in passes[index].inputs { need(earlier) }
        }
        need(end)
        let kept = needed.sorted()
        let newIndices = Dictionary(uniqueKeysWithValues: kept.enumerated().map { ($1, $0) })
        return kept.map { index in
            var pass = passes[index]
            pass.inputs = pass.inputs.map { input in
                if case .pass(let earlier) = input, let index = newIndices[earlier] {
                    .pass(index)
                } else {
                    input
                }
            }
            return pass
        }
    }
}

/// How a pass solves the Laplace equation: where the fourth component of its input is greater than 0, the
/// result is the mean of its neighbors. Other pixels keep their colors; those with a fourth component of -1
/// are outside the picture and have no effect.
package struct LaplaceSolver: Sendable, Hashable {
    /// The number of grids, each half as large as the one before.
    package let levels: Int
    /// The number of V-cycles over the grids.
    package let cycles: Int

    /// - Parameter side: the longest side of a connected part.
    package init(side: Int) {
        var (side, levels) = (side, 1)
        while side > 3 {
            side = side / 2 + 1
            levels += 1
        }
        self.levels = levels
        // A cycle divides the error by 10 in small parts and by 4 in large ones.
        cycles = levels <= 6 ? 4 : levels <= 8 ? 5 : levels <= 10 ? 6 : 8
    }
}

/// A table of colors for a kernel; tables with the same name have the same contents.
package struct LookupTable: Sendable, Hashable {
    /// A unique name, such as a file's path and modification time.
    package let name: String
    /// Colors per row.
    package let width: Int
    private let make: @Sendable () -> [SIMD4<Float>]

    package init(name: String, width: Int, height: Int, colors: [SIMD4<Float>]) {
        precondition(colors.count == width * height, "a table's colors fill it")
        self.init(name: name, width: width) { colors }
    }

    /// A table that is computed on demand, in whole rows.
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
    /// The filter's input: its actual size and its working size.
    package var entering: WorkingPicture
    /// The filter's output; its size differs from the input's only for a ``GeometryFilter``.
    package var leaving: WorkingPicture
    /// True if the result must be accurate to 16 bits; otherwise 8 bits or a display are sufficient.
    package var isExact: Bool
    /// True if every input pixel has an alpha of 1, which makes weighting by alpha unnecessary.
    package var isOpaque: Bool
    /// The time, including the filter's own offset; zero unless the filter's header declares that the filter
    /// reads the time.
    package var time: FrameTime
    /// How the picture was taken, if its file records that.
    package var photograph: Photograph?
    /// The position of the stage in the recipe, which distinguishes stages with the same shader.
    package var stage: Int

    package init(
        entering: WorkingPicture, leaving: WorkingPicture? = nil, isExact: Bool = false,
        isOpaque: Bool = false, time: FrameTime = .zero, photograph: Photograph? = nil, stage: Int = 0
    ) {
        self.entering = entering
        self.leaving = leaving ?? entering
        self.isExact = isExact
        self.isOpaque = isOpaque
        self.time = time
        self.photograph = photograph
        self.stage = stage
    }

    /// Working pixels per picture pixel along x and y. Lengths in a recipe are in picture pixels.
    package var scale: SIMD2<Double> { entering.scale }
}

/// A picture between two stages: its actual size, and the size of its working grid.
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

/// A filter that reads neighboring pixels or takes several passes.
package protocol MultiPassFilter: Sendable {
    /// The passes for `values`; throws ``FilterError`` if these refer to something unavailable, such as a
    /// file.
    func passes(
        values: [String: ParameterValue], conditions: PassConditions
    ) throws(FilterError) -> [FilterPass]

    /// The values of all parameters: those given by a stage, and defaults for the rest. Throws
    /// ``FilterError`` if values come from a file that cannot be used.
    func values(
        given: [String: ParameterValue], defaults: [String: ParameterValue]
    ) throws(FilterError) -> [String: ParameterValue]

    /// Why the values cannot be used although each parameter accepts its own; nil if they can.
    func problem(with values: [String: ParameterValue]) -> String?

    /// True if the filter, when another filter uses it as a pass, accepts numbers outside its parameters'
    /// ranges.
    var takesLargerNumbers: Bool { get }

    /// True if passes read ``FilterPass/Input/unkeyed``.
    func readsUnkeyed(values: [String: ParameterValue]) -> Bool

    /// True if the filter works at full size even for a reduced view, because filtering a reduced picture
    /// looks different from reducing the filtered picture.
    var worksAtFullSize: Bool { get }
}

extension MultiPassFilter {
    package func values(
        given: [String: ParameterValue], defaults: [String: ParameterValue]
    ) throws(FilterError) -> [String: ParameterValue] {
        defaults.merging(given) { _, given in given }
    }

    package func problem(with values: [String: ParameterValue]) -> String? { nil }

    package var takesLargerNumbers: Bool { false }

    package func readsUnkeyed(values: [String: ParameterValue]) -> Bool { false }

    package var worksAtFullSize: Bool { false }
}

/// A filter that changes the picture's size, or moves its corners.
package protocol GeometryFilter: MultiPassFilter {
    /// The size of the filter's output; throws ``FilterError`` if it would be too large.
    func size(
        values: [String: ParameterValue], entering size: SIMD2<Int>
    ) throws(FilterError) -> SIMD2<Int>

    /// The working scale of the filter's input.
    ///
    /// - Parameter scale: working pixels per picture pixel of the filter's output, along x and y.
    func scale(
        values: [String: ParameterValue], entering size: SIMD2<Int>, leavingAt scale: SIMD2<Double>
    ) -> SIMD2<Double>
}

extension GeometryFilter {
    /// The same scale as the output, for filters that do not resample.
    package func scale(
        values: [String: ParameterValue], entering size: SIMD2<Int>, leavingAt scale: SIMD2<Double>
    ) -> SIMD2<Double> { scale }
}

/// A filter that moves the picture's corners along lines through a center.
package protocol WarpFilter: MultiPassFilter {
    /// How positions move; nil if they do not.
    func warp(values: [String: ParameterValue], conditions: PassConditions) -> LensCorrection?
}

/// Why a filter cannot run with its values.
public enum FilterError: Error, Sendable, Hashable, CustomStringConvertible {
    /// A file that a parameter names cannot be used; `reason` is a sentence that contains the path.
    case file(path: String, reason: String)
    /// The result would have too many pixels; `filter` is the title of the filter that would produce it.
    case tooLarge(filter: String, width: Int, height: Int)
    /// The filter reads the whole picture at once, but a side is longer than the device supports.
    case tooLargeForDevice(filter: String, side: Int, limit: Int)
    /// The corners of a quadrilateral do not lie clockwise, or one is not convex.
    case corners
    /// No picture can have this size.
    case impossibleSize(width: Int, height: Int)
    /// Text cannot be drawn; `reason` is a clause.
    case noText(reason: String)
    /// The drawn text would have too many pixels.
    case textTooLarge(width: Int, height: Int)

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
        case .corners:
            return tr(
                "the corners of Perspective must form a convex quadrilateral, clockwise from the top left")
        case .impossibleSize(let width, let height):
            return
                "a picture cannot have \(width) × \(height) pixels: width and height must be at least 1, and the total at most four gigapixels"
        case .noText(let reason):
            return tr(
                "text is drawn by Pango, which cannot be used (\(reason)); install libpangocairo-1.0-0 and a font"
            )
        case .textTooLarge(let width, let height):
            return tr(
                "the text would cover \(width) × \(height) pixels, but the maximum is \(TextDrawing.longestSide) per side; make it smaller or break its lines"
            )
        }
    }
}
