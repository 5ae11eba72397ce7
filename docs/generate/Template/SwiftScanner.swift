/// Finds calls of `tr` and `trn` in Swift code, following the grammar of comments and string literals.
struct SwiftScanner {
    /// The messages found.
    private(set) var messages: [Message] = []
    /// Calls whose text is not a literal, as `file:line`.
    private(set) var mistakes: [String] = []

    private let file: String
    private let bytes: [UInt8]
    private var index = 0
    private var lastWord = ""

    /// - Parameters:
    ///   - code: the whole text of a file.
    ///   - file: its path, for translators.
    init(_ code: String, file: String) {
        self.file = file
        bytes = Array(code.utf8)
        scan(untilParenthesis: false)
    }

    private var byte: UInt8? { index < bytes.count ? bytes[index] : nil }

    private func isAt(_ text: StaticString) -> Bool {
        bytes[index...].starts(
            with: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    /// Scans code to its end, or past the parenthesis that closes the current one.
    private mutating func scan(untilParenthesis: Bool) {
        var depth = 0
        while let byte {
            switch byte {
            case UInt8(ascii: "/") where isAt("//"): skipLine()
            case UInt8(ascii: "/") where isAt("/*"): skipComment()
            case UInt8(ascii: "\""), UInt8(ascii: "#"):
                if literal() == nil { index += 1 }
            case UInt8(ascii: "("):
                depth += 1
                index += 1
            case UInt8(ascii: ")"):
                index += 1
                if depth == 0, untilParenthesis { return }
                depth -= 1
            case let byte where Self.isOfWord(byte): scanWord()
            default: index += 1
            }
        }
    }

    private static func isOfWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...:
            true
        default: false
        }
    }

    private mutating func skipLine() {
        while let byte, byte != UInt8(ascii: "\n") { index += 1 }
    }

    private mutating func skipComment() {
        while index < bytes.count, !isAt("*/") { index += 1 }
        index = min(index + 2, bytes.count)
    }

    private mutating func skipSpace() {
        while let byte, byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\n") { index += 1 }
    }

    private mutating func scanWord() {
        let start = index
        while let byte, Self.isOfWord(byte) { index += 1 }
        let word = String(decoding: bytes[start..<index], as: UTF8.self)
        defer { lastWord = word }
        let isMember = start > 0 && bytes[start - 1] == UInt8(ascii: ".")
        guard word == "tr" || word == "trn", byte == UInt8(ascii: "("), lastWord != "func", !isMember else {
            return
        }
        let line = bytes[..<start].count { $0 == UInt8(ascii: "\n") } + 1
        index += 1
        skipSpace()
        guard let text = literal(), let plural = try? plural(of: word) else {
            mistakes.append("\(file):\(line)")
            return scan(untilParenthesis: true)
        }
        messages.append(Message(context: context(), text: text, plural: plural.text, file: file))
        scan(untilParenthesis: true)
    }

    private struct NoLiteral: Error {}

    /// The second text, if the call has two.
    private mutating func plural(of word: String) throws -> (text: String?, Void) {
        guard word == "trn" else { return (nil, ()) }
        guard byte == UInt8(ascii: ",") else { throw NoLiteral() }
        index += 1
        skipSpace()
        guard let text = literal() else { throw NoLiteral() }
        return (text, ())
    }

    /// The argument `context`, if it follows.
    private mutating func context() -> String? {
        let start = index
        if byte == UInt8(ascii: ",") {
            index += 1
            skipSpace()
            if isAt("context:") {
                index += 8
                skipSpace()
                return literal()
            }
        }
        index = start
        return nil
    }

    /// Consumes a string literal; nil, consuming nothing, if there is none. Interpolations become `%1$@`,
    /// `%2$@` and so on, and are scanned themselves.
    private mutating func literal() -> String? {
        var start = index
        while start < bytes.count, bytes[start] == UInt8(ascii: "#") { start += 1 }
        let hashes = start - index
        guard start < bytes.count, bytes[start] == UInt8(ascii: "\"") else { return nil }
        index = start
        let isLong = isAt("\"\"\"")
        index += isLong ? 3 : 1
        // Kept as lines, since the indentation of the last one is removed from all.
        var lines: [[UInt8]] = [[]]
        var count = 0
        while let byte {
            if byte == UInt8(ascii: "\""), !isLong || isAt("\"\"\""), closes(hashes, isLong: isLong) { break }
            if byte == UInt8(ascii: "\\"), hashes == 0 {
                index += 1
                count += takeEscape(into: &lines, count)
            } else {
                index += 1
                if byte == UInt8(ascii: "\n") {
                    lines.append([])
                } else {
                    lines[lines.count - 1].append(byte)
                }
            }
        }
        index = min(index + (isLong ? 3 : 1) + hashes, bytes.count)
        return Self.text(of: lines, isLong: isLong)
    }

    private func closes(_ hashes: Int, isLong: Bool) -> Bool {
        let after = index + (isLong ? 3 : 1)
        return bytes.count >= after + hashes
            && bytes[after..<after + hashes].allSatisfy { $0 == UInt8(ascii: "#") }
    }

    /// An escaped line end, which is not part of the text.
    private static let joint: UInt8 = 0

    /// Consumes the characters after a backslash; returns 1 for an interpolation, else 0.
    private mutating func takeEscape(into lines: inout [[UInt8]], _ count: Int) -> Int {
        guard let byte else { return 0 }
        index += 1
        let last = lines.count - 1
        switch byte {
        case UInt8(ascii: "("):
            scan(untilParenthesis: true)
            lines[last] += Array("%\(count + 1)$@".utf8)
            return 1
        case UInt8(ascii: "n"): lines[last].append(1)
        case UInt8(ascii: "t"): lines[last].append(UInt8(ascii: "\t"))
        case UInt8(ascii: "\n"):
            lines[last].append(Self.joint)
            lines.append([])
        case UInt8(ascii: "u"):
            let digits = bytes[index...].dropFirst().prefix { $0 != UInt8(ascii: "}") }
            index = min(digits.endIndex + 1, bytes.count)
            let number = UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
            if let scalar = number.flatMap(Unicode.Scalar.init) { lines[last] += Array(String(scalar).utf8) }
        default: lines[last].append(byte)
        }
        return 0
    }

    private static func text(of lines: [[UInt8]], isLong: Bool) -> String {
        var lines = lines
        if isLong, lines.count > 1 {
            let indent = lines.removeLast().count
            lines.removeFirst()
            lines = lines.map {
                Array($0.dropFirst(min(indent, $0.prefix { $0 == UInt8(ascii: " ") }.count)))
            }
        }
        var text: [UInt8] = []
        for (number, line) in lines.enumerated() {
            text += line.filter { $0 != joint }.map { $0 == 1 ? UInt8(ascii: "\n") : $0 }
            if number < lines.count - 1, line.last != joint { text.append(UInt8(ascii: "\n")) }
        }
        return String(decoding: text, as: UTF8.self)
    }
}
