@preconcurrency import Glibc
import Synchronization

/// Standard output and standard error.
enum Console {
    /// True if remarks and progress are suppressed.
    static let isQuiet = Atomic(false)

    /// True if a progress line is drawn, which requires a terminal that can overwrite it.
    static let showsProgress = Atomic(isatty(STDERR_FILENO) == 1)

    /// Held while a line is written: a pipe takes long ones in parts, between which others would write.
    private static let line = Mutex(())

    /// Writes a line to standard output. If the reader has gone away, the program ends, as usual in a pipe.
    static func print(_ text: String) throws(CommandError) {
        let problem = line.withLock { _ in write(text + "\n", to: STDOUT_FILENO) ? nil : errno }
        if let problem { throw .files("standard output: \(systemMessage(problem))") }
    }

    /// Writes bytes to standard output.
    static func write(_ bytes: [UInt8]) throws(CommandError) {
        guard bytes.withUnsafeBytes({ write($0, to: STDOUT_FILENO) }) else {
            throw .files("standard output: \(systemMessage(errno))")
        }
    }

    /// Writes memory, which is not copied, to standard output.
    static func write(_ bytes: UnsafeRawBufferPointer) throws(CommandError) {
        guard write(bytes, to: STDOUT_FILENO) else {
            throw .files("standard output: \(systemMessage(errno))")
        }
    }

    /// Writes a line to standard error, prefixed with the program's name.
    static func complain(_ sentence: String) {
        ProgressBar.erase()
        draw("\(Program.name): \(oneLine(sentence))\n")
    }

    /// Writes a remark to standard error, unless remarks are suppressed.
    static func note(_ line: String) {
        if !isQuiet.load(ordering: .relaxed) { draw(line + "\n") }
    }

    /// Writes text to standard error unchanged.
    static func draw(_ text: String) {
        // If standard error is closed, there is nowhere to report that.
        _ = write(text, to: STDERR_FILENO)
    }

    /// The system's error message for an error number.
    static func systemMessage(_ code: Int32) -> String {
        strerror(code).map { String(cString: $0) } ?? "error \(code)"
    }

    /// File names and messages from libraries can contain line breaks and other control characters.
    private static func oneLine(_ sentence: String) -> String {
        String(
            String.UnicodeScalarView(
                sentence.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : $0 }))
    }

    private static func write(_ text: String, to descriptor: Int32) -> Bool {
        var text = text
        return text.withUTF8 { write(UnsafeRawBufferPointer($0), to: descriptor) }
    }

    private static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Bool {
        var rest = bytes
        while !rest.isEmpty {
            let count = Glibc.write(descriptor, rest.baseAddress, rest.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { return false }
            rest = UnsafeRawBufferPointer(rebasing: rest[count...])
        }
        return true
    }
}
