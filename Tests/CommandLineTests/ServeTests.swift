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
