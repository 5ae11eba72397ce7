import Localization

/// Parses the declaration at the beginning of a filter's file: leading `//` lines of the form `key: value`.
///
///     // filter: saturation
///     // title: Saturation
///     // group: Color
///     // summary: Strengthens or fades colors; brightness stays.
///     // parameter: amount "Amount" number 0..2 default=1 identity=1 step=0.01
///
/// - `reads:` with `place`, `time` or both passes the pixel's position in pixels, and the time, to the
///   function after the color.
/// - `makes:` with `color`, `alpha` or both states that a gray picture can become colored, or an opaque one
///   transparent.
/// - `sample: amount=1.4` gives values that show the effect well, for the documentation; other parameters
///   keep their defaults.
/// - `pass: NAME = …` declares a pass, for filters that read neighbors (``PassParser``).
/// - `texture: paper "Paper" file` declares a picture that the passes read, with a parameter for its path.
/// - `colors: premultiplied` states that the passes work on premultiplied colors.
/// - `space: srgb` states that the filter assumes the primaries of sRGB, whatever the picture's primaries
///   are.
/// - `section: Red` puts the parameters up to the next such line under a heading; an empty one ends the
///   section.
///
/// A parameter consists of its id, its title in quotes, its kind, the range of a number or the `id="Title"`
/// pairs of a choice, followed by `default=` (required), `identity=`, `step=`, `unit=`,
/// `curve=linear|square`, `extension=` (of a file), `numbered=true` (of a choice), `offsets=time` (of an
/// integer, in frames) and `help="…"`.
package struct DeclarationParser {
    private let file: String
    private let source: String
    private var fields: [String: String] = [:]
    private var lines: [String: Int] = [:]
    private var parameters: [ParameterDeclaration] = []
    private var textures: [String] = []
    private var passes: [PassDeclaration] = []
    private var section = ""
    private var mistakes: [DeclarationError] = []

    /// The keys with which a header's lines can begin, up to the colon.
    private static let keys = [
        "filter", "title", "group", "summary", "makes", "reads", "colors", "space", "sample", "section",
        "parameter", "texture", "pass", "words",
    ]

    /// Ordinary words that are spelled almost like a key. In comments, they are not reported as misspelled
    /// keys.
    private static let words: Set = ["color", "past", "simple", "takes", "tile", "word", "works"]

    /// The file's declaration; nil if its first line does not declare a filter, as in shared include files.
    /// Throws all mistakes in the header.
    ///
    /// - Parameters:
    ///   - includes: the files that the filter includes from its own folder, keyed by the names in its
    ///     `#include` lines.
    ///   - checksPasses: whether passes are checked against each other and against the functions, which takes
    ///     a millisecond per file.
    package static func parse(
        _ source: String, file: String, includes: [String: String] = [:], checksPasses: Bool = true
    ) throws(DeclarationErrors) -> FilterDeclaration? {
        guard source.hasPrefix("// filter:") else { return nil }
        var parser = DeclarationParser(file: file, source: source)
        parser.readLines()
        let filter = parser.declaration(includes: includes, checksPasses: checksPasses)
        guard let filter, parser.mistakes.isEmpty else {
            throw DeclarationErrors(parser.mistakes.sorted { $0.line < $1.line })
        }
        return filter
    }

    private init(file: String, source: String) {
        self.file = file
        self.source = source
    }

    private mutating func readLines() {
        var number = 0
        var headEnd: Int?
        for line in source.split(separator: "\n", omittingEmptySubsequences: false) {
            number += 1
            guard line.hasPrefix("//"), headEnd == nil else {
                headEnd = headEnd ?? number
                let stray = ["pass", "texture", "colors", "parameter"].first { line.hasPrefix("// \($0):") }
                if let stray {
                    mistakes.append(
                        error(
                            number,
                            tr("the header ends at line \(headEnd ?? 0), before this “\(stray):” line")))
                }
                continue
            }
            let content = line.dropFirst(2)
            guard let colon = content.firstIndex(of: ":") else { continue }
            let key = content[..<colon].trimmed
            let value = content[content.index(after: colon)...].trimmed
            read(key, value, line: number)
        }
    }

    private mutating func read(_ key: String, _ value: String, line: Int) {
        do throws(DeclarationError) {
            switch key {
            case "filter", "title", "group", "summary", "makes", "reads", "colors", "space", "sample",
                "words":
                fields[key] = value
                lines[key] = line
            case "section": section = value
            case "parameter": parameters.append(try parameter(value, line: line))
            case "texture":
                let texture = try texture(value, line: line)
                parameters.append(texture)
                textures.append(texture.id)
            case "pass": passes.append(try pass(value, line: line))
            default:
                // Any other line is an ordinary comment, unless its first word looks like a misspelled key.
                guard (4...12).contains(key.count), key.allSatisfy({ $0.isASCII && $0.isLowercase }),
                    let meant = Self.keys.first(where: { NearName.edits(from: key, to: $0) == 1 }),
                    !Self.words.contains(key) || key == "color" && value == "premultiplied"
                else { return }
                throw error(line, tr("\(key.quoted) is not a header keyword; did you mean “\(meant):”?"))
            }
        } catch {
            mistakes.append(error)
        }
    }

    /// Builds the declaration, and checks that its parts are consistent.
    private mutating func declaration(includes: [String: String], checksPasses: Bool) -> FilterDeclaration? {
        func note<Value>(_ read: () throws(DeclarationError) -> Value) -> Value? {
            do throws(DeclarationError) { return try read() } catch { mistakes.append(error) }
            return nil
        }
        let texts = ["filter", "title", "group", "summary"].map { key in
            note { () throws(DeclarationError) in try field(key) }
        }
        if let id = texts[0], !id.isKebabCase {
            mistakes.append(error(1, tr("\(id.quoted) is not in kebab-case, such as gaussian-blur")))
        }
        let ids = parameters.map(\.id)
        for twice in Set(ids.filter { id in ids.count { $0 == id } > 1 }).sorted() {
            mistakes.append(error(1, tr("the parameter \(twice) is declared twice")))
        }
        let made = (fields["makes"] ?? "").split(separator: " ")
        if let unknown = made.first(where: { $0 != "color" && $0 != "alpha" }) {
            mistakes.append(
                error(lines["makes"] ?? 1, tr("“makes” accepts color or alpha, not \(unknown.quoted)")))
        }
        let read = (fields["reads"] ?? "").split(separator: " ")
        if let unknown = read.first(where: { $0 != "place" && $0 != "time" }) {
            mistakes.append(
                error(
                    lines["reads"] ?? 1,
                    tr(
                        "“reads” accepts place, time or both, not \(unknown.quoted)"
                    )
                ))
        }
        if let early = parameters.first(where: \.offsetsTime), !read.contains("time") {
            mistakes.append(
                error(1, tr("\(early.id) offsets the time, which requires the line “reads: time”")))
        }
        if let colors = fields["colors"], colors != "premultiplied" {
            mistakes.append(
                error(
                    lines["colors"] ?? 1,
                    tr("“colors” accepts only premultiplied; omit the line for straight colors")))
        }
        if let space = fields["space"], space != "srgb" {
            mistakes.append(
                error(
                    lines["space"] ?? 1,
                    tr("“space” accepts only srgb; omit the line for the picture's own space")))
        }
        let sample = note { () throws(DeclarationError) in try self.sample() }
        guard let id = texts[0], let title = texts[1], let group = texts[2], let summary = texts[3],
            let sample
        else { return nil }
        var filter = FilterDeclaration(
            id: id, title: title, group: group, summary: summary,
            parameters: parameters, makesColor: made.contains("color"), makesAlpha: made.contains("alpha"),
            readsPosition: read.contains("place"), readsTime: read.contains("time"), file: file,
            source: source,
            sample: sample)
        filter.words = (fields["words"] ?? "").split(separator: ",").map { $0.trimmed.lowercased() }
            .filter { !$0.isEmpty }
        filter.includes = includes
        filter.textures = textures
        filter.isPremultiplied = fields["colors"] != nil
        filter.meansSRGB = fields["space"] != nil
        // A line that could not be parsed can make the other passes appear wrong or cyclic.
        guard mistakes.isEmpty else { return filter }
        let problems = checksPasses ? PassOrder.problems(of: passes, in: filter) : []
        mistakes += problems.map { error($0.line, $0.message) }
        if problems.isEmpty { filter.passes = PassOrder.sorted(passes) }
        return filter
    }

    /// Parses the values of the line `sample:`.
    private func sample() throws(DeclarationError) -> [String: ParameterValue] {
        var values: [String: ParameterValue] = [:]
        let line = lines["sample"] ?? 1
        for word in Self.words(fields["sample"] ?? "") {
            let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
            guard parts.count == 2, let parameter = parameters.first(where: { $0.id == parts[0] }),
                let value = ParameterValue(word: parts[1].unquoted, kind: parameter.kind)
            else {
                throw error(line, tr("\(word.quoted) does not set a parameter; write it as PARAMETER=VALUE"))
            }
            if let problem = parameter.problem(with: value) { throw error(line, problem) }
            values[parameter.id] = value
        }
        return values
    }

    private func field(_ key: String) throws(DeclarationError) -> String {
        guard let value = fields[key], !value.isEmpty else {
            throw error(1, tr("the header has no “\(key):” line"))
        }
        return value
    }

    private func error(_ line: Int, _ message: String) -> DeclarationError {
        DeclarationError(file: file, line: line, message: message)
    }

    private func pass(_ text: String, line: Int) throws(DeclarationError) -> PassDeclaration {
        do throws(PassParser.Mistake) {
            return try PassParser.parse(text, line: line)
        } catch {
            throw self.error(line, error.message)
        }
    }

    /// A picture that passes read. The parameter is the path of its file.
    private func texture(_ text: String, line: Int) throws(DeclarationError) -> ParameterDeclaration {
        let words = Self.words(text)
        guard words.count == 3, words[2] == "file" else {
            throw error(line, tr("a texture is declared as: id \"Title\" file"))
        }
        return try parameter("\(text) default=\"\"", line: line)
    }

    private func parameter(_ text: String, line: Int) throws(DeclarationError) -> ParameterDeclaration {
        var words = Self.words(text)
        if let id = words.first, id.first != "\"", !id.isCamelCase {
            throw error(line, tr("the id \(id.quoted) is not in camelCase, such as edgeWidth"))
        }
        guard words.count >= 3 else {
            throw error(line, tr("a parameter is declared as: id \"Title\" kind range default=…"))
        }
        let id = words.removeFirst()
        let quotedTitle = words.removeFirst()
        let title = quotedTitle.unquoted
        let kindName = words.removeFirst()
        guard let kind = ParameterKind(rawValue: kindName) else {
            guard quotedTitle.hasPrefix("\"") else {
                let kind = ([quotedTitle, kindName] + words).first { ParameterKind(rawValue: $0) != nil }
                throw error(
                    line,
                    tr(
                        "\(id): after the id comes the title in quotes, as in \(id) \"Title\" \(kind ?? "number")"
                    ))
            }
            let kinds = ParameterKind.allCases.map(\.rawValue).joined(separator: ", ")
            throw error(line, tr("\(kindName.quoted) is not a kind of parameter; the kinds are \(kinds)"))
        }
        var range: ClosedRange<Double>?
        if kind == .number || kind == .integer {
            guard !words.isEmpty, let parsed = Self.range(words.removeFirst()) else {
                throw error(
                    line,
                    kind == .number
                        ? tr("\(id): a number needs a range such as 0..2")
                        : tr("\(id): an integer needs a range such as 0..2"))
            }
            range = parsed
        }
        var attributes: [String: String] = [:]
        var choices: [ParameterChoice] = []
        for word in words {
            guard let equals = word.firstIndex(of: "=") else {
                throw error(line, tr("\(id): \(word.quoted) does not have the form key=value"))
            }
            let key = String(word[..<equals])
            let value = String(word[word.index(after: equals)...])
            if kind == .choice, value.hasPrefix("\""), key != "help" {
                choices.append(ParameterChoice(id: key, title: value.unquoted))
            } else {
                attributes[key] = value.unquoted
            }
        }
        let known: Set = [
            "default", "identity", "step", "unit", "curve", "help", "extension", "numbered", "offsets",
        ]
        if let unknown = attributes.keys.filter({ !known.contains($0) }).min() {
            if kind == .choice {
                throw error(
                    line,
                    tr(
                        """
                        \(id): put the title of a choice in quotes, as in \
                        \(unknown)="\(attributes[unknown] ?? "")"
                        """
                    ))
            }
            let all = known.sorted().joined(separator: ", ")
            throw error(line, tr("\(id): \(unknown.quoted) is not an attribute; the attributes are \(all)"))
        }
        let step = attributes["step"].flatMap(Double.init)
        let curve = SliderCurve(rawValue: attributes["curve"] ?? SliderCurve.linear.rawValue)
        guard attributes["step"] == nil || (step ?? 0) > 0, let curve else {
            throw error(line, tr("\(id): step must be a positive number, and curve linear or square"))
        }
        if let offsets = attributes["offsets"], offsets != "time" || kind != .integer {
            throw error(line, tr("\(id): offsets=time needs an integer that counts frames"))
        }
        func value(_ key: String) throws(DeclarationError) -> ParameterValue? {
            guard let word = attributes[key] else { return nil }
            guard let value = ParameterValue(word: word, kind: kind) else {
                throw error(line, "\(id): \(kind.refusal(of: word, as: key))")
            }
            return value
        }
        guard let defaultValue = try value("default") else {
            throw error(line, tr("\(id): default= is missing"))
        }
        let declaration = ParameterDeclaration(
            id: id, title: title, kind: kind, min: range?.lowerBound, max: range?.upperBound,
            defaultValue: defaultValue, identity: try value("identity"), step: step,
            unit: attributes["unit"] ?? "", curve: curve, choices: choices, section: section,
            help: attributes["help"] ?? "", fileExtension: attributes["extension"] ?? "",
            isNumbered: attributes["numbered"] == "true", offsetsTime: attributes["offsets"] != nil)
        for value in [declaration.defaultValue, declaration.identity].compactMap({ $0 }) {
            if let problem = declaration.problem(with: value) { throw error(line, problem) }
        }
        return declaration
    }

    /// Splits a line at spaces, except for those within quotes.
    private static func words(_ text: String) -> [String] {
        var words: [String] = []
        var word = ""
        var isQuoted = false
        for character in text {
            if character == "\"" { isQuoted.toggle() }
            if character == " " || character == "\t", !isQuoted {
                if !word.isEmpty { words.append(word) }
                word = ""
            } else {
                word.append(character)
            }
        }
        return word.isEmpty ? words : words + [word]
    }

    private static func range(_ text: String) -> ClosedRange<Double>? {
        let ends = text.split(separator: "..", omittingEmptySubsequences: false).map { Double($0) }
        guard ends.count == 2, let low = ends[0], let high = ends[1], low < high,
            low.isFinite, high.isFinite
        else { return nil }
        return low...high
    }
}

extension StringProtocol {
    fileprivate var trimmed: String {
        var slice = self[...]
        while slice.first?.isWhitespace == true { slice = slice.dropFirst() }
        while slice.last?.isWhitespace == true { slice = slice.dropLast() }
        return String(slice)
    }

    fileprivate var unquoted: String {
        hasPrefix("\"") && hasSuffix("\"") && count >= 2 ? String(dropFirst().dropLast()) : String(self)
    }

    // Regular expressions are avoided: parsing and compiling them took a quarter of the program's startup
    // time.

    fileprivate var isKebabCase: Bool {
        let words = utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        return words[0].first?.isLowercase == true
            && words.allSatisfy { !$0.isEmpty && $0.allSatisfy { $0.isLowercase || $0.isDigit } }
    }

    fileprivate var isCamelCase: Bool {
        utf8.first?.isLowercase == true
            && utf8.allSatisfy { $0.isLowercase || $0.isUppercase || $0.isDigit }
    }
}

/// ASCII letters and digits.
extension UInt8 {
    fileprivate var isLowercase: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self) }
    fileprivate var isUppercase: Bool { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) }
    fileprivate var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
}
