/// The program's exit status.
enum ExitStatus: Int32 {
    case done = 0
    /// A file error: unreadable, already existing, or not writable.
    case files = 1
    /// Command-line words that were not understood.
    case usage = 2
}

/// Why a command failed; the sentence is for a person.
enum CommandError: Error {
    case files(String)
    case usage(String)

    var sentence: String {
        switch self {
        case .files(let sentence), .usage(let sentence): sentence
        }
    }

    var status: ExitStatus {
        switch self {
        case .files: .files
        case .usage: .usage
        }
    }
}
