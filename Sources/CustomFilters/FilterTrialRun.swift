import CSystem
import Filters
import FoundationEssentials
@preconcurrency import Glibc
import GPU
import Imaging

/// The trial itself, which runs in the process that was started for it.
extension FilterTrial {
    /// Runs the trial and returns the exit status if the program was started for a trial; otherwise returns
    /// nil.
    package static func statusIfChild(_ arguments: [String]) -> Int32? {
        guard arguments.count == 4, arguments[1] == argument else { return nil }
        // If the parent program, which limits the time, is gone, a filter that never terminates would run
        // forever.
        guard let parent = pid_t(arguments[3]), cprocess_end_with_parent(parent) else { return 1 }
        runEnded()
        let path = arguments[2]
        var problems: [FilterProblem] = []
        do {
            let texts = try JSONDecoder().decode(Texts.self, from: Data(FileHandleBytes.standardInput()))
            if let recipe = texts.shader {
                let trial = ShaderTrial(recipe: recipe, path: path, opened: opened, runEnded: { runEnded() })
                problems = try trial.problems()
                for problem in problems { fputs(problem.report + "\n", stderr) }
                return problems.isEmpty ? 0 : 1
            }
            guard var filter = try DeclarationParser.parse(texts.source, file: path, includes: texts.includes)
            else { return 1 }
            filter.isOwn = true
            let check = FilterCheck(filter: filter, opened: opened, runEnded: { runEnded() })
            problems = try check.problems()
        } catch {
            problems = [FilterProblem(path: path, "\(error)")]
        }
        for problem in problems { fputs(problem.report + "\n", stderr) }
        return problems.isEmpty ? 0 : 1
    }

    /// Reports to the parent which of its time limits applies.
    private static func opened(_ device: DeviceTraits) {
        if device.isSoftware { fputs(softwareMark, stderr) }
    }

    /// Reports to the parent that a run has ended, which restarts its timer.
    static func runEnded() {
        fputs(".\n", stderr)
        // Ends the process, even if the parent no longer exists.
        alarm(UInt32(2 * secondsOnBusyMachine))
    }
}

/// Reads standard input to its end.
private enum FileHandleBytes {
    static func standardInput() -> [UInt8] {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = read(STDIN_FILENO, &chunk, chunk.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return bytes }
            bytes += chunk[..<count]
        }
    }
}
