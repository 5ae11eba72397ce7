import Exporting
import Filters
import FoundationEssentials
import Imaging
import Localization

/// A job, given as a line of JSON. Its keys are the names of `render`'s options without dashes, and a few
/// more.
struct ServeJob {
    /// The job's id; null if the line has none or cannot be parsed.
    private(set) var id = JobID.other(.null)
    /// The input's path; empty if the line contains none.
    private(set) var input = ""
    private(set) var output = ""
    /// What the job does, or why it is invalid.
    let work: Result<Work, CommandError>

    /// What a job does.
    enum Work {
        /// Renders a file to a file.
        case file(RenderOptions)
        /// Filters a frame in memory.
        case frame(FrameJob)
    }

    /// The options of `render` that do not apply to jobs: those for standard output, reporting, several
    /// inputs, and running programs.
    private static let excluded: Set<String> = [
        "output", "recipe", "format", "json", "quiet", "verbose", "timings", "jobs", "recursive",
        "mask-command",
    ]

    /// The options that can be given as keys.
    static let options = RenderOptions.declared.filter { $0.long.map { !excluded.contains($0) } ?? false }

    private struct Identity: Decodable {
        let id: JobID?
    }

    init(line: [UInt8]) {
        let data = Data(line)
        if let identity = try? JSONDecoder().decode(Identity.self, from: data), let id = identity.id {
            self.id = id
        }
        guard case .object(var keys)? = try? JSONDecoder().decode(JSONValue.self, from: data) else {
            work = .failure(.usage("this is not a job: a job is a JSON object on one line"))
            return
        }
        keys["id"] = nil
        if case .string(let path)? = keys["input"] { input = path }
        if case .string(let path)? = keys["output"] { output = path }
        work = Result { () throws(CommandError) in
            if case .object(let frame)? = keys["input"] { return .frame(try Self.frameJob(frame, keys)) }
            return .file(try Self.options(keys))
        }
    }

    /// The job for a line that exceeded the maximum length.
    init(tooLong limit: Int) {
        work = .failure(.usage("the line is longer than \(limit >> 20) MB, the maximum for a job"))
    }

    private static func options(_ all: [String: JSONValue]) throws(CommandError) -> RenderOptions {
        var keys = all
        let input = try path(keys.removeValue(forKey: "input"), "input")
        let output = try path(keys.removeValue(forKey: "output"), "output")
        let stored = try stages(ofRecipe: keys.removeValue(forKey: "recipe"))
        let stages = try Self.stages(keys.removeValue(forKey: "filters"))
        var given: [CommandOption: String?] = [RenderOptions.output: output]
        switch keys.removeValue(forKey: "overwrite") {
        case .bool(true)?: given[RenderOptions.overwrite] = .some(nil)
        case .bool(false)?, .null?, nil: break
        case .string("never")?: given[RenderOptions.keep] = .some(nil)
        default: throw .usage("“overwrite” must be true, false or \"never\"")
        }
        for (key, value) in keys.sorted(by: { $0.key < $1.key }) {
            guard let option = options.first(where: { $0.long == key }) else {
                let known =
                    ["id", "input", "output", "recipe", "filters", "overwrite"] + options.compactMap(\.long)
                throw .usage(
                    "unknown key \(key.quoted)\(NearName.hint(key, among: known)); the keys of a job are \(known.joined(separator: ", "))"
                )
            }
            try set(option, to: value, in: &given)
        }
        return try RenderOptions(
            ParsedArguments(command: .render, operands: [input], given: given), stages: stages,
            stored: stored,
            wordsOnExisting: "“overwrite”: true replaces it, “overwrite”: \"never\" skips it")
    }

    private static func frameJob(
        _ frame: [String: JSONValue], _ all: [String: JSONValue]
    ) throws(CommandError) -> FrameJob {
        var keys = all
        keys["input"] = nil
        var stored: [Recipe.Stage] = []
        switch keys.removeValue(forKey: "preset") {
        case nil, .null?: break
        case .string(let name)?:
            stored = try ParsedArguments(command: .render, operands: [], given: [.preset: name]).recipes()
                .stages()
        default: throw .usage("“preset” must be the name of a preset")
        }
        stored += try Self.stages(ofRecipe: keys.removeValue(forKey: "recipe"))
        let stages = try Self.stages(keys.removeValue(forKey: "filters"))
        if let key = keys.filter({ $0.value != .null }).keys.min() {
            throw .usage(
                "\(key.quoted) does not apply to a frame in memory; the keys of such a job are id, input, "
                    + "preset, recipe, filters")
        }
        do throws(StreamError) {
            return FrameJob(input: try FrameInput(frame), stored: stored, stages: stages)
        } catch {
            throw .usage(error.description)
        }
    }

    private static func path(_ value: JSONValue?, _ key: String) throws(CommandError) -> String {
        guard case .string(let path)? = value, !path.isEmpty else {
            throw .usage("a job needs \(key.quoted), the path of a file")
        }
        guard path != StandardStreams.mark else {
            throw .usage("\(key.quoted) must be a file: standard input and output carry the jobs")
        }
        return path
    }

    /// Numbers and strings are values of options; true and false set or omit options that take no value.
    private static func set(
        _ option: CommandOption, to value: JSONValue, in given: inout [CommandOption: String?]
    ) throws(CommandError) {
        let key = (option.long ?? "").quoted
        switch (value, option.value) {
        case (.null, _), (.bool(false), nil): break
        case (.bool(true), nil): given[option] = .some(nil)
        case (.string(let word), .some): given[option] = word
        case (.number(let number), .some):
            given[option] = Int(exactly: number).map(String.init) ?? "\(number)"
        case (_, nil): throw .usage("\(key) must be true or false")
        case (_, let form?): throw .usage("\(key) must be a number or a string: \(form)")
        }
    }

    /// Parses recipes: a path, an object, or an array of these.
    static func stages(ofRecipe value: JSONValue?) throws(CommandError) -> [Recipe.Stage] {
        switch value {
        case nil, .null?: return []
        case .string(let path)?:
            guard path != StandardStreams.mark else {
                throw .usage("“recipe” must be a file or an object: standard input carries the jobs")
            }
            return try RecipeFile.read(path).stages
        case .object?: return try RecipeFile.recipe(value?.line ?? "", named: "“recipe”").stages
        case .array(let several)?:
            var stages: [Recipe.Stage] = []
            for one in several {
                if case .array = one { throw .usage("“recipe” contains a nested array") }
                stages += try Self.stages(ofRecipe: one)
            }
            return stages
        default: throw .usage("“recipe” must be a recipe, its path, or an array of these")
        }
    }

    /// Parses filters, given as in a recipe or as in the arguments after `--`.
    private static func stages(_ value: JSONValue?) throws(CommandError) -> [Recipe.Stage] {
        guard let value, value != .null else { return [] }
        let operands = { (values: [JSONValue]) in
            values.compactMap { if case .string(let word) = $0 { word } else { nil } }
        }
        guard case .array(let values) = value else {
            throw .usage(
                "“filters” must be an array: the filters of a recipe, or the arguments that follow -- in a command"
            )
        }
        if operands(values).count == values.count {
            return try StageArguments.stages(operands(values), catalog: FilterSet.catalog)
        }
        let recipe = JSONValue.object(["glint": .number(Double(Recipe.version)), "filters": value])
        return try RecipeFile.recipe(recipe.line, named: "“filters”").stages
    }
}
