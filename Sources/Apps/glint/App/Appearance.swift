@preconcurrency import CAdwaita

/// The surround of a picture: neutral gray, since a tint changes how the picture's colors look.
enum Surround: String, CaseIterable {
    case dark, gray, light

    /// The color, sRGB-encoded.
    var color: SIMD3<Float> {
        let level: Float =
            switch self {
            case .dark: 0x1e
            // Perceptually half as light as white: L* 50.
            case .gray: 0x77
            case .light: 0xe6
            }
        return SIMD3(repeating: level / 255)
    }
}

/// The color scheme of the windows: light or dark.
enum WindowStyle: String, CaseIterable {
    case system, light, dark

    /// Applies the style to every window of the program.
    @MainActor
    func use() {
        let scheme =
            switch self {
            case .system: ADW_COLOR_SCHEME_DEFAULT
            case .light: ADW_COLOR_SCHEME_FORCE_LIGHT
            case .dark: ADW_COLOR_SCHEME_FORCE_DARK
            }
        adw_style_manager_set_color_scheme(adw_style_manager_get_default(), scheme)
    }
}

/// What the wheel of a mouse does over the picture; with Control it always zooms.
enum WheelUse: String, CaseIterable {
    case zoom
    /// Goes to another picture of the folder while the whole picture is shown, and pans an enlarged one.
    case step
}
