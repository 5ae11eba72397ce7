/// The call graph of the functions in a GLSL text, as far as it can be determined without a preprocessor.
package struct FunctionOutline {
    /// For each function and macro: the names that it calls, and the macros that it mentions.
    private var mentions: [String: Set<Substring>] = [:]
    private var macros: Set<Substring> = []

    init(_ texts: [String]) {
        for text in texts { read(Self.withoutComments(text)) }
    }

    /// All names in a text, except in comments.
    static func names(in text: String) -> Set<Substring> {
        Set(withoutComments(text).split { !($0.isLetter || $0.isNumber || $0 == "_") })
    }

    /// All names that a function calls, directly or indirectly.
    func names(reachedFrom function: String) -> Set<String> {
        var reached: Set<String> = []
        var open = [function]
        while let next = open.popLast() {
            for name in mentions[next] ?? [] where reached.insert(String(name)).inserted {
                open.append(String(name))
            }
        }
        return reached
    }

    /// Braces at top level belong to functions, structs or blocks; that of a function follows `name(…)`.
    private mutating func read(_ text: String) {
        var depth = 0
        var heading: [Substring] = []
        var body: Set<Substring> = []
        for line in text.split(separator: "\n") {
            let words = Self.words(line)
            if line.drop(while: \.isWhitespace).hasPrefix("#") {
                if words.first == "define", words.count > 1 {
                    macros.insert(words[1])
                    mentions[String(words[1]), default: []].formUnion(calls(in: words.dropFirst(2)))
                }
                continue
            }
            for (index, word) in words.enumerated() {
                switch word {
                case "{":
                    depth += 1
                    if depth == 1 { body = [] }
                case "}":
                    depth -= 1
                    guard depth == 0 else { continue }
                    if let opening = heading.firstIndex(of: "("), opening > heading.startIndex {
                        mentions[String(heading[opening - 1]), default: []].formUnion(body)
                    }
                    heading = []
                case ";" where depth == 0: heading = []
                default:
                    if depth == 0 {
                        heading.append(word)
                    } else {
                        body.formUnion(calls(in: words[index...].prefix(2)))
                    }
                }
            }
        }
    }

    /// Names followed by a parenthesis, and names of macros; all other names are variables.
    private func calls(in words: ArraySlice<Substring>) -> [Substring] {
        words.indices.filter { index in
            macros.contains(words[index]) || index + 1 < words.endIndex && words[index + 1] == "("
        }.map { words[$0] }
    }

    /// Splits a line into names and the punctuation that the outline needs.
    private static func words(_ line: Substring) -> [Substring] {
        var words: [Substring] = []
        var rest = line
        while let first = rest.first {
            if first.isLetter || first == "_" {
                let word = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
                words.append(word)
                rest = rest.dropFirst(word.count)
            } else {
                if "(){};".contains(first) { words.append(rest.prefix(1)) }
                rest = rest.dropFirst()
            }
        }
        return words
    }

    /// The text with each comment replaced by a space and its line breaks.
    package static func withoutComments(_ text: String) -> String {
        var result = ""
        var rest = text[...]
        while let slash = rest.firstIndex(of: "/") {
            result += rest[..<slash]
            rest = rest[slash...]
            if rest.hasPrefix("//") {
                rest = rest.drop { $0 != "\n" }
            } else if rest.hasPrefix("/*") {
                let end = rest.firstRange(of: "*/")?.upperBound ?? rest.endIndex
                result += " " + rest[..<end].filter(\.isNewline)
                rest = rest[end...]
            } else {
                result += "/"
                rest = rest.dropFirst()
            }
        }
        return result + rest
    }
}
