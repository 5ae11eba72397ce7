import Localization

/// Parses the text after `pass:` in the header of a filter's file:
///
///     NAME = [filter] F(INPUT…, key=FORMULA…) [along x|y|xy] [reach picture|FORMULA[, FORMULA]]
///         [when FORMULA] [floats] [grid N]
struct PassParser {
    /// A mistake in the line.
    struct Mistake: Error {
        let message: String
    }

    private var rest: Substring
    private var depth = 0

    /// Formulas are parsed and evaluated recursively; these limits prevent stack overflows.
    private static let longestLine = 1000
    private static let deepest = 32

    static func parse(_ text: some StringProtocol, line: Int) throws(Mistake) -> PassDeclaration {
        guard text.utf8.count <= longestLine else {
            throw Mistake(message: tr("a pass can have at most \(longestLine) characters"))
        }
        var parser = PassParser(rest: Substring(text))
        return try parser.pass(line: line)
    }

    /// Parses a formula alone.
    static func formula(_ text: some StringProtocol) throws(Mistake) -> Formula {
        guard text.utf8.count <= longestLine else {
            throw Mistake(message: tr("a formula can have at most \(longestLine) characters"))
        }
        var parser = PassParser(rest: Substring(text))
        let formula = try parser.formula()
        guard parser.isAtEnd else { throw Mistake(message: tr("\(parser.rest.quoted) follows the formula")) }
        return formula
    }

    private mutating func pass(line: Int) throws(Mistake) -> PassDeclaration {
        let name = try identifier(.name)
        guard take("=") else { throw wanted(.equals) }
        var isFilter = false
        var callee = try identifier(.function)
        if callee == "filter", peek != "(" {
            isFilter = true
            callee = try identifier(.filter, withHyphens: true)
        }
        guard take("(") else {
            if peek == "-" {
                throw Mistake(message: tr("another filter is included as: filter \(callee)-…(entering)"))
            }
            throw wanted(.inputs)
        }
        var inputs: [String] = []
        var settings: [String: Formula] = [:]
        repeat {
            let word = try identifier(.input)
            if take("=") {
                guard settings[word] == nil else { throw Mistake(message: tr("\(word) is given twice")) }
                settings[word] = try formula()
            } else {
                guard settings.isEmpty else {
                    throw Mistake(message: tr("inputs must come before settings such as key=2"))
                }
                inputs.append(word)
            }
        } while take(",")
        guard take(")") else { throw wanted(.commaOrParenthesis) }
        guard !inputs.isEmpty else {
            throw Mistake(message: tr("the pass \(name) has no input; the filter's own is “entering”"))
        }
        var function = PassDeclaration.Function(name: callee)
        var condition: Formula?
        while !isAtEnd {
            let clause = try identifier(.clause)
            if isFilter, clause != "when" {
                throw Mistake(
                    message: tr("only “when” may follow another filter, not \(clause.quoted)"))
            }
            switch clause {
            case "when": condition = try formula()
            case "along": function.axes = try axes()
            case "reach":
                function.reach = [try formula()]
                if take(",") { function.reach.append(try formula()) }
                function.reachesPicture = function.reach == [.name("picture")]
                if function.reachesPicture { function.reach = [] }
            case "floats": function.needsFloats = true
            case "grid": function.grid = try grid()
            default:
                throw Mistake(
                    message: tr("\(clause.quoted) is not one of along, reach, when, floats and grid"))
            }
        }
        if isFilter, inputs.count > 1 {
            throw Mistake(
                message: tr("another filter has one input; give its parameters by name, such as radius=2"))
        }
        return PassDeclaration(
            name: name, work: isFilter ? .filter(callee) : .function(function), inputs: inputs,
            settings: settings, condition: condition, line: line)
    }

    private mutating func axes() throws(Mistake) -> [Int] {
        switch try identifier(.axes) {
        case "x": [0]
        case "y": [1]
        case "xy": [0, 1]
        default: throw Mistake(message: tr("along must be x, y or xy"))
        }
    }

    private mutating func grid() throws(Mistake) -> Int {
        guard case .number(let number) = try primary(), let grid = Int(exactly: number),
            (1...64).contains(grid)
        else { throw Mistake(message: tr("grid must be a whole number from 1 to 64")) }
        return grid
    }

    // Formulas

    private mutating func formula() throws(Mistake) -> Formula {
        let left = try sum()
        return take(">") ? .binary(.exceeds, left, try sum()) : left
    }

    private mutating func sum() throws(Mistake) -> Formula {
        var sum = try product()
        while true {
            if take("+") {
                sum = .binary(.plus, sum, try product())
            } else if takeMinus() {
                sum = .binary(.minus, sum, try product())
            } else {
                return sum
            }
        }
    }

    private mutating func product() throws(Mistake) -> Formula {
        var product = try factor()
        while true {
            if take("×") || take("*") {
                product = .binary(.times, product, try factor())
            } else if take("÷") || take("/") {
                product = .binary(.over, product, try factor())
            } else {
                return product
            }
        }
    }

    private mutating func factor() throws(Mistake) -> Formula {
        depth += 1
        defer { depth -= 1 }
        guard depth <= Self.deepest else {
            throw Mistake(message: tr("the formula is nested more than \(Self.deepest) times"))
        }
        return takeMinus() ? .binary(.minus, .number(0), try factor()) : try primary()
    }

    private mutating func primary() throws(Mistake) -> Formula {
        if take("(") {
            let inner = try formula()
            guard take(")") else { throw wanted(.parenthesis) }
            return inner
        }
        guard let first = peek else { throw wanted(.numberOrName) }
        skipSpaces()
        if first.isASCII, first.isNumber || first == "." {
            let digits = rest.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
            rest = rest.dropFirst(digits.count)
            guard let number = Double(digits), number.isFinite else {
                throw Mistake(message: tr("\(digits.quoted) is not a number"))
            }
            return .number(number)
        }
        let name = try identifier(.numberOrName)
        guard take("(") else { return .name(name) }
        guard let function = Formula.Function(rawValue: name) else {
            let known = Formula.Function.allCases.map(\.rawValue).joined(separator: ", ")
            throw Mistake(message: tr("\(name.quoted) is not a formula function; the functions are \(known)"))
        }
        var arguments: [Formula] = []
        repeat { arguments.append(try formula()) } while take(",")
        guard take(")") else { throw wanted(.parenthesis) }
        guard arguments.count == function.argumentCount else {
            let (wanted, given) = (function.argumentCount, arguments.count)
            throw Mistake(
                message: trn(
                    "\(name) takes \(wanted) argument, not \(given)",
                    "\(name) takes \(wanted) arguments, not \(given)", count: wanted))
        }
        return .call(function, arguments)
    }

    // Tokens

    private var peek: Character? {
        rest.first { $0 != " " && $0 != "\t" }
    }

    private var isAtEnd: Bool { peek == nil }

    private mutating func skipSpaces() {
        rest = rest.drop { $0 == " " || $0 == "\t" }
    }

    private mutating func take(_ character: Character) -> Bool {
        guard peek == character else { return false }
        skipSpaces()
        rest = rest.dropFirst()
        return true
    }

    private mutating func takeMinus() -> Bool { take("-") || take("−") }

    private mutating func identifier(_ what: Wanted, withHyphens: Bool = false) throws(Mistake) -> String {
        skipSpaces()
        let word = rest.prefix { character in
            character.isASCII && (character.isLetter || character.isNumber || character == "_")
                || withHyphens && character == "-"
        }
        guard let first = word.first, first.isLetter else { throw wanted(what) }
        rest = rest.dropFirst(word.count)
        return String(word)
    }

    private func wanted(_ what: Wanted) -> Mistake {
        let found = rest.drop { $0 == " " }
        return Mistake(message: found.isEmpty ? what.missing : what.wanted(insteadOf: found.quoted))
    }
}
