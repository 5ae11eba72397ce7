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
