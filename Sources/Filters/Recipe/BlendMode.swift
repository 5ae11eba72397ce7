/// How a filter's result is blended with its input.
///
/// Formulas: W3C, “Compositing and Blending Level 1”, on sRGB-encoded values.
public enum BlendMode: String, Sendable, CaseIterable, Codable {
    case normal, multiply, screen, overlay, darken, lighten
    case colorDodge = "color-dodge"
    case colorBurn = "color-burn"
    case hardLight = "hard-light"
    case softLight = "soft-light"
    case difference, exclusion, hue, saturation, color, luminosity

    /// What people read.
    public var title: String {
        let words = rawValue.split(separator: "-")
        return words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined(separator: " ")
    }

    /// The mode's number in `include/blend.glsl`.
    package var number: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
