/// The program's exit status.
enum ExitStatus: Int32 {
    case done = 0
    /// A file error: unreadable, already existing, or not writable.
    case files = 1
    /// Command-line arguments that were not understood.
    case usage = 2
}

/// The reason a command failed, as a sentence for the user.
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
