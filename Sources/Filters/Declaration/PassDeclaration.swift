/// A pass declared in the header of a filter's file, in a line `pass: NAME = …`.
package struct PassDeclaration: Sendable, Hashable {
    /// The name under which later passes read the result.
    package let name: String
    package let work: Work
    /// The names of the passes to read; `entering` is the filter's input.
    package let inputs: [String]
    /// Numbers passed to the function, or to the parameters of the other filter.
    package let settings: [String: Formula]
    /// The condition: if it is 0 or less, the pass is skipped, and its first input becomes its result. Nil if
    /// the pass always runs.
    package let condition: Formula?
    /// The line of the header, counted from 1.
    package let line: Int

    /// What computes the pixels.
    package enum Work: Sendable, Hashable {
        /// The passes of another filter, by its id.
        case filter(String)
        /// A function of the file.
        case function(Function)
    }

    package struct Function: Sendable, Hashable {
        package let name: String
        /// The axes along which the function runs in turn, 0 for x and 1 for y; empty for a single pass in
        /// both directions.
        package var axes: [Int] = []
        /// How far the function reads from its pixel, in picture pixels: one formula for both axes, or one
        /// each for x and y.
        package var reach: [Formula] = []
        /// True if the function may read its inputs at any position.
        package var reachesPicture = false
        /// True if the result is stored as 32-bit floats.
        package var needsFloats = false
        /// The number of working pixels that each pixel of the result covers, along every axis on which the
        /// function works.
        package var grid = 1
    }

    /// Working pixels per pixel of the result, along x and y.
    var grid: SIMD2<Int> {
        guard case .function(let function) = work else { return .one }
        var grid = SIMD2(1, 1)
        for axis in function.axes.isEmpty ? [0, 1] : function.axes { grid[axis] = function.grid }
        return grid
    }

    /// The maximum reach of a pass, in picture pixels.
    package static let farthestReach = 4096.0
    /// The maximum number of textures that a pass may read: the number that every device can bind in addition
    /// to the result.
    package static let maxInputs = 6
}

extension FilterDeclaration {
    /// The name of the filter's input in the header and in functions.
    package static let entering = "entering"

    /// Names that formulas may use besides the filter's parameters: working pixels per picture pixel, and the
    /// picture's size in picture pixels.
    package static let formulaNames = ["scale", "pictureWidth", "pictureHeight"]

    /// Names that every function can use, so passes and parameters cannot have them.
    package static let givenNames = [entering, "from", "reach", "step", "picture", "curve", "time"]

    /// Names that are not allowed because they are GLSL keywords (OpenGL Shading Language 4.30, 3.6) other
    /// than types, or functions that every kernel calls.
    package static let reservedWords: Set<Substring> = Set(
        """
        abs clamp imageLoad imageSize imageStore isnan max mix active asm atomic_uint attribute bool break buffer case cast centroid class coherent common const
        continue default discard do double else enum extern external false filter fixed flat float for goto
        half highp if in inline inout input int interface invariant layout long lowp mediump namespace
        noinline noperspective out output packed partition patch precise precision public readonly resource
        restrict return sample shared short sizeof smooth static struct subroutine superp switch template
        this true typedef uint uniform union unsigned using varying void volatile while writeonly
        """.split { $0.isWhitespace })

    /// The names of the numbers that passes give to the file's functions.
    package var functionSettings: [String] {
        var names: Set<String> = []
        for pass in passes {
            if case .function = pass.work { names.formUnion(pass.settings.keys) }
        }
        return names.sorted()
    }

    /// The names declared for the file's functions, in addition to those that every kernel has.
    package var globalNames: Set<String> {
        Set(
            parameters.map(\.id) + passes.map(\.name) + functionSettings
                + [Self.entering, "from", "reach", "step", "time"])
    }

    /// True if the filter's text contains any of the given names, so that it cannot share a kernel with them.
    /// For example, a parameter `length` would hide GLSL's function.
    package func mentions(_ names: Set<String>) -> Bool {
        FunctionOutline.names(in: source).contains { names.contains(String($0)) }
    }

    /// True if a pass may read anywhere in the picture.
    package var reachesPicture: Bool {
        passes.contains { pass in
            if case .function(let function) = pass.work { function.reachesPicture } else { false }
        }
    }

    /// True if a pass runs along x or y.
    package var runsAlongAxes: Bool {
        passes.contains { pass in
            if case .function(let function) = pass.work { !function.axes.isEmpty } else { false }
        }
    }
}
