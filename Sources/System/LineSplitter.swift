/// Splits bytes that arrive in pieces into lines.
package struct LineSplitter: Sendable {
    /// A line without its line break.
    package enum Line: Equatable, Sendable {
        case text([UInt8])
        /// Stands for a line that was longer than the limit and has been discarded.
        case tooLong
    }

    private let maximum: Int
    /// Bytes that have not been consumed.
    private var bytes: [UInt8] = []
    /// The number of leading bytes that are known to contain no line break.
    private var searched = 0
    private var isAtEnd = false
    /// True if the rest of an overlong line has yet to arrive.
    private var isSkipping = false

    /// - Parameter maximum: the maximum length of a line in bytes, without the line break.
    package init(atMost maximum: Int) { self.maximum = maximum }

    /// Adds bytes that have arrived.
    package mutating func add(_ piece: ArraySlice<UInt8>) { bytes += piece }

    /// Ends the last line, which need not end with a line break.
    package mutating func end() { isAtEnd = true }

    /// The next line; nil until more bytes arrive, and after the last line.
    package mutating func next() -> Line? {
        if let end = bytes[searched...].firstIndex(of: UInt8(ascii: "\n")) {
            let line = Array(bytes[..<end])
            bytes.removeFirst(end + 1)
            searched = 0
            return ended(line)
        }
        searched = bytes.count
        if searched > maximum {
            bytes.removeAll()
            (searched, isSkipping) = (0, true)
        }
        guard isAtEnd, !bytes.isEmpty || isSkipping else { return nil }
        let line = bytes
        bytes.removeAll()
        searched = 0
        return ended(line)
    }

    private mutating func ended(_ line: [UInt8]) -> Line {
        defer { isSkipping = false }
        return isSkipping || line.count > maximum ? .tooLong : .text(line)
    }
}
