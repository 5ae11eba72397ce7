import Localization

/// Locates mistakes in JSON text (RFC 8259), which the decoder does not do.
enum JSONSyntax {
    /// The first mistake, with its line and column; nil if there is none.
    static func firstMistake(in text: String) -> String? {
        var scanner = Scanner(text: Array(text.unicodeScalars))
        do throws(Mistake) {
            try scanner.value(depth: 0)
            try scanner.end()
            return nil
        } catch {
            let before = scanner.text.prefix(scanner.index)
            let line = before.count { $0 == "\n" } + 1
            let column = before.count - (before.lastIndex(of: "\n").map { $0 + 1 } ?? 0) + 1
            let problem = scanner.next.map(error.expected.missing) ?? error.expected.missingAtEnd
            return tr("line \(line), column \(column): \(problem)")
        }
    }

    private struct Mistake: Error {
        let expected: Expected
    }

    /// What was expected in place of the text found.
    private enum Expected {
        case end, lessNesting, key, colon, closingQuote, value
        case comma(or: Unicode.Scalar)

        /// The message for an unexpected character.
        func missing(where scalar: Unicode.Scalar) -> String {
            switch self {
            case .end: tr("expected the end, found “\(scalar)”")
            case .lessNesting: tr("“\(scalar)” is nested too deeply")
            case .key: tr("expected a key in quotes, found “\(scalar)”")
            case .colon: tr("expected a colon, found “\(scalar)”")
            case .closingQuote: tr("expected a closing quote, found “\(scalar)”")
            case .value: tr("expected a value, found “\(scalar)”")
            case .comma(let end): tr("expected a comma or “\(end)”, found “\(scalar)”")
            }
        }

        /// The message for an unexpected end of the text.
        var missingAtEnd: String {
            switch self {
            case .end, .value: tr("expected a value, found the end of the text")
            case .lessNesting: tr("the end of the text is nested too deeply")
            case .key: tr("expected a key in quotes, found the end of the text")
            case .colon: tr("expected a colon, found the end of the text")
            case .closingQuote: tr("expected a closing quote, found the end of the text")
            case .comma(let end): tr("expected a comma or “\(end)”, found the end of the text")
            }
        }
    }

    private struct Scanner {
        let text: [Unicode.Scalar]
        var index = 0

        init(text: [Unicode.Scalar]) {
            self.text = text
        }

        var next: Unicode.Scalar? { index < text.count ? text[index] : nil }

        mutating func skipSpace() {
            while let next, " \t\r\n".unicodeScalars.contains(next) { index += 1 }
        }

        mutating func end() throws(Mistake) {
            skipSpace()
            if next != nil { throw Mistake(expected: .end) }
        }

        mutating func value(depth: Int) throws(Mistake) {
            skipSpace()
            guard depth < 500 else { throw Mistake(expected: .lessNesting) }
            switch next {
            case "{":
                try members(until: "}", depth: depth) { scanner throws(Mistake) in
                    scanner.skipSpace()
                    guard scanner.next == "\"" else { throw Mistake(expected: .key) }
                    try scanner.string()
                    scanner.skipSpace()
                    try scanner.take(":", or: .colon)
                    try scanner.value(depth: depth + 1)
                }
            case "[":
                try members(until: "]", depth: depth) { scanner throws(Mistake) in
                    try scanner.value(depth: depth + 1)
                }
            case "\"": try string()
            default: try word()
            }
        }

        private mutating func members(
            until end: Unicode.Scalar, depth: Int, _ member: (inout Scanner) throws(Mistake) -> Void
        ) throws(Mistake) {
            index += 1
            skipSpace()
            if next == end {
                index += 1
                return
            }
            while true {
                try member(&self)
                skipSpace()
                if next == end {
                    index += 1
                    return
                }
                try take(",", or: .comma(or: end))
            }
        }

        private mutating func take(_ scalar: Unicode.Scalar, or expected: Expected) throws(Mistake) {
            guard next == scalar else { throw Mistake(expected: expected) }
            index += 1
        }

        private mutating func string() throws(Mistake) {
            index += 1
            while let scalar = next, scalar != "\"" {
                guard scalar.value >= 0x20 else { throw Mistake(expected: .closingQuote) }
                index += scalar == "\\" ? 2 : 1
            }
            index = min(index, text.count)
            try take("\"", or: .closingQuote)
        }

        /// A number, true, false or null.
        private mutating func word() throws(Mistake) {
            let start = index
            while let next, next.properties.isAlphabetic || "+-.0123456789".unicodeScalars.contains(next) {
                index += 1
            }
            let word = String(String.UnicodeScalarView(text[start..<index]))
            let isNumber = word.wholeMatch(of: /-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?/) != nil
            guard isNumber || ["true", "false", "null"].contains(word) else {
                index = start
                throw Mistake(expected: .value)
            }
        }
    }
}
