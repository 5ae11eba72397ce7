import Glibc

/// Makes parameters from what a shader file declares.
enum ShaderParameters {
    /// Keys with a meaning of their own in a stage; a shader's input of such a name gets an underscore.
    private static let reserved: Set<String> = [
        "file", "outputScale", "opacity", "blend", "region", "enabled", "seed",
    ]

    /// The id of the parameter for an input of the shader.
    static func id(of input: String) -> String { reserved.contains(input) ? input + "_" : input }

    /// The input of the shader that a parameter stands for.
    static func input(of id: String) -> String {
        id.hasSuffix("_") && reserved.contains(String(id.dropLast())) ? String(id.dropLast()) : id
    }

    static func number(
        _ name: String, title: String, range: ClosedRange<Double>, default value: Double
    ) -> ParameterDeclaration {
        make(
            name, title, .number, range: range, step: step(of: range),
            default: .number(min(max(value, range.lowerBound), range.upperBound)))
    }

    /// The power of ten that divides a range into a hundred to a thousand steps.
    private static func step(of range: ClosedRange<Double>) -> Double? {
        let length = range.upperBound - range.lowerBound
        guard length > 0, length.isFinite else { return nil }
        return pow(10, log10(length / 100).rounded(.down))
    }

    static func integer(
        _ name: String, title: String, range: ClosedRange<Double>, default value: Double
    ) -> ParameterDeclaration {
        let low = ShaderLimits.whole(range.lowerBound.rounded(.up))
        let high = ShaderLimits.whole(range.upperBound.rounded(.down))
        let range = Double(low)...Double(max(low, high))
        return make(
            name, title, .integer, range: range,
            default: .number(min(max(value.rounded(), range.lowerBound), range.upperBound)))
    }

    static func toggle(_ name: String, title: String, default isOn: Bool) -> ParameterDeclaration {
        make(name, title, .toggle, default: .toggle(isOn))
    }

    static func choice(
        _ name: String, title: String, choices: [ParameterChoice], default id: String
    ) -> ParameterDeclaration {
        var parameter = make(name, title, .choice, default: .text(id), choices: choices)
        parameter.choicesAreNumbers = choices.allSatisfy { Int($0.id) != nil }
        return parameter
    }

    static func color(_ name: String, title: String, default color: SIMD4<Double>) -> ParameterDeclaration {
        let opaque = SIMD3(color.x, color.y, color.z)
        let value =
            color.w == 1 ? ParameterValue.color(opaque) : .text(HexadecimalColor.text(opaque, alpha: color.w))
        var parameter = make(name, title, .color, default: value)
        parameter.takesAlpha = true
        return parameter
    }

    static func point(
        _ name: String, title: String, range: ClosedRange<Double>?, default point: SIMD2<Double>
    ) -> ParameterDeclaration {
        var parameter = make(name, title, .point, range: range, default: .point(point))
        parameter.pointsUp = true
        return parameter
    }

    static func file(_ name: String, title: String) -> ParameterDeclaration {
        make(name, title, .file, default: .text(""))
    }

    private static func make(
        _ name: String, _ title: String, _ kind: ParameterKind, range: ClosedRange<Double>? = nil,
        step: Double? = nil, default value: ParameterValue, choices: [ParameterChoice] = []
    ) -> ParameterDeclaration {
        ParameterDeclaration(
            id: id(of: name), title: title, kind: kind, min: range?.lowerBound, max: range?.upperBound,
            defaultValue: value, identity: nil, step: step, unit: "", curve: .linear, choices: choices,
            section: "", help: "", fileExtension: "", isNumbered: false)
    }
}
