import Foundation

/// The failure of a program that a test runs, with its output.
public struct ProgramFailure: Error, CustomStringConvertible {
    /// The output of the program.
    public let description: String

    /// A failure with this message.
    public init(description: String) { self.description = description }
}

/// Runs a script with Debian's python3, which has Pillow and numpy, and returns its output.
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
    // Errors are written to a file, so that neither stream blocks while the other is read.
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

/// A temporary folder, deleted with its contents once it is no longer referenced.
public final class TemporaryFolder: Sendable {
    /// The folder's path.
    public let path: String

    /// Creates the folder.
    public init() throws {
        path = FileManager.default.temporaryDirectory.path + "/glint-tests-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// The path of a file in the folder.
    public func file(_ name: String) -> String { path + "/" + name }

    /// The names of the files in the folder, including hidden ones, sorted.
    public var names: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
    }
}

/// A new folder for one test.
public func temporaryFolder() throws -> TemporaryFolder { try TemporaryFolder() }

/// The path of a program built by this package, which is beside the test bundle.
public func builtProgram(_ name: String) throws -> String {
    let folders = [
        Bundle.main.bundlePath, (CommandLine.arguments.first ?? "") as String,
    ].map { URL(fileURLWithPath: $0).deletingLastPathComponent().path }
    for folder in folders + [Bundle.main.bundlePath] {
        let path = folder + "/" + name
        if FileManager.default.isExecutableFile(atPath: path) { return path }
    }
    throw ProgramFailure(
        description: "\(name) is not built: none in \(folders); `make test` also builds the examples")
}
