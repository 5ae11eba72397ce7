/// How the program ends.
enum ExitStatus: Int32 {
    case done = 0
    /// Something about files: unreadable, in the way, not to be written.
    case files = 1
    /// Words on the command line that it does not understand.
    case usage = 2
}

/// Why a command ends without having done its work; the sentence is for a person.
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
