/// The version of Glint.
public enum GlintVersion {
    /// As `MAJOR.MINOR.PATCH`; the library and both programs share it.
    public static let current = "0.2.0"
}
