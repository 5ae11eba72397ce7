import Foundation
import TestSupport

/// Runs the probe, which decodes its files in separate processes; returns the lines it prints.
func probe(_ arguments: [String], prefix: String = "") throws -> [String] {
    let program = try builtProgram("probe")
    let result = try runProgram(
        "/bin/sh", arguments: ["-c", "\(prefix) exec \"$@\"", "sh", program, "decode"] + arguments)
    return result.output.split(separator: "\n").map(String.init)
}

/// True if a process exists and is not a zombie.
func isRunning(_ process: pid_t) -> Bool {
    let text = (try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)) ?? ""
    guard let state = text.split(separator: ")").last?.split(separator: " ").first else { return false }
    return state != "Z" && state != "X"
}
