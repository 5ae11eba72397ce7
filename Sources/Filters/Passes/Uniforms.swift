/// Numbers that a kernel accesses by name and that change without recompiling.
///
///     pass.uniforms = ["amount": .float(0.5), "line": .vec2(line)]
///
/// The kernel's source does not declare them; the generator adds the declarations.
package struct Uniforms: Sendable, Hashable, ExpressibleByDictionaryLiteral {
    /// A value and its GLSL type.
    package enum Value: Sendable, Hashable {
        case bool(Bool)
        case int(Int)
        case float(Double)
        case ivec2(SIMD2<Int>)
        case vec2(SIMD2<Double>)
        case vec3(SIMD3<Double>)
        case vec4(SIMD4<Float>)
        /// An array.
        case vec4s([SIMD4<Float>])
        /// Samples of a curve, which the kernel evaluates with `curve(name, x)`.
        case curve([SIMD4<Float>])
    }

    /// The names and values, in memory order.
    package private(set) var entries: [(name: String, value: Value)] = []

    package init(dictionaryLiteral elements: (String, Value)...) {
        entries = elements.map { ($0, $1) }
    }

    /// Adds a value, or replaces the value with the same name.
    package subscript(name: String) -> Value? {
        get { entries.first { $0.name == name }?.value }
        set {
            let index = entries.firstIndex { $0.name == name }
            switch (index, newValue) {
            case (let index?, let value?): entries[index].value = value
            case (let index?, nil): entries.remove(at: index)
            case (nil, let value?): entries.append((name, value))
            case (nil, nil): break
            }
        }
    }

    package var isEmpty: Bool { entries.isEmpty }

    package static func == (left: Uniforms, right: Uniforms) -> Bool {
        left.entries.count == right.entries.count
            && zip(left.entries, right.entries).allSatisfy { $0 == $1 }
    }

    package func hash(into hasher: inout Hasher) {
        for (name, value) in entries {
            hasher.combine(name)
            hasher.combine(value)
        }
    }
}
