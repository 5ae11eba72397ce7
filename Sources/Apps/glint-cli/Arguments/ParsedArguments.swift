import Localization

/// A command's arguments, split into options, positional arguments and everything after `--`.
///
/// Options may appear anywhere before `--`: `-o FILE`, `-oFILE`, `-o=FILE`, `--output FILE`, `--output=FILE`,
/// and combined letters as in `-yo FILE`.
struct ParsedArguments {
    /// The positional arguments.
    private(set) var operands: [String] = []
    /// The arguments after `--`; nil if there is no `--`.
    private(set) var afterDashes: [String]?
    /// True if help was requested; then the other arguments were not parsed.
    private(set) var wantsHelp = false

    let command: Command
    /// Options with their values, in the order given.
    private var values: [(option: CommandOption, value: String)] = []
    private var flags: Set<CommandOption> = []

    init(_ all: [String], command: Command) throws(CommandError) {
        self.command = command
        var rest = all[...]
        while let word = rest.popFirst() {
            if word == "--" {
                afterDashes = Array(rest)
                return
            } else if word.hasPrefix("--") {
                try readLong(word, rest: &rest)
            } else if word.hasPrefix("-"), word.count > 1 {
                try readShort(word, rest: &rest)
            } else {
                operands.append(word)
            }
            if wantsHelp { return }
        }
    }

    /// Creates the result from options given by other means, without parsing.
    ///
    /// - Parameter given: the options; the value is nil for an option that takes none.
    init(command: Command, operands: [String], given: [CommandOption: String?]) {
        self.command = command
        self.operands = operands
        flags = Set(given.filter { $0.value == nil }.keys)
        values = given.compactMap { option, value in value.map { (option, $0) } }
    }

    /// True if a flag was given.
    func has(_ option: CommandOption) -> Bool { flags.contains(option) }

    /// The value of an option; nil if it was not given.
    func value(of option: CommandOption) -> String? { values.first { $0.option == option }?.value }

    /// The values of a repeatable option, in the order given.
    func values(of options: [CommandOption]) -> [(option: CommandOption, value: String)] {
        values.filter { options.contains($0.option) }
    }

    /// All options that were given.
    var given: Set<CommandOption> { flags.union(values.map(\.option)) }

    /// Throws if there are positional arguments; for commands that take none.
    func requireNoArguments() throws(CommandError) {
        if let word = operands.first ?? afterDashes?.first {
            throw .usage("\(command.rawValue) takes only options, not \(word.quoted); see --help")
        }
    }

    private mutating func readLong(
        _ word: String, rest: inout ArraySlice<String>
    ) throws(CommandError) {
        let parts = word.dropFirst(2).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let option = try option("--\(parts[0])") { $0.long == String(parts[0]) }
        guard option.value != nil else {
            guard parts.count == 1 else { throw .usage("\(option.spelling) takes no value") }
            return set(option)
        }
        try set(option, to: parts.count == 2 ? String(parts[1]) : rest.popFirst())
    }

    private mutating func readShort(
        _ word: String, rest: inout ArraySlice<String>
    ) throws(CommandError) {
        var letters = word.dropFirst()
        while let letter = letters.popFirst() {
            let option = try option("-\(letter)") { $0.short == letter }
            guard option.value != nil else {
                set(option)
                continue
            }
            // The text after -o= is the value, even if it is empty: the next argument may be an input file.
            if letters.first == "=" { return try set(option, to: String(letters.dropFirst())) }
            try set(option, to: letters.isEmpty ? rest.popFirst() : String(letters))
            return
        }
    }

    private func option(
        _ spelling: String, where matches: (CommandOption) -> Bool
    ) throws(CommandError) -> CommandOption {
        let known = command.options + [.help]
        if let option = known.first(where: matches) { return option }
        let id = String(spelling.drop { $0 == "-" })
        if spelling.hasPrefix("--"), command.takesFilters, FilterSet.catalog.filter(id) != nil {
            throw .usage(
                "unknown option \(spelling.quoted): \(id) is a filter; filters follow --, as in: -- \(id)")
        }
        let spellings = known.map(\.spelling)
        // Any letter is similar to any other, so there are no suggestions for short options.
        let hint = spelling.hasPrefix("--") ? NearName.hint(spelling, among: spellings) : ""
        throw .usage(
            "unknown option \(spelling.quoted)\(hint); see \(Program.name) \(command.rawValue) --help")
    }

    private mutating func set(_ option: CommandOption) {
        if option == .help { wantsHelp = true }
        flags.insert(option)
    }

    private mutating func set(_ option: CommandOption, to value: String?) throws(CommandError) {
        guard let value else {
            throw .usage("\(option.spelling) needs a value: \(option.spelling) \(option.value ?? "")")
        }
        guard option.isRepeatable || self.value(of: option) == nil else {
            throw .usage("\(option.spelling) is given twice")
        }
        values.append((option, value))
    }
}
