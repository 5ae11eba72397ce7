import Synchronization

/// The language that people are spoken to in.
///
/// A program that speaks other languages than English says so once, at its start (``use(_:)``); what it shows, it has from ``tr(_:context:)``
/// and ``trn(_:_:count:)``. All others, the command line among them, speak English.
package struct Translation: Sendable {
    /// Looks up a sentence in a context; nil where the language has none.
    package typealias Lookup = @Sendable (_ key: String, _ context: String?) -> String?
    /// Looks up the form of a sentence for a number of things.
    package typealias PluralLookup = @Sendable (_ one: String, _ other: String, _ count: Int) -> String?

    private let text: Lookup
    private let plural: PluralLookup
    /// Whether the language is written from right to left.
    private let isRightToLeft: Bool
    /// What stands between a number and its fraction.
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

    /// Has everything that follows be said in a language; nil is English.
    package static func use(_ translation: Translation?) {
        current.withLock { $0 = translation }
    }

    static var inUse: Translation? { current.withLock { $0 } }

    /// A sentence in this language; nil where the language has none.
    package func text(of phrase: Phrase, context: String?) -> String? {
        text(phrase.key, context).map { filled($0, with: phrase.arguments) }
    }

    /// A sentence about a number of things in this language; nil where the language has none.
    package func text(of one: Phrase, _ other: Phrase, count: Int) -> String? {
        plural(one.key, other.key, count).map { filled($0, with: other.arguments) }
    }

    private func filled(_ pattern: String, with arguments: [String]) -> String {
        guard isRightToLeft else { return Phrase.filled(pattern, with: arguments) }
        // A name in Latin letters must not change the order of the Arabic words around it (first strong isolate … pop), and a width stays
        // to the left of its height (left-to-right isolate … pop).
        let isolated = pattern.replacing(/%\d+\$@ × %\d+\$@/) { "\u{2066}\($0.output)\u{2069}" }
        return Phrase.filled(isolated, with: arguments.map { "\u{2068}\($0)\u{2069}" })
    }

    static var decimalSeparator: String { inUse?.decimalSeparator ?? "." }
}

/// A sentence in the language of whom it is shown to.
///
/// Sentences are found in the code by this call's name: give it a literal. Put in what differs (names, numbers, other whole sentences),
/// never a piece of a sentence, for other languages have other orders and endings.
///
/// - Parameter context: tells sentences apart that are the same in English and differ in other languages.
package func tr(_ phrase: Phrase, context: String? = nil) -> String {
    Translation.inUse?.text(of: phrase, context: context) ?? phrase.english
}

/// A sentence about a number of things, in the form that the language has for that number.
///
/// Both forms have the same put into them in the same order, or the first one nothing.
package func trn(_ one: Phrase, _ other: Phrase, count: Int) -> String {
    Translation.inUse?.text(of: one, other, count: count) ?? (count == 1 ? one : other).english
}

/// Text that is no literal of the code but is known to translators, such as the title of a filter; other text stays as it is.
package func translated(_ text: String, context: String) -> String {
    guard !text.isEmpty, let translation = Translation.inUse else { return text }
    return translation.text(of: Phrase(stringLiteral: text), context: context) ?? text
}
