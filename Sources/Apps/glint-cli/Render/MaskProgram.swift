import Decoding
import Filters
import Glibc
import Imaging
import Localization
import System

/// A program that makes the masks of pictures, for regions whose file is `@command`.
struct MaskProgram {
    /// A shell command with `{in}` and `{out}` for the paths of the picture and of the mask.
    let command: String

    /// Throws ``CommandError/usage`` if the command does not name both files.
    init(_ command: String) throws(CommandError) {
        guard command.contains("{in}"), command.contains("{out}") else {
            throw .usage(
                "--mask-command needs {in} and {out} for the picture and its mask, not \(command.quoted)")
        }
        self.command = command
    }

    /// Runs `body` with the recipe whose masks the program has made of a picture, and removes them
    /// afterwards.
    func withMasks<Result>(
        of path: String, in recipe: Recipe, options: DecodingOptions, _ body: (Recipe) throws -> Result
    ) throws -> Result {
        let picture = try RemotePictureDecoder.shared.picture(contentsOf: path, options: options)
        let parent = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        var template = Array("\(parent)/glint-mask-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw FileError.writing(parent, errno: errno) }
        let folder = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        let (input, output) = (folder + "/picture.png", folder + "/mask.png")
        defer {
            for name in [input, output] { unlink(name) }
            rmdir(folder)
        }
        // Such programs expect sRGB with 8 bits.
        var encoding = EncodingOptions()
        (encoding.depth, encoding.profile) = (.eight, .sRGB)
        try picture.write(to: input, options: encoding)
        let status = try run(
            command.replacing("{in}", with: input.inShell).replacing("{out}", with: output.inShell))
        guard status == 0, PathName.exists(output) else { throw Failure(command: command, status: status) }
        return try body(recipe.withMask(output))
    }

    /// Returns the exit status.
    private func run(_ line: String) throws -> Int32 {
        var child: pid_t = 0
        var arguments: [UnsafeMutablePointer<CChar>?] = ["/bin/sh", "-c", line].map { (word: String) in
            strdup(word)
        }
        arguments.append(nil)
        defer { for argument in arguments { free(argument) } }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        // Standard input and output may be those of pictures or jobs.
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, STDERR_FILENO, STDOUT_FILENO)
        let code = posix_spawn(&child, "/bin/sh", &actions, nil, &arguments, environ)
        guard code == 0 else { throw FileError.reading("/bin/sh", errno: code) }
        var status: Int32 = 0
        while waitpid(child, &status, 0) < 0, errno == EINTR {}
        return status & 0x7f == 0 ? status >> 8 & 0xff : 128 + status & 0x7f
    }

    /// The input or output is something other than a picture file.
    struct NotAPicture: Error, CustomStringConvertible {
        var description: String { "--mask-command makes masks of picture files only" }
    }

    /// The program's failure.
    struct Failure: Error, CustomStringConvertible {
        let command: String
        let status: Int32

        var description: String {
            status == 0
                ? "the mask command made no mask: \(command.shortened)"
                : "the mask command failed with status \(status): \(command.shortened)"
        }
    }
}

extension Recipe {
    /// True if a region needs a mask that a program makes.
    var needsMaskProgram: Bool {
        stages.contains { $0.isEnabled && $0.regions.contains(where: \.isMadeByCommand) }
    }

    /// The recipe with a file in place of the masks that a program makes.
    fileprivate func withMask(_ path: String) -> Recipe {
        var recipe = self
        for stage in recipe.stages.indices {
            for region in recipe.stages[stage].regions.indices
            where recipe.stages[stage].regions[region].isMadeByCommand {
                recipe.stages[stage].regions[region].file = path
            }
        }
        return recipe
    }
}

extension String {
    /// The text as one word of a shell command.
    fileprivate var inShell: String { "'" + replacing("'", with: "'\\''") + "'" }
}
