import Filters
import Imaging
import Video
import Localization

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
        case .watch: lines += ["", watchRules, "", exitStatuses]
        case .serve: lines += ["", serveRules, "", exitStatuses]
        case .stream: lines += ["", streamRules, "", exitStatuses]
        case .bench: lines += ["", benchRules]
        case .histogram: lines += ["", histogramRules, "", exitStatuses]
        case .lut: lines += ["", tableRules, "", exitStatuses]
        case .filters: lines += ["", stageRules, "", ownFilterRules]
        case .live:
            lines += ["", liveRules, "", exitStatuses]
        case .completions: lines += ["", completionRules]
        case .mask, .deflicker: lines += ["", exitStatuses]
        case .info, .cameras, .presets: break
        }
        return lines.joined(separator: "\n")
    }

    private static let outputRules = """
        OUTPUT is a file whose extension sets the format (\(listed(PictureFormat.dottedExtensions)); for videos
        \(listed(VideoContainer.allCases.map { ".\($0.rawValue)" }))); an existing folder; a pattern such as
        small/{stem}.webp, with {stem}, {ext}, {folder}, {index}, and {frame} for one picture per frame; or -, standard
        output. An INPUT of - is standard input, and shot_%04d.png stands for numbered pictures.

        Filters follow -- in the order they are applied, each with its parameters. \(Program.name) filters lists them,
        \(Program.name) filters ID describes one, and \(Program.name) filters --help explains opacity, blend modes and regions.
        See man \(Program.name) for details.
        """

    private static let stageRules = """
        Filters follow -- in the order they are applied, each with its parameters. Parameters that are not given have
        their defaults; a filter given twice is applied twice. Without filters the picture is only converted. The
        filters of recipes are applied before those given here. Colors are written #rrggbb, points x,y and curves
        x,y;x,y;… with coordinates from 0 to 1.

        Besides its own parameters every filter takes opacity=0…1, how much of its result is blended over its input,
        and blend=MODE, the blend mode: \(BlendMode.allCases.prefix(8).map(\.rawValue).joined(separator: ", ")),
        \(BlendMode.allCases.dropFirst(8).map(\.rawValue).joined(separator: ", ")).

        All filters except those that change the picture's shape take region=SHAPE,X,Y,WIDTH,HEIGHT[,FEATHER[,ANGLE]][,inverted]
        and act only there: in a rectangle or an ellipse whose left, top, width and height are fractions of the picture's
        size, with a soft edge that extends inward by FEATHER, from 0 to 1, rotated counterclockwise by ANGLE degrees; or,
        if inverted, outside it. For example: exposure stops=1 region=ellipse,0.2,0.1,0.5,0.6,0.5
        region=gradient,X,Y,ENDX,ENDY has full effect at the first point and none at the second.
        region=luminosity,LOW,HIGH[,FEATHER] acts where the luma of the filter's input is between LOW and HIGH, each from 0
        to 1, and fades out over FEATHER beyond them.
        region=color,#RRGGBB,TOLERANCE[,FEATHER] acts on what is similar to a color in hue and chroma, with a tolerance from 0
        to 1, and region=point,X,Y,RADIUS[,TOLERANCE] around a point on what is similar to the color there; the radius is a
        fraction of the longer side.
        region=file,PATH[,luma|alpha] acts as strongly as a picture is bright, or opaque, which covers the filter's input from
        corner to corner; {frame} in PATH is the number of a video's frame in six digits.
        Up to \(Region.maximumInStage) regions are combined in order: each adds to those before it, or subtracts from them if it ends
        with ,subtract, or is intersected with them if it ends with ,intersect.

        Numbers, colors and points, the opacity, and the numbers of regions can change over time. The value is then one
        argument of keys, TIME:VALUE, with the values in between, such as amount='0:0.2 2.5:1', color='0:#ff0000 2:#0000ff' or
        center='0:0.2,0.3 1:05:0.8,0.5'; TIME is seconds, or h:mm:ss.fff, of the source, and increases. Before the first and
        after the last key the value stays the same. At the end can be an ease: linear, the default; smooth, without corners
        (PCHIP); or hold, which jumps at each key, the only one for toggles and choices, as in linear='0:true 1:false hold'.
        amount='0.5 wiggle by 0.1 rate 2 seed 1' varies around 0.5 by at most 0.1, with 2 changes per second; rate is 1 and
        seed is 0 if not given. A filter whose result would change its size keeps the size that it has at time 0, so that
        crop left='0:0 4:30' right='0:0 4:10' bottom='0:0 4:40' --duration 4 zooms into a still.
        """

    private static let tableRules = """
        OUTPUT is a .cube file, which most programs for pictures and videos read, or a HaldCLUT: a .png or .tif of 16 bits
        for RawTherapee, darktable or ImageMagick. Filters that depend on more than the color of a pixel, such as a blur or
        a vignette, cannot be part of it. The table is for sRGB. A .cube file keeps values beyond 0…1, and has the input
        range of the table that the filters begin with, if they do.
        """

    private static let jsonRules = """
        With --json each file is one line: {"input": …, "output": …, "width": …, "height": …, "milliseconds": …, "error": …}.
        Values that do not apply are null: the size of numbered pictures, and whatever an error prevented.
        """

    private static let watchRules = """
        INPUT is a folder. A picture or a video that appears in it, judging by its extension, is rendered as soon as it
        has been closed after writing, or moved there. OUTPUT is an existing folder, or a pattern such as
        small/{stem}.webp; it may be a subfolder of INPUT, which is then not watched. Filters follow -- as in render.

        A file that fails is reported, and the next one is processed. The program ends when INPUT is removed, with status
        1, or by a signal: Ctrl+C first finishes the file in progress; a second one discards it.
        With --json each file is one line, as of render --json.
        """

    private static let serveRules = """
        A job is one line of JSON on standard input:
          {"id": 7, "input": "a.jpg", "output": "b.png", "filters": ["saturation", "amount=0.3"], "quality": 80}
        Only "input" and "output" are required. "id" may be any value and is repeated in the answer. "filters" are arguments
        as after -- in render, or objects as in a recipe; "recipe" is a recipe, its path, or an array of these, whose
        filters are applied first. "overwrite" is true (-y), "never" (-n) or false (neither). The other keys are options of
        render without their dashes: \(ServeJob.options.compactMap(\.long).joined(separator: ", ")).
        Options without a value are true or false.

        "input" may also be a frame in memory, for which "output" is omitted:
          {"input": {"width": 640, "height": 480, "format": "rgb8", "bytes": BASE64}, "filters": ["sepia"]}
        "memory" instead of "bytes" is the path of sealed memory, such as /proc/PID/fd/N. The answer's "output" is an object
        with the "format" of the result, and its "bytes", or its "offset" in the memory. A frame may also have "rate", "time",
        "number", "matrix", "range", "siting" and "interlaced", as in stream; of the options, "preset" applies to it. A job has
        at most 16 MB, so at most 12 MB of pixels.

        The answer is one line of JSON on standard output, as of render --json: {"id": …, "input": …, "output": …, "width": …,
        "height": …, "milliseconds": …, "error": …}; "error" is null on success. Answers come in the order of the jobs, or with
        --jobs N in the order in which jobs finish. An invalid job never ends the program; the end of its input does, with
        status 0 once all jobs are answered. Warnings go to standard error.
        """

    private static let streamRules = """
        A client connects to a Unix socket and sends requests, each an object on one line of JSON, with the descriptors of
        memory (memfd_create, sealed against shrinking) in which it puts frames and finds them filtered:
          {"hello": {"version": 1, "width": 1920, "height": 1080, "format": "rgba8", "rate": 30}}
          {"recipe": {"glint": 1, "filters": [{"id": "sepia"}]}}
          {"memory": {"slot": 0}}
          {"frame": {"slot": 0, "time": 0.5}}
        Formats are gray, rgb and rgba with 8, 16 or f for floats, i420 and nv12.
        Each is answered in order by one line, {"error": {"message": …}} if it fails, which never ends the program. The
        pixels are those of render. All clients share the device. docs/stream-protocol.md describes everything.
        With --socket it runs until a signal arrives; otherwise until the client closes its socket.
        """

    private static let ownFilterRules = """
        Files *.glsl in $XDG_DATA_HOME/glint/filters (~/.local/share/glint/filters) are custom filters, in the same format
        as the built-in ones. Each is tested once before it is used; errors are reported on standard error. In JSON they
        have "own": true.
        """

    private static let liveRules = """
        DESTINATION is pipewire, a camera named Glint that browsers, OBS and meeting programs list; or a v4l2loopback
        device such as /dev/video10, for programs without PipeWire support; or a file (\(listed(VideoContainer.dottedExtensions)))
        that is written continuously and can be played even if this program is killed. The newest frame is filtered;
        those that arrived in the meantime are dropped. It ends after --duration or with Ctrl+C. Filters after -- work
        as in render.
        """

    private static let benchRules = """
        Runs glint-bench from the folder of \(Program.name). That program is not installed: it is built from the source
        tree (make bench, or swift build --product glint-bench). glint-bench --help lists the benchmarks.
        """

    private static let histogramRules = """
        Counts are exact and include all pixels, even transparent ones, of what render would save with 8 bits: 16-bit
        values are rounded to 8 bits. Luma is 0.299 R + 0.587 G + 0.114 B of the rounded values, itself rounded.
        With --json: {"pixels": N, "red": […], "green": […], "blue": […], "luma": […]}, each list with the counts of
        the values 0 to 255. Filters after -- work as in render.
        """

    private static let completionRules = """
        For bash:  \(Program.name) completions bash > ~/.local/share/bash-completion/completions/\(Program.name)
        For fish:  \(Program.name) completions fish > ~/.config/fish/completions/\(Program.name).fish
        For zsh:   \(Program.name) completions zsh > DIR/_\(Program.name), where DIR is in $fpath
        make install installs all three.
        """

    private static let exitStatuses = """
        Exit status: 0 success; 1 file error, reported on standard error; 2 usage error.
        """

    /// Two aligned columns. If an entry of the first column is far longer than the others, its description
    /// begins on the next line.
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
    /// The text padded with trailing spaces.
    func padded(to width: Int) -> String {
        self + String(repeating: " ", count: max(0, width - count))
    }

    /// The text padded with leading spaces.
    func rightAligned(to width: Int) -> String {
        String(repeating: " ", count: max(0, width - count)) + self
    }
}
