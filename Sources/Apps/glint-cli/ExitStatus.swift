/// The program's exit status.
enum ExitStatus: Int32 {
    case done = 0
    /// A file could not be read or written, or already existed.
    case files = 1
    /// The command-line arguments were not understood.
    case usage = 2
}
