/// One pass of a filter that reads neighbours or takes several passes; a value.
package struct FilterPass: Sendable, Hashable {
    /// What messages and timings call it.
    package var name: String
    /// The path of the kernel below `Shaders/`.
    package var kernel: String
    /// Numbers the kernel is compiled with, as `#define`s. Few values only: each set is compiled on its own.
    package var constants: [String: Int] = [:]
    /// How far beyond a pixel the pass reads, in pixels of the working scale, along x and y.
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

/// A filter that reads neighbours or takes several passes. Each pass reads what the one before it made,
/// the first reads what enters the filter.
package protocol MultiPassFilter: Sendable {
    /// The passes at `values`, for a picture that is shown at `scale` working pixels per picture pixel along x and y.
    func passes(values: [String: ParameterValue], scale: SIMD2<Double>) -> [FilterPass]
}
