import Imaging

/// What a picture is saved as.
enum SavedFile {
    /// The qualities to choose from where a picture is saved as JPEG or WebP.
    static let qualities = [80, 85, EncodingOptions().quality, 95, 100]

    /// The path with the extension that is meant: a kind of files that was selected counts unless another extension was
    /// typed than the one of the suggested name.
    ///
    /// - Parameters:
    ///   - format: the kind of files; nil for any.
    ///   - suggested: the name that the dialog began with.
    static func path(_ typed: String, as format: PictureFormat?, suggested: String) -> String {
        let suggestion = PathName.suffix(of: suggested)
        let suffix = PathName.suffix(of: PathName.last(of: typed))
        guard suffix.isEmpty || suffix == suggestion else { return typed }
        let fits = format.map { $0.fileExtensions.contains(suggestion.lowercased()) } ?? true
        let meant = fits ? suggestion : format?.fileExtensions.first ?? suggestion
        return String(typed.dropLast(suffix.isEmpty ? 0 : suffix.count + 1)) + "." + meant
    }
}
