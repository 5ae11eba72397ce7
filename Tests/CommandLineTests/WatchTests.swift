import Foundation
import TestSupport
import Testing

@Suite("A watched folder") struct WatchTests {
    /// Runs Python in a folder with `in`, `out` and the noisy pictures `a.png`, `b.png` and `c.jpg`. There,
    /// `Watch(OPTIONS…)` is a running `watch in -o out --json`.
    ///
    /// - Parameter library: C code to preload.
    private func watching(
        in folder: TemporaryFolder? = nil, _ script: String, library: String = ""
    ) throws -> String {
        let folder = try folder ?? temporaryFolder()
        let preloaded = library.isEmpty ? "" : try preloadedLibrary(library, in: folder)
        return try python(
            in: folder,
            """
            import json, queue, shutil, signal, subprocess, threading, time
            program = '\(try builtProgram("glint-cli"))'
            for name in ['in', 'out']: os.makedirs(name, exist_ok=True)
            for n, name in enumerate(['a.png', 'b.png', 'c.jpg']): save(name, noise(40, 60, seed=n))
            signal.pthread_sigmask(signal.SIG_SETMASK, [])
            # A job in the background of a shell is handed on that these are ignored.
            for number in [signal.SIGINT, signal.SIGQUIT]: signal.signal(number, signal.SIG_DFL)
            class Watch:
                def __init__(self, *options, to='out', prefix=[]):
                    self.process = subprocess.Popen(
                        [*prefix, program, 'watch', 'in', '-o', to, '--json', *options], text=True,
                        stdout=subprocess.PIPE, stderr=subprocess.PIPE, env={**os.environ, 'LD_PRELOAD': '\(preloaded)'})
                    self.lines, self.errors = queue.Queue(), queue.Queue()
                    for pipe, lines in [(self.process.stdout, self.lines), (self.process.stderr, self.errors)]:
                        threading.Thread(target=self.collect, args=(pipe, lines), daemon=True).start()
                    line = self.errors.get(timeout=60)
                    assert line == 'Watching in; Ctrl+C ends it', line
                def collect(self, pipe, lines):
                    for line in pipe: lines.put(line.rstrip())
                def next(self):
                    return json.loads(self.lines.get(timeout=60))
                def saved(self):
                    line = self.next()
                    assert line['error'] is None, line
                    return line['output']
                def has_none(self):
                    # An event takes less than a millisecond.
                    time.sleep(0.5)
                    return self.lines.empty()
                def end(self, *numbers):
                    for number in numbers or [signal.SIGTERM]: self.process.send_signal(number)
                    status = self.process.wait(timeout=60)
                    assert self.lines.empty(), self.lines.get()
                    return status
                def complaints(self):
                    found = []
                    while not self.errors.empty(): found.append(self.errors.get())
                    return [line for line in found if line.startswith('glint-cli: ')]
            def rendered(path, to, *options):
                subprocess.run([program, 'render', path, '-o', to, *options], check=True, capture_output=True)
                return open(to, 'rb').read()
            def frames(path):
                command = ['ffmpeg', '-v', 'error', '-i', path, '-f', 'framemd5', '-']
                return subprocess.run(command, check=True, capture_output=True).stdout
            def same(output, path, *options):
                wanted = 'wanted' + os.path.splitext(output)[1]
                data = rendered(path, wanted, '-y', *options)
                # Matroska files contain random numbers.
                if wanted.endswith('.mkv'): return frames(output) == frames(wanted)
                return open(output, 'rb').read() == data
            \(script)
            """)
    }

    @Test("each file that appears becomes the file that render makes of it, with the same report")
    func sameAsRender() throws {
        let folder = try temporaryFolder()
        try folder.write(
            #"{"glint": 1, "filters": [{"id": "saturation", "parameters": {"amount": 0.3}}]}"#, to: "r.json")
        try Media.make("v.mkv", in: folder, "-f lavfi -i testsrc2=s=64x48:d=0.4 -c:v ffv1 OUT")
        let output = try watching(
            in: folder,
            """
            options = ['--quality', '31', '--recipe', 'r.json', '--', 'vignette']
            watch = Watch(*options)
            for name in ['a.png', 'c.jpg', 'v.mkv']:
                shutil.copy(name, 'in')
                line = watch.next()
                print(line.pop('milliseconds') >= 0, line, same(f'out/{name}', name, *options))
            print(watch.end(), watch.complaints(), sorted(os.listdir('out')))
            """)
        let size = { (name: String, width: Int, height: Int) in
            "True {'error': None, 'height': \(height), 'input': 'in/\(name)', 'output': 'out/\(name)', 'width': \(width)} True\n"
        }
        #expect(
            output == size("a.png", 60, 40) + size("c.jpg", 60, 40) + size("v.mkv", 64, 48)
                + "-15 [] ['a.png', 'c.jpg', 'v.mkv']\n")
    }

    @Test("a file that is written slowly is rendered once, when it is closed")
    func slowWriter() throws {
        let output = try watching(
            """
            watch = Watch()
            data = open('a.png', 'rb').read()
            with open('in/a.png', 'wb') as file:
                for part in [data[:99], data[99:999], data[999:]]:
                    file.write(part); file.flush()
                    print(watch.has_none(), os.listdir('out'))
            print(watch.saved(), same('out/a.png', 'a.png'), watch.has_none(), watch.end())
            """)
        #expect(output == "True []\nTrue []\nTrue []\nout/a.png True True -15\n")
    }

    @Test("files count when they are moved in, linked, or replace an empty one that reserved their name")
    func waysToAppear() throws {
        let output = try watching(
            """
            watch = Watch()
            open('in/a.png', 'w').close(); open('in/.b.png.part', 'w').close(); open('in/notes.txt', 'w').write('no')
            print(watch.has_none())
            shutil.copy('a.png', 'in/.hidden.png'); os.rename('in/.hidden.png', 'in/a.png')
            print(watch.saved())
            os.rename('b.png', 'in/b.png')
            print(watch.saved())
            os.link('c.jpg', 'in/c.jpg')
            print(watch.saved())
            # Glint itself links an unnamed file.
            rendered('a.png', 'in/d.webp')
            print(watch.saved(), watch.has_none(), watch.end(), watch.complaints())
            """)
        #expect(
            output == "True\nout/a.png\nout/b.png\nout/c.jpg\nout/d.webp True -15 []\n")
    }

    @Test("a file that is removed or renamed before it is rendered is reported, and the next is rendered")
    func removed() throws {
        let output = try watching(
            """
            watch = Watch()
            # It reads these events when it continues.
            watch.process.send_signal(signal.SIGSTOP)
            shutil.copy('a.png', 'in'); os.unlink('in/a.png')
            shutil.copy('b.png', 'in'); os.rename('in/b.png', 'in/e.png')
            shutil.copy('c.jpg', 'in')
            watch.process.send_signal(signal.SIGCONT)
            for n in range(4): line = watch.next(); print(line['input'], line['error'])
            print(watch.end(), sorted(os.listdir('out')))
            """)
        #expect(
            output == """
                in/a.png there is no file in/a.png
                in/b.png there is no file in/b.png
                in/e.png None
                in/c.jpg None
                -15 ['c.jpg', 'e.png']

                """)
    }

    @Test("a broken file is one error, and the next is rendered")
    func broken() throws {
        let output = try watching(
            """
            watch = Watch()
            open('in/bad.png', 'w').write('no picture')
            print('in/bad.png' in watch.next()['error'])
            shutil.copy('a.png', 'in')
            print(watch.saved(), watch.end(), len(watch.complaints()), os.listdir('out'))
            """)
        #expect(output == "True\nout/a.png -15 1 ['a.png']\n")
    }

    /// Mounting needs user namespaces, which some systems do not allow.
    private static let canMount =
        (try? runProgram(
            "/usr/bin/unshare",
            arguments: ["--user", "--map-root-user", "--mount", "mount", "-t", "tmpfs", "t", "/mnt"]
        ))?.status == 0

    @Test(
        "a full disk is an error that leaves no part of a file, and smaller files are still saved",
        .enabled(if: canMount))
    func fullDisk() throws {
        let output = try watching(
            """
            save('large.png', noise(400, 400))
            watch = Watch(prefix=['unshare', '--user', '--map-root-user', '--mount', 'sh', '-c',
                                  'mount -t tmpfs -o size=40k t out && exec "$@"', 'sh'])
            def disk(): return os.listdir(f'/proc/{watch.process.pid}/cwd/out')
            shutil.copy('large.png', 'in')
            print(watch.next()['error'], disk())
            shutil.copy('a.png', 'in')
            print(watch.saved(), disk(), watch.end())
            """)
        #expect(
            output == """
                no space left on the disk while saving out/large.png []
                out/a.png ['a.png'] -15

                """)
    }

    @Test(
        "it ends with status 1 and an error message when the folder is removed or renamed",
        arguments: ["shutil.rmtree('in')", "os.rename('in', 'elsewhere')"])
    func folderRemoved(removing: String) throws {
        let output = try watching(
            """
            watch = Watch()
            shutil.copy('a.png', 'in'); print(watch.saved())
            \(removing)
            print(watch.process.wait(timeout=60), watch.complaints())
            """)
        #expect(
            output == """
                out/a.png
                1 ['glint-cli: in was removed or renamed, so no more files can appear in it']

                """)
    }

    @Test("a signal ends it at once while it waits", arguments: ["SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT"])
    func idle(name: String) throws {
        let output = try watching("print(-Watch().end(signal.\(name)) == signal.\(name))")
        #expect(output == "True\n")
    }

    /// Makes a save last for seconds, and gives its file a name from the beginning.
    private let slowDisk =
        refusingUnnamedFiles + """
            #include <sys/stat.h>
            #include <sys/syscall.h>
            #include <unistd.h>
            ssize_t write(int file, const void *bytes, size_t count) {
                struct stat status;
                if (fstat(file, &status) == 0 && S_ISREG(status.st_mode)) usleep(3000000);
                return syscall(SYS_write, file, bytes, count);
            }

            """

    @Test("a signal finishes the file in progress and not the next; a second one leaves nothing of it")
    func busy() throws {
        let output = try watching(
            """
            for count in [1, 2]:
                watch = Watch('-y')
                shutil.copy('a.png', 'in'); shutil.copy('b.png', 'in')
                end = time.time() + 60
                while not any(name.endswith('.tmp') for name in os.listdir('out')) and time.time() < end: time.sleep(0.01)
                numbers = [signal.SIGTERM] * count
                for number in numbers: watch.process.send_signal(number); time.sleep(0.2)
                print(watch.process.wait(timeout=60), os.listdir('out'))
                for path in ['in/a.png', 'in/b.png', 'out/a.png']:
                    if os.path.exists(path): os.unlink(path)
            """, library: slowDisk)
        #expect(output == "-15 ['a.png']\n-15 []\n")
    }

    @Test(
        "files that are already there are left alone, or with --existing rendered unless they have an output")
    func existing() throws {
        let output = try watching(
            """
            for name in ['a.png', 'b.png', 'c.jpg']: shutil.copy(name, 'in')
            open('out/b.png', 'w').write('precious')
            watch = Watch('-y')
            print(watch.has_none(), watch.end(), os.listdir('out'))
            watch = Watch('--existing', '-y')
            print(watch.saved(), watch.saved(), watch.has_none(), watch.end(), open('out/b.png').read())
            """)
        #expect(output == "True -15 ['b.png']\nout/a.png out/c.jpg True -15 precious\n")
    }

    @Test("a file that is written again follows the rules of -y and -n")
    func writtenAgain() throws {
        let output = try watching(
            """
            for option in [[], ['-y'], ['-n']]:
                watch = Watch(*option)
                for name in ['a.png', 'b.png']:
                    shutil.copy(name, 'in/x.png')
                    line = watch.next()
                    print(line['error'], line['width'], same('out/x.png', name))
                print(watch.end())
                os.unlink('in/x.png'); os.unlink('out/x.png')
            """)
        #expect(
            output == """
                None 60 True
                out/x.png already exists; -y replaces it, -n skips it None False
                -15
                None 60 True
                None 60 True
                -15
                None 60 True
                None None False
                -15

                """)
    }

    @Test("with --recursive new subfolders are watched, and each file is rendered once, at its relative path")
    func recursive() throws {
        let output = try watching(
            """
            os.makedirs('in/old'); os.makedirs('new/deep/deeper')
            for path in ['new/1.png', 'new/deep/2.png', 'new/deep/deeper/3.png']: shutil.copy('a.png', path)
            watch = Watch('--recursive')
            shutil.copy('b.png', 'in/old')
            print(watch.saved())
            shutil.copytree('new', 'in/copied')
            print(sorted(watch.saved() for n in range(3)))
            os.rename('new', 'in/moved')
            print(sorted(watch.saved() for n in range(3)))
            shutil.copy('c.jpg', 'in/moved/deep/deeper')
            print(watch.saved())
            os.rename('in/moved', 'in/renamed')
            print(sorted(watch.saved() for n in range(4)))
            shutil.rmtree('in/copied')
            print(watch.has_none(), watch.end(), watch.complaints())
            """)
        #expect(
            output == """
                out/old/b.png
                ['out/copied/1.png', 'out/copied/deep/2.png', 'out/copied/deep/deeper/3.png']
                ['out/moved/1.png', 'out/moved/deep/2.png', 'out/moved/deep/deeper/3.png']
                out/moved/deep/deeper/c.jpg
                ['out/renamed/1.png', 'out/renamed/deep/2.png', 'out/renamed/deep/deeper/3.png', 'out/renamed/deep/deeper/c.jpg']
                True -15 []

                """)
    }

    @Test(
        "results in a subfolder of the watched folder are not rendered again",
        arguments: ["in/out", "in/new/{folder}/{stem}.png"])
    func outputInside(output: String) throws {
        let result = try watching(
            """
            os.mkdir('in/out'); os.mkdir('in/sub')
            watch = Watch('--recursive', to='\(output)')
            shutil.copy('a.png', 'in/sub'); shutil.copy('b.png', 'in')
            print(sorted(watch.saved() for n in range(2)), watch.has_none(), watch.end())
            """)
        let outputs =
            output == "in/out"
            ? "['in/out/b.png', 'in/out/sub/a.png']" : "['in/new/in/b.png', 'in/new/in/sub/a.png']"
        #expect(result == "\(outputs) True -15\n")
    }

    @Test("nothing is saved in a watched folder, where it would be rendered again")
    func outputWatched() throws {
        let folder = try folderWithPicture()
        try python(in: folder, "os.mkdir('in')")
        for output in ["in", "./in/", "in/{stem}-small.png"] {
            expectRefusal(
                try glint(in: folder, "watch", "in", "-o", output), status: 1,
                mentions: "in the watched folder in")
        }
        expectRefusal(
            try glint(in: folder, "watch", "in", "-r", "-o", "in/{folder}/{stem}.png"), status: 1,
            mentions: "in the watched folder in")
        // The first result would be beside the second file.
        let output = try watching(
            in: folder,
            """
            os.makedirs('in/in')
            watch = Watch('-r', to='.')
            shutil.copy('a.png', 'in/in/x.png')
            print(watch.next()['error'], os.listdir('in'), watch.end())
            """)
        #expect(output == "./in/x.png would be in the watched folder in; choose another folder ['in'] -15\n")
    }

    @Test("two files with the same output are an error even with -y")
    func sameOutput() throws {
        let output = try watching(
            """
            save('a.webp', noise(8, 8))
            watch = Watch('-y', to='out/{stem}.png')
            shutil.copy('a.png', 'in'); print(watch.saved())
            shutil.copy('a.webp', 'in'); print(watch.next()['error'])
            os.unlink('in/a.png'); os.utime('a.webp'); shutil.copy('a.webp', 'in'); print(watch.saved(), watch.end())
            """)
        #expect(
            output == """
                out/a.png
                out/a.png would also be the output of in/a.png
                out/a.png -15

                """)
    }

    @Test("a file whose event the system has dropped is rendered")
    func overflow() throws {
        let output = try watching(
            """
            limit = int(open('/proc/sys/fs/inotify/max_queued_events').read())
            shutil.copy('b.png', 'in')
            watch = Watch()
            watch.process.send_signal(signal.SIGSTOP)
            for n in range(limit // 2): open(f'in/{n}.txt', 'w').close()
            shutil.copy('a.png', 'in')
            watch.process.send_signal(signal.SIGCONT)
            print(watch.saved(), watch.has_none(), watch.end())
            """)
        #expect(output == "out/a.png True -15\n")
    }

    @Test("with several at once each file is rendered once")
    func atOnce() throws {
        let output = try watching(
            """
            watch = Watch('--jobs', '3', '--', 'gaussian-blur')
            # A single one does not wait for the threads that wait for the next.
            shutil.copy('b.png', 'in'); print(watch.saved())
            for n in range(20): shutil.copy('a.png', f'in/{n}.png')
            outputs = {watch.saved() for n in range(20)}
            print(len(outputs), watch.has_none(), watch.end(), all(same(path, 'a.png', '--', 'gaussian-blur') for path in outputs))
            """)
        #expect(output == "out/b.png\n20 True -15 True\n")
    }

    @Test("without --json each saved file is a line on standard error, and --quiet leaves only errors")
    func readable() throws {
        let output = try watching(
            """
            for options in [[], ['-q']]:
                process = subprocess.Popen([program, 'watch', 'in', '-o', 'out', *options], stdout=subprocess.PIPE,
                                           stderr=subprocess.PIPE, text=True)
                end = time.time() + 60
                # Without the first line it is unknown when the program is ready.
                while not os.listdir('out') and time.time() < end: shutil.copy('a.png', 'in'); time.sleep(0.2)
                os.unlink('in/a.png')
                process.terminate()
                output, errors = process.communicate()
                print(process.returncode, repr(output), [line.split(',')[0] for line in errors.splitlines()
                                                         if 'already exists' not in line and 'saved' not in line and 'Ends after' not in line
                                                         and 'there is no file' not in line])
                os.unlink('out/a.png')
            """)
        #expect(output == "-15 '' ['Watching in; Ctrl+C ends it', 'out/a.png']\n-15 '' []\n")
    }

    @Test("a reader that went away ends it, with status 1 and an error message")
    func noReader() throws {
        let output = try watching(
            """
            process = subprocess.Popen([program, 'watch', 'in', '-o', 'out', '--json'], stdout=subprocess.PIPE,
                                       stderr=subprocess.PIPE, text=True)
            process.stdout.close(); process.stderr.readline()
            shutil.copy('a.png', 'in')
            print(process.wait(timeout=60), process.stderr.read(), end='')
            """)
        #expect(output == "1 glint-cli: standard output: Broken pipe\n")
    }

    @Test("wrong arguments are refused")
    func refusals() throws {
        let folder = try folderWithPicture()
        try python(in: folder, "os.mkdir('in'); os.mkdir('out')")
        let wrong: [(arguments: String, status: Int32, mentioned: String)] = [
            ("watch", 2, "needs one folder"), ("watch in out", 2, "needs one folder"),
            ("watch in", 2, "watch needs -o"),
            ("watch - -o out", 2, "standard input"), ("watch in -o -", 2, "standard input or output"),
            ("watch in -o out/{index}.png", 2, "{index}"), ("watch in -o out --timings", 2, "--timings"),
            ("watch in -o out --input-format raw", 2, "--input-format"),
            ("watch in -o out -- sepiaa", 2, "sepia"), ("watch in -o out --recipe none.json", 1, "none.json"),
            ("watch a.png -o out", 1, "a.png is not a folder"), ("watch none -o out", 1, "no folder none"),
            ("watch in -o none", 1, "no folder none"), ("watch in -o a.png", 1, "a.png is not a folder"),
        ]
        for (arguments, status, mentioned) in wrong {
            let run = try glint(in: folder, arguments: arguments.split(separator: " ").map(String.init))
            expectRefusal(run, status: status, mentions: mentioned)
        }
    }
}
