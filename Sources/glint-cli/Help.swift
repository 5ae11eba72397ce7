import Filters

/// The `--help` text. Commands, options and filters come from their declarations.
enum Help {
    static var program: String {
        var lines = [
            "Filters pictures and videos on the GPU, without a display.",
            "",
            "Usage: \(Program.name) COMMAND ...",
            "       \(Program.name) COMMAND --help",
            "       \(Program.name) --help | --version",
            "",
            "Commands:",
        ]
        lines += columns(Command.allCases.map { ($0.rawValue, $0.summary) })
        lines += [
            "",
            "Examples:",
            "  \(Program.name) render photo.jpg -o out.png -- saturation amount=0.3 gaussian-blur radius=10",
            "  \(Program.name) render clip.mp4 -o tape.mp4 -- ntsc",
            "  \(Program.name) live --to pipewire -- ntsc",
            "",
            exitStatuses,
        ]
        return lines.joined(separator: "\n")
    }

    static func text(for command: Command) -> String {
        var lines = [command.summary, "", "Usage: \(Program.name) \(command.rawValue) \(command.usage)"]
        if command == .render { lines += ["", outputRules] }
        for (title, options) in command.optionGroups {
            lines += ["", "\(title):"]
            lines += columns(options.map { ($0.forms, $0.summary) })
        }
        switch command {
        case .render: lines += ["", jsonRules, "", exitStatuses]
        case .serve: lines += ["", serveRules, "", exitStatuses]
        case .bench: lines += ["", "Benchmarks:"] + columns(Benchmark.all.map { ($0.name, $0.title) })
        case .histogram: lines += ["", histogramRules, "", exitStatuses]
        case .filters: lines += ["", stageRules, "", ownFilterRules]
        case .live:
            lines += ["", liveRules, "", exitStatuses]
        case .completions: lines += ["", completionRules]
        case .info, .cameras, .presets: break
        }
        return lines.joined(separator: "\n")
    }

    private static let outputRules = """
        OUTPUT is a file whose extension names its format (.png, .jpg, .tif, .webp, .jxl, .avif, .exr; of a video .mp4, .mkv,
        .mov, .webm, .gif, .apng); or an existing folder; or a pattern such as small/{stem}.webp, with {stem}, {ext}, {folder},
        {index}, and {frame} for a picture of each frame; or -, standard output. An INPUT of - is standard input, and
        shot_%04d.png are numbered pictures.

        After -- come the filters in their order, each followed by its parameters; \(Program.name) filters lists them,
        \(Program.name) filters ID describes one, and \(Program.name) filters --help of their opacity, blend mode and region.
        man \(Program.name) tells more of all that.
        """

    private static let stageRules = """
        After -- come the filters, in the order they are applied, each followed by its parameters. A parameter
        that is not named has its default; a filter named twice is applied twice. Without filters the picture is
        only converted. The stages of a recipe come before those named here. Colors are written #rrggbb,
        points x,y and curves x,y;x,y;… with coordinates from 0 to 1.

        Beside its own parameters every filter takes opacity=0…1, how much of its result is mixed over what
        enters it, and blend=MODE, how that is laid over: \(BlendMode.allCases.prefix(8).map(\.rawValue).joined(separator: ", ")),
        \(BlendMode.allCases.dropFirst(8).map(\.rawValue).joined(separator: ", ")).

        All but those that change the picture's shape take region=SHAPE,X,Y,WIDTH,HEIGHT[,FEATHER[,ANGLE]][,inverted],
        where they act: in a rectangle or an ellipse whose left, top, width and height are parts of the picture's, with
        an edge that reaches inwards by FEATHER, from 0 to 1, turned by ANGLE degrees against the clock; or outside of
        it. For example: exposure stops=1 region=ellipse,0.2,0.1,0.5,0.6,0.5
        region=gradient,X,Y,ENDX,ENDY has the full effect at one point and none at another, and
        region=luminosity,LOW,HIGH[,FEATHER] acts where the luma of what enters the filter is in a range from 0 to 1, and falls
        off by FEATHER beyond it. Up to \(Region.mostInStage) regions are combined in their order: each adds to those before it, or takes away
        from them with ,subtract at its end.
        """

    private static let jsonRules = """
        With --json each file is a line: {"input": …, "output": …, "width": …, "height": …, "milliseconds": …, "error": …}, with
        null where there is nothing to say: for the size of numbered pictures, and for what an error left undone.
        """

    private static let serveRules = """
        A job is a line of JSON on standard input:
          {"id": 7, "input": "a.jpg", "output": "b.png", "filters": ["saturation", "amount=0.3"], "quality": 80}
        Only "input" and "output" are needed. "id" may be anything, and stands in the answer. "filters" are words as they
        follow -- in render, or objects as in a recipe; "recipe" is a recipe, the path of one, or an array of these, whose
        filters come first. "overwrite" is true, false or "never": -y, neither, and -n. The other keys are options of
        render without their dashes: \(ServeJob.options.compactMap(\.long).joined(separator: ", ")).
        Options without a value are true or false.

        The answer is a line of JSON on standard output, as of render --json: {"id": …, "input": …, "output": …, "width": …,
        "height": …, "milliseconds": …, "error": …}, where "error" is null if all went well. Answers come in the order of the jobs,
        or with --jobs N as they end. No job ends the program, however wrong it is: the end of its input does, with status 0
        once all are answered. Remarks go to standard error.
        """

    private static let ownFilterRules = """
        Files *.glsl in $XDG_DATA_HOME/glint/filters (~/.local/share/glint/filters) are filters, too, of the same form as
        the built-in ones. Each is tried once before it is used; what is wrong with one is told on standard error. JSON
        has "own": true with them.
        """

    private static let liveRules = """
        DESTINATION is pipewire: a camera called Glint, which browsers, OBS and meeting programs list; or a device of
        v4l2loopback such as /dev/video10, for programs that know no PipeWire; or a file (.mkv, .mp4, .mov, .webm) that
        is written as it comes, and can be played whatever ends this program. The newest frame is filtered; those that
        came meanwhile are left out. It ends after --duration, or by Ctrl+C. The filters after -- are as for render.
        """

    private static let histogramRules = """
        Counts are exact and of all pixels, however transparent, of what render would save with 8 bits: values of
        16 bits are rounded to 8. Luma is 0.299 R + 0.587 G + 0.114 B of the rounded values, itself rounded.
        With --json: {"pixels": N, "red": […], "green": […], "blue": […], "luma": […]}, each list with the counts of
        the values 0 to 255. The filters after -- are as for render.
        """

    private static let completionRules = """
        For bash:  \(Program.name) completions bash > ~/.local/share/bash-completion/completions/\(Program.name)
        For fish:  \(Program.name) completions fish > ~/.config/fish/completions/\(Program.name).fish
        For zsh:   \(Program.name) completions zsh > a file _\(Program.name) in a folder of $fpath
        make install puts all three where the shells look for them.
        """

    private static let exitStatuses = """
        Exit status: 0 done; 1 something about files, named on standard error; 2 words that are not understood.
        """

    /// Two columns, the second aligned; an entry of the first that is far longer than the others gets a line
    /// of its own.
    static func columns(_ rows: [(String, String)]) -> [String] {
        let width = rows.map(\.0.count).filter { $0 <= widestColumn }.max() ?? 0
        return rows.flatMap { first, second in
            first.count <= width
                ? ["  \(first.padded(to: width))  \(second)"]
                : ["  \(first)", "  \("".padded(to: width))  \(second)"]
        }
    }

    private static let widestColumn = 40
}

extension String {
    /// Padded with trailing spaces.
    func padded(to width: Int) -> String {
        self + String(repeating: " ", count: max(0, width - count))
    }

    /// Padded with leading spaces.
    func rightAligned(to width: Int) -> String {
        String(repeating: " ", count: max(0, width - count)) + self
    }
}
