// embed-files text|gresource FOLDER OUTPUT.swift FILE…
//
// text       writes a Swift file that contains the text of each FILE, keyed by its path below FOLDER.
// gresource  compiles the FILEs into a GResource bundle, in which GTK finds icons, style and interface
//            files, and writes a Swift file that contains the bundle.
import Foundation

struct Failure: Error, CustomStringConvertible {
    let description: String
}

func pathBelow(_ folder: String, _ file: String) -> String {
    String(file.dropFirst(folder.count).drop { $0 == "/" })
}

func textMap(_ folder: String, _ files: [String]) throws -> String {
    let entries = try files.map { file in
        let text = try String(contentsOfFile: file, encoding: .utf8)
        return "        \(pathBelow(folder, file).debugDescription): \(text.debugDescription),\n"
    }
    return """
        /// The files of this folder: their text by their path.
        package enum EmbeddedFiles {
            package static let text: [String: String] = [
        \(entries.isEmpty ? "        :\n" : entries.joined())    ]
        }

        """
}

func resourceBundle(_ folder: String, _ files: [String], beside output: String) throws -> String {
    let list = files.map { "    <file>\(pathBelow(folder, $0))</file>\n" }.joined()
    let manifest = output + ".gresource.xml"
    let bundle = output + ".gresource"
    try """
    <gresources>
      <gresource prefix="/io/github/glintapp/Glint">
    \(list)  </gresource>
    </gresources>
    """.write(toFile: manifest, atomically: true, encoding: .utf8)
    let compiler = Process()
    compiler.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    compiler.arguments = [
        "glib-compile-resources", "--sourcedir", folder, "--target", bundle, manifest,
    ]
    try compiler.run()
    compiler.waitUntilExit()
    guard compiler.terminationStatus == 0 else {
        throw Failure(description: "glib-compile-resources failed; is libglib2.0-dev-bin installed?")
    }
    let base64 = try Data(contentsOf: URL(fileURLWithPath: bundle)).base64EncodedString()
    return """
        /// The files of this folder as a GResource bundle, in base64.
        package enum EmbeddedFiles {
            package static let gresource = "\(base64)"
        }

        """
}

do {
    let arguments = Array(CommandLine.arguments.dropFirst())
    guard arguments.count >= 3 else {
        throw Failure(description: "usage: embed-files text|gresource FOLDER OUTPUT FILE…")
    }
    let (form, folder, output) = (arguments[0], arguments[1], arguments[2])
    let files = Array(arguments.dropFirst(3))
    let source =
        form == "gresource"
        ? try resourceBundle(folder, files, beside: output) : try textMap(folder, files)
    try source.write(toFile: output, atomically: true, encoding: .utf8)
} catch {
    FileHandle.standardError.write(Data("embed-files: \(error)\n".utf8))
    exit(1)
}
