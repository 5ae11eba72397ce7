/// What was given, as sentences quote it: a word or a path of a megabyte is told by its beginning and its end.
extension String {
    /// The longest that is quoted whole, in Unicode scalars.
    private static let mostQuoted = 200

    /// The text where it is short, else its beginning and its end.
    package var shortened: String {
        let scalars = unicodeScalars
        // Bytes are counted at once; a scalar has at most four.
        guard utf8.count > Self.mostQuoted, scalars.count > Self.mostQuoted else { return self }
        let half = Self.mostQuoted / 2
        return String(scalars.prefix(half)) + "…" + String(scalars.suffix(half - 1))
    }

    /// The text in quotation marks, shortened.
    package var quoted: String { tr("“\(shortened)”") }
}

extension Substring {
    /// The text in quotation marks, shortened.
    package var quoted: String { String(self).quoted }
}
