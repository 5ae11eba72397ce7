/// An option of a command, used by both help and the parser.
struct CommandOption: Hashable {
    /// The letter after one dash.
    var short: Character?
    /// The name after two dashes.
    var long: String?
    /// The placeholder for the option's value in help; nil if it takes no value.
    var value: String?
    /// A one-sentence summary.
    var summary: String
    /// True if the option may be repeated.
    var isRepeatable = false

    static let json = CommandOption(long: "json", summary: "Print JSON.")
    static let help = CommandOption(short: "h", long: "help", summary: "Show this help.")

    /// The option as the user types it, in its long form if there is one.
    var spelling: String {
        long.map { "--\($0)" } ?? short.map { "-\($0)" } ?? ""
    }

    /// All forms of the option, as shown in help: `-o, --output OUTPUT`, padded if there is no letter.
    var forms: String {
        let value = value.map { " \($0)" } ?? ""
        guard let short else { return "    \(spelling)\(value)" }
        return "-\(short)" + (long.map { ", --\($0)" } ?? "") + value
    }
}
