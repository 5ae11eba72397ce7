import Editing
import Filters
import Localization

/// Possible completions of the last argument, derived from the declarations that help and the parser also
/// use.
struct Completion {
    /// A candidate and its description.
    struct Candidate: Equatable {
        let word: String
        var summary = ""
    }

    /// The candidates that start with the last argument.
    private(set) var candidates: [Candidate] = []
    /// True if the argument may also be a file name.
    private(set) var wantsFiles = false

    /// - Parameter arguments: the arguments after the program's name, up to and including the one being
    ///   typed, which may be empty.
    init(of arguments: [String], catalog: FilterCatalog) { complete(arguments, catalog) }

    private mutating func complete(_ arguments: [String], _ catalog: FilterCatalog) {
        let current = arguments.last ?? ""
        guard arguments.count > 1 else {
            return suggest(
                Command.allCases.map { Candidate(word: $0.rawValue, summary: $0.summary) }, current)
        }
        guard let command = Command(rawValue: arguments[0]) else { return }
        let before = arguments[1..<arguments.count - 1]
        if let dashes = before.firstIndex(of: "--") {
            if command.takesFilters { suggestStages(after: before[(dashes + 1)...], current, catalog) }
            return
        }
        let options = command.options + [.help]
        if let option = Self.valued(before.last, among: options) {
            return suggestValues(of: option, before: "", current)
        }
        if let spelling = Self.name(in: current), let option = Self.valued(spelling, among: options) {
            return suggestValues(of: option, before: "\(spelling)=", current)
        }
        if current.hasPrefix("-") {
            var all = options.map { option in
                Candidate(
                    word: option.long.map { "--\($0)" } ?? option.short.map { "-\($0)" } ?? "",
                    summary: option.summary)
            }
            if command.takesFilters {
                all.append(Candidate(word: "--", summary: "Filters follow."))
            }
            return suggest(all, current)
        }
        switch command {
        case .filters: suggest(Self.filters(catalog), current)
        case .completions: suggest(Shell.allCases.map { Candidate(word: $0.rawValue) }, current)
        case .render, .histogram, .info, .mask, .deflicker, .watch: wantsFiles = true
        case .bench, .cameras, .live, .lut, .presets, .serve, .stream: break
        }
    }

    private mutating func suggest(_ all: [Candidate], _ current: String) {
        candidates = all.filter { $0.word.hasPrefix(current) }
    }

    private static func filters(_ catalog: FilterCatalog) -> [Candidate] {
        catalog.filters.map { Candidate(word: $0.id, summary: $0.summary) }
    }

    /// The option that an argument names, if the option's value follows.
    private static func valued(_ word: String?, among options: [CommandOption]) -> CommandOption? {
        guard let word else { return nil }
        return options.first { option in
            option.value != nil
                && (option.long.map { "--\($0)" } == word || option.short.map { "-\($0)" } == word)
        }
    }

    /// The text before the first equals sign; nil if there is none.
    private static func name(in word: String) -> String? {
        word.firstIndex(of: "=").map { String(word[..<$0]) }
    }

    /// For `keep|srgb|p3|FILE`, suggests the lowercase words, and file names for the placeholders in
    /// capitals.
    private mutating func suggestValues(of option: CommandOption, before prefix: String, _ current: String) {
        let parts = (option.value ?? "").split(separator: "|").map(String.init)
        let isWord = { (part: String) in
            part.allSatisfy { $0.isLowercase || $0.isNumber || $0 == "-" || $0 == "." }
        }
        let arguments = option == .preset ? PresetLibrary.shipped().map(\.id) : parts.filter(isWord)
        suggest(arguments.map { Candidate(word: prefix + $0) }, current)
        wantsFiles = ["FILE", "OUTPUT", "PATH"].contains { parts.contains($0) }
    }

    private mutating func suggestStages(
        after arguments: ArraySlice<String>, _ current: String, _ catalog: FilterCatalog
    ) {
        let filter = arguments.last { !$0.contains("=") }.flatMap(catalog.filter)
        if let name = Self.name(in: current) {
            let values = filter.map { Self.values(of: name, in: $0) } ?? []
            wantsFiles = filter?.parameters.first { $0.id == name }?.kind == .file
            return suggest(values.map { Candidate(word: "\(name)=\($0)") }, current)
        }
        let parameters = filter?.parameters.map { Candidate(word: "\($0.id)=", summary: $0.title) } ?? []
        let common = ["opacity", "blend", "region"].map { Candidate(word: "\($0)=") }
        suggest((filter == nil ? [] : parameters + common) + Self.filters(catalog), current)
    }

    private static func values(of name: String, in filter: FilterDeclaration) -> [String] {
        if name == "blend" { return BlendMode.allCases.map(\.rawValue) }
        guard let parameter = filter.parameters.first(where: { $0.id == name }) else { return [] }
        switch parameter.kind {
        case .choice: return parameter.choices.map(\.id)
        case .toggle: return ["true", "false"]
        // The names of built-in presets can be given instead of file names.
        case .file where filter.id == "ntsc": return NTSCPreset.shippedNames
        default: return parameter.defaultValue.word.isEmpty ? [] : [parameter.defaultValue.word]
        }
    }
}
