import Foundation
import TestSupport
import Testing

@Suite("Jobs as lines of JSON") struct ServeTests {
    /// Sends jobs to `serve`, and returns its status and its answers.
    private func serve(
        _ jobs: String..., in folder: TemporaryFolder, options: String = ""
    ) throws -> (status: Int32, answers: [[String: Any]]) {
        try folder.write(jobs.map { $0 + "\n" }.joined(), to: "jobs")
        let run = try glint(
            in: folder, prefix: "<jobs", arguments: ["serve"] + options.split(separator: " ").map(String.init)
        )
        #expect(run.errors.isEmpty, "\(run.errors)")
        return (run.status, try answers(run.output))
    }

    private func answers(_ output: String) throws -> [[String: Any]] {
        try output.split(separator: "\n").map {
            try #require(JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
        }
    }

    private func error(_ answer: [String: Any]) -> String { answer["error"] as? String ?? "" }

    @Test(
        "a job equals render with the same options, and its answer has its id and the keys of --json")
    func sameAsRender() throws {
        let folder = try folderWithPicture()
        try folder.write(#"{"glint": 1, "filters": [{"id": "invert"}]}"#, to: "r.json")
        let (status, answers) = try serve(
            #"{"id": 7, "input": "a.png", "output": "b.jpg", "quality": 31, "filters": ["saturation", "amount=0.3"], "recipe": "r.json"}"#,
            #"{"id": "x", "input": "a.png", "output": "b.tif", "depth": "16", "lossless": false, "filters": [{"id": "crop", "parameters": {"right": 50}}]}"#,
            #"{"input": "a.png", "output": "c.png", "recipe": ["r.json", {"glint": 1, "filters": [{"id": "sepia"}]}], "strip": "all"}"#,
            in: folder)
        #expect(status == 0 && answers.count == 3)
        for answer in answers {
            #expect(
                Set(answer.keys) == ["id", "input", "output", "width", "height", "milliseconds", "error"])
            #expect(answer["error"] is NSNull, "\(answer)")
        }
        #expect(
            answers[0]["id"] as? Int == 7 && answers[1]["id"] as? String == "x" && answers[2]["id"] is NSNull)
        #expect(answers[1]["width"] as? Int == 16 && answers[1]["height"] as? Int == 24)
        for (name, arguments) in [
            ("b.jpg", "--quality 31 --recipe r.json -- saturation amount=0.3"),
            ("b.tif", "--depth 16 -- crop right=50"),
            ("c.png", "--recipe r.json --strip all -- sepia"),
        ] {
            let arguments = arguments.split(separator: " ").map(String.init)
            try glint(in: folder, arguments: ["render", "a.png", "-o", "same-\(name)"] + arguments)
            #expect(try folder.bytes(name) == folder.bytes("same-\(name)"), "\(name)")
        }
    }

    @Test("ids of every type come back unchanged, including 64-bit integers")
    func ids() throws {
        let folder = try folderWithPicture()
        let ids = [
            "18446744073709551615", "-9223372036854775807", "9007199254740993", #""ü\"x""#, "null", "true",
            "1.5",
            #"[1,{"a":null}]"#, #"{"b":[]}"#,
        ]
        try folder.write(
            ids.map { "{\"id\": \($0), \"input\": \"none\", \"output\": \"b.png\"}\n" }.joined(), to: "jobs")
        let run = try glint(in: folder, prefix: "<jobs", "serve")
        #expect(run.status == 0)
        for (id, line) in zip(ids, run.output.split(separator: "\n")) {
            #expect(line.contains("\"id\":\(id),"), "\(line)")
        }
    }

    @Test("the answer to an invalid job is its error, and the next one is processed")
    func wrongJobs() throws {
        let folder = try folderWithPicture()
        try folder.write("no picture", to: "bad.png")
        try folder.write("precious", to: "kept.png")
        let wrong: [(job: String, error: String)] = [
            ("nonsense", "not a job"), ("[1]", "not a job"), ("{", "not a job"), ("\u{0}", "not a job"),
            ("{}", "“input”"),
            (String(repeating: "[", count: 100_000), "not a job"),
            (#"{"input": "a.png"}"#, "“output”"), (#"{"input": "-", "output": "b.png"}"#, "standard input"),
            (#"{"input": "a.png", "output": "-"}"#, "standard input and output"),
            (#"{"input": "none.png", "output": "b.png"}"#, "none.png"),
            (#"{"input": "bad.png", "output": "b.png"}"#, "bad.png"),
            (#"{"input": "a.png", "output": "b.xyz"}"#, "b.xyz"),
            (#"{"input": "a.png", "output": "no/b.png"}"#, "no"),
            (#"{"input": "a.png", "output": "a.png", "overwrite": true}"#, "never overwritten"),
            (#"{"input": "a.png", "output": "kept.png"}"#, "“overwrite”: true"),
            (#"{"input": "a.png", "output": "b.png", "overwrite": "yes"}"#, "“overwrite”"),
            (#"{"input": "a.png", "output": "b.png", "qualty": 3}"#, "did you mean quality?"),
            (#"{"input": "a.png", "output": "b.png", "jobs": 3}"#, "unknown key “jobs”"),
            (#"{"input": "a.png", "output": "b.png", "quality": 101}"#, "1 to 100"),
            (#"{"input": "a.png", "output": "b.png", "quality": [1]}"#, "“quality”"),
            (#"{"input": "a.png", "output": "b.png", "lossless": "yes"}"#, "“lossless”"),
            (#"{"input": "a.png", "output": "b.png", "filters": ["blur"]}"#, "did you mean"),
            (#"{"input": "a.png", "output": "b.png", "filters": ["sepia", {}]}"#, "“filters”"),
            (#"{"input": "a.png", "output": "b.png", "filters": {"id": "sepia"}}"#, "“filters”"),
            (#"{"input": "a.png", "output": "b.png", "recipe": {"glint": 1}}"#, "“recipe”"),
            (#"{"input": "a.png", "output": "b.png", "recipe": "none.json"}"#, "none.json"),
            (#"{"input": "a.png", "output": "b.png", "recipe": "-"}"#, "“recipe”"),
        ]
        let jobs = wrong.map(\.job) + ["", "  ", #"{"id": "good", "input": "a.png", "output": "b.png"}"#]
        // The last line may lack a newline.
        try folder.write(jobs.joined(separator: "\n"), to: "jobs")
        let run = try glint(in: folder, prefix: "<jobs", "serve")
        #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
        let reported = try answers(run.output)
        #expect(reported.count == wrong.count + 1)
        for (answer, job) in zip(reported, wrong) {
            #expect(error(answer).contains(job.error), "\(job.job.prefix(80)): \(answer)")
        }
        #expect(reported.last?["error"] is NSNull && reported.last?["id"] as? String == "good")
        #expect(folder.names == ["a.png", "b.png", "bad.png", "jobs", "kept.png"])
    }

    @Test("a line of a hundred megabytes is answered, and not kept in memory")
    func longLine() throws {
        let folder = try folderWithPicture()
        let output = try python(
            in: folder,
            """
            import json, resource, subprocess
            process = subprocess.Popen(['\(try builtProgram("glint-cli"))', 'serve'], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
            for _ in range(100): process.stdin.write(b'x' * 1_000_000)
            process.stdin.write(b'\\n{"id": 2, "input": "a.png", "output": "b.png"}\\n')
            process.stdin.close()
            answers = [json.loads(line) for line in process.stdout]
            print(process.wait(), [(a['id'], a['error']) for a in answers])
            """)
        #expect(output == "0 [(None, 'the line is longer than 16 MB, the maximum for a job'), (2, None)]\n")
    }

    @Test("answers come in the order of the jobs, each before the next job is sent")
    func oneByOne() throws {
        let folder = try folderWithPicture()
        let output = try python(
            in: folder,
            """
            import json, subprocess
            process = subprocess.Popen(
                ['\(try builtProgram("glint-cli"))', 'serve'], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
            for n in range(5):
                print(json.dumps({'id': n, 'input': 'a.png', 'output': f'b{n}.png'}), file=process.stdin, flush=True)
                print(json.loads(process.stdout.readline())['id'], os.path.exists(f'b{n}.png'), end=' ')
            process.stdin.close()
            print(process.wait(), repr(process.stdout.read()))
            """)
        #expect(output == "0 True 1 True 2 True 3 True 4 True 0 ''\n")
    }

    @Test("with several at once every job has one answer, and the files equal those of one at a time")
    func atOnce() throws {
        let folder = try temporaryFolder()
        try python(
            in: folder,
            """
            import json
            os.mkdir('one'); os.mkdir('four')
            for n in range(12): save(f'a{n}.png', noise(300 + n, 400, seed=n))
            for name in ['one', 'four']:
                with open(f'{name}.jobs', 'w') as file:
                    for n in range(12):
                        suffix = ['png', 'jpg', 'webp', 'tif'][n % 4]
                        print(json.dumps({'id': n, 'input': f'a{n}.png', 'output': f'{name}/b{n}.{suffix}',
                                          'filters': ['gaussian-blur', 'radius=9', 'sepia']}), file=file)
            """)
        let one = try glint(in: folder, prefix: "<one.jobs", "serve")
        let four = try glint(in: folder, prefix: "<four.jobs", "serve", "--jobs", "4")
        #expect(one.status == 0 && four.status == 0, "\(four.errors)")
        #expect(try answers(one.output).compactMap { $0["id"] as? Int } == Array(0..<12))
        #expect(try answers(four.output).compactMap { $0["id"] as? Int }.sorted() == Array(0..<12))
        #expect(
            try python(
                in: folder,
                "print(len(os.listdir('one')), all(open(f'one/{n}', 'rb').read() == open(f'four/{n}', 'rb').read() for n in os.listdir('one')))"
            ) == "12 True\n")
    }

    @Test("a video is a job like any other")
    func videos() throws {
        let folder = try temporaryFolder()
        try Media.make("a.mp4", in: folder, "-f lavfi -i testsrc2=s=64x48:d=0.4 -c:v libx264 OUT")
        let (status, answers) = try serve(
            #"{"id": 1, "input": "a.mp4", "output": "b.mkv", "from": "2f", "to": "6f", "filters": ["invert"]}"#,
            #"{"id": 2, "input": "a.mp4", "output": "c.png", "frame": 3}"#,
            #"{"id": 3, "input": "a.mp4", "output": "d.png"}"#, in: folder, options: "--jobs 1")
        #expect(status == 0)
        #expect(answers[0]["error"] is NSNull && answers[0]["width"] as? Int == 64, "\(answers)")
        #expect(answers[1]["error"] is NSNull && error(answers[2]).contains("--frame"))
        #expect(try Media.frames(of: folder.file("b.mkv"), as: "gray").count == 64 * 48 * 4)
    }

    /// A Python program that talks to `serve` about frames in memory.
    private func serveFrames(
        _ script: String, in folder: TemporaryFolder, options: String = ""
    ) throws -> String {
        try python(
            in: folder,
            planarReference + #"""
                import base64, fcntl, json, mmap, subprocess
                program = '\#(try builtProgram("glint-cli"))'
                process = subprocess.Popen([program, 'serve', *'\#(options)'.split()], stdin=subprocess.PIPE,
                                           stdout=subprocess.PIPE, text=True)
                def answer():
                    return json.loads(process.stdout.readline())
                def ask(**job):
                    print(json.dumps(job), file=process.stdin, flush=True)
                    return answer()
                def inline(data, width, height, format, **keys):
                    text = base64.b64encode(data).decode()
                    return {'width': width, 'height': height, 'format': format, 'bytes': text, **keys}
                def memory(size, seals=2):
                    descriptor = os.memfd_create('test', os.MFD_ALLOW_SEALING)
                    os.ftruncate(descriptor, size)
                    if seals: fcntl.fcntl(descriptor, 1033, seals)
                    return f'/proc/{os.getpid()}/fd/{descriptor}', mmap.mmap(descriptor, size)
                filters = [{'id': 'gaussian-blur', 'parameters': {'radius': 9}}, {'id': 'ntsc'}, {'id': 'film-grain'}]

                """# + script)
    }

    @Test("a frame in a job, or in shared memory, equals the raw output of render, and needs no files")
    func frames() throws {
        let folder = try temporaryFolder()
        let output = try serveFrames(
            """
            for channels, name in [(1, 'gray'), (3, 'rgb'), (4, 'rgba')]:
                for dtype, depth in [(np.uint8, 8), (np.uint16, 16)]:
                    shape = (90, 121, channels)
                    frame = np.random.default_rng(1).integers(0, np.iinfo(dtype).max + 1, shape, dtype=dtype).tobytes()
                    raw = ['--format', 'raw', '--input-format', 'raw', '--size', '121x90', '--channels', name]
                    run = subprocess.run([program, 'render', '-', '-o', '-', '-q', *raw, '--depth', str(depth), '--',
                                          'gaussian-blur', 'radius=9', 'ntsc', 'film-grain'],
                                         input=frame, stdout=subprocess.PIPE, check=True)
                    made = ask(id=7, input=inline(frame, 121, 90, f'{name}{depth}'), filters=filters)
                    assert made['error'] is None and made['input'] is None and made['id'] == 7, made
                    same = base64.b64decode(made['output']['bytes']) == run.stdout
                    path, mapped = memory(1 << 22)
                    mapped[:len(frame)] = frame
                    shared = ask(input={'width': 121, 'height': 90, 'format': f'{name}{depth}', 'memory': path},
                                 recipe={'glint': 1, 'filters': filters})
                    start = shared['output']['offset']
                    assert shared['output']['memory'] == path and mapped[:len(frame)] == frame
                    print(shared['output']['format'], shared['width'], shared['height'], same,
                          mapped[start:start + len(run.stdout)] == run.stdout)
            # The time of a frame, and a preset.
            frame = bytes(range(48)) * 16
            fade = [{'id': 'saturation', 'parameters': {'amount': {'keys': [[0, 1], [2, 0]]}}}]
            results = [base64.b64decode(ask(input=inline(frame, 16, 16, 'rgb8', **time), filters=fade)['output']['bytes'])
                       for time in ({}, {'time': 2}, {'number': 4, 'rate': 2})]
            print(results[0] == frame, results[1] != frame, results[1] == results[2])
            print(ask(input=inline(frame, 16, 16, 'rgb8'), preset='vivid')['output']['bytes'] != base64.b64encode(frame).decode())
            planar = planes(35, 27)
            made = ask(input=inline(packed(planar, 'nv12').tobytes(), 35, 27, 'nv12', matrix='bt709'), filters=['invert'])
            made = unpacked(np.frombuffer(base64.b64decode(made['output']['bytes']), np.uint8), 35, 27, 'nv12')
            print(difference(made, samples(255 - rgb(planar, 'bt709'), 'bt709'))[0] <= 1)
            process.stdin.close()
            print(process.wait(), os.listdir())
            """, in: folder)
        #expect(
            output == """
                rgb8 645 480 True True
                rgb16 645 480 True True
                rgb8 645 480 True True
                rgb16 645 480 True True
                rgba8 645 480 True True
                rgba16 645 480 True True
                True True True
                True
                True
                0 []

                """)
    }

    @Test("an invalid frame is answered by a sentence, and the next job is processed")
    func wrongFrames() throws {
        let folder = try folderWithPicture()
        let output = try serveFrames(
            """
            good = inline(bytes(48), 4, 4, 'rgb8')
            def refused(sentence, job=good, **keys):
                made = ask(id='x', input=job, **keys)
                given = keys.get('output')
                if sentence not in (made['error'] or '') or made['output'] != given or made['id'] != 'x':
                    print('wrong:', sentence, made)
            refused('“input” needs “width”', {})
            refused('needs either “bytes”', {'width': 4, 'height': 4, 'format': 'rgb8'})
            refused('needs either “bytes”', {**good, 'memory': 'x'})
            refused('not valid base64', {**good, 'bytes': '%'})
            refused('has 48 bytes, but the frame needs 64', {**good, 'format': 'rgba8'})
            refused('did you mean rgb8?', {**good, 'format': 'rgb9'})
            refused('did you mean bytes?', {**good, 'byte': 1})
            refused('“output” does not apply', output='b.png')
            refused('“quality” does not apply', quality=3)
            refused('there is no preset', preset='vivit')
            refused('did you mean', filters=['blur'])
            refused('there is no file', {**good, 'bytes': None, 'memory': 'none'})
            refused('not memory of memfd_create', {**good, 'bytes': None, 'memory': 'a.png'})
            refused('not memory of memfd_create', {**good, 'bytes': None, 'memory': memory(1 << 16, seals=0)[0]})
            refused('the memory has 4143 bytes, but a frame and its result need 4144',
                    {**good, 'bytes': None, 'memory': memory(4096 + 47)[0]})
            refused('too large', {**good, 'width': 1 << 20, 'height': 1 << 20})
            refused('the result has 432000000 bytes; in the answer at most 268435456 fit',
                    filters=['resize', 'width=12000', 'height=12000'])
            made = ask(input=good, output=None, quality=None, filters=['invert'])
            print(base64.b64decode(made['output']['bytes']) == b'\\xff' * 48)
            process.stdin.close()
            print(process.wait())
            """, in: folder)
        #expect(output == "True\n0\n")
        #expect(try folder.bytes("a.png") == folderWithPicture().bytes("a.png"))
    }

    @Test("frames of several jobs at once get their own answers")
    func framesAtOnce() throws {
        let folder = try temporaryFolder()
        let output = try serveFrames(
            """
            frames = [bytes(np.random.default_rng(n).integers(0, 256, 3 * 500 * (300 + n), np.uint8)) for n in range(12)]
            import threading
            def write():
                for n, frame in enumerate(frames):
                    print(json.dumps({'id': n, 'input': inline(frame, 500, 300 + n, 'rgb8'), 'filters': ['invert']}),
                          file=process.stdin, flush=True)
                process.stdin.close()
            threading.Thread(target=write).start()
            same = []
            for _ in frames:
                made = answer()
                pixels = np.frombuffer(base64.b64decode(made['output']['bytes']), np.uint8)
                same.append((made['id'], bytes(255 - pixels) == frames[made['id']]))
            print(sorted(same) == [(n, True) for n in range(12)], process.wait())
            """, in: folder, options: "--jobs 4")
        #expect(output == "True 0\n")
    }

    @Test("the Python example works with it")
    func example() throws {
        let folder = try folderWithPicture()
        let example = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appendingPathComponent("Examples/serve.py").path
        let run = try runProgram(
            "/bin/sh",
            arguments: [
                "-c",
                "cd \"$1\" && mkdir out && cp a.png b.png && GLINT_CLI=\"$2\" /usr/bin/python3 -I \"$3\" a.png b.png out",
                "sh",
                folder.path, try builtProgram("glint-cli"), example,
            ])
        #expect(run.status == 0, "\(run.errors)")
        #expect(run.output.contains(/out\/b\.png: 32 × 24, \d+ ms/), "\(run.output)")
        try glint(in: folder, "render", "a.png", "-o", "c.png", "--", "saturation", "amount=0.3", "vignette")
        #expect(try folder.bytes("c.png") == folder.bytes("out/b.png"))
    }

    @Test("a reader that went away ends it, with status 1 and an error message")
    func noReader() throws {
        let folder = try folderWithPicture()
        let output = try python(
            in: folder,
            """
            import subprocess
            process = subprocess.Popen(['\(try builtProgram("glint-cli"))', 'serve'], stdin=subprocess.PIPE,
                                       stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
            process.stdout.close()
            print('{"input": "a.png", "output": "b.png"}', file=process.stdin, flush=True)
            print(process.wait(), process.stderr.read(), end='')
            """)
        #expect(output == "1 glint-cli: standard output: Broken pipe\n")
    }
}
