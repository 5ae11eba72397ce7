import Filters

// Used by the functions in Filters/: omits parameters that are nil.
extension Recipe.Stage {
    mutating func give(_ parameter: String, _ value: Double?) {
        give(parameter, value.map(ParameterValue.number))
    }

    mutating func give(_ parameter: String, _ value: Int?) {
        give(parameter, value.map { ParameterValue.number(Double($0)) })
    }

    mutating func give(_ parameter: String, _ value: Bool?) {
        give(parameter, value.map(ParameterValue.toggle))
    }

    mutating func give(_ parameter: String, _ value: String?) {
        give(parameter, value.map(ParameterValue.text))
    }

    mutating func give(_ parameter: String, _ value: SIMD3<Double>?) {
        give(parameter, value.map(ParameterValue.color))
    }

    mutating func give(_ parameter: String, _ value: SIMD2<Double>?) {
        give(parameter, value.map(ParameterValue.point))
    }

    mutating func give(_ parameter: String, _ value: [SIMD2<Double>]?) {
        give(parameter, value.map(ParameterValue.curve))
    }

    mutating func give<Choice: RawRepresentable<String>>(_ parameter: String, _ value: Choice?) {
        give(parameter, value.map { ParameterValue.text($0.rawValue) })
    }

    private mutating func give(_ parameter: String, _ value: ParameterValue?) {
        if let value { set(parameter, to: value) }
    }
}
