import Foundation
import TestSupport
import Testing

@Suite struct InterruptionTests {
    @Test(arguments: ["SIGINT", "SIGQUIT"])
    func aSignalLeavesNoFilesBehind(signal: String) throws {
        let output = try interrupted(
            in: folderToSaveIn(height: 2000),
            ["--compression", "fast"], before: refusingUnnamedFiles + slowDisk, when: "os.listdir('out')",
            send: [signal])
        #expect(output == "True []\n")
    }

    /// While code runs that never checks for cancellation, a second signal or two seconds end the program.
    @Test(arguments: [["SIGTERM"], ["SIGINT", "SIGINT"], ["SIGTERM", "SIGQUIT"]])
    func aHangingProgramIsEndedAndLeavesNoFilesBehind(signals: [String]) throws {
        let output = try interrupted(
            [], before: refusingUnnamedFiles + hangingFlush, when: "os.path.exists('hangs')", send: signals)
        #expect(output == "True []\n")
    }

    /// A program ended that way cannot clean up, so there must be nothing to clean up.
    @Test func killingLeavesNoFilesBehind() throws {
        let output = try interrupted(
            [], before: hangingFlush, when: "os.path.exists('hangs')", send: ["SIGKILL"])
        #expect(output == "True []\n")
    }

    /// A file that is written under a name remains when the process is killed.
    @Test func theNextSaveRemovesWhatAKilledOneLeft() throws {
        let folder = try folderToSaveIn()
        let output = try interrupted(
            in: folder, [], before: refusingUnnamedFiles + hangingFlush, when: "os.path.exists('hangs')",
            send: ["SIGKILL"])
        #expect(output.hasPrefix("True ['.glint-"))
        #expect(try glint(in: folder, "render", "a.png", "-o", "out/c.png").status == 0)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.file("out")) == ["c.png"])
    }

    /// Of two processes that save into one folder, neither mistakes the other's temporary file for a
    /// leftover.
    @Test func aSaveLeavesAnothersTemporaryFileAlone() throws {
        let folder = try folderToSaveIn()
        let output = try interrupted(
            in: folder, [], before: refusingUnnamedFiles + hangingFlush, when: "os.path.exists('hangs')",
            meanwhile: """
                before = os.listdir('out')
                subprocess.run([program, 'render', 'a.png', '-o', 'out/c.png'], check=True)
                print(len(before), sorted(os.listdir('out')) == sorted(before + ['c.png']))
                """,
            send: ["SIGTERM"])
        #expect(output == "1 True\nTrue ['c.png']\n")
    }

    /// Makes the save last until the signal arrives; a stripe of a megabyte is one write.
    private let slowDisk = """
        #include <sys/syscall.h>
        #include <unistd.h>
        ssize_t write(int file, const void *bytes, size_t count) {
            if (file > STDERR_FILENO) usleep(300000);
            return syscall(SYS_write, file, bytes, count);
        }

        """

    private let hangingFlush = """
        #include <fcntl.h>
        #include <unistd.h>
        int fsync(int file) {
            close(open("hangs", O_CREAT | O_WRONLY, 0600));
            for (;;) pause();
        }

        """

    private func folderToSaveIn(height: Int = 24) throws -> TemporaryFolder {
        let folder = try temporaryFolder()
        try python(in: folder, "save('a.png', noise(\(height), 4000), compress_level=1); os.mkdir('out')")
        return folder
    }

    /// Runs `render` to `out/b.png`, and sends it signals once the Python expression `when` is true; prints
    /// whether the last signal ended it, and what the folder contained then.
    private func interrupted(
        in folder: TemporaryFolder? = nil, _ arguments: [String], before library: String, when: String,
        meanwhile: String = "", send signals: [String]
    ) throws -> String {
        let folder = try folder ?? folderToSaveIn()
        let library = try preloadedLibrary(library, in: folder)
        // Foundation's Process makes the child inherit the thread's blocked signals; Python can unblock them.
        return try python(
            in: folder,
            """
            import signal, subprocess, time
            program = '\(try builtProgram("glint-cli"))'
            arguments = ['render', 'a.png', '-o', 'out/b.png'] + \(arguments)
            signal.pthread_sigmask(signal.SIG_SETMASK, [])
            # A job in the background of a shell is handed on that these are ignored.
            for number in [signal.SIGINT, signal.SIGQUIT]:
                signal.signal(number, signal.SIG_DFL)
            process = subprocess.Popen([program] + arguments, env={**os.environ, 'LD_PRELOAD': '\(library)'})
            end = time.time() + 60
            while not \(when) and process.poll() is None and time.time() < end:
                time.sleep(0.005)
            \(meanwhile)
            sent = [signal.Signals[name] for name in \(signals)]
            for number in sent:
                process.send_signal(number)
            print(-process.wait() in sent, os.listdir('out'))
            """)
    }
}
