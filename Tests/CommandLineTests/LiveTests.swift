import Foundation
import TestSupport
import Testing

/// Cameras on the command line, in PipeWire sessions with virtual cameras.
@Suite(.serialized) struct LiveTests {
    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().path

    /// Runs a shell command in a session; `glint` in the command is the program.
    private func session(
        _ devices: [String], in folder: TemporaryFolder, _ script: String
    ) throws -> (status: Int32, output: String, errors: String) {
        let program = try builtProgram("glint-cli")
        return try runProgram(
            "\(Self.root)/Tests/LiveSession/session",
            arguments: devices + [
                "--", "/bin/bash", "-c", "cd \"$1\"; glint() { timeout 60 \"$0\" \"$@\"; }; \(script)",
                program,
                folder.path,
            ])
    }

    @Test("Cameras are listed with their ids, names and sizes, as text and as JSON")
    func listing() throws {
        let folder = try TemporaryFolder()
        let run = try session(
            [
                "--camera", "desk:ball:640x480@30", "--camera", "door:ball:320x240@15:MJPEG", "--microphone",
                "mic",
            ],
            in: folder, "glint cameras --json > json; glint cameras --microphones; glint cameras")
        #expect(run.status == 0, "\(run.errors)")
        let list = try #require(
            JSONSerialization.jsonObject(with: folder.bytes("json")) as? [[String: Any]])
        #expect(Set(list.compactMap { $0["id"] as? String }) == ["desk", "door"])
        #expect(list.allSatisfy { $0["name"] is String })
        let modes = list.first { $0["id"] as? String == "door" }?["modes"] as? [[String: Any]]
        #expect(modes?.first?["width"] as? Int == 320 && modes?.first?["fps"] as? Double == 15)
        #expect(run.output.contains("640 × 480, 30 per second") && run.output.contains("mic"))
    }

    @Test("Without a camera, or without one of this name, the available ones are listed")
    func nothing() throws {
        let folder = try TemporaryFolder()
        let none = try session([], in: folder, "glint cameras; glint cameras --json; glint live --to a.mkv")
        #expect(none.output.contains("No cameras found.") && none.output.contains("[\n\n]"))
        #expect(none.status == 1 && none.errors.contains("there is no camera"))
        let unknown = try session(
            ["--camera", "desk"], in: folder,
            "glint live --camera Bureau --to a.mkv; echo $?")
        #expect(unknown.errors.contains("Bureau") && unknown.errors.contains("desk"))
        #expect(unknown.output.contains("1\n"))
        #expect(!folder.has("a.mkv"))
    }

    @Test("A recording contains the filtered picture, and ends with status 0 after the duration")
    func recording() throws {
        let folder = try TemporaryFolder()
        let run = try session(
            ["--camera", "desk:red:320x240@30"], in: folder,
            "glint live --camera desk --to a.mkv --duration 2 -- invert")
        #expect(run.status == 0, "\(run.errors)")
        #expect(try Self.stream(folder.file("a.mkv")).contains("h264,320,240"))
        try expectCyan(folder.file("a.mkv"), frame: 5, run.errors)
    }

    @Test("A shader file made for another program filters a camera")
    func shader() throws {
        let folder = try TemporaryFolder()
        try folder.write(
            "//!HOOK MAIN\n//!BIND HOOKED\nvec4 hook() { return vec4(1.0) - HOOKED_tex(HOOKED_pos); }\n",
            to: "negative.glsl")
        let run = try session(
            ["--camera", "desk:red:320x240@30"], in: folder,
            "glint live --camera desk --to a.mkv --duration 2 -- shader file=negative.glsl")
        #expect(run.status == 0, "\(run.errors)")
        try expectCyan(folder.file("a.mkv"), frame: 5, run.errors)
    }

    @Test("A JPEG camera is read with JPEG's range and matrix")
    func jpeg() throws {
        let folder = try TemporaryFolder()
        // PipeWire's source of compressed frames sends a few frames and then stops.
        let run = try session(
            ["--camera", "desk:red:320x240@30:MJPEG"], in: folder,
            "glint live --camera desk --to a.mkv --duration 1 -- invert")
        #expect(run.status == 0, "\(run.errors)")
        try expectCyan(folder.file("a.mkv"), frame: 0, run.errors)
    }

    /// Inverted, red becomes cyan; the video has limited range and subsampled chroma.
    private func expectCyan(_ path: String, frame: Int, _ errors: String) throws {
        let pixels = try Self.pixels(of: path, frame: frame)
        try #require(pixels.count >= 3, "\(errors)")
        #expect(pixels[0] < 12 && pixels[1] > 243 && pixels[2] > 243, "\(pixels)")
    }

    @Test(
        "A recording with a microphone contains its tone; a kill leaves a playable file; so does a signal, with status 0"
    )
    func soundAndSignals() throws {
        let folder = try TemporaryFolder()
        let run = try session(
            ["--camera", "desk:ball:320x240@30", "--microphone", "mic"], in: folder,
            """
            env --default-signal=INT "$0" live --microphone mic --to killed.mkv & sleep 4; kill -9 $!
            env --default-signal=INT "$0" live --microphone mic --to ended.mp4 & sleep 4; kill -INT $!; wait $!; echo status $?
            """)
        #expect(run.output.contains("status 0"), "\(run.errors)")
        for file in ["killed.mkv", "ended.mp4"] {
            let info = try Self.stream(folder.file(file))
            #expect(info.contains("h264") && info.contains("aac"), "\(file): \(info)")
            let sound = try runProgram(
                "/bin/sh",
                arguments: [
                    "-c",
                    "ffmpeg -nostats -i \"$1\" -vn -af astats=measure_perchannel=none -f null - 2>&1 | grep -E 'Zero crossings rate|RMS level'",
                    "sh", folder.file(file),
                ])
            #expect(
                sound.output.contains("RMS level") && !sound.output.contains("RMS level dB: -inf"),
                "\(sound.output)")
        }
    }

    @Test("The example program filters the frames of a camera")
    func example() throws {
        let folder = try TemporaryFolder()
        let program = try builtProgram("filter-camera")
        let run = try session(
            ["--camera", "desk:red:320x240@30"], in: folder, "timeout 60 \(program) invert 2")
        #expect(run.status == 0, "\(run.errors)")
        let pixel = try python(in: folder, "print(*load('frame-1.png')[120, 160, :3])")
        let channels = pixel.split(whereSeparator: \.isWhitespace).compactMap { Double($0) }
        try #require(channels.count == 3, "\(pixel)")
        #expect(channels[0] < 6 && channels[1] > 250 && channels[2] > 250, "\(pixel)")
    }

    @Test("Another program receives the filtered frames through PipeWire")
    func pipeWire() throws {
        let folder = try TemporaryFolder()
        let run = try session(
            ["--camera", "desk:green:320x240@30"], in: folder,
            """
            env --default-signal=INT "$0" live --camera desk --to pipewire -- invert & p=$!
            for i in $(seq 100); do glint cameras | grep -q Glint && break; sleep 0.1; done
            for n in 1 2; do
                timeout 20 gst-launch-1.0 -q pipewiresrc target-object=Glint num-buffers=3 ! video/x-raw ! videoconvert \
                    ! video/x-raw,format=RGBA ! filesink location=frames$n
            done
            kill -INT $p; wait $p; echo status $?
            """)
        #expect(run.output.contains("status 0"), "\(run.errors)")
        for name in ["frames1", "frames2"] {
            let bytes = try folder.bytes(name)
            #expect(bytes.count >= 3 * 320 * 240 * 4, "\(name): \(bytes.count)")
            let pixel = Array(bytes.dropFirst(2 * 320 * 240 * 4 + 4 * (120 * 320 + 160)).prefix(4))
            #expect(pixel.count == 4 && pixel[0] > 250 && pixel[1] < 6 && pixel[2] > 250, "\(pixel)")
        }
    }

    @Test("If PipeWire ends, the live output ends with an error message")
    func pipeWireEnds() throws {
        let folder = try TemporaryFolder()
        let run = try session(
            ["--camera", "desk:green:320x240@30"], in: folder,
            """
            env --default-signal=INT "$0" live --camera desk --to pipewire & p=$!
            for i in $(seq 100); do glint cameras | grep -q Glint && break; sleep 0.1; done
            for daemon in $(pgrep -x pipewire); do
                tr '\\0' '\\n' < /proc/$daemon/environ | grep -qx "PIPEWIRE_RUNTIME_DIR=$PIPEWIRE_RUNTIME_DIR" && kill $daemon
            done
            for i in $(seq 150); do kill -0 $p 2>/dev/null || break; sleep 0.1; done
            kill -9 $p; wait $p; echo status $?
            """)
        #expect(run.output.contains("status 1\n"), "\(run.output) \(run.errors)")
        #expect(run.errors.contains("PipeWire does not accept frames"), "\(run.errors)")
    }

    @Test(
        "A device of v4l2loopback gets the format and the frames, whoever converts those of the camera",
        arguments: ["", "GLINT_ASSUME_GPU=1"])
    func loopback(environment: String) throws {
        let folder = try TemporaryFolder()
        let shim = try Self.shim(in: folder)
        let run = try session(
            ["--camera", "desk:blue:320x240@30"], in: folder,
            """
            mkdir v; export GLINT_TEST_V4L2="/dev/video9=$PWD/v" \(environment)
            LD_PRELOAD=\(shim) timeout 60 env --default-signal=INT "$0" live --camera desk --to /dev/video9 --duration 1 -- invert
            """)
        #expect(run.status == 0, "\(run.errors)")
        let calls = try String(contentsOfFile: folder.file("v/calls"), encoding: .utf8)
        #expect(calls.contains("format YUYV 320x240") && calls.contains("interval 1/30"), "\(calls)")
        let bytes = try folder.bytes("v/frames")
        #expect(bytes.count >= 5 * 320 * 240 * 2 && bytes.count % (320 * 240 * 2) == 0)
        // Yellow, by BT.601 in limited range: Y 210, Cb 16, Cr 146.
        let pair = Array(bytes.dropFirst(320 * 240 * 2 + 2 * (120 * 320 + 160)).prefix(4)).map(Int.init)
        for (found, wanted) in zip(pair, [210, 16, 210, 146]) { #expect(abs(found - wanted) <= 3, "\(pair)") }
    }

    @Test(
        "A loopback device with a fixed size gets the whole frame, with black bars",
        arguments: [("320x240", "640x480"), ("640x480", "160x90"), ("320x240", "90x160")], ["", ",refuses"])
    func fixedLoopback(sizes: (camera: String, device: String), option: String) throws {
        let folder = try TemporaryFolder()
        let run = try session(
            ["--camera", "desk:blue:\(sizes.camera)@30"], in: folder,
            """
            mkdir v; export GLINT_TEST_V4L2="/dev/video9=$PWD/v,size=\(sizes.device)\(option)"
            LD_PRELOAD=\(try Self.shim(in: folder)) timeout 60 "$0" live --camera desk --to /dev/video9 --duration 1 --fps 29.97 -- invert
            """)
        #expect(run.status == 0, "\(run.errors)")
        let calls = try String(contentsOfFile: folder.file("v/calls"), encoding: .utf8)
        #expect(calls.contains("interval 1000/29970") || calls.contains("interval 1/30"), "\(calls)")
        let size = sizes.device.split(separator: "x").compactMap { Int($0) }
        let bytes = try folder.bytes("v/frames")
        try #require(bytes.count >= 2 * 2 * size[0] * size[1] && bytes.count % (2 * size[0] * size[1]) == 0)
        // The camera's frames are 4:3 and letterboxed. Yellow has Y 210, black 16.
        let scale = min(Double(size[0]) / 4, Double(size[1]) / 3)
        let fit = [4 * scale, 3 * scale]
        for (x, y) in [
            (0.5, 0.5), (0.02, 0.5), (0.5, 0.02), (0.98, 0.5), (0.5, 0.98), (0.15, 0.5), (0.5, 0.15),
        ] {
            let point = [x * Double(size[0]), y * Double(size[1])]
            let isInside = (0..<2).allSatisfy { abs(point[$0] - Double(size[$0]) / 2) < fit[$0] / 2 }
            let luma = Int(bytes[2 * size[0] * size[1] + 2 * (Int(point[1]) * size[0] + Int(point[0]))])
            #expect(abs(luma - (isInside ? 210 : 16)) <= 3, "\(x) \(y): \(luma)")
        }
    }

    @Test("Frames have the requested size, whatever the camera offers")
    func otherSize() throws {
        let folder = try TemporaryFolder()
        let run = try session(
            ["--camera", "desk:red:320x240@30"], in: folder,
            """
            for size in 160x90 640x480; do
                glint live --camera desk --to $size.mkv --size $size --duration 1 -- invert || exit 1
            done
            """)
        #expect(run.status == 0, "\(run.errors)")
        for size in ["160x90", "640x480"] {
            #expect(
                try Self.stream(folder.file("\(size).mkv")).contains("h264,\(size.replacing("x", with: ","))")
            )
            let middle = try python(
                in: folder,
                """
                import subprocess
                w, h = map(int, '\(size)'.split('x'))
                raw = subprocess.run(['ffmpeg', '-v', 'error', '-i', '\(size).mkv', '-frames:v', '1', '-f', 'rawvideo', '-pix_fmt', 'rgb24', '-'],
                                     capture_output=True, check=True).stdout
                print(np.abs(np.frombuffer(raw, 'u1').reshape(h, w, 3)[h // 2, w // 2].astype(int) - [0, 255, 255]).max() <= 12)
                """)
            #expect(middle == "True\n")
        }
    }

    @Test("A recording has at most the requested frame rate, and a lower rate is reported")
    func otherRate() throws {
        let folder = try TemporaryFolder()
        let run = try session(
            ["--camera", "desk:red:320x240@30"], in: folder,
            """
            for rate in 15 10 60; do
                glint live --camera desk --to $rate.mkv --fps $rate --duration 3 || exit 1
            done
            """)
        #expect(run.status == 0, "\(run.errors)")
        #expect(run.errors.contains("desk supports at most 320 × 240, 30 per second"), "\(run.errors)")
        // A slow machine drops more frames, so the count has an upper limit alone.
        for (rate, frames) in [(15, 5...46), (10, 5...31), (60, 5...91)] {
            let times = try Self.times(folder.file("\(rate).mkv"))
            #expect(frames.contains(times.count), "\(rate): \(times.count)")
        }
    }

    @Test(
        "A loopback device that is missing, a camera, busy, forbidden or unplugged gives an error message",
        arguments: [
            ("", "v4l2loopback-dkms"), ("=capture", "does not accept frames"), ("=busy", "in use"),
            ("=denied", "the video group"), ("=vanish=2", "/dev/video9"),
            ("=only=YU12,size=640x480", "640 × 480 YU12, but must accept YUYV, such as 320 × 240"),
        ])
    func loopbackTrouble(option: String, mention: String) throws {
        let folder = try TemporaryFolder()
        let shim = try Self.shim(in: folder)
        let devices = option.isEmpty ? "" : "/dev/video9=$PWD/v,\(option.dropFirst())"
        let run = try session(
            ["--camera", "desk:blue:320x240@30"], in: folder,
            """
            mkdir v; export GLINT_TEST_V4L2="\(devices)"
            LD_PRELOAD=\(shim) timeout 60 env --default-signal=INT "$0" live --camera desk --to /dev/video9 --duration 20
            """)
        #expect(run.status == 1 && run.errors.contains(mention), "\(run.status) \(run.errors)")
    }

    @Test("A full disk ends the recording with an error message, and the partial file plays")
    func fullDisk() throws {
        let folder = try TemporaryFolder()
        let run = try session(
            ["--camera", "desk:snow:640x480@30"], in: folder,
            "ulimit -f 1500; glint live --camera desk --to a.mkv --duration 30")
        #expect(run.status == 1 && run.errors.contains("a.mkv"), "\(run.status) \(run.errors)")
        #expect(try Self.stream(folder.file("a.mkv")).contains("h264"))
    }

    @Test("Unplugging a camera while recording is reported, and recording resumes when it is back")
    func unplugged() throws {
        let folder = try TemporaryFolder()
        let run = try session(
            ["--camera", "desk:ball:320x240@30"], in: folder,
            """
            env --default-signal=INT "$0" live --camera desk --to a.mkv & p=$!
            sleep 2; \(Self.root)/Tests/LiveSession/plug out desk; sleep 2
            \(Self.root)/Tests/LiveSession/plug in desk; sleep 9; kill -INT $p; wait $p; echo status $?
            """)
        #expect(run.output.contains("status 0"), "\(run.errors)")
        #expect(run.errors.contains("desk was unplugged"), "\(run.errors)")
        let times = try Self.times(folder.file("a.mkv"))
        let gap = zip(times, times.dropFirst()).map { $1 - $0 }.max() ?? 0
        #expect(gap > 1.5 && times.last.map { $0 > 4 } == true, "\(gap)")
    }

    @Test("After a restart of PipeWire, the camera comes back")
    func pipeWireRestarts() throws {
        let folder = try TemporaryFolder()
        let run = try session(
            ["--camera", "desk:ball:320x240@30", "--camera", "door:ball:320x240@30:MJPEG"], in: folder,
            """
            for camera in desk door; do
                env --default-signal=INT "$0" live --camera $camera --to $camera.mkv & p=$!
                sleep 2; \(Self.root)/Tests/LiveSession/plug restart all; sleep 4; kill -INT $p; wait $p; echo status $?
            done
            """)
        #expect(run.output.components(separatedBy: "status 0").count == 3, "\(run.output) \(run.errors)")
        for camera in ["desk", "door"] {
            #expect(run.errors.contains("\(camera) was unplugged"), "\(run.errors)")
            let times = try Self.times(folder.file("\(camera).mkv"))
            let gap = zip(times, times.dropFirst()).map { $1 - $0 }.max() ?? 0
            #expect(
                gap > 0.5 && times.last.map { $0 > gap + 1 } == true, "\(camera): \(gap) \(times.suffix(3))")
        }
    }

    @Test("Without PipeWire, the error message says how to start it")
    func noPipeWire() throws {
        let folder = try TemporaryFolder()
        let run = try runProgram(
            "/usr/bin/env",
            arguments: [
                "XDG_RUNTIME_DIR=\(folder.path)", builtProgram("glint-cli"), "live", "--to",
                folder.file("a.mkv"),
            ])
        #expect(run.status == 1 && run.errors.contains("PipeWire"), "\(run.errors)")
    }

    @Test(
        "Invalid arguments are rejected before anything is opened",
        arguments: [
            ("live", 2, "--to"), ("live photo.jpg --to a.mkv", 2, "photo.jpg"),
            ("live invert --to a.mkv", 2, "filters follow --"),
            ("live --to pipewire --microphone m", 2, "--microphone"),
            ("live --to a.mkv --size 5", 2, "1280x720"),
            ("live --to a.mkv --fps x", 2, "--fps"), ("live --to a.mkv --duration -1", 2, "--duration"),
            ("live --to a.mkv -- nothing", 2, "nothing"), ("cameras now", 2, "now"),
        ])
    func refusals(arguments: String, status: Int32, mention: String) throws {
        let run = try runProgram(
            try builtProgram("glint-cli"), arguments: arguments.split(separator: " ").map(String.init))
        #expect(run.status == status && run.errors.contains(mention), "\(run.status) \(run.errors)")
    }

    private static func shim(in folder: TemporaryFolder) throws -> String {
        try preloadedLibrary(
            String(contentsOfFile: "\(root)/Tests/LiveSession/v4l2-loopback.c", encoding: .utf8), in: folder)
    }

    /// The presentation times of the video packets, in seconds, in file order.
    private static func times(_ path: String) throws -> [Double] {
        try runProgram(
            "/usr/bin/ffprobe",
            arguments: [
                "-v", "error", "-select_streams", "v", "-show_entries", "packet=pts_time", "-of", "csv=p=0",
                path,
            ]
        ).output.split(separator: "\n").compactMap { Double($0.split(separator: ",").first ?? "") }
    }

    /// ffprobe's report of a file's streams, after decoding them.
    private static func stream(_ path: String) throws -> String {
        try runProgram(
            "/usr/bin/ffprobe",
            arguments: [
                "-v", "error", "-count_frames", "-show_entries", "stream=codec_name,width,height", "-of",
                "csv=p=0", path,
            ]
        ).output
    }

    /// A pixel in the middle of a frame.
    private static func pixels(of path: String, frame: Int) throws -> [UInt8] {
        let folder = try TemporaryFolder()
        _ = try runProgram(
            "/usr/bin/ffmpeg",
            arguments: [
                "-v", "error", "-i", path, "-vf", "select=eq(n\\,\(frame)),crop=2:2", "-frames:v", "1",
                "-pix_fmt", "rgb24",
                "-f", "rawvideo", folder.file("pixels"),
            ])
        return Array(try folder.bytes("pixels"))
    }
}
