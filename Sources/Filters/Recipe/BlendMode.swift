import Wording

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
        switch self {
        case .normal: tr("Normal", context: "blend mode")
        case .multiply: tr("Multiply", context: "blend mode")
        case .screen: tr("Screen", context: "blend mode")
        case .overlay: tr("Overlay", context: "blend mode")
        case .darken: tr("Darken", context: "blend mode")
        case .lighten: tr("Lighten", context: "blend mode")
        case .colorDodge: tr("Color Dodge", context: "blend mode")
        case .colorBurn: tr("Color Burn", context: "blend mode")
        case .hardLight: tr("Hard Light", context: "blend mode")
        case .softLight: tr("Soft Light", context: "blend mode")
        case .difference: tr("Difference", context: "blend mode")
        case .exclusion: tr("Exclusion", context: "blend mode")
        case .hue: tr("Hue", context: "blend mode")
        case .saturation: tr("Saturation", context: "blend mode")
        case .color: tr("Color", context: "blend mode")
        case .luminosity: tr("Luminosity", context: "blend mode")
        }
    }

    /// The mode's number in `include/blend.glsl`.
    package var number: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
