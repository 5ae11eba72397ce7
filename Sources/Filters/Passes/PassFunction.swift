/// A function of a filter's file as the kernel of a pass: `vec4 name(ivec2 p)` computes the pixel p.
package struct PassFunction: Sendable, Hashable {
    /// The declaration, with the text of the file.
    package let filter: FilterDeclaration
    /// The function's name.
    package let name: String
    /// The inputs of the pass, by the names that the function uses.
    package var inputs: [Input]
    /// The axis along which it runs, 0 for x and 1 for y; nil if it does not run along an axis.
    package var axis: Int?
    /// True if its result, which is premultiplied, is stored with straight alpha.
    package var storesStraight = false
    /// True if the kernel returns, in place of colors, how many pixels the function reads per pixel, and the
    /// maximum distance along x and y.
    package var isProbe = false

    package struct Input: Sendable, Hashable {
        /// The GLSL function that reads it, which takes an `ivec2`.
        package let name: String
        /// The index among the pass's inputs.
        package let unit: Int
        /// True if its colors are premultiplied as they are read.
        package let premultiplies: Bool
        /// True if it is on the grid of the pass, so that distances can be measured.
        package let isOnGrid: Bool

        /// The same input under another name.
        func renamed(_ name: String) -> Input {
            Input(name: name, unit: unit, premultiplies: premultiplies, isOnGrid: isOnGrid)
        }
    }
}
