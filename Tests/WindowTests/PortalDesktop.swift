import CAdwaita
import Foundation
import TestSupport

@testable import glint

/// A desktop session for a test: a bus, and a portal that answers as the test specifies.
@MainActor
final class PortalDesktop {
    private let folder: TemporaryFolder
    private var programs: [Process] = []
    /// The address of the portal on the bus, with a short timeout.
    let location: Portal.Location

    /// A bus without service activation, which would start the desktop's own portal.
    private static let bus = """
        <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
         "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
        <busconfig>
          <type>session</type>
          <listen>unix:path=SOCKET</listen>
          <auth>EXTERNAL</auth>
          <policy context="default">
            <allow send_destination="*" eavesdrop="true"/>
            <allow eavesdrop="true"/>
            <allow own="*"/>
          </policy>
        </busconfig>
        """

    /// - Parameters:
    ///   - portal: the configuration for portal.py; nil for no portal.
    ///   - timeout: the timeout in milliseconds.
    init(_ portal: String?, timeout: Int = 300_000) throws {
        folder = try TemporaryFolder()
        let socket = folder.file("bus")
        location = Portal.Location(address: "unix:path=\(socket)", timeout: timeout)
        try Self.bus.replacingOccurrences(of: "SOCKET", with: socket)
            .write(toFile: folder.file("bus.conf"), atomically: true, encoding: .utf8)
        try start(
            "/usr/bin/dbus-daemon", "--config-file=\(folder.file("bus.conf"))", "--nofork", "--nopidfile",
            "--print-address")
        // The address is printed once the bus listens; the socket file appears earlier, when connections are
        // still refused.
        try waitUntil("the bus") {
            try !String(contentsOfFile: folder.file("calls"), encoding: .utf8).isEmpty
        }
        guard let portal else { return }
        let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent().path + "/portal.py"
        try start("/usr/bin/python3", script, portal)
        try waitUntil("the portal") { try calls("ready").count == 1 }
    }

    deinit {
        for program in programs.reversed() {
            // SIGKILL, since tests run on threads that block SIGTERM, and child processes inherit that.
            kill(program.processIdentifier, SIGKILL)
            program.waitUntilExit()
        }
    }

    private func start(_ program: String, _ arguments: String...) throws {
        _ = FileManager.default.createFile(atPath: folder.file("calls"), contents: nil)
        let process = Process()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment
            .merging(["DBUS_SESSION_BUS_ADDRESS": location.address ?? ""]) { $1 }
        process.standardOutput = FileHandle(forWritingAtPath: folder.file("calls"))
        try process.run()
        programs.append(process)
    }

    /// Ends the portal as if it had crashed.
    func endPortal() { programs.last.map { _ = kill($0.processIdentifier, SIGKILL) } }

    /// The arguments of each call of a method so far.
    func calls(_ method: String) throws -> [[Any]] {
        try String(contentsOfFile: folder.file("calls"), encoding: .utf8).split(separator: "\n").compactMap {
            let call = try? JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
            return call?["method"] as? String == method ? call?["arguments"] as? [Any] : nil
        }
    }

    /// Runs GLib's main loop until a condition is true.
    func wait(for what: String, _ isThere: () throws -> Bool) throws {
        try waitUntil(what) {
            while g_main_context_iteration(nil, 0) != 0 {}
            return try isThere()
        }
    }

    /// The result of an operation that completes on the main loop.
    func answer<Answer>(_ ask: (@escaping @MainActor (Answer) -> Void) -> Void) throws -> Answer {
        let box = AnswerBox<Answer>()
        ask { box.answers.append($0) }
        try wait(for: "an answer") { !box.answers.isEmpty }
        guard let answer = box.answers.first, box.answers.count == 1 else {
            throw ProgramFailure(description: "answered \(box.answers.count) times")
        }
        return answer
    }
}

@MainActor
private final class AnswerBox<Answer> {
    var answers: [Answer] = []
}
