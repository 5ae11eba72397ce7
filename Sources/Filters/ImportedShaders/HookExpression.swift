import Localization

/// An expression of an mpv hook in reverse Polish notation, such as `HOOKED.w 2 *`.
struct HookExpression: Sendable, Hashable {
    private enum Token: Sendable, Hashable {
        case number(Double)
        case width(String)
        case height(String)
        /// A parameter of the shader.
        case name(String)
        case operation(Character)
    }

    private let tokens: [Token]

    /// Throws ``ShaderMistake`` if operands are missing or left over.
    init(_ text: Substring, line: Int) throws(ShaderMistake) {
        var tokens: [Token] = []
        var depth = 0
        for word in text.split(whereSeparator: \.isWhitespace) {
            if let first = word.first, word.count == 1, "+-*/%!><=".contains(first) {
                let operands = first == "!" ? 1 : 2
                guard depth >= operands else {
                    throw ShaderMistake(line: line, message: tr("\(word.quoted) lacks an operand"))
                }
                depth -= operands - 1
                tokens.append(.operation(first))
                continue
            }
            depth += 1
            if let number = Double(word), number.isFinite {
                tokens.append(.number(number))
            } else if word.hasSuffix(".w") || word.hasSuffix(".width") {
                tokens.append(.width(String(word.prefix { $0 != "." })))
            } else if word.hasSuffix(".h") || word.hasSuffix(".height") {
                tokens.append(.height(String(word.prefix { $0 != "." })))
            } else if word.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" }) {
                tokens.append(.name(String(word)))
            } else {
                throw ShaderMistake(
                    line: line, message: tr("\(word.quoted) is not a number, a size or an operator"))
            }
            guard tokens.count <= Self.longest else {
                throw ShaderMistake(line: line, message: tr("the expression is too long"))
            }
        }
        guard depth == 1 else {
            throw ShaderMistake(line: line, message: tr("\(String(text).quoted) is not one expression"))
        }
        self.tokens = tokens
    }

    private static let longest = 256

    /// The textures and parameters that the expression names.
    var names: [String] {
        tokens.compactMap { token in
            switch token {
            case .width(let name), .height(let name), .name(let name): name
            case .number, .operation: nil
            }
        }
    }

    /// The value; names without a value make it nil.
    func value(size: (String) -> SIMD2<Int>?, parameter: (String) -> Double?) -> Double? {
        var stack: [Double] = []
        for token in tokens {
            switch token {
            case .number(let number): stack.append(number)
            case .width(let name):
                guard let size = size(name) else { return nil }
                stack.append(Double(size.x))
            case .height(let name):
                guard let size = size(name) else { return nil }
                stack.append(Double(size.y))
            case .name(let name):
                guard let value = parameter(name) else { return nil }
                stack.append(value)
            case .operation(let sign):
                guard let right = stack.popLast() else { return nil }
                if sign == "!" {
                    stack.append(right == 0 ? 1 : 0)
                    continue
                }
                guard let left = stack.popLast() else { return nil }
                switch sign {
                case "+": stack.append(left + right)
                case "-": stack.append(left - right)
                case "*": stack.append(left * right)
                case "/": stack.append(left / right)
                case "%": stack.append(left.truncatingRemainder(dividingBy: right))
                case ">": stack.append(left > right ? 1 : 0)
                case "<": stack.append(left < right ? 1 : 0)
                default: stack.append(left == right ? 1 : 0)
                }
            }
        }
        return stack.last
    }
}
