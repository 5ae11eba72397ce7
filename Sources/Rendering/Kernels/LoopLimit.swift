/// Limits the number of loop iterations in custom filters.
///
/// Up to at least version 22.3, Mesa's software renderer ended the loops of an invocation after a total of
/// 65,535 iterations (`LP_MAX_TGSI_LOOP_ITERATIONS`). Version 25.0 does not: an infinite loop occupies its
/// threads forever and blocks every context of the process, since a dispatch cannot be stopped. On GPUs an
/// infinite loop resets the driver.
enum LoopLimit {
    /// The maximum number of iterations per pixel, for all loops together: more than any filter needs that is
    /// fast enough for a photograph. A pixel that exceeds it becomes transparent black.
    static let turns = 1 << 18

    /// Declares the iteration counter `glint_turns`, which is reset for each pixel, and the function that
    /// checks it.
    static let declaration = """
        int glint_turns = 0;
        bool glint_turn() { return ++glint_turns <= \(turns); }
        """

    /// Adds `glint_turn()` to the condition of each loop in a filter's source, without changing the number of
    /// lines.
    static func limited(_ source: String) -> String {
        var scanner = Scanner(Array(source.utf8))
        return String(decoding: scanner.limited(), as: UTF8.self)
    }

    private struct Scanner {
        private let text: [UInt8]
        private var position = 0
        private var result: [UInt8] = []

        init(_ text: [UInt8]) {
            self.text = text
            result.reserveCapacity(text.count + 256)
        }

        mutating func limited() -> [UInt8] {
            while position < text.count {
                switch nextToken() {
                case "while": limitCondition(isFor: false)
                case "for": limitCondition(isFor: true)
                default: break
                }
            }
            return result
        }

        /// Copies a comment, an identifier, a number or a single character; returns what was copied.
        @discardableResult private mutating func nextToken() -> Substring {
            let start = position
            if isAt("//") {
                skip { $0 != UInt8(ascii: "\n") }
            } else if isAt("/*") {
                position += 2
                while position < text.count, !isAt("*/") { position += 1 }
                position = min(position + 2, text.count)
            } else if Self.isWord(text[position]) {
                skip(while: Self.isWord)
            } else {
                position += 1
            }
            result += text[start..<position]
            return Substring(decoding: text[start..<position], as: UTF8.self)
        }

        /// Copies the parentheses after a loop keyword, adding the limit to the condition.
        private mutating func limitCondition(isFor: Bool) {
            let keywordEnd = position
            skip {
                [UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"), UInt8(ascii: "\n")].contains($0)
            }
            guard position < text.count, text[position] == UInt8(ascii: "(") else {
                position = keywordEnd
                return
            }
            position += 1
            result += text[keywordEnd..<position]
            if isFor { copy(to: ";") }
            let start = result.count
            copy(to: isFor ? ";" : ")")
            guard start < result.count else { return }
            let end = result.removeLast()
            let condition = Array(result[start...])
            result.removeSubrange(start...)
            result += Self.limited(condition) + [end]
        }

        /// Copies up to and including a character that is not within inner parentheses.
        private mutating func copy(to end: Unicode.Scalar) {
            var depth = 0
            while position < text.count {
                let token = nextToken()
                if depth == 0, token == Substring(String(end)) { return }
                if token == "(" { depth += 1 }
                if token == ")" { depth -= 1 }
            }
        }

        private static func limited(_ condition: [UInt8]) -> [UInt8] {
            let text = String(decoding: condition, as: UTF8.self)
            if text.allSatisfy(\.isWhitespace) { return Array("glint_turn()".utf8) }
            // The condition may be a declaration.
            if let declared = text.prefixMatch(of: /\s*bool\s+\w+\s*=(?!=)/) {
                return Array(
                    "\(declared.output) glint_turn() && (\(text[declared.range.upperBound...]))".utf8)
            }
            return Array("glint_turn() && (\(text))".utf8)
        }

        private func isAt(_ mark: StaticString) -> Bool {
            mark.withUTF8Buffer { text[position...].starts(with: $0) }
        }

        private mutating func skip(while isWanted: (UInt8) -> Bool) {
            while position < text.count, isWanted(text[position]) { position += 1 }
        }

        private static func isWord(_ byte: UInt8) -> Bool {
            byte == UInt8(ascii: "_") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
        }
    }
}
