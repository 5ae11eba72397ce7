@preconcurrency import Glibc

/// Standard output and standard error.
enum Console {
    /// Whether standard error is a terminal, where a line can be drawn over.
    static let errorsAreSeen = isatty(STDERR_FILENO) == 1

    /// Writes a line to standard output. A reader that goes away ends the program, as everywhere in a pipe.
    static func print(_ text: String) throws(CommandError) {
        guard write(text + "\n", to: STDOUT_FILENO) else {
            throw .files("standard output: \(systemMessage(errno))")
        }
    }

    /// Writes one line to standard error, with the program's name before it.
    static func complain(_ sentence: String) {
        ProgressBar.erase()
        note("\(Program.name): \(oneLine(sentence))")
    }

    /// Writes one line to standard error.
    static func note(_ line: String) {
        draw(line + "\n")
    }

    /// Writes to standard error as it is.
    static func draw(_ text: String) {
        // Nobody is left to be told where standard error is gone.
        _ = write(text, to: STDERR_FILENO)
    }

    /// The system's words for an error number.
    static func systemMessage(_ code: Int32) -> String {
        strerror(code).map { String(cString: $0) } ?? "error \(code)"
    }

    /// Names of files and messages of libraries can hold line ends and other control characters.
    private static func oneLine(_ sentence: String) -> String {
        String(
            String.UnicodeScalarView(
                sentence.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : $0 }))
    }

    private static func write(_ text: String, to descriptor: Int32) -> Bool {
        var text = text
        return text.withUTF8 { bytes in
            var rest = UnsafeRawBufferPointer(bytes)
            while !rest.isEmpty {
                let count = Glibc.write(descriptor, rest.baseAddress, rest.count)
                if count < 0, errno == EINTR { continue }
                guard count >= 0 else { return false }
                rest = UnsafeRawBufferPointer(rebasing: rest[count...])
            }
            return true
        }
    }
}
