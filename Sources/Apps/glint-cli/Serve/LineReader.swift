@preconcurrency import Glibc
import Synchronization

/// Reads lines of standard input for several threads, each of which takes the next line.
final class LineReader: Sendable {
    enum Line {
        case text([UInt8])
        /// Stands for a line that was longer than the limit and has been discarded.
        case tooLong
    }

    private struct State {
        /// Bytes that have been read but not consumed.
        var bytes: [UInt8] = []
        /// The number of leading bytes that are known to contain no line break.
        var searched = 0
        var isAtEnd = false
        /// True if the rest of an overlong line has yet to be read.
        var isSkipping = false
    }

    private let maximum: Int
    private let state = Mutex(State())

    /// - Parameter maximum: the maximum length of a line in bytes, without the line break.
    init(atMost maximum: Int) { self.maximum = maximum }

    /// Waits for the next line; nil at the end of the input, or if a signal asks the program to end. The last
    /// line need not end with a line break.
    func next() throws(CommandError) -> Line? {
        try state.withLock { state in
            Result { () throws(CommandError) in try next(&state) }
        }.get()
    }

    private func next(_ state: inout State) throws(CommandError) -> Line? {
        while true {
            if let end = state.bytes[state.searched...].firstIndex(of: UInt8(ascii: "\n")) {
                let line = Array(state.bytes[..<end])
                state.bytes.removeFirst(end + 1)
                state.searched = 0
                return ended(line, &state)
            }
            state.searched = state.bytes.count
            if state.searched > maximum {
                state.bytes.removeAll()
                (state.searched, state.isSkipping) = (0, true)
            }
            if state.isAtEnd {
                guard !state.bytes.isEmpty || state.isSkipping else { return nil }
                let line = state.bytes
                state.bytes.removeAll()
                state.searched = 0
                return ended(line, &state)
            }
            guard try read(&state) else { return nil }
        }
    }

    private func ended(_ line: [UInt8], _ state: inout State) -> Line {
        defer { state.isSkipping = false }
        return state.isSkipping || line.count > maximum ? .tooLong : .text(line)
    }

    /// Reads the available bytes; false if the program should end.
    private func read(_ state: inout State) throws(CommandError) -> Bool {
        guard Interruption.waitForInput(on: STDIN_FILENO) else { return false }
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        let count = Glibc.read(STDIN_FILENO, &chunk, chunk.count)
        if count < 0 {
            if errno == EINTR || errno == EAGAIN { return true }
            throw .files("standard input could not be read: \(Console.systemMessage(errno))")
        }
        state.isAtEnd = count == 0
        state.bytes += chunk[..<count]
        return true
    }
}
