import Filters

/// The layout of a pass's uniforms in their block, by the rules of std140 (OpenGL 4.3, 7.6.2.2).
struct UniformLayout: Sendable, Hashable {
    /// A member of the block.
    struct Member: Sendable, Hashable {
        let name: String
        let type: String
        /// The length of an array.
        var count: Int?
    }

    let members: [Member]
    /// The members that are curves, whose samples come first in the array `glint_values`, and the number of
    /// vectors of each.
    private let curves: [Member]

    init(_ uniforms: Uniforms) {
        var members: [Member] = []
        var curves: [Member] = []
        for (name, value) in uniforms.entries {
            switch value {
            case .curve(let samples): curves.append(Member(name: name, type: "curve", count: samples.count))
            case .vec4s(let vectors): members.append(Member(name: name, type: "vec4", count: vectors.count))
            default: members.append(Member(name: name, type: value.glslType))
            }
        }
        self.members = members
        self.curves = curves
    }

    /// The number of vectors of `glint_values` occupied by curves.
    var arrayCount: Int { curves.reduce(0) { $0 + ($1.count ?? 0) } }

    /// The members' declarations.
    var declarations: [String] {
        members.map { member in "\(member.type) \(member.name)\(member.count.map { "[\($0)]" } ?? "");" }
    }

    /// Declares each curve as the index of its first sample.
    var curveDeclarations: [String] {
        var slot = 0
        return curves.map { curve in
            defer { slot += curve.count ?? 0 }
            return "const int \(curve.name) = \(slot);"
        }
    }

    var hasCurves: Bool { !curves.isEmpty }
}

extension Uniforms {
    /// The bytes of the members as 32-bit words, and the samples of curves.
    func packed() -> (words: [UInt32], curves: [SIMD4<Float>]) {
        var words: [UInt32] = []
        var curves: [SIMD4<Float>] = []
        func add(_ values: [UInt32], alignment: Int) {
            while words.count % alignment != 0 { words.append(0) }
            words += values
        }
        func bits(_ number: Double) -> UInt32 { Float(number).bitPattern }
        func bits(_ number: Int) -> UInt32 { UInt32(bitPattern: Int32(truncatingIfNeeded: number)) }
        for (_, value) in entries {
            switch value {
            case .bool(let isOn): add([isOn ? 1 : 0], alignment: 1)
            case .int(let number): add([bits(number)], alignment: 1)
            case .float(let number): add([bits(number)], alignment: 1)
            case .ivec2(let pair): add([bits(pair.x), bits(pair.y)], alignment: 2)
            case .vec2(let pair): add([bits(pair.x), bits(pair.y)], alignment: 2)
            case .vec3(let three): add([bits(three.x), bits(three.y), bits(three.z)], alignment: 4)
            case .vec4(let vector): add(vector.bits, alignment: 4)
            case .vec4s(let vectors): add(vectors.flatMap(\.bits), alignment: 4)
            case .curve(let samples): curves += samples
            }
        }
        add([], alignment: 4)
        return (words, curves)
    }
}

extension SIMD4<Float> {
    fileprivate var bits: [UInt32] { [x.bitPattern, y.bitPattern, z.bitPattern, w.bitPattern] }
}

extension Uniforms.Value {
    fileprivate var glslType: String {
        switch self {
        case .bool: "bool"
        case .int: "int"
        case .float: "float"
        case .ivec2: "ivec2"
        case .vec2: "vec2"
        case .vec3: "vec3"
        case .vec4, .vec4s: "vec4"
        case .curve: "int"
        }
    }
}
