import TestSupport
import Testing

/// Wrong arguments give status 2 and one line that suggests a correction.
@Suite struct UsageTests {
    private func refused(
        _ arguments: [String], mentions parts: [String], sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let folder = try folderWithPicture()
        let run = try glint(in: folder, arguments: arguments)
        expectRefusal(run, status: 2, sourceLocation: sourceLocation)
        for part in parts {
            #expect(run.errors.contains(part), "“\(part)” in \(run.errors)", sourceLocation: sourceLocation)
        }
        #expect(folder.names == ["a.png"], sourceLocation: sourceLocation)
    }

    @Test(arguments: [
        ([], ["no command", "render, filters, presets, info, bench, histogram"]),
        (["rendr"], ["“rendr”", "did you mean render?", "render, filters, presets, info, bench, histogram"]),
        (["--versoin"], ["option “--versoin”"]),
        (["filters", "--jsn"], ["“--jsn”", "did you mean --json?"]),
        (["filters", "xyzzy"], ["“xyzzy”", "glint-cli filters lists them"]),
        (["filters", "saturaton"], ["did you mean saturation?"]),
        (["filters", " "], ["no filter"]),
        (["filters", "blur", "sharpen"], ["only options"]),
        (["presets", "vivid"], ["“vivid”"]),
        (["live", "--to", "pipewire", "--video-quality", "4"], ["--video-quality requires a file"]),
        (["info", "--", "x"], ["“x”"]),
        (["bench", "invrt"], ["“invrt”", "did you mean invert?"]),
    ]) func commandsAndTheirOptions(arguments: [String], parts: [String]) throws {
        try refused(arguments, mentions: parts)
    }

    @Test(arguments: [
        (["-o", "b.png"], ["needs a picture"]),
        (["a.png"], ["-o OUTPUT"]),
        (["a.png", "-o"], ["--output needs a value"]),
        (["a.png", "-o", "b.png", "-o", "c.png"], ["--output is given twice"]),
        (["a.png", "-o", "b.png", "-y", "-n"], ["-y and -n"]),
        (
            ["a.png", "-o", "b.png", "--qualty", "9"],
            ["“--qualty”", "did you mean --quality?", "render --help"]
        ),
        (["a.png", "-o", "b.png", "-x"], ["“-x”"]),
        (["a.png", "-o", "b.png", "--timings=1"], ["--timings takes no value"]),
        (["a.png", "-o", "b.png", "--depth", "12"], ["--depth", "“12”", "8, 16 or 32"]),
        (["a.png", "-o", "b.png", "--quality", "0"], ["--quality", "1 to 100"]),
        (["a.png", "-o", "b.png", "--quality", "101"], ["--quality", "1 to 100"]),
        (["a.png", "-o", "b.png", "--quality=high"], ["--quality", "“high”"]),
        (
            ["a.png", "-o", "b.png", "--compression", "fats"],
            ["fast, balanced, smallest", "did you mean fast?"]
        ),
    ]) func optionsOfRender(arguments: [String], parts: [String]) throws {
        try refused(["render"] + arguments, mentions: parts)
    }

    @Test(
        "no single letter is guessed, and other programs' options are explained",
        arguments: [
            (["-i"], ["unknown option “-i”; see glint-cli render --help"]),
            (["-v"], ["unknown option “-v”; see glint-cli render --help"]),
            (["-ss", "4"], ["unknown option “-s”; see glint-cli render --help"]),
            (["--resize", "640x480"], ["resize is a filter", "-- resize"]),
            (["-j=", "2"], ["--jobs must be", "not “”"]),
            (["-q", "80"], ["“80” is not a file", "--quality 80"]),
            (["--preset", "vivd"], ["no preset “vivd” (did you mean vivid?)", "glint-cli presets"]),
            (["-j", "0"], ["--jobs", "1 to 64"]),
        ]) func foreignOptions(arguments: [String], parts: [String]) throws
    {
        try refused(["render", "a.png", "-o", "b.png"] + arguments, mentions: parts)
    }

    @Test(arguments: [
        (
            ["saturaton"],
            ["“saturaton” (did you mean saturation?); glint-cli filters lists them"]
        ),
        (["vhs"], ["did you mean ntsc?"]),
        (["Film Grain"], ["did you mean film-grain?"]),
        (["grayscael"], ["did you mean black-white?"]),
        (["blur"], ["“blur”", "did you mean"]),
        (["saturation", "0.3"], ["saturation", "“0.3”", "write amount=0.3"]),
        (["saturation", "-0.3"], ["write amount=VALUE", "from 0 to 2"]),
        (["saturation", "amount", "=", "0.3"], ["“amount”", "write amount=0.3"]),
        (["saturation", "amount", "=0.3"], ["write amount=0.3"]),
        (["saturation", "amount=", "0.3"], ["write amount=0.3"]),
        (["saturation", "amount", "0.3"], ["write amount=0.3"]),
        (["saturation", "amount", "invert"], ["write amount=VALUE"]),
        (["0.3"], ["no filter “0.3”"]),
        (["nothing-like-it"], ["“nothing-like-it”; glint-cli filters lists them"]),
        (["rotate", "3"], ["write turns=3"]),
        (["rotate", "45"], ["write angle=45"]),
        (["rotate", "90"], ["write turns=VALUE", "from 0 to 3"]),
        (["gaussian-blur", "500"], ["write radius=VALUE", "from 0 to 200"]),
        (["saturation", "amuont=1"], ["saturation", "“amuont”", "did you mean amount?"]),
        (["ntsc", "vhsEdgeWav=1"], ["did you mean vhsEdgeWave?"]),
        (["gaussian-blur", "size=1"], ["gaussian-blur", "“size”", "it has radius"]),
        (["amount=1"], ["“amount=1”", "before any filter"]),
        (["saturation", "amount=1", "amount=2"], ["amount is given twice"]),
        (["sepia", "saturation amount=1"], ["“saturation amount=1”: saturation must be a word of its own"]),
        (["saturation", "--timings"], ["“--timings”", "options go before"]),
        (["saturation", "amount=2.01"], ["amount is 2.01", "from 0 to 2"]),
        (["invert", "amount=-0.5"], ["amount is -0.5", "from 0 to 1"]),
        (["gaussian-blur", "radius=201"], ["radius is 201", "from 0 to 200"]),
    ]) func filtersAndParameters(arguments: [String], parts: [String]) throws {
        try refused(["render", "a.png", "-o", "b.png", "--"] + arguments, mentions: parts)
    }

    @Test(arguments: [
        "", "x", "nan", "inf", "-inf", "0x1", "1,", "1,5", "1e999", "1 ", "½", "1e", "--1", "true",
    ])
    func onlyPlainDecimalsAreNumbers(number: String) throws {
        try refused(
            ["render", "a.png", "-o", "b.png", "--", "saturation", "amount=\(number)"],
            mentions: ["saturation", "“\(number)”", "a number from 0 to 2"])
    }

    @Test(arguments: [
        (["help"], "--help"), (["help", "render"], "render --help"), (["help", "x"], "--help"),
    ])
    func helpIsACommandToo(arguments: [String], same: String) throws {
        let folder = try temporaryFolder()
        let run = try glint(in: folder, arguments: arguments)
        let expected = try glint(in: folder, arguments: same.split(separator: " ").map(String.init))
        #expect(run.status == 0 && run.errors.isEmpty)
        #expect(run.output == expected.output && run.output.contains("Usage:"))
    }

    @Test func aFilterWithoutDashesIsAsked() throws {
        try refused(
            ["render", "a.png", "-o", "b.png", "saturation", "amount=0"],
            mentions: ["“saturation”", "filters follow --"])
    }

    @Test(arguments: ["0.3", ".3", "3e-1", "+0.30", "0.3e0"]) func decimalsInEveryNotation(number: String)
        throws
    {
        let folder = try folderWithPicture()
        let plain = try glint(
            in: folder, "render", "a.png", "-o", "plain.png", "--", "saturation", "amount=0.3")
        let run = try glint(
            in: folder, "render", "a.png", "-o", "b.png", "--", "saturation", "amount=\(number)")
        #expect(plain.status == 0 && run.status == 0, "\(run.errors)")
        #expect(try folder.bytes("b.png") == folder.bytes("plain.png"))
    }

    @Test func optionsStandAnywhereBeforeTheDashes() throws {
        let folder = try folderWithPicture()
        for arguments in [
            ["-o", "b.png", "a.png", "-y"], ["-yob.png", "a.png"], ["-yo=b.png", "a.png"],
            ["-yj2", "a.png", "-o=b.png"], ["a.png", "--output=b.png", "-y"],
            ["-y", "--output", "b.png", "a.png", "--"],
        ] {
            let run = try glint(in: folder, arguments: ["render"] + arguments)
            #expect(run.status == 0 && run.errors.isEmpty, "\(arguments): \(run.errors)")
            #expect(folder.has("b.png"))
        }
    }
}
