import Filters

/// The layout of a point filter's parameter values in the uniform block, and their names in the kernel.
enum PointUniforms {
    /// The slots of a value; each is a vector of four numbers.
    static func slots(_ value: ParameterValue, of parameter: ParameterDeclaration) -> [SIMD4<Float>] {
        switch value {
        case .number(let number): return [SIMD4(Float(number), 0, 0, 0)]
        case .toggle(let isOn): return [SIMD4(isOn ? 1 : 0, 0, 0, 0)]
        case .color(let color): return [SIMD4(Float(color.x), Float(color.y), Float(color.z), 1)]
        case .point(let point): return [SIMD4(Float(point.x), Float(point.y), 0, 0)]
        case .text(let text):
            // A choice is passed as its index in the list of choices; texts and files are not passed to point
            // filters.
            return [SIMD4(Float(parameter.choices.firstIndex { $0.id == text } ?? 0), 0, 0, 0)]
        case .curve(let points): return MonotoneCurve(points).samples
        }
    }

    /// The number of slots that a parameter's value occupies.
    static func slotCount(of parameter: ParameterDeclaration) -> Int {
        parameter.kind == .curve ? MonotoneCurve.sampleCount / 4 : 1
    }

    /// The expression passed to the filter's function as an argument.
    static func argument(_ parameter: ParameterDeclaration, slot: Int) -> String {
        let value = "glint_values[\(slot)]"
        return switch parameter.kind {
        case .number: "\(value).x"
        case .integer, .choice: "int(\(value).x)"
        case .toggle: "(\(value).x != 0.0)"
        case .color: "\(value).rgb"
        case .point: "\(value).xy"
        case .curve: "\(slot)"
        case .text, .file: value
        }
    }

    /// The GLSL function that evaluates a curve, `curve(c, x)`. Outside 0…1 the curve continues as a straight
    /// line.
    static let curveFunction = """
        float glint_sample(int first, int i) { return glint_values[first + (i >> 2)][i & 3]; }
        float curve(int first, float x) {
            float position = x * \(MonotoneCurve.sampleCount - 1).0;
            int i = int(clamp(position, 0.0, \(MonotoneCurve.sampleCount - 2).0));
            return mix(glint_sample(first, i), glint_sample(first, i + 1), position - float(i));
        }
        """
}
