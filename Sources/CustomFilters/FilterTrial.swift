import Filters
import FoundationEssentials
import GPU
@preconcurrency import Glibc
import Localization

/// Tries a custom filter in a separate process before it is used: a filter that never terminates would
/// permanently block the graphics device and everything that waits for it.
package enum FilterTrial {
    /// The time limit for each run of a trial. A filter that exceeds it would not be usable on photographs
    /// either. On a software renderer the limit applies to CPU time, so that a filter does not fail because
    /// the machine is busy.
    private static let secondsAllowed = 5
    /// The wall-clock limit for each run, since a GPU's computing time cannot be measured in any other way.
    static let secondsByTheClock = Fence.maxSeconds
    /// The wall-clock limit on a software renderer, which is slowed down by other load on the machine.
    static let secondsOnBusyMachine = 20 * secondsByTheClock
    /// The line that the trial's process writes if its renderer runs on the CPU.
    static let softwareMark = "software\n"
    /// The first command-line argument when the program is started for a trial.
    static let argument = "--try-filter"

    /// The reasons why a filter cannot be used; empty if it works.
    ///
    /// Filters that have worked once are cached by their whole text, so that starting with many filters takes
    /// no time.
    ///
    /// - Parameter shader: the stage whose shader the filter is; nil for other filters.
    package static func problems(
        with file: CustomFilterFiles.File, shader: Recipe.Stage? = nil
    ) -> [FilterProblem] {
        let known = TrialCache(file)
        if known.isKnown { return [] }
        let problems = runChild(
            file, shader: shader ?? file.filter.shaderPath.map { Recipe.Stage(.file($0)) })
        if problems.isEmpty { known.remember() }
        return problems
    }

    /// Tries a shader that was made for another program; throws ``FilterError`` if it does not work.
    package static func requireWorking(_ shader: ShaderFile.Text) throws(FilterError) {
        let stage = Recipe.Stage(.text(shader.text, name: shader.path))
        guard let filter = FilterCatalog.builtIn.filter(of: stage) else { return }
        let file = CustomFilterFiles.File(
            path: shader.path.isEmpty ? filter.title : shader.path, filter: filter)
        let problems = problems(with: file, shader: stage)
        guard problems.isEmpty else {
            throw .file(path: shader.path, reason: problems.map(\.description).joined(separator: "\n"))
        }
    }

    /// True if this version of a filter has worked before.
    package static func isKnownToWork(_ file: CustomFilterFiles.File) -> Bool { TrialCache(file).isKnown }

    /// The texts sent to the trial's process.
    struct Texts: Codable {
        let source: String
        let includes: [String: String]
        /// The stage of a shader that was made for another program; nil for other filters.
        var shader: Recipe?
    }

    private static func runChild(
        _ file: CustomFilterFiles.File, shader: Recipe.Stage?
    ) -> [FilterProblem] {
        // Files instead of pipes, so that neither process can block the other.
        guard let input = tmpfile(), let errors = tmpfile() else { return failed(file, errno) }
        defer {
            fclose(input)
            fclose(errors)
        }
        let texts = Texts(
            source: shader == nil ? file.filter.source : "", includes: file.filter.includes,
            shader: shader.map { Recipe([$0]) })
        guard let bytes = try? JSONEncoder().encode(texts),
            bytes.withUnsafeBytes({ fwrite($0.baseAddress, 1, $0.count, input) }) == bytes.count,
            fflush(input) == 0
        else { return failed(file, errno) }
        rewind(input)
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, fileno(input), STDIN_FILENO)
        posix_spawn_file_actions_adddup2(&actions, fileno(errors), STDERR_FILENO)
        let commandLine = ["glint", argument, file.path, "\(getpid())"]
        var arguments = commandLine.map { strdup($0) } + [nil]
        defer { arguments.forEach { free($0) } }
        var child: pid_t = 0
        let status = posix_spawn(&child, "/proc/self/exe", &actions, nil, &arguments, environ)
        guard status == 0 else { return failed(file, status) }
        return wait(for: child, file, errors)
    }

    private static func wait(
        for child: pid_t, _ file: CustomFilterFiles.File, _ errors: UnsafeMutablePointer<FILE>
    ) -> [FilterProblem] {
        func failure(_ message: String) -> [FilterProblem] { [FilterProblem(path: file.path, message)] }
        var (start, processorStart, written) = (ContinuousClock.now, 0.0, off_t(0))
        var status: Int32 = 0
        var secondsAllowedByTheClock = secondsByTheClock
        while true {
            let ended = waitpid(child, &status, WNOHANG)
            if ended < 0, errno != EINTR { return failed(file, errno) }
            if ended == child { break }
            // The child process writes something after each run.
            var attributes = stat()
            let seconds = processorSeconds(of: child)
            if fstat(fileno(errors), &attributes) == 0, attributes.st_size != written {
                (start, processorStart, written) = (.now, seconds, attributes.st_size)
                if computesOnProcessor(errors) { secondsAllowedByTheClock = secondsOnBusyMachine }
            }
            let isLate = ContinuousClock.now - start > .seconds(secondsAllowedByTheClock)
            if isLate || seconds - processorStart > Double(secondsAllowed) {
                kill(child, SIGKILL)
                waitpid(child, &status, 0)
                return failure(isLate ? lateByTheClock : late)
            }
            usleep(10_000)
        }
        // The low bits contain the signal that ended the process; the next byte is its exit status.
        if status & 0x7f != 0 {
            return failure(tr("the filter crashes the graphics driver (signal \(status & 0x7f))"))
        }
        guard status >> 8 & 0xff != 0 else { return [] }
        let problems = reports(in: errors, on: file)
        return problems.isEmpty ? failure(tr("the filter failed without giving a reason")) : problems
    }

    /// True if the process has reported, in one of its first lines, that its renderer runs on the CPU.
    private static func computesOnProcessor(_ errors: UnsafeMutablePointer<FILE>) -> Bool {
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        let count = pread(fileno(errors), &bytes, bytes.count, 0)
        return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self).contains("\n" + softwareMark)
    }

    private static var late: String {
        trn(
            """
            the filter was stopped: it took more than \(secondsAllowed) second for a megapixel; does it \
            contain an endless loop?
            """,
            """
            the filter was stopped: it took more than \(secondsAllowed) seconds for a megapixel; does it \
            contain an endless loop?
            """,
            count: secondsAllowed)
    }

    private static var lateByTheClock: String {
        let seconds = secondsByTheClock
        return trn(
            """
            the filter was stopped: it took more than \(seconds) second of elapsed time for a megapixel; \
            does it contain an endless loop?
            """,
            """
            the filter was stopped: it took more than \(seconds) seconds of elapsed time for a megapixel; \
            does it contain an endless loop?
            """, count: seconds)
    }

    /// The CPU time used by all threads of a process.
    private static func processorSeconds(of process: pid_t) -> Double {
        var clock = clockid_t()
        var time = timespec()
        guard clock_getcpuclockid(process, &clock) == 0, clock_gettime(clock, &time) == 0 else { return 0 }
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    private static func failed(_ file: CustomFilterFiles.File, _ code: Int32) -> [FilterProblem] {
        let reason = strerror(code).map { String(cString: $0) } ?? ""
        return [FilterProblem(path: file.path, tr("the filter could not be tested: \(reason)"))]
    }

    /// The maximum number of errors reported for a file.
    private static let maxReports = 20

    /// The errors that the process reported; its output may also contain messages of the driver.
    private static func reports(
        in errors: UnsafeMutablePointer<FILE>, on file: CustomFilterFiles.File
    ) -> [FilterProblem] {
        rewind(errors)
        var texts = [file.path: file.filter.source]
        for (name, text) in file.filter.includes { texts[file.filter.path(ofInclude: name)] = text }
        var problems: [FilterProblem] = []
        var buffer = [CChar](repeating: 0, count: 4096)
        while problems.count < maxReports, fgets(&buffer, Int32(buffer.count), errors) != nil {
            let bytes = buffer.prefix { $0 != 0 && $0 != 10 }.map { UInt8(bitPattern: $0) }
            let line = String(decoding: bytes, as: UTF8.self)
            guard let problem = FilterProblem(reading: line, paths: Array(texts.keys)) else { continue }
            if !problems.contains(problem) { problems.append(problem) }
        }
        return problems.map { $0.quoting(texts[$0.path]) }
    }
}
