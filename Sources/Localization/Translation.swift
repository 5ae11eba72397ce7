import Synchronization

/// The language of user-visible text.
///
/// A program in languages other than English sets it once, at its start (``use(_:)``); its text comes from
/// ``tr(_:context:)`` and ``trn(_:_:count:)``. All other programs, including the command line, are in
/// English.
package struct Translation: Sendable {
    /// Looks up a sentence in a context; nil if there is no translation.
    package typealias Lookup = @Sendable (_ key: String, _ context: String?) -> String?
    /// Looks up the plural form of a sentence for a count.
    package typealias PluralLookup = @Sendable (_ one: String, _ other: String, _ count: Int) -> String?

    private let text: Lookup
    private let plural: PluralLookup
    /// True if the language is written from right to left.
    private let isRightToLeft: Bool
    /// The decimal separator.
    private let decimalSeparator: String

    package init(
        text: @escaping Lookup, plural: @escaping PluralLookup, isRightToLeft: Bool, decimalSeparator: String
    ) {
        self.text = text
        self.plural = plural
        self.isRightToLeft = isRightToLeft
        self.decimalSeparator = decimalSeparator
    }

    private static let current = Mutex<Translation?>(nil)

    /// Sets the language of all following text; nil is English.
    package static func use(_ translation: Translation?) {
        current.withLock { $0 = translation }
    }

    static var inUse: Translation? { current.withLock { $0 } }

    /// The translation of a sentence; nil if there is none.
    package func text(of phrase: Phrase, context: String?) -> String? {
        text(phrase.key, context).map { filled($0, with: phrase.arguments) }
    }

    /// The translation of a sentence with a count; nil if there is none.
    package func text(of one: Phrase, _ other: Phrase, count: Int) -> String? {
        plural(one.key, other.key, count).map { filled($0, with: other.arguments) }
    }

    private func filled(_ pattern: String, with arguments: [String]) -> String {
        guard isRightToLeft else { return Phrase.filled(pattern, with: arguments) }
        // Keeps names in Latin letters from changing the order of the Arabic words around them (first strong
        // isolate … pop), and a width to the left of its height (left-to-right isolate … pop).
        let isolated = pattern.replacing(/%\d+\$@ × %\d+\$@/) { "\u{2066}\($0.output)\u{2069}" }
        return Phrase.filled(isolated, with: arguments.map { "\u{2068}\($0)\u{2069}" })
    }

    static var decimalSeparator: String { inUse?.decimalSeparator ?? "." }
}

/// A sentence in the user's language.
///
/// Sentences are extracted from calls of this function, so pass a literal. Interpolate what varies (names,
/// numbers, other whole sentences), never a fragment of a sentence, since word order and endings differ
/// between languages.
///
/// - Parameter context: distinguishes sentences that are the same in English but differ in other languages.
package func tr(_ phrase: Phrase, context: String? = nil) -> String {
    Translation.inUse?.text(of: phrase, context: context) ?? phrase.english
}

/// A sentence with a count, in the plural form that the language uses for that number.
///
/// Both forms interpolate the same values in the same order, except that the first may interpolate none.
package func trn(_ one: Phrase, _ other: Phrase, count: Int) -> String {
    Translation.inUse?.text(of: one, other, count: count) ?? (count == 1 ? one : other).english
}

/// Text that is not a literal in the code but has a translation, such as the title of a filter; other text is
/// returned unchanged.
package func translated(_ text: String, context: String) -> String {
    guard !text.isEmpty, let translation = Translation.inUse else { return text }
    return translation.text(of: Phrase(stringLiteral: text), context: context) ?? text
}
