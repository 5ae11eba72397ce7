import Imaging

/// Path and quality of a saved picture.
enum SavedFile {
    /// The quality choices for saving as JPEG or WebP.
    static let qualities = [80, 85, EncodingOptions().quality, 95, 100]

    /// The path with the intended extension: the selected file type counts unless an extension other than the suggested
    /// name's was typed.
    ///
    /// - Parameters:
    ///   - format: the file type; nil for any.
    ///   - suggested: the name initially in the dialog.
    static func path(_ typed: String, as format: PictureFormat?, suggested: String) -> String {
        let suggestion = PathName.suffix(of: suggested)
        let suffix = PathName.suffix(of: PathName.last(of: typed))
        guard suffix.isEmpty || suffix == suggestion else { return typed }
        let fits = format.map { $0.fileExtensions.contains(suggestion.lowercased()) } ?? true
        let meant = fits ? suggestion : format?.fileExtensions.first ?? suggestion
        return String(typed.dropLast(suffix.isEmpty ? 0 : suffix.count + 1)) + "." + meant
    }
}
