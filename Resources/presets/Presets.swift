/// The presets of this folder, embedded in the programs.
package enum Presets {
    /// Their JSON by the names of their files, whose numbers give their order.
    package static let texts = EmbeddedFiles.text
}
