/// A function of a filter's file as the kernel of a pass: `vec4 name(ivec2 p)` makes the pixel p.
package struct PassFunction: Sendable, Hashable {
    /// The declaration, with the text of the file.
    package let filter: FilterDeclaration
    /// The function's name.
    package let name: String
    /// What it calls the inputs of the pass.
    package var inputs: [Input]
    /// The axis along which it runs, 0 for x and 1 for y; nil if it is no such pass.
    package var axis: Int?
    /// Whether its result, which is premultiplied, is to be stored straight.
    package var storesStraight = false
    /// Whether the kernel tells, in place of colors, how many pixels the function reads for one, and how far away at most
    /// along x and y.
    package var isProbe = false

    package struct Input: Sendable, Hashable {
        /// The GLSL function that reads it, which takes an `ivec2`.
        package let name: String
        /// Which of the pass's inputs it is.
        package let unit: Int
        /// Whether its colors are premultiplied on the way.
        package let premultiplies: Bool
        /// Whether it is on the grid of the pass, so that distances can be measured.
        package let isOnGrid: Bool

        /// The same under another name.
        func renamed(_ name: String) -> Input {
            Input(name: name, unit: unit, premultiplies: premultiplies, isOnGrid: isOnGrid)
        }
    }
}
