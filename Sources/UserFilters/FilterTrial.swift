import Filters
@preconcurrency import Glibc

/// Tries a user's filter in a separate process before it is used: a filter that never ends would block the graphics
/// device for good, and everything that waits for it.
package enum FilterTrial {
    /// Time limit for a trial; a filter that takes longer for its pixels is of no use on photographs either. On a
    /// software renderer the limit applies to processor time, so that a busy machine makes no filter slow.
    private static let secondsAllowed = 5
    /// Time limit by the clock; a graphics processor's own time shows nowhere else.
    static let secondsByTheClock = 10
    /// The first command-line argument of a program started for a trial.
    static let argument = "--try-filter"

    /// The reason why a filter cannot be used, beginning with its file; nil if it works.
    ///
    /// Filters that worked once are remembered by their whole text, so a start with many filters takes no time.
    package static func problem(with file: OwnFilterFiles.File) -> String? {
        let known = TrialCache(file)
        if known.isKnown { return nil }
        if let problem = runChild(file) { return problem }
        known.remember()
        return nil
    }

    /// Whether this version of a filter has worked before.
    package static func isKnownToWork(_ file: OwnFilterFiles.File) -> Bool { TrialCache(file).isKnown }

    private static func runChild(_ file: OwnFilterFiles.File) -> String? {
        // Files instead of pipes: neither process can block the other.
        guard let input = tmpfile(), let errors = tmpfile() else { return failed(file, errno) }
        defer {
            fclose(input)
            fclose(errors)
        }
        guard file.text.utf8.isEmpty || fputs(file.text, input) >= 0, fflush(input) == 0 else {
            return failed(file, errno)
        }
        rewind(input)
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, fileno(input), STDIN_FILENO)
        posix_spawn_file_actions_adddup2(&actions, fileno(errors), STDERR_FILENO)
        let words: [String] = ["glint", argument, file.path]
        var arguments = words.map { strdup($0) } + [nil]
        defer { arguments.forEach { free($0) } }
        var child: pid_t = 0
        let status = posix_spawn(&child, "/proc/self/exe", &actions, nil, &arguments, environ)
        guard status == 0 else { return failed(file, status) }
        return wait(for: child, file) { firstLine(of: errors) }
    }

    private static func wait(
        for child: pid_t, _ file: OwnFilterFiles.File, complaint: () -> String?
    ) -> String? {
        let end = ContinuousClock.now + .seconds(secondsByTheClock)
        var status: Int32 = 0
        while true {
            let ended = waitpid(child, &status, WNOHANG)
            if ended < 0, errno != EINTR { return failed(file, errno) }
            if ended == child { break }
            if ContinuousClock.now > end || processorSeconds(of: child) > Double(secondsAllowed) {
                kill(child, SIGKILL)
                waitpid(child, &status, 0)
                return "\(file.path): the filter was stopped: a megapixel took it more than "
                    + "\(secondsAllowed) seconds; does it ever end?"
            }
            usleep(10_000)
        }
        // The low bits hold the signal that ended it, the next byte its exit status.
        if status & 0x7f != 0 {
            return "\(file.path): the filter makes the graphics driver fail (signal \(status & 0x7f))"
        }
        guard status >> 8 & 0xff != 0 else { return nil }
        return complaint() ?? "\(file.path): the filter failed without a reason"
    }

    /// The processor time of all threads of a process together.
    private static func processorSeconds(of process: pid_t) -> Double {
        var clock = clockid_t()
        var time = timespec()
        guard clock_getcpuclockid(process, &clock) == 0, clock_gettime(clock, &time) == 0 else { return 0 }
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    private static func failed(_ file: OwnFilterFiles.File, _ code: Int32) -> String {
        "\(file.path): the filter could not be tried: \(strerror(code).map { String(cString: $0) } ?? "")"
    }

    private static func firstLine(of file: UnsafeMutablePointer<FILE>) -> String? {
        rewind(file)
        var buffer = [CChar](repeating: 0, count: 4096)
        // The driver's messages are on lines of their own.
        while fgets(&buffer, Int32(buffer.count), file) != nil {
            let bytes = buffer.prefix { $0 != 0 && $0 != 10 }.map { UInt8(bitPattern: $0) }
            let line = String(decoding: bytes, as: UTF8.self)
            if line.hasPrefix("/") { return line }
        }
        return nil
    }
}
