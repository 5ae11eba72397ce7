@preconcurrency import Glibc

/// What the program was told by its surroundings.
enum Environment {
    /// The variables that say where a person's folders are.
    static let folders = ["XDG_DATA_HOME", "XDG_STATE_HOME", "HOME"].reduce(into: [String: String]()) {
        $0[$1] = getenv($1).map { String(cString: $0) }
    }
}
