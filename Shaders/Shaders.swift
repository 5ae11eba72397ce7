/// The GLSL of this folder, embedded in the program.
package enum Shaders {
    /// The text of every shader, by its path below this folder, such as `include/color.glsl`.
    package static let text: [String: String] = EmbeddedFiles.text
}
