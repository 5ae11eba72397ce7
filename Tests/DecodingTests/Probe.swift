import Foundation
import TestSupport

/// Runs decoding-probe, whose files are decoded by processes of their own; the lines it prints.
func probe(_ words: [String], prefix: String = "") throws -> [String] {
    let program = try builtProgram("decoding-probe")
    let result = try runProgram(
        "/bin/sh", arguments: ["-c", "\(prefix) exec \"$@\"", "sh", program] + words)
    return result.output.split(separator: "\n").map(String.init)
}

/// Whether a process is there and is not only waiting to be counted out.
func isRunning(_ process: pid_t) -> Bool {
    let text = (try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)) ?? ""
    guard let state = text.split(separator: ")").last?.split(separator: " ").first else { return false }
    return state != "Z" && state != "X"
}
