@preconcurrency import Glibc

/// The program's environment variables.
enum Environment {
    /// The variables that locate the user's folders.
    static let folders = ["XDG_DATA_HOME", "XDG_STATE_HOME", "HOME"].reduce(into: [String: String]()) {
        $0[$1] = getenv($1).map { String(cString: $0) }
    }
}
