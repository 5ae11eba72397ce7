import Batch
import Clips
import Filters
import Imaging
import Wording

/// The `render` command's options.
struct RenderOptions {
    let inputs: [String]
    let output: String
    /// What standard output gets; nil where the output is a file.
    let format: PictureFormat?
    let recipes: [String]
    let stages: [Recipe.Stage]
    let encoding: EncodingOptions
    let existing: ExistingFile
    /// What can be done where OUTPUT exists.
    let wordsOnExisting: String
    /// How many files are made at once.
    let atOnce: Int
    let decoding: DecodingOptions
    let showsTimings: Bool
    /// Whether each file is told of on standard output, as JSON.
    let writesJSON: Bool
    /// Whether only errors are told.
    let isQuiet: Bool
    /// Whether each file that is saved is told of.
    let isVerbose: Bool
    /// Whether pictures tell the recipe that they were made with.
    let keepsRecipe: Bool
    let clip: ClipOptions

    static let declared =
        [
            output, format, recipe, depth, quality, compression, tiffCompression, lossless, profile, intent,
            strip,
            keepRecipe, overwrite, keep, .page, .drawingSize, .acceptDamaged, .large, jobs, timings, json,
            quiet,
            verbose,
        ]
        + ClipOptions.declared

    static let output = CommandOption(
        short: "o", long: "output", value: "OUTPUT", summary: "Where to save.")
    private static let format = CommandOption(
        long: "format", value: formats.joined(separator: "|"),
        summary: "What kind of picture goes to standard output, where OUTPUT is -.")
    private static let formats = PictureFormat.allCases.compactMap(\.fileExtensions.first)
    static let recipe = CommandOption(
        long: "recipe", value: "FILE",
        summary: "Apply a recipe that the window saved; several are applied in turn.", isRepeatable: true)
    private static let depth = CommandOption(
        long: "depth", value: "8|16|32",
        summary: "Bits per channel, 32 for floats, as far as OUTPUT's format has them (default: the input's)."
    )
    private static let quality = CommandOption(
        long: "quality", value: "1…100", summary: "Quality of JPEG, WebP, JPEG XL and AVIF (default: 92).")
    private static let compression = CommandOption(
        long: "compression", value: "fast|balanced|smallest",
        summary: "How hard to squeeze PNG (default: balanced).")
    private static let tiffCompression = CommandOption(
        long: "tiff-compression", value: "none|lzw|deflate|zstd",
        summary: "How TIFF is compressed (default: deflate).")
    private static let lossless = CommandOption(
        long: "lossless", summary: "Keep the pixels of WebP, JPEG XL and AVIF exactly, whatever the quality.")
    private static let profile = CommandOption(
        long: "profile", value: "keep|srgb|p3|FILE",
        summary:
            "The colors of OUTPUT: the input's, sRGB, Display P3, or those of an ICC profile (default: keep)."
    )
    private static let intent = CommandOption(
        long: "intent", value: "relative|perceptual",
        summary: "What becomes of colors outside of a profile made of tables (default: relative).")
    private static let strip = CommandOption(
        long: "strip", value: "all|location",
        summary: "Leave out what INPUT says beside its pixels, or where it was taken.")
    private static let keepRecipe = CommandOption(
        long: "keep-recipe",
        summary: "Write the filters into OUTPUT's XMP, from where Glint offers them again.")
    static let overwrite = CommandOption(short: "y", summary: "Replace an OUTPUT that exists.")
    static let keep = CommandOption(
        short: "n", summary: "Leave an OUTPUT that exists as it is (default: it is an error).")
    static let jobs = CommandOption(
        long: "jobs", value: "N", summary: "Make so many files at once (default: 1).")
    private static let timings = CommandOption(
        long: "timings", summary: "Tell the milliseconds of each pass on standard error.")

    private static let json = CommandOption(
        long: "json", summary: "Tell of each file in a line of JSON on standard output.")
    static let quiet = CommandOption(
        short: "q", long: "quiet",
        summary: "Tell of errors alone, not of what is left out, and show no progress.")
    private static let verbose = CommandOption(
        long: "verbose", summary: "Tell of each file that is saved, how large it is, and how long it took.")

    /// - Parameters:
    ///   - stages: the filters, where the words after `--` do not tell them.
    ///   - wordsOnExisting: how to say what becomes of a file that exists.
    init(
        _ arguments: ParsedArguments, stages: [Recipe.Stage]? = nil,
        wordsOnExisting: String = "-y replaces it, -n leaves it as it is"
    ) throws(CommandError) {
        inputs = arguments.words
        self.wordsOnExisting = wordsOnExisting
        // The words after -- come first: a mistyped filter matters more than a forgotten file.
        if let stages {
            self.stages = stages
        } else {
            self.stages = try StageWords.stages(arguments.afterDashes ?? [], catalog: FilterSet.catalog)
        }
        guard !inputs.isEmpty, !inputs.contains("") else {
            throw .usage("render needs a picture: \(Command.render.usage)")
        }
        if let filter = inputs.first(where: Self.isForgottenFilter) {
            throw .usage("\(filter.quoted) is a filter, and filters come after --")
        }
        guard let output = arguments.value(of: Self.output), !output.isEmpty else {
            throw .usage("render needs -o OUTPUT: \(Command.render.usage)")
        }
        self.output = output
        format = try Self.format(arguments, for: output, inputs: inputs)
        try Self.checkMarks(in: output)
        recipes = arguments.values(of: Self.recipe)
        decoding = try arguments.decoding()
        showsTimings = arguments.has(Self.timings)
        writesJSON = arguments.has(Self.json)
        isVerbose = arguments.has(Self.verbose)
        isQuiet = arguments.has(Self.quiet)
        atOnce = try arguments.jobs()
        if atOnce > 1, showsTimings {
            throw .usage("--timings measures one picture at a time, and --jobs makes several")
        }
        if writesJSON, format != nil { throw .usage("--json and OUTPUT - both go to standard output") }
        if isQuiet, isVerbose { throw .usage("--quiet and --verbose contradict each other") }
        keepsRecipe = arguments.has(Self.keepRecipe)
        clip = try ClipOptions(arguments)
        switch (arguments.has(Self.overwrite), arguments.has(Self.keep)) {
        case (true, true): throw .usage("-y and -n contradict each other")
        case (true, false): existing = .overwrite
        case (false, true): existing = .keep
        case (false, false): existing = .isError
        }
        encoding = EncodingOptions(
            depth: try arguments.value(of: Self.depth).map(Self.depth),
            quality: try arguments.percentage(Self.quality) ?? EncodingOptions().quality,
            compression: try arguments.choice(Self.compression, of: Compression.allCases)
                ?? EncodingOptions().compression,
            tiffCompression: try arguments.choice(Self.tiffCompression, of: TIFFCompression.allCases)
                ?? EncodingOptions().tiffCompression,
            isLossless: arguments.has(Self.lossless),
            profile: try arguments.value(of: Self.profile).map(Self.profile) ?? .keep,
            intent: try arguments.choice(Self.intent, of: RenderingIntent.allCases) ?? .relative,
            stripping: try arguments.choice(Self.strip, of: MetadataStripping.allCases))
    }

    private static func profile(_ word: String) throws(CommandError) -> ProfileChoice {
        switch word {
        case "keep": return .keep
        case "srgb": return .sRGB
        case "p3": return .displayP3
        default:
            do throws(ImagingError) {
                return try .profile(ofFile: word)
            } catch {
                throw .files("\(error)")
            }
        }
    }

    private static func format(
        _ arguments: ParsedArguments, for output: String, inputs: [String]
    ) throws(CommandError) -> PictureFormat? {
        let mark = StandardStreams.mark
        if inputs.count(where: { $0 == mark }) > 1 { throw .usage("standard input can be read only once") }
        let word = arguments.value(of: format)
        guard output == mark else {
            if word != nil {
                throw .usage(
                    "--format is for OUTPUT -; the extension of \(output.quoted) names its format")
            }
            let isPlace = PathName.isFolder(output) || BatchPlan.marks.contains(where: output.contains)
            if inputs.contains(mark), isPlace {
                throw .usage("standard input has no name that a file could be called by; name one as OUTPUT")
            }
            return nil
        }
        guard inputs.count == 1 else { throw .usage("standard output takes one picture") }
        guard let word else {
            throw .usage("OUTPUT - has no extension; name its format, such as --format png")
        }
        guard let format = PictureFormat(fileName: "a.\(word)") else {
            throw .usage(
                "--format is \(word.quoted) and has to be one of \(formats.joined(separator: ", "))"
                    + NearName.hint(word, among: formats))
        }
        return format
    }

    /// A mistyped mark would become a part of the names of files.
    private static func checkMarks(in output: String) throws(CommandError) {
        let known = BatchPlan.marks + [NumberedPictures.frameMark]
        var rest = output[...]
        while let start = rest.firstIndex(of: "{"), let end = rest[start...].firstIndex(of: "}") {
            let mark = String(rest[start...end])
            let name = mark.dropFirst().dropLast()
            if !name.isEmpty, name.allSatisfy(\.isLetter), !known.contains(mark) {
                throw .usage(
                    "\(mark.quoted) stands for nothing\(NearName.hint(mark, among: known)); "
                        + "OUTPUT may have \(known.joined(separator: ", "))")
            }
            rest = rest[rest.index(after: end)...]
        }
    }

    private static func isForgottenFilter(_ input: String) -> Bool {
        FilterSet.catalog.filter(input) != nil && !PathName.exists(input)
    }

    private static func depth(_ word: String) throws(CommandError) -> PixelBuffer.Depth {
        guard let depth = PixelBuffer.Depth.allCases.first(where: { String($0.rawValue) == word }) else {
            throw .usage("--depth is \(word.quoted) and has to be 8, 16 or 32")
        }
        return depth
    }
}

extension ParsedArguments {
    /// How many files are made at once.
    func jobs() throws(CommandError) -> Int {
        guard let word = value(of: RenderOptions.jobs) else { return 1 }
        guard let count = Int(word), (1...64).contains(count) else {
            throw .usage("--jobs is \(word.quoted) and has to be a whole number from 1 to 64")
        }
        return count
    }

    /// A whole number from 1 to 100.
    func percentage(_ option: CommandOption) throws(CommandError) -> Int? {
        guard let word = value(of: option) else { return nil }
        guard let number = Int(word), (1...100).contains(number) else {
            throw .usage("\(option.spelling) is \(word.quoted) and has to be a whole number from 1 to 100")
        }
        return number
    }

    /// One of several words.
    func choice<Choice: RawRepresentable<String>>(
        _ option: CommandOption, of choices: [Choice]
    ) throws(CommandError) -> Choice? {
        guard let word = value(of: option) else { return nil }
        if let choice = choices.first(where: { $0.rawValue == word }) { return choice }
        let names = choices.map(\.rawValue)
        throw .usage(
            "\(option.spelling) is \(word.quoted) and has to be one of \(names.joined(separator: ", "))"
                + NearName.hint(word, among: names))
    }
}
