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

    /// A line of bash that makes a program `recorded`, which is glint-cli and writes the identifiers of its
    /// processes into `processes`.
    private static let recorded =
        #"printf '#!/bin/sh\necho $$ >> processes\nexec "%s" "$@"\n' "$G" > recorded; chmod +x recorded"#

    /// Makes another frame, a smaller one, and both inverted.
    private func makeOtherFrames() throws {
        try python(
            in: folder,
            """
            for name, count in ("other", 48 * 64), ("small", 40 * 56):
                frame = np.random.default_rng(count).integers(0, 256, (count, 4), np.uint8)
                frame[:, 3] = 255
                frame.tofile(name)
                frame[:, :3] = 255 - frame[:, :3]
                frame.tofile(name + "-inverted")
            """)
    }

    /// Starts the host under an X server of its own with commands, after lines of bash, in which `render`
    /// filters raw frames by `glint-cli`. A frame may take as many seconds as `deadline` says.
    private func obs(
        _ commands: String, showing frame: String = "plain", rate: Int = 10, deadline: Int = 60,
        program: String = "$G", after lines: String = ""
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
            export DISPLAY=:$(cat display) GLINT_CLI="\(program)" GLINT_OBS_DEADLINE=\(deadline)
            ./host "$PWD/glint" 64 48 \(rate) \(frame) < commands
            """, in: folder)
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
        #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
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
        // At one frame per second, the frames last for a minute.
        let run = try obs(
            """
            settings {"age": 0.8, "tapeSpeed": "ep", "generations": 2}
            moves tape 2
            """, rate: 1,
            after: """
                for _ in {1..60}; do cat plain; done > still
                render still --recipe tape.json > tape
                """)
        #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
    }

    @Test("gives frames their number and their time")
    func time() throws {
        try folder.write(
            """
            {"glint": 1, "filters": [{"id": "ntsc", "parameters": {"resize480": false}},
                {"id": "hue", "parameters": {"angle": {"keys": [[0, 0], [120, 180]]}}}]}
            """, to: "moving.json")
        // At five frames per second, the frames last for two minutes.
        let run = try obs(
            """
            settings {"look": "recipe", "recipe": "moving.json"}
            moves moving 4
            """, rate: 5,
            after: """
                for _ in {1..600}; do cat plain; done > still
                render still --recipe moving.json > moving
                """)
        #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
    }

    @Test("shows no frame from before a pause, and does not count the pause as time for a frame")
    func pause() throws {
        try makeOtherFrames()
        let run = try obs(
            """
            settings {"look": "recipe", "recipe": "invert.json"}
            expect inverted
            hides 0.5 64 48 other
            becomes other other-inverted
            hides 6 64 48 plain
            becomes plain inverted
            settings {"strength": 0}
            expect plain
            shows 64 48 other
            settings {"strength": 1}
            becomes other other-inverted
            """, deadline: 5, after: "render plain -- invert > inverted")
        #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
    }

    @Test("follows the size of its source with the same glint-cli")
    func size() throws {
        try makeOtherFrames()
        let run = try obs(
            """
            settings {"look": "recipe", "recipe": "invert.json"}
            expect inverted
            shows 56 40 small
            becomes small small-inverted
            shows 64 48 other
            becomes other other-inverted
            shell [ "$(wc -l < processes)" = 1 ]
            """, program: "$PWD/recorded",
            after: "render plain -- invert > inverted; \(Self.recorded)")
        #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
    }

    @Test("reads the file of a recipe again when it changes, also after it was refused")
    func changedRecipe() throws {
        let run = try obs(
            """
            settings {"look": "recipe", "recipe": "look.json"}
            logs look.json: the recipe could not be read: No such file
            expect plain
            shell cp invert.json look.json
            expect inverted
            shell echo '{"glint": 1, "filters": [{"id": "sepia"}]}' > new && mv new look.json
            expect sepia
            """,
            after: """
                render plain -- invert > inverted
                render plain -- sepia > sepia
                """)
        #expect(run.status == 0 && run.errorLines.count == 1, "\(run.errors)")
    }

    /// OBS multiplies colors by alpha without the sRGB curve; where alpha is small, 8 bits leave few steps.
    /// Some sources set how they are blended, and others rely on OBS, which draws filters without blending
    /// for a canvas of high dynamic range.
    @Test(
        "filters straight alpha, and gives OBS premultiplied alpha, whoever blends and on every canvas",
        arguments: ["", "inherits", "extended", "inherits\nextended"])
    func alpha(drawing: String) throws {
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
            \(drawing)
            settings {"look": "recipe", "recipe": "invert.json", "strength": 0}
            within 1 shown
            settings {"strength": 1}
            within 4 inverted
            """, showing: "frame")
        #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
    }

    @Test("lets frames pass and logs why while they cannot be filtered, and goes on when they can")
    func failures() throws {
        let run = try obs(
            """
            settings {"look": "recipe", "recipe": "invert.json"}
            expect inverted
            shell kill -KILL $(cat processes)
            expect plain
            logs glint-cli has ended unexpectedly. This frame stays unfiltered; the next one starts glint-cli again.
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
                \(Self.recorded)
                """)
        #expect(run.status == 0 && run.errorLines.count == 3, "\(run.errors)")
    }

    @Test("lets frames pass and logs what to install if glint-cli is missing")
    func missing() throws {
        let run = try obs(
            """
            logs missing was not found; install Glint
            expect plain
            properties
            """, program: "$PWD/missing")
        #expect(run.status == 0 && run.errorLines.count == 2, "\(run.errors)")
        #expect(run.output.contains(/\nproblem: .* was not found/))
    }

    /// The recipe that is listed is longer than what a socket holds.
    @Test("waits for a glint-cli that hangs only once to list presets, and not at all to end")
    func hanging() throws {
        try folder.write(
            """
            #!/bin/bash
            echo "$1" >> started
            if [ "$1" = presets ] && [ -e lists ]; then
                printf '[{"id": "long", "recipe": {"glint": 1, "title": "%0500000d", "filters": []}}]' 0
            else
                [ "$1" = presets ] || { read -r line && echo '{"hello": {}}' >&0 && echo > greeted; }
                exec sleep 600
            fi

            """, to: "hanging")
        let waiting = try obs(
            """
            settings {"look": "preset:vivid"}
            logs glint-cli did not list its presets in time.
            expect plain
            properties
            shell [ "$(grep -c presets started)" = 1 ]
            """, program: "$PWD/hanging", after: "chmod +x hanging")
        #expect(waiting.status == 0, "\(waiting.errors)")
        #expect(waiting.output.contains(/\nproblem: .* does not list them/))
        let ending = try obs(
            """
            settings {"look": "preset:long"}
            finds greeted
            expect plain
            """, program: "$PWD/hanging", after: "touch lists; rm -f greeted")
        #expect(ending.status == 0 && ending.errors.isEmpty, "\(ending.errors)")
    }
}
