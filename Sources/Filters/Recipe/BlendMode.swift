import Localization

/// How a filter's result is blended with its input.
///
/// Formulas: W3C, “Compositing and Blending Level 1”, on sRGB-encoded values.
public enum BlendMode: String, Sendable, CaseIterable, Codable {
    /// The result replaces the input.
    case normal
    /// The product of both, which is never brighter than either.
    case multiply
    /// The inverse of the product of the inverses, which is never darker than either.
    case screen
    /// Multiply where the input is dark, screen where it is bright.
    case overlay
    /// The darker of the two in each channel.
    case darken
    /// The brighter of the two in each channel.
    case lighten
    /// The input brightened by the result.
    case colorDodge = "color-dodge"
    /// The input darkened by the result.
    case colorBurn = "color-burn"
    /// Multiply where the result is dark, screen where it is bright.
    case hardLight = "hard-light"
    /// Like hard light, but softer.
    case softLight = "soft-light"
    /// The absolute difference of the two in each channel.
    case difference
    /// Like difference, but with less contrast.
    case exclusion
    /// The result's hue with the input's saturation and luminosity.
    case hue
    /// The result's saturation with the input's hue and luminosity.
    case saturation
    /// The result's hue and saturation with the input's luminosity.
    case color
    /// The result's luminosity with the input's hue and saturation.
    case luminosity

    /// The name that is shown to the user.
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
