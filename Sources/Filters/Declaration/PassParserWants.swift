import Wording

extension PassParser {
    /// What the parser expects at a position in the line of a pass.
    enum Wanted {
        case name, equals, function, filter, inputs, input, commaOrParenthesis, clause, axes, parenthesis
        case numberOrName

        /// The message for a line that ends instead.
        var missing: String {
            switch self {
            case .name: tr("the name of the pass is missing at the end of the pass")
            case .equals: tr("“=” and a function is missing at the end of the pass")
            case .function: tr("a function is missing at the end of the pass")
            case .filter: tr("the id of a filter is missing at the end of the pass")
            case .inputs: tr("“(” and the inputs is missing at the end of the pass")
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
            case .name: tr("the name of the pass has to stand where \(found) does")
            case .equals: tr("“=” and a function has to stand where \(found) does")
            case .function: tr("a function has to stand where \(found) does")
            case .filter: tr("the id of a filter has to stand where \(found) does")
            case .inputs: tr("“(” and the inputs has to stand where \(found) does")
            case .input: tr("an input has to stand where \(found) does")
            case .commaOrParenthesis: tr("“,” or “)” has to stand where \(found) does")
            case .clause: tr("along, reach, when, floats or grid has to stand where \(found) does")
            case .axes: tr("x, y or xy has to stand where \(found) does")
            case .parenthesis: tr("“)” has to stand where \(found) does")
            case .numberOrName: tr("a number or a name has to stand where \(found) does")
            }
        }
    }
}
