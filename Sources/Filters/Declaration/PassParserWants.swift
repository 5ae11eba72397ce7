import Localization

extension PassParser {
    /// What the parser expects at a position in the line of a pass.
    enum Wanted {
        case name, equals, function, filter, inputs, input, commaOrParenthesis, clause, axes, parenthesis
        case numberOrName

        /// The message for a line that ends instead.
        var missing: String {
            switch self {
            case .name: tr("the name of the pass is missing at the end of the pass")
            case .equals: tr("“=” and a function are missing at the end of the pass")
            case .function: tr("a function is missing at the end of the pass")
            case .filter: tr("the id of a filter is missing at the end of the pass")
            case .inputs: tr("“(” and the inputs are missing at the end of the pass")
            case .input: tr("an input is missing at the end of the pass")
            case .commaOrParenthesis: tr("“,” or “)” is missing at the end of the pass")
            case .clause: tr("along, reach, when, floats or grid is missing at the end of the pass")
            case .axes: tr("x, y or xy is missing at the end of the pass")
            case .parenthesis: tr("“)” is missing at the end of the pass")
            case .numberOrName: tr("a number or a name is missing at the end of the pass")
            }
        }

        /// The message for unexpected text, which it quotes.
        func wanted(insteadOf found: String) -> String {
            switch self {
            case .name: tr("expected the name of the pass instead of \(found)")
            case .equals: tr("expected “=” and a function instead of \(found)")
            case .function: tr("expected a function instead of \(found)")
            case .filter: tr("expected the id of a filter instead of \(found)")
            case .inputs: tr("expected “(” and the inputs instead of \(found)")
            case .input: tr("expected an input instead of \(found)")
            case .commaOrParenthesis: tr("expected “,” or “)” instead of \(found)")
            case .clause: tr("expected along, reach, when, floats or grid instead of \(found)")
            case .axes: tr("expected x, y or xy instead of \(found)")
            case .parenthesis: tr("expected “)” instead of \(found)")
            case .numberOrName: tr("expected a number or a name instead of \(found)")
            }
        }
    }
}
