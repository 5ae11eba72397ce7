import Foundation
import TestSupport
import Testing

/// Custom filters in the data folder.
@Suite(.serialized) struct CustomFilterTests {
    /// A folder with `a.png`, a home folder, and filter files given by name.
    private func folder(_ files: [String: String]) throws -> TemporaryFolder {
        let folder = try folderWithPicture()
        let filters = folder.file("data/glint/filters")
        try FileManager.default.createDirectory(atPath: filters, withIntermediateDirectories: true)
        for (name, text) in files { try folder.write(text, to: "data/glint/filters/\(name)") }
        return folder
    }

    private func run(in folder: TemporaryFolder, _ arguments: String...) throws -> Run {
        try glint(
            in: folder, prefix: "XDG_DATA_HOME=\"$PWD/data\" XDG_CACHE_HOME=\"$PWD/cache\" exec",
            arguments: arguments
        )
    }

    private func path(_ name: String, in folder: TemporaryFolder) -> String {
        folder.file("data/glint/filters/\(name)")
    }

    private static let dim = """
        // filter: dim
        // title: Dim
        // group: Own
        // summary: Divides light.
        // parameter: divisor "Divisor" number 1..4 default=2 identity=1
        float luma(vec3 color) { return 0.0; }
        vec4 dim(vec4 color, float divisor) {
            return vec4(color.rgb / divisor + luma(color.rgb), color.a);
        }
        """

    @Test func filtersOfAnEarlierVersionWork() throws {
        let folder = try temporaryFolder()
        let frozen = frozenFolder("0.1")
        let run = try glint(
            in: folder, prefix: "XDG_DATA_HOME=\"\(frozen)/data\" XDG_CACHE_HOME=\"$PWD/cache\" exec",
            arguments: [
                "render", frozen + "/picture.png", "-o", "own.png", "--recipe", frozen + "/recipes/own.json",
            ])
        #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
        let isClose = try python(
            in: folder,
            """
            expected = load('\(frozen)/results/own.png').astype(int)
            print(abs(load('own.png').astype(int) - expected).max() <= 1)
            """)
        #expect(isClose == "True\n")
    }

    @Test func aFileIsAFilter() throws {
        let folder = try folder(["dim.glsl": Self.dim])
        let list = try run(in: folder, "filters")
        #expect(list.status == 0 && list.errors.isEmpty, "\(list.errors)")
        #expect(list.output.contains("dim (custom)  Divides light."))
        let json = try #require(
            JSONSerialization.jsonObject(with: Data(try run(in: folder, "filters", "--json").output.utf8))
                as? [[String: Any]])
        #expect(json.filter { $0["own"] as? Bool == true }.compactMap { $0["id"] as? String } == ["dim"])
        // A custom filter's helper function may have the same name as one of a built-in filter.
        let made = try run(
            in: folder, "render", "a.png", "-o", "b.png", "--", "invert", "dim", "divisor=2", "saturation",
            "amount=0.5", "dim", "divisor=1")
        #expect(made.status == 0, "\(made.errors)")
        let difference = try python(
            in: folder,
            """
            half = (1 - load('a.png') / 255) / 2
            luma = half @ np.array([0.299, 0.587, 0.114])
            wanted = (luma[..., None] + (half - luma[..., None]) * 0.5) * 255
            print(np.abs(load('b.png') - wanted).max())
            """)
        #expect(try #require(Double(difference.trimmingCharacters(in: .whitespacesAndNewlines))) < 0.6)
        // A filter that has already rendered successfully is not tested again.
        #expect(folder.has("cache/glint/working-filters/dim.glsl"))
    }

    @Test func anErrorIsReportedWithFileAndLine() throws {
        let broken = Self.dim.replacingOccurrences(of: "/ divisor", with: "/ divider")
        let folder = try folder(["dim.glsl": broken])
        let render = try run(in: folder, "render", "a.png", "-o", "b.png", "--", "dim")
        expectRefusal(render, status: 1, mentions: path("dim.glsl", in: folder) + ":8: ", "divider")
        let list = try run(in: folder, "filters")
        #expect(list.status == 0 && !list.output.contains("dim (custom)"))
        #expect(list.errorLines.count == 1 && list.errors.contains("dim.glsl:8: "), "\(list.errors)")
        #expect(try run(in: folder, "render", "a.png", "-o", "b.png", "--", "invert").status == 0)
    }

    @Test(arguments: [
        (
            "// filter: dim\n// title: Dim\n// group: Own\n// summary: S.\n// parameter: x\nvec4 dim(vec4 c) { return c; }",
            "dim.glsl:5: a parameter is declared as"
        ),
        ("vec4 dim(vec4 c) { return c; }", "dim.glsl:1: the first line"),
        (
            "// filter: dim\n// title: Dim\n// group: Own\n// summary: S.\nvoid main() {}",
            "there is neither a function “vec4 dim(vec4 color, …)” nor a line “// pass:”"
        ),
        (
            "// filter: saturation\n// title: S\n// group: O\n// summary: S.\nvec4 saturation(vec4 c) { return c; }",
            "Glint already has a filter “saturation”"
        ),
    ]) func whatIsNoFilterIsRefused(text: String, sentence: String) throws {
        let folder = try folder(["dim.glsl": text])
        let list = try run(in: folder, "filters")
        #expect(list.status == 0 && list.errorLines.count == 1)
        #expect(list.errors.contains(sentence), "\(list.errors)")
        expectRefusal(
            try run(in: folder, "render", "a.png", "-o", "b.png", "--", "dim"), status: 1, mentions: sentence)
        // The built-in filter is unchanged.
        #expect(
            try run(in: folder, "render", "a.png", "-o", "b.png", "--", "saturation", "amount=0").status == 0)
    }

    /// Mesa 22.3 ends the loops of a pixel after 65,535 iterations in total, which takes too long for a
    /// megapixel.
    @Test(arguments: [
        "while (color.r < 2.0) { color.g = sin(color.g + 0.1); }",
        "for (int i = 0; i < 100000; i++) for (int j = 0; j < 100000; j++) color.g = sin(color.g + float(j));",
    ]) func aFilterThatNeverEndsIsRefusedInTime(loop: String) throws {
        let folder = try folder([
            "slow.glsl": """
            // filter: slow
            // title: Slow
            // group: Own
            // summary: Never ends.
            vec4 slow(vec4 color) {
                \(loop)
                return color;
            }
            """
        ])
        let start = ContinuousClock.now
        let render = try run(in: folder, "render", "a.png", "-o", "b.png", "--", "slow")
        expectRefusal(render, status: 1, mentions: path("slow.glsl", in: folder), "was stopped")
        #expect(ContinuousClock.now - start < .seconds(20))
        #expect(!folder.has("b.png"))
    }

    @Test func recipesUseCustomFiltersToo() throws {
        let folder = try folder(["dim.glsl": Self.dim])
        try folder.write(#"{"glint":1,"filters":[{"id":"dim","parameters":{"divisor":4}}]}"#, to: "r.json")
        #expect(try run(in: folder, "render", "a.png", "-o", "b.png", "--recipe", "r.json").status == 0)
        #expect(try run(in: folder, "histogram", "a.png", "--json", "--recipe", "r.json").status == 0)
        try folder.write("no filter", to: "data/glint/filters/dim.glsl")
        expectRefusal(
            try run(in: folder, "render", "a.png", "-o", "c.png", "--recipe", "r.json"), status: 1,
            mentions: "dim.glsl:1:")
    }

    private static func filter(_ id: String, _ text: String) -> String {
        "// filter: \(id)\n// title: T\n// group: Own\n// summary: S.\n\(text)\n"
    }

    /// Adds half of the difference between a pixel and the mean of its 5×5 neighborhood.
    private static let crisp = filter(
        "crisp",
        """
        // colors: premultiplied
        // pass: around = mean(entering) along xy reach 2
        // pass: result = strengthened(entering, around)
        #include "sums.glsl"
        vec4 mean(ivec2 p) { return sumAlong(p) / float(2 * reach + 1); }
        vec4 strengthened(ivec2 p) { return vec4(1.5 * entering(p).rgb - 0.5 * around(p).rgb, entering(p).a); }
        """)
    private static let sums = """
        vec4 sumAlong(ivec2 p) {
            vec4 sum = vec4(0.0);
            for (int i = -reach; i <= reach; i++) sum += from(p + i * step);
            return sum;
        }
        """

    @Test func aFilterOfNeighborsIsAFileWithItsHelpers() throws {
        let folder = try folder(["crisp.glsl": Self.crisp, "sums.glsl": Self.sums])
        let list = try run(in: folder, "filters")
        #expect(
            list.status == 0 && list.errors.isEmpty && list.output.contains("crisp (custom)"),
            "\(list.errors)")
        let made = try run(in: folder, "render", "a.png", "-o", "b.png", "--", "crisp")
        #expect(made.status == 0, "\(made.errors)")
        let difference = try python(
            in: folder,
            """
            import scipy.ndimage
            a = load('a.png').astype(float)
            around = np.stack([scipy.ndimage.uniform_filter(a[..., c], 5, mode='nearest') for c in range(3)], -1)
            wanted = np.clip(1.5 * a[..., :3] - 0.5 * around, 0, 255)
            print(np.abs(load('b.png')[..., :3] - wanted).max())
            """)
        #expect(try #require(Double(difference.trimmingCharacters(in: .whitespacesAndNewlines))) < 0.6)
        // A change of an included helper file counts as a change of the filter.
        try folder.write("vec4 sumAlong(ivec2 p) { return nonsense; }", to: "data/glint/filters/sums.glsl")
        expectRefusal(
            try run(in: folder, "render", "a.png", "-o", "c.png", "--", "crisp"), status: 1,
            mentions: path("sums.glsl", in: folder) + ":1: ", "nonsense")
    }

    @Test(arguments: [
        (
            "// pass: result = far(entering) reach 1\nvec4 far(ivec2 p) { return entering(p + ivec2(2, 0)); }",
            "own.glsl:5: far reads at a distance of up to 2 along x, but the reach of its pass is 1"
        ),
        (
            "// pass: result = far(entering)\nvec4 far(ivec2 p) { return entering(p + 1); }",
            "far reads at a distance of up to 1 along x, but the reach of its pass is 0"
        ),
        (
            "// pass: result = wide(entering) reach 200\nvec4 wide(ivec2 p) { vec4 s = vec4(0.0); for (int y = -200; y <= 200; y++) for (int x = -200; x <= 200; x++) s += entering(p + ivec2(x, y)); return s / 160801.0; }",
            "wide reads more than 16641 pixels for each pixel"
        ),
        (
            "// pass: result = f(entering)\nvec4 f(ivec2 p) { return entering(p) + float(gl_GlobalInvocationID.y); }",
            "reach, or its function depends on more than its inputs"
        ),
        (
            "vec4 own(vec4 color) { return fetch0(ivec2(1)); }",
            "a filter that reads other pixels must declare a pass with its reach"
        ),
        ("// pass: result = f(entering)\nvec4 f(ivec2 p) { return entring(p); }", "own.glsl:6: "),
        (
            "// pass: result = f(entering)\nvec4 f(ivec2 p) { vec4 c = entering(p); while (true) c += 0.001; return c; }",
            "f produces no result: does it contain an endless loop?"
        ),
        (
            "vec4 own(vec4 color) { while (true) color += 0.001; return color; }",
            "does it contain an endless loop?"
        ),
        (
            "// parameter: x \"X\" integer 0..9 default=1\nvec4 own(vec4 color, vec3 x) { return color; }",
            "the function must begin with “vec4 own(vec4 color, int x)”"
        ),
        (
            "// parameter: label \"Label\" text default=\"a\"\nvec4 own(vec4 c, vec4 l) { return c; }",
            "own.glsl:5: label: a text parameter cannot be passed to the function"
        ),
        (
            "// parameter: map \"Map\" file default=\"\"\nvec4 own(vec4 c, vec4 l) { return c; }",
            "map: a file parameter cannot be passed to the function"
        ),
        (
            "#include \"../own.glsl\"\nvec4 own(vec4 c) { return c; }",
            "own.glsl:5: only files in the filter's own folder"
        ),
        (
            "#include \"/etc/passwd\"\nvec4 own(vec4 c) { return c; }",
            "own.glsl:5: only files in the filter's own folder"
        ),
        (
            "#include \"link.glsl\"\nvec4 own(vec4 c) { return c; }",
            "own.glsl:5: only files in the filter's own folder"
        ),
        (
            "#include \"none.glsl\"\nvec4 own(vec4 c) { return c; }",
            "own.glsl:5: there is no file “none.glsl” to include"
        ),
        (
            "#include \"circle.glsl\"\nvec4 own(vec4 c) { return c; }",
            "circle.glsl:1: “circle.glsl” includes itself, directly or indirectly"
        ),
    ]) func aFilterThatReadsWrongIsRefusedWithTheReason(text: String, reason: String) throws {
        let folder = try folder([
            "own.glsl": Self.filter("own", text), "circle.glsl": "#include \"circle.glsl\"\n",
        ])
        try FileManager.default.createSymbolicLink(
            atPath: path("link.glsl", in: folder), withDestinationPath: path("circle.glsl", in: folder))
        expectRefusal(
            try run(in: folder, "render", "a.png", "-o", "b.png", "--", "own"), status: 1, mentions: reason)
        #expect(!folder.has("b.png"))
    }

    @Test func allErrorsAreReported() throws {
        let text = Self.filter(
            "other",
            "// parameter: x\n// sumary: S.\n// pass: r = f(entering\nvec4 f(ivec2 p) { return entering(p); }"
        )
        let folder = try folder(["own.glsl": text])
        let list = try run(in: folder, "filters")
        #expect([5, 6, 7].allSatisfy { list.errors.contains("own.glsl:\($0): ") }, "\(list.errors)")
        // A filter is found by its id, even if its file has another name.
        expectRefusal(
            try run(in: folder, "render", "a.png", "-o", "b.png", "--", "other"), status: 1,
            mentions: "own.glsl:5: ", "own.glsl:7: ")
    }

    @Test func linesMayEndAsOtherSystemsEndThem() throws {
        let text = "\u{FEFF}" + Self.dim.replacingOccurrences(of: "\n", with: "\r\n")
        let folder = try folder(["dim.glsl": text])
        let list = try run(in: folder, "filters")
        #expect(list.errors.isEmpty && list.output.contains("dim (custom)"), "\(list.errors)")
    }

    @Test("a file with the id of a built-in filter is reported when that filter is used")
    func sameIDIsReported() throws {
        let text =
            "// filter: saturation\n// title: S\n// group: O\n// summary: S.\nvec4 saturation(vec4 c) { return c; }"
        let folder = try folder(["saturation.glsl": text])
        let run = try run(in: folder, "render", "a.png", "-o", "b.png", "--", "saturation", "amount=0")
        #expect(run.status == 0)
        #expect(
            run.errors
                == "\(path("saturation.glsl", in: folder)) is ignored: “saturation” is a built-in filter; "
                + "choose another id\n")
        #expect(try self.run(in: folder, "render", "a.png", "-o", "c.png", "--", "invert").errors.isEmpty)
        #expect(
            try self.run(in: folder, "render", "a.png", "-o", "d.png", "-q", "--", "saturation").errors
                .isEmpty)
    }

    /// A filter of the id that a later version gave to a filter of its own: it swaps red and blue.
    private static let olderBorder = """
        // filter: border
        // title: Swap
        // group: Own
        // summary: Swaps red and blue.
        vec4 border(vec4 color) { return color.bgra; }
        """

    @Test("a custom filter keeps an id that a later built-in filter has, which is then called glint:ID")
    func olderFilterKeepsItsID() throws {
        let folder = try folder(["border.glsl": Self.olderBorder])
        let stored = """
            {"glint": 1, "filters": [{"id": "border", "parameters": {}, "enabled": true, "opacity": 1}]}
            """
        try folder.write(stored, to: "old.json")
        let custom = try run(in: folder, "render", "a.png", "-o", "custom.png", "--recipe", "old.json")
        let remark =
            "“border” is the custom filter in \(path("border.glsl", in: folder)); Glint's own filter is "
            + "“glint:border”\n"
        #expect(custom.status == 0 && custom.errors == remark, "\(custom.errors)")
        let builtIn = try run(
            in: folder, "render", "a.png", "-o", "border.png", "--", "glint:border", "size=5", "unit=px")
        #expect(builtIn.status == 0 && builtIn.errors.isEmpty, "\(builtIn.errors)")
        try FileManager.default.removeItem(atPath: path("border.glsl", in: folder))
        // Without the custom filter, both names are the built-in filter.
        for id in ["border", "glint:border"] {
            let plain = try run(
                in: folder, "render", "a.png", "-o", "plain.png", "-y", "--", id, "size=5", "unit=px")
            #expect(plain.status == 0 && plain.errors.isEmpty, "\(plain.errors)")
            let same = try python(
                in: folder,
                """
                a, border, plain = load('a.png'), load('border.png'), load('plain.png')
                print((load('custom.png') == a[..., 2::-1]).all(), border.shape[0] > a.shape[0],
                      border.shape == plain.shape and (border == plain).all())
                """)
            #expect(same == "True True True\n")
        }
    }

    @Test("a custom filter of a newer filter's id is listed beside the built-in one, which works as before")
    func bothAreListed() throws {
        // One implemented in Swift, one point filter, and one with passes.
        for id in ["retouch", "luma-key", "halation"] {
            let name = id == "luma-key" ? "lumaKey" : id
            let folder = try folder([
                "own.glsl": """
                // filter: \(id)
                // title: Own
                // group: Own
                // summary: Turns white.
                vec4 \(name)(vec4 color) { return vec4(1.0); }
                """
            ])
            let list = try run(in: folder, "filters")
            #expect(list.status == 0 && list.errors.isEmpty, "\(list.errors)")
            #expect(list.output.contains("  \(id) (custom)  ") && list.output.contains("  glint:\(id)  "))
            let run = try run(in: folder, "render", "a.png", "-o", "white.png", "--", "glint:\(id)", id)
            #expect(run.status == 0, "\(run.errors)")
            #expect(try python(in: folder, "print(load('white.png').min())") == "255\n")
        }
    }

    /// A filter with a warp that can read at any position: it mirrors the picture through its center.
    private static let turned = """
        // filter: turned
        // title: Turned
        // group: Own
        // summary: Turns by half.
        // pass: result = turn(entering) reach picture
        vec4 turn(ivec2 p) { return entering(ivec2(picture.xy / picture.zw) - 1 - p); }
        """

    @Test("a filter that reads the whole picture is rendered in one piece, and may be combined with others")
    func readsWholePicture() throws {
        let folder = try folder(["turned.glsl": Self.turned])
        try python(in: folder, "save('large.png', noise(900, 2500))")
        for arguments in [
            ["turned"], ["invert", "turned", "invert"], ["gaussian-blur", "radius=0", "turned"],
        ] {
            let run = try glint(
                in: folder, prefix: "XDG_DATA_HOME=\"$PWD/data\" XDG_CACHE_HOME=\"$PWD/cache\" exec",
                arguments: ["render", "large.png", "-o", "b.png", "-y", "--"] + arguments)
            #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
            #expect(
                try python(in: folder, "print((load('b.png') == load('large.png')[::-1, ::-1]).all())")
                    == "True\n")
        }
    }

    private static func header(_ lines: String...) -> String {
        (["// filter: tried", "// title: Tried", "// group: Own", "// summary: S."] + lines).joined(
            separator: "\n")
            + "\n"
    }

    @Test(
        "errors are reported by their actual cause",
        arguments: [
            (
                header(
                    "// parameter: radius \"Radius\" integer 1..20 default=6",
                    "// pass: result = mean(entering) along xy reach radius")
                        + """
                        vec4 mean(ivec2 p) {
                            vec4 sum = vec4(0.0);
                            for (int i = -radius; i <= radius; i++) sum += from(p + i * step);
                            return sum / float(2 * radius + 1);
                        }
                        """, ":6: mean reads at a distance of up to ",
                "they must run to “reach”, which is scaled, not to “radius”"
            ),
            (
                header()
                    + "vec4 tried(vec4 color) { float none = color.r - color.r; return vec4(none / none); }",
                "",
                "the filter's result is not a number: does it divide zero by zero"
            ),
            (
                header() + "vec4 tried(vec4 color) { return vec4(0.0); }", "",
                "the filter produces only transparent black"
            ),
            (
                header("// parameter: amount number 0..1 default=0.5")
                    + "vec4 tried(vec4 c, float a) { return c; }",
                ":5: amount: after the id comes the title in quotes", "as in amount \"Title\" number"
            ),
            (
                header("// parameter: amount Some Amount integer 0..1 default=0")
                    + "vec4 tried(vec4 c, int a) { return c; }",
                ":5: amount: after the id comes the title in quotes", "as in amount \"Title\" integer"
            ),
            (
                header("// parameter: way \"Way\" choice a=A b=B default=a")
                    + "vec4 tried(vec4 c, int w) { return c; }",
                ":5: ", "put the title of a choice in quotes, as in a=\"A\""
            ),
            (
                header()
                    + "// no time.seconds\nvec4 tried(vec4 color) {\n    return color * sin(time.seconds);\n}",
                ":7: ", "with “// reads: time”, and take “Time time” after the color"
            ),
            (
                header()
                    + "/* Not of the Time,\n   time.seconds. */\nvec4 tried(vec4 color) {\n    return colour;\n}",
                ":8: ", "colour"
            ),
            (
                header() + "vec4 tried(vec4 color, Time time) { return color; }", ":5: ",
                "with “// reads: time”, and take “Time time” after the color"
            ),
            (
                header("// pass: result = moved(entering)")
                    + "vec4 moved(ivec2 p) { return entering(p) * time.rate; }", ":6: ",
                "a filter that reads the time must declare it in its header with “// reads: time”\n"
            ),
            (
                header("// pass: result = moved(entering) reach picture, 2")
                    + "vec4 moved(ivec2 p) { return entering(p); }", ":5: ", "reach uses “picture”"
            ),
        ])
    func isReportedPrecisely(text: String, position: String, sentence: String) throws {
        let folder = try folder(["tried.glsl": text])
        let render = try run(in: folder, "render", "a.png", "-o", "b.png", "--", "tried")
        #expect(render.status == 1)
        #expect(render.errors.contains(path("tried.glsl", in: folder) + position), "\(render.errors)")
        #expect(
            render.errors.contains(sentence) && !render.errors.contains("endless loop"), "\(render.errors)")
    }

    @Test(
        "a filter delayed by other programs for longer than the time limit is not rejected",
        .enabled(if: longTestsSeed != nil), arguments: [true, false])
    func heldUp(inProcessOfItsOwn: Bool) throws {
        let loop = "for (int i = 0; i < 300; i++) color.r = fract(sin(color.r * 12.9) * 43758.5);"
        let folder = try folder([
            "heavy.glsl":
                Self.header().replacing("tried", with: "heavy")
                + "vec4 heavy(vec4 color) { \(loop) return color; }"
        ])
        let command =
            inProcessOfItsOwn
            ? "'\(try builtProgram("glint-cli"))' render a.png -o b.png -- heavy"
            : "'\(try builtProgram("custom-filter"))' data/glint/filters/heavy.glsl a.png b.png"
        // Stops the process that tests the filter, in the middle of a test.
        let script = """
            cd '\(folder.path)'
            export XDG_DATA_HOME="$PWD/data" XDG_CACHE_HOME="$PWD/cache"
            \(command) & program=$!
            tried=\(inProcessOfItsOwn ? "" : "$program")
            while [ -z "$tried" ]; do
                for child in $(pgrep -P $program); do
                    if grep -q try-filter /proc/$child/cmdline; then tried=$child; fi
                done
            done
            sleep 1.5
            kill -STOP $tried; sleep 33; kill -CONT $tried
            wait $program
            """
        let run = try runProgram("/bin/sh", arguments: ["-c", script])
        #expect(run.status == 0 && folder.has("b.png"), "\(run.output)\(run.errors)")
    }
}
