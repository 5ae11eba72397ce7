// Made by `make docs` from the headers of the files in Shaders/; edit those.
import Filters

extension Recipe.Stage {
    /// Converts the picture to gray and lets you choose how bright each color becomes.
    ///
    /// The filter `black-white`. A parameter that is nil has its default, and is left out of the recipe.
    ///
    /// - Parameters:
    ///   - reds: Reds. From -1 to 2, default `0.299`.
    ///   - yellows: Yellows. From -1 to 2, default `0.886`.
    ///   - greens: Greens. From -1 to 2, default `0.587`.
    ///   - cyans: Cyans. From -1 to 2, default `0.701`.
    ///   - blues: Blues. From -1 to 2, default `0.114`.
    ///   - magentas: Magentas. From -1 to 2, default `0.413`.
    public static func blackWhite(
        reds: Double? = nil,
        yellows: Double? = nil,
        greens: Double? = nil,
        cyans: Double? = nil,
        blues: Double? = nil,
        magentas: Double? = nil
    ) -> Self {
        var stage = Self("black-white")
        stage.give("reds", reds)
        stage.give("yellows", yellows)
        stage.give("greens", greens)
        stage.give("cyans", cyans)
        stage.give("blues", blues)
        stage.give("magentas", magentas)
        return stage
    }

    /// Mixes each output channel from all three.
    ///
    /// The filter `channel-mixer`. A parameter that is nil has its default, and is left out of the recipe.
    ///
    /// - Parameters:
    ///   - redRed: Red from Red. From -2 to 2, default `1`; no effect at `1`.
    ///   - redGreen: Red from Green. From -2 to 2, default `0`; no effect at `0`.
    ///   - redBlue: Red from Blue. From -2 to 2, default `0`; no effect at `0`.
    ///   - redOffset: Red Offset. From -1 to 1, default `0`; no effect at `0`.
    ///   - greenRed: Green from Red. From -2 to 2, default `0`; no effect at `0`.
    ///   - greenGreen: Green from Green. From -2 to 2, default `1`; no effect at `1`.
    ///   - greenBlue: Green from Blue. From -2 to 2, default `0`; no effect at `0`.
    ///   - greenOffset: Green Offset. From -1 to 1, default `0`; no effect at `0`.
    ///   - blueRed: Blue from Red. From -2 to 2, default `0`; no effect at `0`.
    ///   - blueGreen: Blue from Green. From -2 to 2, default `0`; no effect at `0`.
    ///   - blueBlue: Blue from Blue. From -2 to 2, default `1`; no effect at `1`.
    ///   - blueOffset: Blue Offset. From -1 to 1, default `0`; no effect at `0`.
    ///   - monochrome: Monochrome. By default `false`; no effect at `false`.
    public static func channelMixer(
        redRed: Double? = nil,
        redGreen: Double? = nil,
        redBlue: Double? = nil,
        redOffset: Double? = nil,
        greenRed: Double? = nil,
        greenGreen: Double? = nil,
        greenBlue: Double? = nil,
        greenOffset: Double? = nil,
        blueRed: Double? = nil,
        blueGreen: Double? = nil,
        blueBlue: Double? = nil,
        blueOffset: Double? = nil,
        monochrome: Bool? = nil
    ) -> Self {
        var stage = Self("channel-mixer")
        stage.give("redRed", redRed)
        stage.give("redGreen", redGreen)
        stage.give("redBlue", redBlue)
        stage.give("redOffset", redOffset)
        stage.give("greenRed", greenRed)
        stage.give("greenGreen", greenGreen)
        stage.give("greenBlue", greenBlue)
        stage.give("greenOffset", greenOffset)
        stage.give("blueRed", blueRed)
        stage.give("blueGreen", blueGreen)
        stage.give("blueBlue", blueBlue)
        stage.give("blueOffset", blueOffset)
        stage.give("monochrome", monochrome)
        return stage
    }

    /// Tints dark, middle and bright tones (lift, gamma, gain); colors brighter than gray also brighten.
    ///
    /// The filter `color-balance`. A parameter that is nil has its default, and is left out of the recipe.
    ///
    /// - Parameters:
    ///   - lift: Shadows. Red, green and blue, sRGB-encoded, each 0…1; default `[0.502, 0.502, 0.502]`; no
    ///     effect at `[0.502, 0.502, 0.502]`.
    ///   - gamma: Midtones. Red, green and blue, sRGB-encoded, each 0…1; default `[0.502, 0.502, 0.502]`; no
    ///     effect at `[0.502, 0.502, 0.502]`.
    ///   - gain: Highlights. Red, green and blue, sRGB-encoded, each 0…1; default `[0.502, 0.502, 0.502]`; no
    ///     effect at `[0.502, 0.502, 0.502]`.
    public static func colorBalance(
        lift: SIMD3<Double>? = nil,
        gamma: SIMD3<Double>? = nil,
        gain: SIMD3<Double>? = nil
    ) -> Self {
        var stage = Self("color-balance")
        stage.give("lift", lift)
        stage.give("gamma", gamma)
        stage.give("gain", gain)
        return stage
    }

    /// Shifts, strengthens or brightens each of eight color ranges separately.
    ///
    /// The filter `hsl`. A parameter that is nil has its default, and is left out of the recipe.
    ///
    /// - Parameters:
    ///   - redHue: Red Hue. From -1 to 1, default `0`; no effect at `0`.
    ///   - orangeHue: Orange Hue. From -1 to 1, default `0`; no effect at `0`.
    ///   - yellowHue: Yellow Hue. From -1 to 1, default `0`; no effect at `0`.
    ///   - greenHue: Green Hue. From -1 to 1, default `0`; no effect at `0`.
    ///   - aquaHue: Aqua Hue. From -1 to 1, default `0`; no effect at `0`.
    ///   - blueHue: Blue Hue. From -1 to 1, default `0`; no effect at `0`.
    ///   - purpleHue: Purple Hue. From -1 to 1, default `0`; no effect at `0`.
    ///   - magentaHue: Magenta Hue. From -1 to 1, default `0`; no effect at `0`.
    ///   - redSaturation: Red Saturation. From -1 to 1, default `0`; no effect at `0`.
    ///   - orangeSaturation: Orange Saturation. From -1 to 1, default `0`; no effect at `0`.
    ///   - yellowSaturation: Yellow Saturation. From -1 to 1, default `0`; no effect at `0`.
    ///   - greenSaturation: Green Saturation. From -1 to 1, default `0`; no effect at `0`.
    ///   - aquaSaturation: Aqua Saturation. From -1 to 1, default `0`; no effect at `0`.
    ///   - blueSaturation: Blue Saturation. From -1 to 1, default `0`; no effect at `0`.
    ///   - purpleSaturation: Purple Saturation. From -1 to 1, default `0`; no effect at `0`.
    ///   - magentaSaturation: Magenta Saturation. From -1 to 1, default `0`; no effect at `0`.
    ///   - redLuminance: Red Luminance. From -1 to 1, default `0`; no effect at `0`.
    ///   - orangeLuminance: Orange Luminance. From -1 to 1, default `0`; no effect at `0`.
    ///   - yellowLuminance: Yellow Luminance. From -1 to 1, default `0`; no effect at `0`.
    ///   - greenLuminance: Green Luminance. From -1 to 1, default `0`; no effect at `0`.
    ///   - aquaLuminance: Aqua Luminance. From -1 to 1, default `0`; no effect at `0`.
    ///   - blueLuminance: Blue Luminance. From -1 to 1, default `0`; no effect at `0`.
    ///   - purpleLuminance: Purple Luminance. From -1 to 1, default `0`; no effect at `0`.
    ///   - magentaLuminance: Magenta Luminance. From -1 to 1, default `0`; no effect at `0`.
    public static func hsl(
        redHue: Double? = nil,
        orangeHue: Double? = nil,
        yellowHue: Double? = nil,
        greenHue: Double? = nil,
        aquaHue: Double? = nil,
        blueHue: Double? = nil,
        purpleHue: Double? = nil,
        magentaHue: Double? = nil,
        redSaturation: Double? = nil,
        orangeSaturation: Double? = nil,
        yellowSaturation: Double? = nil,
        greenSaturation: Double? = nil,
        aquaSaturation: Double? = nil,
        blueSaturation: Double? = nil,
        purpleSaturation: Double? = nil,
        magentaSaturation: Double? = nil,
        redLuminance: Double? = nil,
        orangeLuminance: Double? = nil,
        yellowLuminance: Double? = nil,
        greenLuminance: Double? = nil,
        aquaLuminance: Double? = nil,
        blueLuminance: Double? = nil,
        purpleLuminance: Double? = nil,
        magentaLuminance: Double? = nil
    ) -> Self {
        var stage = Self("hsl")
        stage.give("redHue", redHue)
        stage.give("orangeHue", orangeHue)
        stage.give("yellowHue", yellowHue)
        stage.give("greenHue", greenHue)
        stage.give("aquaHue", aquaHue)
        stage.give("blueHue", blueHue)
        stage.give("purpleHue", purpleHue)
        stage.give("magentaHue", magentaHue)
        stage.give("redSaturation", redSaturation)
        stage.give("orangeSaturation", orangeSaturation)
        stage.give("yellowSaturation", yellowSaturation)
        stage.give("greenSaturation", greenSaturation)
        stage.give("aquaSaturation", aquaSaturation)
        stage.give("blueSaturation", blueSaturation)
        stage.give("purpleSaturation", purpleSaturation)
        stage.give("magentaSaturation", magentaSaturation)
        stage.give("redLuminance", redLuminance)
        stage.give("orangeLuminance", orangeLuminance)
        stage.give("yellowLuminance", yellowLuminance)
        stage.give("greenLuminance", greenLuminance)
        stage.give("aquaLuminance", aquaLuminance)
        stage.give("blueLuminance", blueLuminance)
        stage.give("purpleLuminance", purpleLuminance)
        stage.give("magentaLuminance", magentaLuminance)
        return stage
    }

    /// Rotates all colors around the color wheel; grays stay unchanged.
    ///
    /// The filter `hue`. A parameter that is nil has its default, and is left out of the recipe.
    ///
    /// - Parameter angle: Angle. From -180 to 180 °, default `0`; no effect at `0`.
    public static func hue(angle: Double? = nil) -> Self {
        var stage = Self("hue")
        stage.give("angle", angle)
        return stage
    }

    /// Inverts colors, as on a negative.
    ///
    /// The filter `invert`. A parameter that is nil has its default, and is left out of the recipe.
    ///
    /// - Parameter amount: Amount. From 0 to 1, default `1`; no effect at `0`.
    public static func invert(amount: Double? = nil) -> Self {
        var stage = Self("invert")
        stage.give("amount", amount)
        return stage
    }

    /// Maps colors through a table from a .cube file.
    ///
    /// The filter `lut`. A parameter that is nil has its default, and is left out of the recipe.
    ///
    /// - Parameter file: File. The path of a .cube file; none by default.
    public static func lut(file: String? = nil) -> Self {
        var stage = Self("lut")
        stage.give("file", file)
        return stage
    }

    /// Strengthens or fades colors and keeps their brightness.
    ///
    /// The filter `saturation`. A parameter that is nil has its default, and is left out of the recipe.
    ///
    /// - Parameter amount: Amount. From 0 to 2, default `1`; no effect at `1`.
    public static func saturation(amount: Double? = nil) -> Self {
        var stage = Self("saturation")
        stage.give("amount", amount)
        return stage
    }

    /// Makes the light warmer or cooler, like a conversion filter on the lens.
    ///
    /// The filter `temperature`. A parameter that is nil has its default, and is left out of the recipe.
    ///
    /// - Parameter amount: Amount. From -150 to 150 mired, default `0`; no effect at `0`.
    public static func temperature(amount: Double? = nil) -> Self {
        var stage = Self("temperature")
        stage.give("amount", amount)
        return stage
    }

    /// Removes a green cast by adding magenta, or the other way round.
    ///
    /// The filter `tint`. A parameter that is nil has its default, and is left out of the recipe.
    ///
    /// - Parameter amount: Amount. From -30 to 30 CC, default `0`; no effect at `0`.
    public static func tint(amount: Double? = nil) -> Self {
        var stage = Self("tint")
        stage.give("amount", amount)
        return stage
    }

    /// Strengthens pale colors more than strong ones, or fades them first.
    ///
    /// The filter `vibrance`. A parameter that is nil has its default, and is left out of the recipe.
    ///
    /// - Parameter amount: Amount. From -1 to 1, default `0`; no effect at `0`.
    public static func vibrance(amount: Double? = nil) -> Self {
        var stage = Self("vibrance")
        stage.give("amount", amount)
        return stage
    }
}
