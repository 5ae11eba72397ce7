import Foundation

/// Videos that tests create with the ffmpeg program, which is independent of Glint's own reading and writing.
public enum Media {
    /// Runs `ffmpeg` with a line of arguments, in which `OUT` stands for the output file; returns the file's
    /// path.
    @discardableResult
    public static func make(_ name: String, in folder: TemporaryFolder, _ line: String) throws -> String {
        let path = folder.file(name)
        let arguments = line.split(separator: " ").map { $0 == "OUT" ? path : String($0) }
        let result = try runProgram(
            "/usr/bin/ffmpeg",
            arguments: ["-hide_banner", "-loglevel", "error", "-nostdin", "-y"] + arguments)
        guard result.status == 0 else { throw ProgramFailure(description: result.errors) }
        return path
    }

    /// A video's frames decoded by ffmpeg to a pixel format, concatenated.
    public static func frames(of path: String, as format: String, _ options: String = "") throws -> Data {
        let folder = try temporaryFolder()
        let raw = try make(
            "frames.raw", in: folder,
            "-noautorotate -i \(path) \(options) -vsync passthrough -f rawvideo -pix_fmt \(format) OUT")
        return try Data(contentsOf: URL(fileURLWithPath: raw))
    }

    /// Entries of a video as printed by `ffprobe`, one per line.
    public static func probe(_ path: String, _ entries: String, stream: String = "v:0") throws -> [String] {
        let result = try runProgram(
            "/usr/bin/ffprobe",
            arguments: [
                "-loglevel", "error", "-select_streams", stream, "-show_entries", entries, "-of", "csv=p=0",
                path,
            ])
        guard result.status == 0 else { throw ProgramFailure(description: result.errors) }
        return result.output.split(separator: "\n").map { $0.trimmingCharacters(in: [","]) }
    }
}
