/// Names after one another, as the language separates them.
package func listed(_ names: [String]) -> String {
    names.joined(separator: tr(", ", context: "between names"))
}

/// The text with a full stop, unless it ends as a sentence does.
package func ended(_ text: String) -> String {
    guard let last = text.last, !".!?…。！？؟।".contains(last) else { return text }
    return text + tr(".", context: "end of a sentence")
}
