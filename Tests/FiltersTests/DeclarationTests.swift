import Filters
import Shaders
import Testing

@Suite("Declarations") struct DeclarationTests {
    private static let head = "// filter: a-filter\n// title: T\n// group: G\n// summary: S.\n"

    private func parse(_ lines: String) throws -> FilterDeclaration {
        try #require(try DeclarationParser.parse(Self.head + lines, file: "a.glsl"))
    }

    @Test("every built-in filter file is parsed without an error")
    func builtInDeclarationsAreSound() {
        #expect(FilterCatalog.builtIn.errors.isEmpty)
        for (file, source) in Shaders.text {
            #expect(throws: Never.self) { try DeclarationParser.parse(source, file: file) }
        }
        let declaring = Shaders.text.values.count { $0.hasPrefix("// filter:") }
        #expect(FilterCatalog.builtIn.filters.count == declaring)
        #expect(Set(FilterCatalog.builtIn.filters.map(\.id)).count == declaring)
    }

    @Test("the filters with fixed contracts keep their ids, ranges and identities")
    func contractHolds() throws {
        let saturation = try #require(FilterCatalog.builtIn.filter("saturation")?.parameter("amount"))
        #expect((saturation.min, saturation.max) == (0, 2))
        #expect(saturation.identity == 1)
        let invert = try #require(FilterCatalog.builtIn.filter("invert")?.parameter("amount"))
        #expect((invert.min, invert.max) == (0, 1))
        #expect((invert.defaultValue, invert.identity) == (1, 0))
        let blur = try #require(FilterCatalog.builtIn.filter("gaussian-blur")?.parameter("radius"))
        #expect((blur.min, blur.max) == (0, 200))
        #expect(blur.identity == 0)
        #expect(blur.unit == "px")
    }

    @Test("every kind of parameter can be declared")
    func readsEveryKind() throws {
        let filter = try parse(
            """
            // parameter: a "Far away" number -1..2.5 default=0.5 identity=0 step=0.1 unit=px curve=square
            // parameter: b "B" integer 1..9 default=3
            // parameter: c "C" toggle default=true identity=false
            // parameter: d "D" choice soft="Soft light" hard="Hard" default=hard
            // parameter: e "E" color default=#ff8000
            // parameter: f "F" point default=0.5,0.25
            // parameter: g "G" curve default=0,0;1,1 identity=0,0;1,1
            // parameter: h "H" text default="two words"
            // parameter: i "I" file default="" extension=cube
            vec4 aFilter(vec4 color) { return color; }
            """)
        #expect(filter.functionName == "aFilter")
        #expect(filter.parameters.map(\.kind) == ParameterKind.allCases)
        let first = filter.parameters[0]
        #expect(first.title == "Far away")
        #expect((first.min, first.max, first.step) == (-1, 2.5, 0.1))
        #expect(first.curve == .square)
        #expect(filter.parameters[1].identity == nil)
        #expect(filter.parameters[2].defaultValue == true)
        #expect(filter.parameters[3].choices.map(\.title) == ["Soft light", "Hard"])
        #expect(filter.parameters[4].defaultValue == .color(SIMD3(1, 128 / 255.0, 0)))
        #expect(filter.parameters[5].defaultValue == .point(SIMD2(0.5, 0.25)))
        #expect(filter.parameters[6].identity == .curve([SIMD2(0, 0), SIMD2(1, 1)]))
        #expect(filter.parameters[7].defaultValue == "two words")
        #expect(filter.parameters[8].fileExtension == "cube")
    }

    @Test("parameters belong to the preceding heading, which their short titles omit")
    func readsSections() throws {
        let filter = try parse(
            """
            // parameter: a "Amount" number 0..1 default=0
            // section: Hue
            // parameter: b "Red Hue" number 0..1 default=0 help="Turns reds: to the right, to yellow."
            // parameter: c "Hue" number 0..1 default=0
            // section: Red
            // parameter: d "Red from Red" number 0..1 default=0
            // parameter: e "Reddish" number 0..1 default=0
            // section:
            // parameter: f "Mix" number 0..1 default=0
            """)
        #expect(filter.parameters.map(\.section) == ["", "Hue", "Hue", "Red", "Red", ""])
        #expect(
            filter.parameters.map(\.shortTitle) == ["Amount", "Red", "Hue", "From Red", "Reddish", "Mix"])
        #expect(filter.parameters[1].help == "Turns reds: to the right, to yellow.")
        #expect(filter.parameters[0].help.isEmpty)
    }

    @Test(
        "an error is reported with its line and a correction",
        arguments: [
            ("// parameter: a \"A\" numbers 0..1 default=0", "is not a kind"),
            ("// parameter: a \"A\" number default=0", "range"),
            ("// parameter: a \"A\" number 1..0 default=0", "range"),
            ("// parameter: a \"A\" number 0..1", "default"),
            ("// parameter: a \"A\" number 0..1 default=2", "from 0 to 1"),
            ("// parameter: a \"A\" number 0..1 default=0 identity=7", "from 0 to 1"),
            ("// parameter: a \"A\" number 0..1 default=x", "not a number"),
            ("// parameter: a \"A\" number 0..1 default=0 steps=1", "steps"),
            ("// parameter: a \"A\" number 0..1 default=0 step=0", "step"),
            ("// parameter: A \"A\" number 0..1 default=0", "is not in camelCase"),
            ("// parameter: d \"D\" choice x=\"X\" default=y", "one of x"),
            ("// parameter: f \"F\" integer 0..9 default=0 offsets=frames", "offsets=time"),
            ("// parameter: f \"F\" number 0..9 default=0 offsets=time", "offsets=time"),
            ("// reads: place tiem", "time or both"),
            ("// sample: b=1", "does not set a parameter; write it as PARAMETER=VALUE"),
            ("// parameter: e \"E\" color default=red", "not a color"),
        ])
    func reportsMistakes(line: String, expected: String) {
        let error = #expect(throws: DeclarationErrors.self) { try parse(line) }?.errors.first
        #expect(error?.line == 5)
        #expect(error?.message.contains(expected) == true, "\(String(describing: error))")
    }

    @Test("a filter's inputs besides its color are declared, and the parameter that offsets the time")
    func readsConditions() throws {
        let none = try parse("")
        #expect(!none.readsPosition && !none.readsTime && none.timeOffset == nil)
        let atPosition = try parse("// reads: place")
        #expect(atPosition.readsPosition && !atPosition.readsTime)
        let both = try parse(
            "// reads: time place\n// parameter: start \"S\" integer 0..9 default=0 offsets=time")
        #expect(both.readsPosition && both.readsTime && both.timeOffset?.id == "start")
        #expect(both.time(FrameTime(frame: 7), values: ["start": 5]).frame == 2)
        #expect(atPosition.time(FrameTime(frame: 7), values: [:]) == .zero)
        let endless = try parse(
            "// reads: time\n// parameter: s \"S\" integer -9e18..9e18 default=0 offsets=time")
        #expect(endless.time(FrameTime(frame: 7), values: ["s": 5]).frame == 12)
        #expect(throws: DeclarationErrors.self) {
            try parse("// parameter: start \"S\" integer 0..9 default=0 offsets=time")
        }
    }

    @Test(
        "an id is words of lowercase letters and digits, joined by hyphens",
        arguments: [
            ("a", true), ("gaussian-blur", true), ("lut-3d", true), ("A", false), ("a--b", false),
            ("a-", false), ("-a", false), ("3d", false), ("a_b", false), ("ä", false),
        ])
    func judgesIDs(id: String, isGood: Bool) {
        let text = "// filter: \(id)\n// title: A\n// group: A\n// summary: A\n"
        let filter = try? DeclarationParser.parse(text, file: "a.glsl")
        #expect((filter?.id == id) == isGood)
    }

    @Test("a file without a declaration is not a filter")
    func passesOverSharedPieces() throws {
        #expect(try DeclarationParser.parse("float luma(vec3 c);\n", file: "include/x.glsl") == nil)
    }
}
