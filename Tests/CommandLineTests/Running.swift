import Foundation
import TestSupport
import Testing

/// The result of running glint-cli.
struct Run {
    let status: Int32
    let output: String
    let errors: String

    /// The lines on standard error.
    var errorLines: [String] { errors.split(separator: "\n").map(String.init) }
}

/// Runs glint-cli in `folder`, to which relative file names refer.
///
/// - Parameter prefix: shell code that precedes the program, such as `ulimit -f 1;`.
@discardableResult
func glint(in folder: TemporaryFolder, prefix: String = "", _ arguments: String...) throws -> Run {
    try glint(in: folder, prefix: prefix, arguments: arguments)
}

@discardableResult
func glint(in folder: TemporaryFolder, prefix: String = "", arguments: [String]) throws -> Run {
    let program = try builtProgram("glint-cli")
    let result = try runProgram(
        "/bin/sh",
        arguments: ["-c", "cd \"$1\"; shift; \(prefix) \"$@\"", "sh", folder.path, program] + arguments)
    return Run(status: result.status, output: result.output, errors: result.errors)
}

/// The folder of the project.
let projectFolder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().path

/// Builds a plugin for other programs by the Makefile.
///
/// - Parameter file: the Makefile's variable for the file, and its path.
func makePlugin(_ target: String, _ file: (variable: String, path: String)) throws {
    let run = try runProgram(
        "/usr/bin/make", arguments: ["-s", "-C", projectFolder, target, "\(file.variable)=\(file.path)"])
    #expect(run.status == 0, "\(run.errors)")
}

/// Builds a library in the folder, `trouble.so`, that makes the driver of a program into which it is loaded
/// fail as the file `trouble` says.
func makeGraphicsTrouble(in folder: TemporaryFolder) throws {
    let source = "\(projectFolder)/Tests/Desktop/graphics-trouble.c"
    let run = try bash(
        "cc -shared -fPIC -O1 -o trouble.so '\(source)' -lepoxy -lpthread", in: folder)
    #expect(run.status == 0, "\(run.errors)")
}

/// Runs a line of bash in the folder, in which `$G` stands for the program; the failure of any part of a pipe
/// counts.
@discardableResult
func bash(_ line: String, in folder: TemporaryFolder) throws -> Run {
    let result = try runProgram(
        "/bin/bash",
        arguments: [
            "-c", "set -o pipefail; cd '\(folder.path)'; G='\(try builtProgram("glint-cli"))'; \(line)",
        ])
    return Run(status: result.status, output: result.output, errors: result.errors)
}

/// Expects that a run failed with a single line on standard error that contains all of `parts`.
func expectRefusal(
    _ run: Run, status: Int32, mentions parts: String..., sourceLocation: SourceLocation = #_sourceLocation
) {
    #expect(run.status == status, "\(run.errors)", sourceLocation: sourceLocation)
    #expect(run.errorLines.count == 1, "\(run.errors)", sourceLocation: sourceLocation)
    #expect(run.output.isEmpty, sourceLocation: sourceLocation)
    for part in parts {
        #expect(run.errors.contains(part), "“\(part)” in \(run.errors)", sourceLocation: sourceLocation)
    }
}

extension TemporaryFolder {
    func write(_ text: String, to name: String) throws {
        try text.write(toFile: file(name), atomically: false, encoding: .utf8)
    }

    func bytes(_ name: String) throws -> Data {
        try Data(contentsOf: URL(fileURLWithPath: file(name)))
    }

    func has(_ name: String) -> Bool {
        FileManager.default.fileExists(atPath: file(name))
    }
}

/// Runs a Python script in `folder`, with Pillow and numpy available.
@discardableResult
func python(in folder: TemporaryFolder, _ script: String) throws -> String {
    let prelude = """
        import os, sys
        import numpy as np
        from PIL import Image
        os.chdir(sys.argv[1])
        def noise(height, width, channels=3, seed=1):
            shape = (height, width) if channels == 1 else (height, width, channels)
            return np.random.default_rng(seed).integers(0, 256, shape, dtype=np.uint8)
        def save(name, pixels, **options):
            Image.fromarray(pixels).save(name, **options)
        def load(name):
            return np.asarray(Image.open(name))

        """
    return try runPython(prelude + script, arguments: [folder.path])
}

/// A folder with `a.png`, a small noisy RGB picture.
func folderWithPicture() throws -> TemporaryFolder {
    let folder = try temporaryFolder()
    try noisyPicture.get().write(to: URL(fileURLWithPath: folder.file("a.png")))
    return folder
}

private let noisyPicture = Result {
    let folder = try temporaryFolder()
    try python(in: folder, "save('a.png', noise(24, 32))")
    return try folder.bytes("a.png")
}
