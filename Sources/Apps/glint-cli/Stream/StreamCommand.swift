import CSystem
import Exporting
@preconcurrency import Glibc
import Localization
import Synchronization
import System

/// `stream`: filters frames that other programs send through a socket, in memory that both share.
///
/// All clients share the device and the kernels. docs/stream-protocol.md describes the messages.
enum StreamCommand {
    static let socket = CommandOption(
        long: "socket", value: "PATH",
        summary:
            "Listen for clients at this path (default: one client, whose socket is standard input).")
    static let options = [socket, RenderOptions.quiet]

    /// The number of clients at a time, each of which has a thread.
    private static let maximumClients = 64
    /// How long to wait in microseconds if the system is short of descriptors.
    private static let pause = useconds_t(100_000)

    static func run(_ arguments: ParsedArguments) throws(CommandError) -> ExitStatus {
        try arguments.requireNoArguments()
        Console.isQuiet.store(arguments.has(RenderOptions.quiet), ordering: .relaxed)
        Interruption.watch()
        if let path = arguments.value(of: socket) {
            try listen(at: path)
        } else {
            try serveStandardInput()
        }
        if Interruption.isWanted { Interruption.endProgram() }
        return .done
    }

    private static func serveStandardInput() throws(CommandError) {
        var status = stat()
        guard fstat(STDIN_FILENO, &status) == 0, status.st_mode & S_IFMT == S_IFSOCK else {
            throw .usage(
                "standard input must be a Unix socket, through which the client passes memory; "
                    + "\(socket.spelling) listens at a path instead")
        }
        let device = SharedDevice()
        device.open()
        StreamSession(fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1), device, StreamClients()).run()
    }

    private static func isSocket(_ path: String) -> Bool {
        var information = stat()
        return lstat(path, &information) == 0 && information.st_mode & S_IFMT == S_IFSOCK
    }

    private static func listen(at path: String) throws(CommandError) {
        let listener = cprocess_listen(path)
        guard listener >= 0 else {
            switch errno {
            case EADDRINUSE where isSocket(path):
                throw .files("another program may be listening at \(path.shortened)")
            case EADDRINUSE: throw .files("\(path.shortened) already exists, and is not a socket")
            case ENAMETOOLONG: throw .files("\(path.shortened): the path of a socket has at most 107 bytes")
            default: throw .files("\(FileError.writing(path, errno: errno))")
            }
        }
        defer {
            close(listener)
            unlink(path)
        }
        let device = SharedDevice()
        device.isShared = true
        device.open()
        let clients = StreamClients()
        while Interruption.waitForInput(on: listener) {
            let client = cprocess_accept(listener)
            guard client >= 0 else {
                if errno == EMFILE || errno == ENFILE { usleep(pause) }
                continue
            }
            guard clients.count.load(ordering: .relaxed) < maximumClients else {
                close(client)
                Console.complain("there are already \(maximumClients) clients")
                continue
            }
            clients.count.add(1, ordering: .relaxed)
            WorkerThread("stream client") {
                StreamSession(client, device, clients).run()
                clients.count.subtract(1, ordering: .relaxed)
            }
        }
    }
}

/// The clients of a run.
final class StreamClients: Sendable {
    /// The number of connected clients.
    let count = Atomic(0)
}
