import Imaging
import TestSupport
import Testing

/// A file's stored RGBA bytes as decoded by ImageMagick, without applying profile or orientation.
func decodedElsewhere(_ path: String, depth: PixelBuffer.Depth) throws -> [UInt8] {
    let folder = try temporaryFolder()
    let output = folder.file("rgba")
    let result = try runProgram(
        "/usr/bin/convert",
        arguments: [path + "[0]", "-endian", "LSB", "-depth", "\(depth.rawValue)", "rgba:" + output])
    guard result.status == 0 else { throw ProgramFailure(description: result.errors) }
    return try contents(output)
}

/// ImageMagick's description of a file, by its escapes such as %z for the depth.
func described(_ path: String, _ escapes: String) throws -> String {
    let result = try runProgram("/usr/bin/identify", arguments: ["-format", escapes, path])
    guard result.status == 0 else { throw ProgramFailure(description: result.errors) }
    return result.output
}
