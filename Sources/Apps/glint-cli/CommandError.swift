/// The program's exit status.
enum ExitStatus: Int32 {
    case done = 0
    /// A file could not be read or written, or already existed.
    case files = 1
    /// The command-line arguments were not understood.
    case usage = 2
}

/// Why a command failed, as a sentence for the user.
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
