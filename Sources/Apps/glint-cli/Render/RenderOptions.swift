import System
import Exporting
import Filters
import Imaging
import Localization

/// The `render` command's options.
struct RenderOptions {
    let inputs: [String]
    let output: String
    /// The format of standard output; nil if the output is a file.
    let piped: PipedOutput?
    /// The layout of raw input frames, which have no header; nil for all other inputs.
    let rawInput: RawLayout?
    let recipes: [RecipeSource]
    let stages: [Recipe.Stage]
    /// The filters of a recipe that does not come from an option.
    let storedStages: [Recipe.Stage]
    let encoding: EncodingOptions
    let existing: ExistingFile
    /// Advice for the user if OUTPUT already exists.
    let wordsOnExisting: String
    /// The number of files written concurrently.
    let atOnce: Int
    /// True if folders among the inputs are replaced by the pictures in them, recursively.
    let isRecursive: Bool
    let decoding: DecodingOptions
    let showsTimings: Bool
    /// True if each file is reported as JSON on standard output.
    let writesJSON: Bool
    /// Makes the masks of regions that need one for each picture.
    let maskProgram: MaskProgram?
    /// True if only errors are reported.
    let isQuiet: Bool
    /// True if each saved file is reported.
    let isVerbose: Bool
    /// True if the recipe is stored in the pictures that are created with it.
    let keepsRecipe: Bool
    let embedsShaders: Bool
    let clip: ClipOptions
    /// All options given, to report those that have no effect.
    let given: Set<CommandOption>

    /// - Parameters:
    ///   - stages: the filters, if they do not come from the arguments after `--`.
    ///   - stored: filters of a recipe that does not come from an option; they precede the others.
    ///   - wordsOnExisting: advice for the user if an output file already exists.
    init(
        _ arguments: ParsedArguments, stages: [Recipe.Stage]? = nil, stored: [Recipe.Stage] = [],
        wordsOnExisting: String = "-y replaces it, -n skips it"
    ) throws(CommandError) {
        inputs = arguments.operands
        given = arguments.given.intersection(Self.declared)
        self.wordsOnExisting = wordsOnExisting
        storedStages = stored
        // The arguments after -- are checked first, since a misspelled filter is more important than a
        // missing file.
        if let stages {
            self.stages = stages
        } else {
            self.stages = try StageArguments.stages(arguments.afterDashes ?? [], catalog: FilterSet.catalog)
        }
        guard !inputs.isEmpty, !inputs.contains("") else {
            throw .usage("render needs a picture: \(Command.render.usage)")
        }
        if let filter = inputs.first(where: Self.isForgottenFilter) {
            throw .usage("\(filter.quoted) is a filter; filters follow --")
        }
        if arguments.has(Self.quiet), let number = inputs.first(where: Self.isForgottenNumber) {
            throw .usage(
                "\(number.quoted) is not a file, and -q is --quiet; use --quality \(number.shortened) or --video-quality"
            )
        }
        guard let output = arguments.value(of: Self.output), !output.isEmpty else {
            throw .usage("\(arguments.command.rawValue) needs -o OUTPUT: \(arguments.command.usage)")
        }
        self.output = output
        piped = try Self.piped(arguments, for: output, inputs: inputs)
        try Self.checkMarks(in: output)
        recipes = try arguments.recipes()
        decoding = try arguments.decoding()
        showsTimings = arguments.has(Self.timings)
        writesJSON = arguments.has(Self.json)
        isVerbose = arguments.has(Self.verbose)
        isQuiet = arguments.has(Self.quiet)
        atOnce = try arguments.jobs()
        isRecursive = arguments.has(Self.recursive)
        if atOnce > 1, showsTimings {
            throw .usage("--timings measures one picture at a time and cannot be combined with --jobs")
        }
        if writesJSON, piped != nil { throw .usage("--json and OUTPUT - both go to standard output") }
        if isQuiet, isVerbose { throw .usage("--quiet and --verbose cannot be combined") }
        embedsShaders = arguments.has(Self.embedShaders)
        maskProgram = try arguments.value(of: Self.maskCommand).map(MaskProgram.init)
        keepsRecipe = embedsShaders || arguments.has(Self.keepRecipe)
        clip = try ClipOptions(arguments)
        switch (arguments.has(Self.overwrite), arguments.has(Self.keep)) {
        case (true, true): throw .usage("-y and -n cannot be combined")
        case (true, false): existing = .overwrite
        case (false, true): existing = .keep
        case (false, false): existing = .isError
        }
        let depth = try arguments.depth(Self.depth)
        rawInput = try arguments.rawLayout(depth: depth)
        encoding = EncodingOptions(
            depth: depth,
            quality: try arguments.percentage(Self.quality) ?? EncodingOptions().quality,
            compression: try arguments.choice(Self.compression, of: Compression.allCases)
                ?? EncodingOptions().compression,
            tiffCompression: try arguments.choice(Self.tiffCompression, of: TIFFCompression.allCases)
                ?? EncodingOptions().tiffCompression,
            isLossless: arguments.has(Self.lossless),
            profile: try arguments.value(of: Self.profile).map(Self.profile) ?? .keep,
            intent: try arguments.choice(Self.intent, of: RenderingIntent.allCases) ?? .relative,
            stripping: try arguments.choice(Self.strip, of: MetadataStripping.allCases))
        try checkRawFrames()
    }

    /// True if OUTPUT stands for one picture per frame. The name of an input may also contain {frame}.
    var isOfFrames: Bool { output.contains(NumberedPictures.frameMark) && !PathName.isFolder(output) }

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

    private static func piped(
        _ arguments: ParsedArguments, for output: String, inputs: [String]
    ) throws(CommandError) -> PipedOutput? {
        let mark = StandardStreams.mark
        if inputs.count(where: { $0 == mark }) > 1 { throw .usage("standard input can be read only once") }
        let word = arguments.value(of: format)
        guard output == mark else {
            if word != nil {
                throw .usage(
                    "--format requires OUTPUT -; the extension of \(output.quoted) sets its format")
            }
            if inputs.contains(mark), BatchPlan.acceptsSeveral(output) {
                throw .usage("standard input has no file name to use; give a file as OUTPUT")
            }
            return nil
        }
        guard inputs.count == 1 else { throw .usage("standard output takes only one INPUT") }
        guard let word else {
            throw .usage("OUTPUT - has no extension; add its format, such as --format png")
        }
        return try PipedOutput(word: word)
    }

    /// A misspelled placeholder would become part of the file names.
    private static func checkMarks(in output: String) throws(CommandError) {
        let known = BatchPlan.marks + [NumberedPictures.frameMark]
        var rest = output[...]
        while let start = rest.firstIndex(of: "{"), let end = rest[start...].firstIndex(of: "}") {
            let mark = String(rest[start...end])
            let name = mark.dropFirst().dropLast()
            if !name.isEmpty, name.allSatisfy(\.isLetter), !known.contains(mark) {
                throw .usage(
                    "unknown placeholder \(mark.quoted)\(NearName.hint(mark, among: known)); "
                        + "OUTPUT may contain \(known.joined(separator: ", "))")
            }
            rest = rest[rest.index(after: end)...]
        }
    }

    private static func isForgottenFilter(_ input: String) -> Bool {
        FilterSet.catalog.filter(input) != nil && !PathName.exists(input)
    }

    /// True if the argument is a number that follows an option without a value.
    private static func isForgottenNumber(_ input: String) -> Bool {
        Double(input) != nil && !PathName.exists(input)
    }

    /// Raw frames are in sRGB, and cannot be selected by number.
    private func checkRawFrames() throws(CommandError) {
        if piped?.isRaw == true, ![.keep, .sRGB].contains(encoding.profile) {
            throw .usage("--profile does not apply to raw frames, which are always sRGB")
        }
        guard rawInput != nil else { return }
        let ranges = [("--from", clip.from), ("--to", clip.to), ("--frame or --at", clip.frame)]
        if let (option, _) = ranges.first(where: { $0.1 != nil }) {
            throw .usage("\(option) does not apply to --input-format raw, which is read in order")
        }
        if clip.duration != nil {
            throw .usage(
                "--duration makes a clip from a picture and does not apply to --input-format raw")
        }
    }
}

extension ParsedArguments {
    /// The number of files written concurrently.
    func jobs() throws(CommandError) -> Int {
        guard let word = value(of: RenderOptions.jobs) else { return 1 }
        guard let count = Int(word), (1...64).contains(count) else {
            throw .usage("--jobs must be a whole number from 1 to 64, not \(word.quoted)")
        }
        return count
    }

    /// A whole number from 1 to 100.
    func percentage(_ option: CommandOption) throws(CommandError) -> Int? {
        guard let word = value(of: option) else { return nil }
        guard let number = Int(word), (1...100).contains(number) else {
            throw .usage("\(option.spelling) must be a whole number from 1 to 100, not \(word.quoted)")
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
            "\(option.spelling) must be one of \(names.joined(separator: ", ")), not \(word.quoted)"
                + NearName.hint(word, among: names))
    }
}
