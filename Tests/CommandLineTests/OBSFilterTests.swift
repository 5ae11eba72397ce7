import Foundation
import TestSupport
import Testing

/// The filter for OBS, in a small OBS that `Tests/OBS/host.c` makes of its library.
@Suite("The filter for OBS") struct OBSFilterTests {
    private let folder: TemporaryFolder

    /// The plugin and the host as an archive, built once.
    private static let programs = Result {
        let folder = try TemporaryFolder()
        try makePlugin("obs-plugin", ("OBS_PLUGIN", folder.file("glint")))
        let host = try bash(
            """
            cc -std=gnu11 -O2 -Wall -Wextra -Werror -o host '\(projectFolder)/Tests/OBS/host.c' \
            $(pkg-config --cflags --libs libobs x11) && tar -cf programs.tar host glint
            """, in: folder)
        #expect(host.status == 0, "\(host.errors)")
        return try folder.bytes("programs.tar")
    }

    /// Makes a frame in which each channel has all values, and a recipe.
    init() throws {
        folder = try TemporaryFolder()
        try Self.programs.get().write(to: URL(fileURLWithPath: folder.file("programs.tar")))
        try python(
            in: folder,
            """
            index = np.arange(48 * 64)
            opaque = np.full_like(index, 255)
            np.stack([index, index * 7, index * 13 + 5, opaque], -1).astype(np.uint8).tofile("plain")
            """)
        try folder.write(#"{"glint": 1, "filters": [{"id": "invert"}]}"#, to: "invert.json")
    }

    /// Starts the host under an X server of its own with commands, after lines of bash, in which `render`
    /// filters raw frames by `glint-cli`.
    private func obs(
        _ commands: String, showing frame: String = "plain", rate: Int = 10, program: String = "$G",
        after lines: String = ""
    ) throws -> Run {
        try folder.write(commands + "\n", to: "commands")
        return try bash(
            """
            set -e
            tar -xf programs.tar
            rm -f display
            export XDG_DATA_HOME="$PWD"
            render() { $G render "$1" -o - --format raw -q --input-format raw --channels rgba --size 64x48 \
            --fps \(rate) "${@:2}"; }
            \(lines)
            # Tests run in threads that block signals; the server has to end with the test.
            unblocked='import os, signal, sys
            signal.pthread_sigmask(signal.SIG_SETMASK, [])
            os.execvp(sys.argv[1], sys.argv[1:])'
            /usr/bin/python3 -c "$unblocked" Xvfb -displayfd 3 -screen 0 640x480x24 -nolisten tcp -noreset \
            3> display 2> /dev/null &
            trap "kill $! && wait $! || true" EXIT
            for _ in {1..600}; do [ -s display ] && break || sleep 0.1; done
            export DISPLAY=:$(cat display) GLINT_CLI="\(program)"
            ./host "$PWD/glint" 64 48 \(rate) \(frame) < commands
            """, in: folder)
    }

    /// What was logged, except that frames were late, which they may be on a busy computer.
    private func problems(_ run: Run) -> [String] {
        run.errorLines.filter { !$0.contains("takes longer than a second") }
    }

    @Test("shows the pixels of render for presets, recipes and analog video, and follows its settings")
    func pixels() throws {
        try folder.write(
            #"{"glint": 1, "title": "Mine", "filters": [{"id": "sepia"}]}"#,
            to: "glint-presets-mine.json")
        let run = try obs(
            """
            properties
            settings {"look": "preset:vivid"}
            expect vivid
            settings {"look": "recipe", "recipe": "invert.json"}
            expect inverted
            settings {"strength": 0.25}
            within 1 mixed
            settings {"strength": 0}
            expect plain
            settings {"look": "\(folder.path)/glint/presets/mine.json", "strength": 1}
            expect sepia
            properties
            """,
            after: """
                mkdir -p glint/presets && mv glint-presets-mine.json glint/presets/mine.json
                render plain --preset vivid > vivid
                render plain -- invert > inverted
                render plain -- invert opacity=0.25 > mixed
                render plain -- sepia > sepia
                """)
        #expect(run.status == 0 && problems(run).isEmpty, "\(run.errors)")
        #expect(run.output.contains(/look: Analog Video, Crisp, Vivid, .*, Mine, Recipe…\n/))
        #expect(run.output.contains("recipe (hidden)\nage\ntapeSpeed: None, SP, LP, EP\n"))
        #expect(run.output.contains("recipe (hidden)\nage (hidden)\n"))
    }

    @Test("makes analog video by default, as the sliders are set")
    func analogVideo() throws {
        try folder.write(
            """
            {"glint": 1, "filters": [
                {"id": "ntsc", "easy": {"age": 0.8, "tapeSpeed": "ep", "generations": 2}},
                {"id": "resize", "parameters": {"width": 64, "height": 48}}]}
            """, to: "tape.json")
        // At two frames per second, the frames last for half a minute.
        let run = try obs(
            """
            settings {"age": 0.8, "tapeSpeed": "ep", "generations": 2}
            moves tape 2
            """, rate: 2,
            after: """
                for _ in {1..60}; do cat plain; done > still
                render still --recipe tape.json > tape
                """)
        #expect(run.status == 0 && problems(run).isEmpty, "\(run.errors)")
    }

    @Test("gives frames their number and their time")
    func time() throws {
        try folder.write(
            """
            {"glint": 1, "filters": [{"id": "ntsc", "parameters": {"resize480": false}},
                {"id": "hue", "parameters": {"angle": {"keys": [[0, 0], [60, 180]]}}}]}
            """, to: "moving.json")
        let run = try obs(
            """
            settings {"look": "recipe", "recipe": "moving.json"}
            moves moving 4
            """,
            after: """
                for _ in {1..600}; do cat plain; done > still
                render still --recipe moving.json > moving
                """)
        #expect(run.status == 0 && problems(run).isEmpty, "\(run.errors)")
    }

    /// OBS multiplies colors by alpha without the sRGB curve; where alpha is small, 8 bits leave few steps.
    @Test("filters straight alpha, and gives OBS premultiplied alpha")
    func alpha() throws {
        try python(
            in: folder,
            """
            frame = np.random.default_rng(1).integers(0, 256, (48 * 64, 4), np.uint8)
            frame.tofile("frame")
            def premultiplied(colors):
                colors = colors / 255
                linear = np.where(colors <= 0.04045, colors / 12.92, ((colors + 0.055) / 1.055) ** 2.4)
                linear *= frame[:, 3:] / 255
                colors = np.where(linear <= 0.0031308, linear * 12.92, 1.055 * linear ** (1 / 2.4) - 0.055)
                return np.c_[np.round(colors * 255), frame[:, 3]].astype(np.uint8)
            premultiplied(frame[:, :3]).tofile("shown")
            premultiplied(255 - frame[:, :3]).tofile("inverted")
            """)
        let run = try obs(
            """
            settings {"look": "recipe", "recipe": "invert.json", "strength": 0}
            within 1 shown
            settings {"strength": 1}
            within 4 inverted
            """, showing: "frame")
        #expect(run.status == 0 && problems(run).isEmpty, "\(run.errors)")
    }

    @Test("lets frames pass and logs why while they cannot be filtered, and goes on when they can")
    func failures() throws {
        let run = try obs(
            """
            settings {"look": "recipe", "recipe": "invert.json"}
            expect inverted
            shell kill -KILL $(cat process)
            expect plain
            logs glint-cli has ended unexpectedly. Frames stay unfiltered.
            expect inverted
            settings {"recipe": "none.json"}
            logs none.json: the recipe could not be read: No such file
            expect plain
            settings {"look": "preset:none"}
            logs no preset “none”. Frames stay unfiltered.
            expect plain
            settings {"look": "preset:vivid"}
            expect vivid
            """, program: "$PWD/recorded",
            after: """
                render plain -- invert > inverted
                render plain --preset vivid > vivid
                printf '#!/bin/sh\\necho $$ > process\\nexec "%s" "$@"\\n' "$G" > recorded
                chmod +x recorded
                """)
        #expect(run.status == 0 && problems(run).count == 3, "\(run.errors)")
    }

    @Test("lets frames pass, logs what to install, and ends at once if glint-cli is missing or waits")
    func missing() throws {
        let run = try obs(
            """
            logs missing was not found; install Glint
            expect plain
            properties
            """, program: "$PWD/missing")
        #expect(run.status == 0 && problems(run).count == 2, "\(run.errors)")
        #expect(run.output.contains(/\nproblem\n/))
        let waiting = try obs(
            """
            finds started
            expect plain
            """, program: "$PWD/waiting",
            after: """
                printf '#!/bin/sh\\necho > started\\nexec sleep 600\\n' > waiting
                chmod +x waiting
                """)
        #expect(waiting.status == 0 && problems(waiting).isEmpty, "\(waiting.errors)")
    }
}
