import CSystem
import Decoding
import Filters
@preconcurrency import Glibc
import Localization

/// The whole program, from its arguments to its exit status.
enum Program {
    static let name = "glint-cli"
    static let versionLine = "\(name) \(GlintVersion.current)"

    static func run(_ words: [String]) -> ExitStatus {
        // A file that exceeds its size limit is an error to report, not a reason to die.
        signal(SIGXFSZ, SIG_IGN)
        cprocess_configure_memory()
        do throws(CommandError) {
            return try dispatch(words)
        } catch {
            Console.complain(error.sentence)
            return error.status
        }
    }

    private static func dispatch(_ words: [String]) throws(CommandError) -> ExitStatus {
        guard let first = words.first else {
            throw .usage("no command given; the commands are \(Command.list) (see --help)")
        }
        switch first {
        case "--help", "-h", "help":
            let command = words.dropFirst().first.flatMap(Command.init)
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
        let arguments = try ParsedArguments(Array(words.dropFirst()), command: command)
        if arguments.wantsHelp {
            try Console.print(Help.text(for: command))
            return .done
        }
        // Must run while there is only one thread.
        if command.decodesPictures { RemotePictureDecoder.start() }
        return try command.run(arguments)
    }
}
