/// Shorthands with which multi-pass filters read their parameters' values.
extension [String: ParameterValue] {
    /// The value of a number parameter.
    func number(_ id: String) -> Double {
        if case .number(let value)? = self[id] { value } else { 0 }
    }

    /// The value of a color parameter.
    func color(_ id: String) -> SIMD3<Double> {
        if case .color(let value)? = self[id] { value } else { .zero }
    }

    /// The value of a point parameter, each coordinate 0…1.
    func point(_ id: String) -> SIMD2<Double> {
        if case .point(let value)? = self[id] { value } else { SIMD2(0.5, 0.5) }
    }

    /// The text of a parameter: the path of a file.
    func text(_ id: String) -> String {
        if case .text(let text)? = self[id] { text } else { "" }
    }

    /// The id of a choice.
    func choice(_ id: String) -> String {
        if case .text(let value)? = self[id] { value } else { "" }
    }
}

/// A vector of four numbers for a kernel.
func vector(_ x: Double, _ y: Double = 0, _ z: Double = 0, _ w: Double = 0) -> SIMD4<Float> {
    SIMD4(Float(x), Float(y), Float(z), Float(w))
}

extension SIMD2<Double> {
    /// The vector with both components rounded up.
    var ceiling: SIMD2<Int> { SIMD2<Int>(rounded(.up)) }
}
