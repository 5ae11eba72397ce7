import CSystem
import Decoding
import Filters
@preconcurrency import Glibc
import Localization

/// The whole program, from its arguments to its exit status.
enum Program {
    static let name = "glint-cli"
    static let versionLine = "\(name) \(GlintVersion.current)"

    static func run(_ arguments: [String]) -> ExitStatus {
        // Exceeding the file size limit should be reported as an error instead of killing the program.
        signal(SIGXFSZ, SIG_IGN)
        cprocess_configure_memory()
        do throws(CommandError) {
            return try dispatch(arguments)
        } catch {
            Console.complain(error.sentence)
            return error.status
        }
    }

    private static func dispatch(_ arguments: [String]) throws(CommandError) -> ExitStatus {
        guard let first = arguments.first else {
            throw .usage("no command given; the commands are \(Command.list) (see --help)")
        }
        switch first {
        case "--help", "-h", "help":
            let command = arguments.dropFirst().first.flatMap(Command.init)
            try Console.print(command.map(Help.text) ?? Help.program)
            return .done
        case "--version", "-V":
            try Console.print(versionLine)
            return .done
        default: break
        }
        guard let command = Command(rawValue: first) else {
            let kind = first.hasPrefix("-") ? "option" : "command"
            throw .usage(
                "unknown \(kind) \(first.quoted)\(NearName.hint(first, among: Command.names)); "
                    + "the commands are \(Command.list) (see --help)")
        }
        let parsed = try ParsedArguments(Array(arguments.dropFirst()), command: command)
        if parsed.wantsHelp {
            try Console.print(Help.text(for: command))
            return .done
        }
        // Must run while there is only one thread.
        if command.decodesPictures { RemotePictureDecoder.start() }
        return try command.run(parsed)
    }
}
