/// A function in a filter's file that serves as the kernel of a pass: `vec4 name(ivec2 p)` computes the pixel
/// p.
package struct PassFunction: Sendable, Hashable {
    /// The filter's declaration, which includes the text of the file.
    package let filter: FilterDeclaration
    /// The function's name.
    package let name: String
    /// The inputs of the pass, under the names that the function uses.
    package var inputs: [Input]
    /// The axis along which the function runs, 0 for x and 1 for y; nil if it does not run along an axis.
    package var axis: Int?
    /// True if the result is premultiplied and must be stored with straight alpha.
    package var storesStraight = false
    /// True if the kernel returns, instead of a color, how many pixels the function reads and their maximum
    /// distance along x and y.
    package var isProbe = false

    package struct Input: Sendable, Hashable {
        /// The name of the GLSL function that reads the input, which takes an `ivec2`.
        package let name: String
        /// The index among the pass's inputs.
        package let unit: Int
        /// True if colors are premultiplied as they are read.
        package let premultiplies: Bool
        /// True if the input is on the pass's own grid, so that distances can be measured.
        package let isOnGrid: Bool

        /// The same input under another name.
        func renamed(_ name: String) -> Input {
            Input(name: name, unit: unit, premultiplies: premultiplies, isOnGrid: isOnGrid)
        }
    }
}
