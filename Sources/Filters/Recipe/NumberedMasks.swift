extension Region {
    /// True if the mask file is made by a program, which the command line or the preferences name.
    package var isMadeByCommand: Bool { shape == .file && file == "@command" }

    /// True if each frame of a clip has a mask file of its own.
    package var isNumbered: Bool { shape == .file && Self.placeholder(in: file) != nil }

    /// The mask file of a frame.
    package func file(ofFrame number: Int) -> String {
        guard let (range, digits) = Self.placeholder(in: file) else { return file }
        let text = String(max(0, number))
        let zeros = String(repeating: "0", count: max(0, digits - text.count))
        return file.replacingCharacters(in: range, with: zeros + text)
    }

    /// The part of a path that stands for a frame's number, and the number of its digits.
    private static func placeholder(in path: String) -> (range: Range<String.Index>, digits: Int)? {
        guard path.contains("{frame}") || path.contains("%"), FileVersion(path) == nil else { return nil }
        // {frame} is also what the command line writes, with six digits.
        if let match = path.firstMatch(of: /\{frame\}/) { return (match.range, 6) }
        guard let match = path.firstMatch(of: /%(?:0([1-9]))?d/) else { return nil }
        return (match.range, match.1.flatMap { Int($0) } ?? 1)
    }
}

extension String {
    fileprivate func replacingCharacters(in range: Range<String.Index>, with text: String) -> String {
        String(self[..<range.lowerBound]) + text + String(self[range.upperBound...])
    }
}
