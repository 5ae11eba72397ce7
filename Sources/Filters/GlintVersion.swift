/// The version of Glint.
public enum GlintVersion {
    /// The version as `MAJOR.MINOR.PATCH`, shared by the library and both programs.
    public static let current = "0.2.0"
}
