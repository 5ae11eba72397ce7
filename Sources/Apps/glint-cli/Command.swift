/// The commands, with the information that help and the parser need about them.
enum Command: String, CaseIterable {
    case render, filters, presets, info, bench, histogram, lut, mask, deflicker, watch
    case serve, stream, cameras, live, completions

    static var names: [String] { allCases.map(\.rawValue) }
    static var list: String { names.joined(separator: ", ") }

    /// The arguments that follow the command's name.
    var usage: String {
        switch self {
        case .render: "INPUT... -o OUTPUT [options] [-- [FILTER [PARAM=VALUE]...]...]"
        case .watch: "INPUT -o OUTPUT [options] [-- [FILTER [PARAM=VALUE]...]...]"
        case .serve: "[--jobs N] [--quiet]"
        case .stream: "[--socket PATH] [--quiet]"
        case .histogram: "INPUT [options] [-- [FILTER [PARAM=VALUE]...]...]"
        case .lut: "-o OUTPUT.cube|OUTPUT.png [options] [-- [FILTER [PARAM=VALUE]...]...]"
        case .mask: "INPUT -o OUTPUT --stage N [options] [-- [FILTER [PARAM=VALUE]...]...]"
        case .deflicker: "INPUT [-o RECIPE] [--frames N] [options]"
        case .filters: "[ID|WORD] [--json]"
        case .presets: "[--json]"
        case .info: "[FILE...] [--json]"
        case .bench: "[--json] [NAME...]"
        case .cameras: "[--microphones] [--json]"
        case .completions: "bash|zsh|fish"
        case .live: "--to pipewire|/dev/videoN|FILE [options] [-- [FILTER [PARAM=VALUE]...]...]"
        }
    }

    var summary: String {
        switch self {
        case .render: "Apply filters to pictures and videos and save the results."
        case .watch: "Filter the pictures and videos that appear in a folder."
        case .serve: "Run jobs given as lines of JSON, for programs that render many files."
        case .stream: "Filter frames in shared memory, for programs such as the Python package."
        case .histogram: "Compute the exact histogram of a picture."
        case .lut: "Save filters as a color table (LUT) for other programs."
        case .mask: "Save the mask of a filter's regions as a gray picture."
        case .deflicker: "Measure the flicker of a time lapse and save the exposure that removes it."
        case .filters: "List all filters with their parameters, describe one, or search by a word."
        case .presets: "List the presets for --preset."
        case .info: "Show information about the graphics device, or about pictures and videos."
        case .bench: "Measure the speed of this device with glint-bench, if it is built."
        case .cameras: "List the connected cameras or microphones."
        case .live: "Filter a camera live and pass it to other programs or a file."
        case .completions: "Generate shell completion scripts."
        }
    }

    var options: [CommandOption] {
        switch self {
        case .render: RenderOptions.declared
        case .watch: WatchCommand.options
        case .serve: ServeCommand.options
        case .stream: StreamCommand.options
        case .histogram: HistogramCommand.options
        case .lut: LUTCommand.options
        case .mask: MaskCommand.options
        case .deflicker: DeflickerCommand.options
        case .filters, .presets, .info, .bench: [.json]
        case .cameras: [CamerasCommand.microphones, .json]
        case .live: LiveOptions.declared
        case .completions: [CompletionsCommand.complete]
        }
    }

    /// The options in the order in which help lists them.
    var optionGroups: [(title: String, options: [CommandOption])] {
        var groups =
            switch self {
            case .render: RenderOptions.groups
            case .watch: WatchCommand.groups
            default: [("Options", options)]
            }
        groups[0].options.append(.help)
        return groups
    }

    /// True if the command decodes pictures or reports how they are decoded.
    var decodesPictures: Bool { ![.filters, .presets, .bench, .lut, .cameras, .completions].contains(self) }

    /// True if filters may follow `--`.
    var takesFilters: Bool { [.render, .histogram, .lut, .mask, .watch, .live].contains(self) }

    func run(_ arguments: ParsedArguments) throws(CommandError) -> ExitStatus {
        switch self {
        case .render:
            let device = SharedDevice()
            // Starting the driver takes most of the time of a small render, so it is started while filters
            // and arguments are being parsed.
            device.open()
            return try RenderCommand(RenderOptions(arguments), on: device).run()
        case .watch: return try WatchCommand(arguments).run()
        case .serve: return try ServeCommand.run(arguments)
        case .stream: return try StreamCommand.run(arguments)
        case .histogram: try HistogramCommand.run(arguments)
        case .lut: try LUTCommand.run(arguments)
        case .mask: try MaskCommand.run(arguments)
        case .deflicker: try DeflickerCommand.run(arguments)
        case .filters: try FiltersCommand.run(arguments)
        case .presets: try PresetsCommand.run(arguments)
        case .info: return try InfoCommand.run(arguments)
        case .bench: try BenchCommand.run()
        case .cameras: try CamerasCommand.run(arguments)
        case .live: return try LiveCommand(LiveOptions(arguments)).run()
        case .completions: try CompletionsCommand.run(arguments)
        }
        return .done
    }
}
