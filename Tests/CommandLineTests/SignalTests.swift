import Foundation
import TestSupport
import Testing

/// Termination signals in pipes, in `serve` and with several files: no files or processes are left behind.
@Suite("Signals in pipes and in serve") struct SignalTests {
    /// Makes saves last until the signal arrives, and gives their files names from the beginning.
    private let slowDisk =
        refusingUnnamedFiles + """
            #include <sys/stat.h>
            #include <sys/syscall.h>
            #include <unistd.h>
            ssize_t write(int file, const void *bytes, size_t count) {
                struct stat status;
                if (fstat(file, &status) == 0 && S_ISREG(status.st_mode)) usleep(300000);
                return syscall(SYS_write, file, bytes, count);
            }

            """

    /// Four pictures that take a while to decode and to write, by name, made once.
    private static let pictures = Result {
        let folder = try temporaryFolder()
        try python(
            in: folder,
            "for n in range(4): save(f'a{n}.png', noise(2000, 2000, seed=n), compress_level=1)")
        return try folder.names.map { ($0, try folder.bytes($0)) }
    }

    /// Starts the program, runs `meanwhile` in Python, and sends the program signals; prints whether one of
    /// them ended it, the contents of the folder `out`, and how many of its processes remain.
    private func interrupted(
        _ arguments: [String], meanwhile: String, send signals: [String], isSlow: Bool = false
    ) throws -> String {
        let folder = try temporaryFolder()
        let library = isSlow ? try preloadedLibrary(slowDisk, in: folder) : ""
        for (name, bytes) in try Self.pictures.get() {
            try bytes.write(to: URL(fileURLWithPath: folder.file(name)))
        }
        return try python(
            in: folder,
            """
            import json, signal, subprocess, time
            def children(pid):
                found = set()
                for name in filter(str.isdigit, os.listdir('/proc')):
                    try: fields = open(f'/proc/{name}/stat').read().rsplit(')', 1)[1].split()
                    except OSError: continue
                    # A process is known by its number and the time of its start.
                    if int(fields[1]) == pid and fields[0] != 'Z': found |= {(int(name), fields[19])} | children(int(name))
                return found
            def starts(pid):
                try: return open(f'/proc/{pid}/stat').read().rsplit(')', 1)[1].split()[19]
                except OSError: return None
            def wait(what):
                end = time.time() + 60
                while not what() and time.time() < end: time.sleep(0.005)
                assert what(), 'waited in vain'
            def is_watching(pid):
                caught = [line for line in open(f'/proc/{pid}/status') if line.startswith('SigCgt')][0].split()[1]
                return int(caught, 16) >> (signal.SIGTERM - 1) & 1
            os.mkdir('out')
            signal.pthread_sigmask(signal.SIG_SETMASK, [])
            # A job in the background of a shell is handed on that these are ignored.
            for number in [signal.SIGINT, signal.SIGQUIT]: signal.signal(number, signal.SIG_DFL)
            process = subprocess.Popen(
                ['\(try builtProgram("glint-cli"))'] + \(arguments), stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                env={**os.environ, 'LD_PRELOAD': '\(library)'})
            def send(line): process.stdin.write(line); process.stdin.flush()
            \(meanwhile)
            family = children(process.pid)
            assert family, 'there is no process that decodes'
            sent = [signal.Signals[name] for name in \(signals)]
            for number in sent: process.send_signal(number)
            ended = -process.wait() in sent
            wait(lambda: not any(starts(pid) == start for pid, start in family))
            print(ended, sorted(os.listdir('out')))
            """)
    }

    private static let all = [
        ["SIGINT"], ["SIGTERM"], ["SIGHUP"], ["SIGQUIT"], ["SIGINT", "SIGINT"], ["SIGTERM", "SIGHUP"],
    ]

    private static let job = #"{"input": "a0.png", "output": "out/b.png"}"#

    @Test("serve that waits for a job ends at once", arguments: all)
    func idle(signals: [String]) throws {
        let output = try interrupted(
            ["serve", "--jobs", "2"],
            meanwhile: """
                send(b'\(Self.job)\\n'); assert json.loads(process.stdout.readline())['error'] is None; os.unlink('out/b.png')
                """, send: signals)
        #expect(output == "True []\n")
    }

    @Test("serve interrupted during jobs leaves nothing of them", arguments: all, ["1", "3"])
    func busy(signals: [String], jobs: String) throws {
        let output = try interrupted(
            ["serve", "--jobs", jobs],
            meanwhile: """
                for n in range(4):
                    send(b'{"input": "a%d.png", "output": "out/b%d.png", "compression": "fast"}\\n' % (n, n))
                wait(lambda: len(os.listdir('out')) >= min(\(jobs), 2))
                """, send: signals, isSlow: true)
        #expect(output == "True []\n")
    }

    @Test("several files at once leave no incomplete ones", arguments: all)
    func atOnce(signals: [String]) throws {
        let output = try interrupted(
            [
                "render", "a0.png", "a1.png", "a2.png", "a3.png", "-o", "out", "--jobs", "3", "--compression",
                "fast",
            ],
            meanwhile: "wait(lambda: len(os.listdir('out')) >= 2)", send: signals, isSlow: true)
        #expect(output == "True []\n")
    }

    @Test("a render that waits for standard input ends at once", arguments: all)
    func waitingForInput(signals: [String]) throws {
        let output = try interrupted(
            ["render", "-", "-o", "out/b.png"],
            meanwhile: "send(b'half a picture'); wait(lambda: is_watching(process.pid))",
            send: signals)
        #expect(output == "True []\n")
    }

    @Test(
        "a stream of frames that ends between two of them leaves nothing", arguments: all,
        [
            ("-", "process.stdout.read(9216)"),
            ("out/b.mkv", "wait(lambda: os.listdir('out') or is_watching(process.pid))"),
            // The file has its name slightly before the program has registered it for removal.
            ("out/b{frame}.png", "wait(lambda: os.path.exists('out/b000000.png')); time.sleep(0.1)"),
        ])
    func frames(signals: [String], sink: (output: String, reached: String)) throws {
        let output = try interrupted(
            ["render", "-", "-o", sink.output, "--input-format", "raw", "--size", "64x48"]
                + (sink.output == "-" ? ["--format", "raw"] : []),
            meanwhile: "send(bytes(9216)); \(sink.reached)", send: signals)
        #expect(output == "True []\n")
    }

    @Test(
        "a reader that does not read does not block the program",
        arguments: [["SIGTERM"], ["SIGINT", "SIGINT"]])
    func fullPipe(signals: [String]) throws {
        let output = try interrupted(
            ["render", "a0.png", "-o", "-", "--format", "raw"],
            meanwhile: "import select; wait(lambda: select.select([process.stdout], [], [], 0)[0])",
            send: signals)
        #expect(output == "True []\n")
    }
}
