import Foundation
import Synchronization

/// A Python process with its libraries loaded, which forks to run each script.
///
/// Loading numpy and Pillow takes longer than most of the tests' scripts.
final class PythonServer: Sendable {
    /// The script to run, and the files for its output.
    struct Script: Encodable {
        let script: String
        let arguments: [String]
        let output: String
        let errors: String
    }

    private let process = Process()
    private let requests = Pipe()
    private let answers = Pipe()

    private static let server = """
        import json, os, sys, traceback
        try:
            import numpy, PIL.Image, PIL.ImageCms, PIL.ImageFilter
            PIL.Image.init()
        except ImportError:  # The script says what it misses.
            pass

        def run(request):
            for name, number in (("output", 1), ("errors", 2)):
                os.dup2(os.open(request[name], os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), number)
            os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
            sys.argv = ["-c"] + request["arguments"]
            try:
                exec(compile(request["script"], "<script>", "exec"), {"__name__": "__main__"})
                status = 0
            except SystemExit as end:
                if isinstance(end.code, str):
                    print(end.code, file=sys.stderr)
                status = end.code if isinstance(end.code, int) else int(end.code is not None)
            except BaseException:
                traceback.print_exc()
                status = 1
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(status)

        for line in sys.stdin:
            child = os.fork()
            if child == 0:
                run(json.loads(line))
            print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)
        """

    private init() throws {
        process.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
        process.arguments = ["-c", Self.server]
        // The server ends when this process does, which closes the pipe of requests.
        process.standardInput = requests
        process.standardOutput = answers
        try process.run()
    }

    /// The exit status of a script.
    func run(_ script: Script) throws -> Int {
        try requests.fileHandleForWriting.write(contentsOf: JSONEncoder().encode(script) + Data("\n".utf8))
        var line = Data()
        while let byte = try answers.fileHandleForReading.read(upToCount: 1), byte != Data("\n".utf8) {
            guard !byte.isEmpty else { break }
            line += byte
        }
        guard let status = Int(String(decoding: line, as: UTF8.self)) else {
            throw ProgramFailure(description: "Python ended before it had run a script")
        }
        return status
    }

    /// Idle servers.
    private static let idle = Mutex<[PythonServer]>([])

    /// Calls `body` with a server that no other caller uses meanwhile.
    static func with<Result>(_ body: (PythonServer) throws -> Result) throws -> Result {
        let server = try idle.withLock { $0.popLast() } ?? PythonServer()
        let result = try body(server)
        // Reused only if it answered.
        idle.withLock { $0.append(server) }
        return result
    }
}
