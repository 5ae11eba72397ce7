// Made by `make docs` from the headers of the files in Shaders/; edit those.
import Filters

extension Recipe.Stage {
    /// Mixes red, green, blue and alpha from all four by a custom matrix.
    ///
    /// The filter `color-matrix`. A parameter that is nil has its default, and is left out of the recipe.
    ///
    /// - Parameters:
    ///   - redRed: Red from Red. From -2 to 2, default `1`; no effect at `1`.
    ///   - redGreen: Red from Green. From -2 to 2, default `0`; no effect at `0`.
    ///   - redBlue: Red from Blue. From -2 to 2, default `0`; no effect at `0`.
    ///   - redAlpha: Red from Alpha. From -2 to 2, default `0`; no effect at `0`.
    ///   - redOffset: Red Offset. From -1 to 1, default `0`; no effect at `0`.
    ///   - greenRed: Green from Red. From -2 to 2, default `0`; no effect at `0`.
    ///   - greenGreen: Green from Green. From -2 to 2, default `1`; no effect at `1`.
    ///   - greenBlue: Green from Blue. From -2 to 2, default `0`; no effect at `0`.
    ///   - greenAlpha: Green from Alpha. From -2 to 2, default `0`; no effect at `0`.
    ///   - greenOffset: Green Offset. From -1 to 1, default `0`; no effect at `0`.
    ///   - blueRed: Blue from Red. From -2 to 2, default `0`; no effect at `0`.
    ///   - blueGreen: Blue from Green. From -2 to 2, default `0`; no effect at `0`.
    ///   - blueBlue: Blue from Blue. From -2 to 2, default `1`; no effect at `1`.
    ///   - blueAlpha: Blue from Alpha. From -2 to 2, default `0`; no effect at `0`.
    ///   - blueOffset: Blue Offset. From -1 to 1, default `0`; no effect at `0`.
    ///   - alphaRed: Alpha from Red. From -2 to 2, default `0`; no effect at `0`.
    ///   - alphaGreen: Alpha from Green. From -2 to 2, default `0`; no effect at `0`.
    ///   - alphaBlue: Alpha from Blue. From -2 to 2, default `0`; no effect at `0`.
    ///   - alphaAlpha: Alpha from Alpha. From -2 to 2, default `1`; no effect at `1`.
    ///   - alphaOffset: Alpha Offset. From -1 to 1, default `0`; no effect at `0`.
    public static func colorMatrix(
        redRed: Double? = nil,
        redGreen: Double? = nil,
        redBlue: Double? = nil,
        redAlpha: Double? = nil,
        redOffset: Double? = nil,
        greenRed: Double? = nil,
        greenGreen: Double? = nil,
        greenBlue: Double? = nil,
        greenAlpha: Double? = nil,
        greenOffset: Double? = nil,
        blueRed: Double? = nil,
        blueGreen: Double? = nil,
        blueBlue: Double? = nil,
        blueAlpha: Double? = nil,
        blueOffset: Double? = nil,
        alphaRed: Double? = nil,
        alphaGreen: Double? = nil,
        alphaBlue: Double? = nil,
        alphaAlpha: Double? = nil,
        alphaOffset: Double? = nil
    ) -> Self {
        var stage = Self("color-matrix")
        stage.give("redRed", redRed)
        stage.give("redGreen", redGreen)
        stage.give("redBlue", redBlue)
        stage.give("redAlpha", redAlpha)
        stage.give("redOffset", redOffset)
        stage.give("greenRed", greenRed)
        stage.give("greenGreen", greenGreen)
        stage.give("greenBlue", greenBlue)
        stage.give("greenAlpha", greenAlpha)
        stage.give("greenOffset", greenOffset)
        stage.give("blueRed", blueRed)
        stage.give("blueGreen", blueGreen)
        stage.give("blueBlue", blueBlue)
        stage.give("blueAlpha", blueAlpha)
        stage.give("blueOffset", blueOffset)
        stage.give("alphaRed", alphaRed)
        stage.give("alphaGreen", alphaGreen)
        stage.give("alphaBlue", alphaBlue)
        stage.give("alphaAlpha", alphaAlpha)
        stage.give("alphaOffset", alphaOffset)
        return stage
    }

    /// Shows the whole picture in tones of one color.
    ///
    /// The filter `colorize`. A parameter that is nil has its default, and is left out of the recipe.
    ///
    /// - Parameters:
    ///   - hue: Hue. From 0 to 360 °, default `35`.
    ///   - saturation: Saturation. From 0 to 1, default `0.4`.
    ///   - lightness: Lightness. From -1 to 1, default `0`.
    public static func colorize(
        hue: Double? = nil,
        saturation: Double? = nil,
        lightness: Double? = nil
    ) -> Self {
        var stage = Self("colorize")
        stage.give("hue", hue)
        stage.give("saturation", saturation)
        stage.give("lightness", lightness)
        return stage
    }

    /// Gives the lifted blacks and paler colors of a matte print.
    ///
    /// The filter `fade`. A parameter that is nil has its default, and is left out of the recipe.
    ///
    /// - Parameter amount: Amount. From 0 to 1, default `0.5`; no effect at `0`.
    public static func fade(amount: Double? = nil) -> Self {
        var stage = Self("fade")
        stage.give("amount", amount)
        return stage
    }

    /// Adds film grain, which is fixed to the picture and not to the screen.
    ///
    /// The filter `film-grain`. A parameter that is nil has its default, and is left out of the recipe.
    ///
    /// - Parameters:
    ///   - amount: Amount. From 0 to 1, default `0.25`; no effect at `0`.
    ///   - size: Size. From 1 to 10 px, default `1.5`.
    ///   - color: Color. From 0 to 1, default `0`.
    ///   - seed: Seed. From 0 to 1000, default `0`.
    public static func filmGrain(
        amount: Double? = nil,
        size: Double? = nil,
        color: Double? = nil,
        seed: Int? = nil
    ) -> Self {
        var stage = Self("film-grain")
        stage.give("amount", amount)
        stage.give("size", size)
        stage.give("color", color)
        stage.give("seed", seed)
        return stage
    }

    /// Maps tones to a gradient of two colors, for a duotone, or three.
    ///
    /// The filter `gradient-map`. A parameter that is nil has its default, and is left out of the recipe.
    ///
    /// - Parameters:
    ///   - shadows: Shadows. Red, green and blue, sRGB-encoded, each 0…1; default `[0.114, 0.114, 0.373]`.
    ///   - midtones: Midtones. Red, green and blue, sRGB-encoded, each 0…1; default `[0.784, 0.275, 0.431]`.
    ///   - highlights: Highlights. Red, green and blue, sRGB-encoded, each 0…1; default `[1, 0.863, 0.627]`.
    ///   - usesMidtones: Three Colors. By default `true`.
    public static func gradientMap(
        shadows: SIMD3<Double>? = nil,
        midtones: SIMD3<Double>? = nil,
        highlights: SIMD3<Double>? = nil,
        usesMidtones: Bool? = nil
    ) -> Self {
        var stage = Self("gradient-map")
        stage.give("shadows", shadows)
        stage.give("midtones", midtones)
        stage.give("highlights", highlights)
        stage.give("usesMidtones", usesMidtones)
        return stage
    }

    /// Reduces each channel to a few levels.
    ///
    /// The filter `posterize`. A parameter that is nil has its default, and is left out of the recipe.
    ///
    /// - Parameter levels: Levels. From 2 to 32, default `4`.
    public static func posterize(levels: Int? = nil) -> Self {
        var stage = Self("posterize")
        stage.give("levels", levels)
        return stage
    }

    /// Gives the brown tones of an old print.
    ///
    /// The filter `sepia`. A parameter that is nil has its default, and is left out of the recipe.
    ///
    /// - Parameter amount: Amount. From 0 to 1, default `1`; no effect at `0`.
    public static func sepia(amount: Double? = nil) -> Self {
        var stage = Self("sepia")
        stage.give("amount", amount)
        return stage
    }

    /// Inverts tones brighter than a threshold, as light in the darkroom does.
    ///
    /// The filter `solarize`. A parameter that is nil has its default, and is left out of the recipe.
    ///
    /// - Parameter threshold: Threshold. From 0 to 1, default `0.5`; no effect at `1`.
    public static func solarize(threshold: Double? = nil) -> Self {
        var stage = Self("solarize")
        stage.give("threshold", threshold)
        return stage
    }

    /// Turns bright parts white and dark ones black.
    ///
    /// The filter `threshold`. A parameter that is nil has its default, and is left out of the recipe.
    ///
    /// - Parameters:
    ///   - level: Level. From 0 to 1, default `0.5`.
    ///   - softness: Softness. From 0 to 0.5, default `0.02`.
    public static func threshold(
        level: Double? = nil,
        softness: Double? = nil
    ) -> Self {
        var stage = Self("threshold")
        stage.give("level", level)
        stage.give("softness", softness)
        return stage
    }

    /// Darkens or lightens the picture's corners.
    ///
    /// The filter `vignette`. A parameter that is nil has its default, and is left out of the recipe.
    ///
    /// - Parameters:
    ///   - amount: Amount. From -1 to 1, default `-0.5`; no effect at `0`.
    ///   - midpoint: Midpoint. From 0 to 1, default `0.5`.
    ///   - roundness: Roundness. From 0 to 1, default `0.5`.
    ///   - feather: Feather. From 0 to 1, default `0.5`.
    public static func vignette(
        amount: Double? = nil,
        midpoint: Double? = nil,
        roundness: Double? = nil,
        feather: Double? = nil
    ) -> Self {
        var stage = Self("vignette")
        stage.give("amount", amount)
        stage.give("midpoint", midpoint)
        stage.give("roundness", roundness)
        stage.give("feather", feather)
        return stage
    }
}
