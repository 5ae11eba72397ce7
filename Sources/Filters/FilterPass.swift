/// One pass of a filter that reads neighbors or takes several passes; a value.
package struct FilterPass: Sendable, Hashable {
    /// What messages and timings call it.
    package var name: String
    /// The path of the kernel below `Shaders/`.
    package var kernel: String
    /// Numbers the kernel is compiled with, as `#define`s. Few values only: each set is compiled on its own.
    package var constants: [String: Int] = [:]
    /// How many pixels of the working grid a pixel of the result covers, along x and y. A pixel at (x, y) covers
    /// those from (x, y) times this on; the last pass of a filter is back at 1.
    package var reduction: SIMD2<Int> = SIMD2(1, 1)
    /// How far the pass reads beyond the place of its pixel, in pixels of its input, along x and y.
    package var halo: SIMD2<Int> = .zero
    /// Numbers that change without compiling, as `values` in the kernel; vectors of four.
    package var values: [SIMD4<Float>] = []
    /// A table for the kernel, such as weights, as `data(i)`; at most 4096 numbers.
    package var data: [Float] = []
    /// The pixels one invocation makes along x and y.
    package var pixelsPerInvocation: SIMD2<Int> = SIMD2(1, 1)
    /// Reads of its input per pixel: what a pass costs beside others.
    package var readsPerPixel: Int = 1

    package init(name: String, kernel: String) {
        self.name = name
        self.kernel = kernel
    }
}

/// What the passes of a filter are made for.
package struct PassConditions: Sendable, Hashable {
    /// Working pixels per picture pixel along x and y: lengths in a recipe are in picture pixels.
    package var scale: SIMD2<Double>
    /// Whether the result has to be right in 16 bits; else it is for 8 bits, or for the eye.
    package var isExact: Bool

    package init(scale: SIMD2<Double> = SIMD2(1, 1), isExact: Bool = false) {
        self.scale = scale
        self.isExact = isExact
    }
}

/// A filter that reads neighbors or takes several passes. Each pass reads what the one before it made,
/// the first reads what enters the filter.
package protocol MultiPassFilter: Sendable {
    /// The passes at `values`.
    func passes(values: [String: ParameterValue], conditions: PassConditions) -> [FilterPass]
}
