import Filters

/// How the values of a point filter's parameters lie in the uniform block, and how its kernel names them.
enum PointUniforms {
    /// The slots of a value, vectors of four.
    static func slots(_ value: ParameterValue, of parameter: ParameterDeclaration) -> [SIMD4<Float>] {
        switch value {
        case .number(let number): return [SIMD4(Float(number), 0, 0, 0)]
        case .toggle(let isOn): return [SIMD4(isOn ? 1 : 0, 0, 0, 0)]
        case .color(let color): return [SIMD4(Float(color.x), Float(color.y), Float(color.z), 1)]
        case .point(let point): return [SIMD4(Float(point.x), Float(point.y), 0, 0)]
        case .text(let text):
            // A choice is its number in the list; texts and files do not reach a point filter.
            return [SIMD4(Float(parameter.choices.firstIndex { $0.id == text } ?? 0), 0, 0, 0)]
        case .curve(let points): return MonotoneCurve(points).samples
        }
    }

    /// How many slots the values of a parameter take.
    static func slotCount(of parameter: ParameterDeclaration) -> Int {
        parameter.kind == .curve ? MonotoneCurve.sampleCount / 4 : 1
    }

    /// The argument of a filter's function.
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

    /// The GLSL function that evaluates a curve: `curve(c, x)`. Outside 0…1 the curve continues straight.
    static let curveFunction = """
        float glint_sample(int first, int i) { return glint_values[first + (i >> 2)][i & 3]; }
        float curve(int first, float x) {
            float place = x * \(MonotoneCurve.sampleCount - 1).0;
            int i = int(clamp(place, 0.0, \(MonotoneCurve.sampleCount - 2).0));
            return mix(glint_sample(first, i), glint_sample(first, i + 1), place - float(i));
        }
        """
}
