import Filters

// Used by the functions in Filters/; omits parameters that are nil.
extension Recipe.Stage {
    mutating func set(_ parameter: String, _ value: Double?) {
        set(parameter, value.map(ParameterValue.number))
    }

    mutating func set(_ parameter: String, _ value: Int?) {
        set(parameter, value.map { ParameterValue.number(Double($0)) })
    }

    mutating func set(_ parameter: String, _ value: Bool?) {
        set(parameter, value.map(ParameterValue.toggle))
    }

    mutating func set(_ parameter: String, _ value: String?) {
        set(parameter, value.map(ParameterValue.text))
    }

    mutating func set(_ parameter: String, _ value: SIMD3<Double>?) {
        set(parameter, value.map(ParameterValue.color))
    }

    mutating func set(_ parameter: String, _ value: SIMD2<Double>?) {
        set(parameter, value.map(ParameterValue.point))
    }

    mutating func set(_ parameter: String, _ value: [SIMD2<Double>]?) {
        set(parameter, value.map(ParameterValue.curve))
    }

    mutating func set<Choice: RawRepresentable<String>>(_ parameter: String, _ value: Choice?) {
        set(parameter, value.map { ParameterValue.text($0.rawValue) })
    }

    private mutating func set(_ parameter: String, _ value: ParameterValue?) {
        if let value { set(parameter, to: value) }
    }
}
