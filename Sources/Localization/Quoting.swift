/// Quotes user input in messages; overlong text is shortened to its beginning and its end.
extension String {
    /// The maximum length that is quoted in full, in Unicode scalars.
    private static let maxQuoted = 200

    /// The text if it is short, otherwise its beginning and its end.
    package var shortened: String {
        let scalars = unicodeScalars
        // Counting bytes takes constant time; a scalar has at most four.
        guard utf8.count > Self.maxQuoted, scalars.count > Self.maxQuoted else { return self }
        let half = Self.maxQuoted / 2
        return String(scalars.prefix(half)) + "…" + String(scalars.suffix(half - 1))
    }

    /// The text in quotation marks, shortened.
    package var quoted: String { tr("“\(shortened)”") }
}

extension Substring {
    /// The text in quotation marks, shortened.
    package var quoted: String { String(self).quoted }
}
