/// A list of names with the separators of the user's language.
package func listed(_ names: [String]) -> String {
    names.joined(separator: tr(", ", context: "between names"))
}

/// A choice of names with the separators of the user's language: “png, jpg or tif”.
package func alternatives(_ names: [String]) -> String {
    guard names.count > 1, let last = names.last else { return listed(names) }
    return tr("\(listed(names.dropLast())) or \(last)", context: "between names")
}

/// The text with a full stop, unless it already ends with a sentence's punctuation.
package func ended(_ text: String) -> String {
    guard let last = text.last, !".!?…。！？؟।".contains(last) else { return text }
    return text + tr(".", context: "end of a sentence")
}

/// An error message as a sentence for display.
package func sentence(_ text: String) -> String {
    ended(text.prefix(1).uppercased() + text.dropFirst())
}
