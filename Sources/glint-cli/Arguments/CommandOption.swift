/// An option of a command, as help shows it and the parser reads it.
struct CommandOption: Hashable {
    /// The letter after one dash.
    var short: Character?
    /// The word after two dashes.
    var long: String?
    /// What help calls the option's value; nil where it takes none.
    var value: String?
    /// One sentence.
    var summary: String

    static let json = CommandOption(long: "json", summary: "Write JSON, for programs.")
    static let help = CommandOption(short: "h", long: "help", summary: "Show this help.")

    /// The option as people type it, the long form where there is one.
    var spelling: String {
        long.map { "--\($0)" } ?? short.map { "-\($0)" } ?? ""
    }

    /// Every form, as help shows them: `-o, --output OUTPUT`, with room for the letter where there is none.
    var forms: String {
        let value = value.map { " \($0)" } ?? ""
        guard let short else { return "    \(spelling)\(value)" }
        return "-\(short)" + (long.map { ", --\($0)" } ?? "") + value
    }
}
