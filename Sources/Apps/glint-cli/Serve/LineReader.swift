@preconcurrency import Glibc
import Synchronization
import System

/// Reads lines of standard input for several threads, each of which takes the next line.
final class LineReader: Sendable {
    private struct State {
        var lines: LineSplitter
        var isAtEnd = false
    }

    private let state: Mutex<State>

    /// - Parameter maximum: the maximum length of a line in bytes, without the line break.
    init(atMost maximum: Int) { state = Mutex(State(lines: LineSplitter(atMost: maximum))) }

    /// Waits for the next line; nil at the end of the input, or if a signal asks the program to end. The last
    /// line need not end with a line break.
    func next() throws(CommandError) -> LineSplitter.Line? {
        try state.withLock { state in
            Result { () throws(CommandError) in try next(&state) }
        }.get()
    }

    private func next(_ state: inout State) throws(CommandError) -> LineSplitter.Line? {
        while true {
            if let line = state.lines.next() { return line }
            if state.isAtEnd { return nil }
            guard try read(&state) else { return nil }
        }
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
        state.lines.add(chunk[..<count])
        if count == 0 {
            state.isAtEnd = true
            state.lines.end()
        }
        return true
    }
}
