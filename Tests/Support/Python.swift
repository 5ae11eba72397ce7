import Foundation

/// A program run by a test that failed, with what it said.
public struct ProgramFailure: Error, CustomStringConvertible {
    /// What the program said.
    public let description: String

    /// A failure that says so.
    public init(description: String) { self.description = description }
}

/// Runs a script with Debian's python3, which has Pillow and numpy, and returns what it printed.
@discardableResult
public func runPython(_ script: String, arguments: [String] = []) throws -> String {
    let folder = try temporaryFolder()
    let status = try PythonServer.with {
        try $0.run(
            .init(
                script: script, arguments: arguments, output: folder.file("output"),
                errors: folder.file("errors")))
    }
    guard status == 0 else {
        throw ProgramFailure(description: try String(contentsOfFile: folder.file("errors"), encoding: .utf8))
    }
    return try String(decoding: Data(contentsOf: URL(fileURLWithPath: folder.file("output"))), as: UTF8.self)
}

/// Runs a program to its end.
public func runProgram(
    _ path: String, arguments: [String]
) throws -> (status: Int32, output: String, errors: String) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    let output = Pipe()
    process.standardOutput = output
    // A file, so that neither stream can fill up while the other is read.
    let errors = try TemporaryFolder()
    _ = FileManager.default.createFile(atPath: errors.file("errors"), contents: nil)
    process.standardError = FileHandle(forWritingAtPath: errors.file("errors"))
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    let complaint = try String(contentsOfFile: errors.file("errors"), encoding: .utf8)
    return (process.terminationStatus, text, complaint)
}

/// A folder that goes, with what is in it, when nobody holds it any more.
public final class TemporaryFolder: Sendable {
    /// Where it is.
    public let path: String

    /// Makes it.
    public init() throws {
        path = FileManager.default.temporaryDirectory.path + "/glint-tests-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// The path of a file in the folder.
    public func file(_ name: String) -> String { path + "/" + name }

    /// The names in the folder, hidden ones too, sorted.
    public var names: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
    }
}

/// A fresh folder for one test.
public func temporaryFolder() throws -> TemporaryFolder { try TemporaryFolder() }

/// A program that this package builds, beside the test bundle.
public func builtProgram(_ name: String) throws -> String {
    let folders = [
        Bundle.main.bundlePath, (CommandLine.arguments.first ?? "") as String,
    ].map { URL(fileURLWithPath: $0).deletingLastPathComponent().path }
    for folder in folders + [Bundle.main.bundlePath] {
        let path = folder + "/" + name
        if FileManager.default.isExecutableFile(atPath: path) { return path }
    }
    throw ProgramFailure(description: "\(name) is not built: none in \(folders)")
}
