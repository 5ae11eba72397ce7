import Localization

/// Splits an mpv shader into its blocks: a header of `//!` lines, and the text up to the next header.
struct HookBlocks {
    /// One block.
    struct Block {
        /// The keywords of the header, in order, with what follows them and their lines, counted from 1.
        var header: [(keyword: Substring, rest: Substring, line: Int)] = []
        /// The lines after the header.
        var body: [Substring] = []
        /// The number of the body's first line, counted from 1.
        var bodyLine = 0

        /// What follows the first occurrence of a keyword.
        func value(_ keyword: String) -> (text: Substring, line: Int)? {
            header.first { $0.keyword == keyword }.map { ($0.rest, $0.line) }
        }

        /// The finite number after a keyword.
        func bound(_ keyword: String) -> Double? {
            value(keyword).flatMap { Double($0.text) }.flatMap { $0.isFinite ? $0 : nil }
        }

        /// The line of the header.
        var line: Int { header.first?.line ?? 1 }
    }

    /// The blocks; text before the first header, such as a license, belongs to none.
    static func blocks(of text: String) -> [Block] {
        var blocks: [Block] = []
        var isInHeader = false
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            if line.hasPrefix("//!") {
                if !isInHeader { blocks.append(Block()) }
                isInHeader = true
                let words = line.dropFirst(3)
                let keyword = words.prefix { !$0.isWhitespace }
                let rest = words.dropFirst(keyword.count).drop(while: \.isWhitespace)
                blocks[blocks.count - 1].header.append((keyword, trimmed(rest), index + 1))
            } else if !blocks.isEmpty {
                if isInHeader { blocks[blocks.count - 1].bodyLine = index + 1 }
                isInHeader = false
                blocks[blocks.count - 1].body.append(line)
            }
        }
        return blocks
    }

    private static func trimmed(_ text: Substring) -> Substring {
        var text = text
        while text.last?.isWhitespace == true { text.removeLast() }
        return text
    }
}
