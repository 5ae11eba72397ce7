/// An error in a filter's file or text.
public struct FilterProblem: Sendable, Hashable, CustomStringConvertible {
    /// The path of the file with the error: the filter's, or one that it includes.
    public let path: String
    /// The line number, counted from 1, if known.
    public package(set) var line: Int?
    /// The column number, counted from 1, if known.
    public package(set) var column: Int?
    /// The message.
    public let message: String
    /// The text of the line, if known.
    public package(set) var sourceLine: String?

    package init(path: String, line: Int? = nil, column: Int? = nil, _ message: String) {
        self.path = path
        self.line = line
        self.column = column
        self.message = message
    }

    /// The file, the line and the message.
    public var description: String { "\(path):\(line.map { "\($0):" } ?? "") \(message)" }

    /// The problem with the text of its line added, taken from the text of the file.
    func quoting(_ text: String?) -> FilterProblem {
        guard let text, let line, line > 0 else { return self }
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        guard lines.indices.contains(line - 1) else { return self }
        var problem = self
        problem.sourceLine = String(lines[line - 1])
        problem.column = column.map { Self.column($0, in: lines[line - 1]) }
        return problem
    }

    /// Converts a column that Mesa reports to a column of the line: Mesa's preprocessor collapses consecutive
    /// spaces before columns are counted.
    private static func column(_ column: Int, in line: Substring) -> Int {
        var counted = 0
        var isAfterSpace = false
        for (index, character) in line.enumerated() {
            let isSpace = character == " " || character == "\t"
            if !(isSpace && isAfterSpace) { counted += 1 }
            isAfterSpace = isSpace
            if counted == column, !isSpace { return index + 1 }
        }
        return column
    }
}

extension FilterProblem {
    /// Parses `PATH:LINE:COLUMN: MESSAGE`, with or without line and column, if it begins with one of these
    /// paths.
    init?(reading text: some StringProtocol, paths: [String]) {
        // If several paths match, the longest is the right one.
        guard let path = paths.filter({ text.hasPrefix($0 + ":") }).max(by: { $0.count < $1.count }) else {
            return nil
        }
        var rest = text.dropFirst(path.count + 1)
        func number() -> Int? {
            let digits = rest.prefix(while: \.isNumber)
            guard let number = Int(digits), rest.dropFirst(digits.count).first == ":" else { return nil }
            rest = rest.dropFirst(digits.count + 1)
            return number
        }
        let line = number()
        let column = line == nil ? nil : number()
        self.init(path: path, line: line, column: column, String(rest.drop { $0 == " " }))
    }

    /// The text in the format that ``init(reading:paths:)`` parses.
    var report: String {
        let numbers = [line, line == nil ? nil : column].compactMap { $0 }.map { "\($0):" }.joined()
        return "\(path):\(numbers) \(message)"
    }
}
