/// The interface files, style and icons of this folder, embedded in the program.
package enum Resources {
    /// One GResource bundle, in base64, with everything below `/io/github/glintapp/Glint`.
    package static let bundleBase64 = EmbeddedFiles.gresource
}
