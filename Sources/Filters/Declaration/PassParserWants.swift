import Localization

extension PassParser {
    /// What the parser expects at some position of a pass's line.
    enum Wanted {
        case name, equals, function, filter, inputs, input, commaOrParenthesis, clause, axes, parenthesis
        case numberOrName

        /// The message if the line ends there.
        var missing: String {
            switch self {
            case .name: tr("expected the name of the pass, but found the end of the pass")
            case .equals: tr("expected “=” and a function, but found the end of the pass")
            case .function: tr("expected a function, but found the end of the pass")
            case .filter: tr("expected the id of a filter, but found the end of the pass")
            case .inputs: tr("expected “(” and the inputs, but found the end of the pass")
            case .input: tr("expected an input, but found the end of the pass")
            case .commaOrParenthesis: tr("expected “,” or “)”, but found the end of the pass")
            case .clause: tr("expected along, reach, when, floats or grid, but found the end of the pass")
            case .axes: tr("expected x, y or xy, but found the end of the pass")
            case .parenthesis: tr("expected “)”, but found the end of the pass")
            case .numberOrName: tr("expected a number or a name, but found the end of the pass")
            }
        }

        /// The message if other text is found there; the message quotes it.
        func wanted(insteadOf found: String) -> String {
            switch self {
            case .name: tr("expected the name of the pass, but found \(found)")
            case .equals: tr("expected “=” and a function, but found \(found)")
            case .function: tr("expected a function, but found \(found)")
            case .filter: tr("expected the id of a filter, but found \(found)")
            case .inputs: tr("expected “(” and the inputs, but found \(found)")
            case .input: tr("expected an input, but found \(found)")
            case .commaOrParenthesis: tr("expected “,” or “)”, but found \(found)")
            case .clause: tr("expected along, reach, when, floats or grid, but found \(found)")
            case .axes: tr("expected x, y or xy, but found \(found)")
            case .parenthesis: tr("expected “)”, but found \(found)")
            case .numberOrName: tr("expected a number or a name, but found \(found)")
            }
        }
    }
}
