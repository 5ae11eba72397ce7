// Made by `make docs` from the headers of the files in Shaders/; edit those.
import Filters

extension Recipe.Stage {
    /// Moves the darkest tones up or down and leaves bright ones unchanged.
    ///
    /// The filter `blacks`. A parameter that is nil has its default, and is left out of the recipe.
    ///
    /// - Parameter amount: Amount. From -1 to 1, default `0`; no effect at `0`.
    public static func blacks(amount: Double? = nil) -> Self {
        var stage = Self("blacks")
        stage.give("amount", amount)
        return stage
    }

    /// Makes bright parts glow over their surroundings, as in a lens or through mist.
    ///
    /// The filter `bloom`. A parameter that is nil has its default, and is left out of the recipe.
    ///
    /// - Parameters:
    ///   - amount: Amount. From 0 to 1, default `0.4`; no effect at `0`.
    ///   - threshold: Threshold. From 0 to 1, default `0.6`.
    ///   - radius: Radius. From 0 to 300 px, default `60`.
    public static func bloom(
        amount: Double? = nil,
        threshold: Double? = nil,
        radius: Double? = nil
    ) -> Self {
        var stage = Self("bloom")
        stage.give("amount", amount)
        stage.give("threshold", threshold)
        stage.give("radius", radius)
        return stage
    }

    /// Brightens or darkens the midtones and keeps black and white unchanged.
    ///
    /// The filter `brightness`. A parameter that is nil has its default, and is left out of the recipe.
    ///
    /// - Parameter amount: Amount. From -1 to 1, default `0`; no effect at `0`.
    public static func brightness(amount: Double? = nil) -> Self {
        var stage = Self("brightness")
        stage.give("amount", amount)
        return stage
    }

    /// Pulls dark and bright tones apart, or together, around middle gray.
    ///
    /// The filter `contrast`. A parameter that is nil has its default, and is left out of the recipe.
    ///
    /// - Parameter amount: Amount. From -1 to 1, default `0`; no effect at `0`.
    public static func contrast(amount: Double? = nil) -> Self {
        var stage = Self("contrast")
        stage.give("amount", amount)
        return stage
    }

    /// Removes haze and fog from a landscape, or adds some below 0, most where there already is some.
    ///
    /// The filter `dehaze`. A parameter that is nil has its default, and is left out of the recipe.
    ///
    /// - Parameters:
    ///   - amount: Amount. From -1 to 1, default `0.4`; no effect at `0`.
    ///   - haze: Haze color. Red, green and blue, sRGB-encoded, each 0…1; default `[1, 1, 1]`.
    public static func dehaze(
        amount: Double? = nil,
        haze: SIMD3<Double>? = nil
    ) -> Self {
        var stage = Self("dehaze")
        stage.give("amount", amount)
        stage.give("haze", haze)
        return stage
    }

    /// Makes the picture brighter or darker in stops, as more or less light on the sensor would.
    ///
    /// The filter `exposure`. A parameter that is nil has its default, and is left out of the recipe.
    ///
    /// - Parameter stops: Stops. From -5 to 5 EV, default `0`; no effect at `0`.
    public static func exposure(stops: Double? = nil) -> Self {
        var stage = Self("exposure")
        stage.give("stops", stops)
        return stage
    }

    /// Bends the tones by a power; black and white stay unchanged.
    ///
    /// The filter `gamma`. A parameter that is nil has its default, and is left out of the recipe.
    ///
    /// - Parameter gamma: Gamma. From 0.3 to 3, default `1`; no effect at `1`.
    public static func gamma(gamma: Double? = nil) -> Self {
        var stage = Self("gamma")
        stage.give("gamma", gamma)
        return stage
    }

    /// Brightens the bright parts, or darkens them to recover their detail.
    ///
    /// The filter `highlights`. A parameter that is nil has its default, and is left out of the recipe.
    ///
    /// - Parameter amount: Amount. From -1 to 1, default `0`; no effect at `0`.
    public static func highlights(amount: Double? = nil) -> Self {
        var stage = Self("highlights")
        stage.give("amount", amount)
        return stage
    }

    /// Sets which tones become black and white, and bends those in between.
    ///
    /// The filter `levels`. A parameter that is nil has its default, and is left out of the recipe.
    ///
    /// - Parameters:
    ///   - black: Black Point. From 0 to 1, default `0`; no effect at `0`.
    ///   - white: White Point. From 0 to 1, default `1`; no effect at `1`.
    ///   - gamma: Gamma. From 0.3 to 3, default `1`; no effect at `1`.
    ///   - outputBlack: Output Black. From 0 to 1, default `0`; no effect at `0`.
    ///   - outputWhite: Output White. From 0 to 1, default `1`; no effect at `1`.
    public static func levels(
        black: Double? = nil,
        white: Double? = nil,
        gamma: Double? = nil,
        outputBlack: Double? = nil,
        outputWhite: Double? = nil
    ) -> Self {
        var stage = Self("levels")
        stage.give("black", black)
        stage.give("white", white)
        stage.give("gamma", gamma)
        stage.give("outputBlack", outputBlack)
        stage.give("outputWhite", outputWhite)
        return stage
    }

    /// Brightens the dark parts to show their detail, or darkens them.
    ///
    /// The filter `shadows`. A parameter that is nil has its default, and is left out of the recipe.
    ///
    /// - Parameter amount: Amount. From -1 to 1, default `0`; no effect at `0`.
    public static func shadows(amount: Double? = nil) -> Self {
        var stage = Self("shadows")
        stage.give("amount", amount)
        return stage
    }

    /// Maps brightness through curves with points that you set, for all channels and for each.
    ///
    /// The filter `tone-curve`. A parameter that is nil has its default, and is left out of the recipe.
    ///
    /// - Parameters:
    ///   - all: All Channels. Points with x rising, all coordinates 0…1; default `[[0, 0], [1, 1]]`; no
    ///     effect at `[[0, 0], [1, 1]]`.
    ///   - red: Red. Points with x rising, all coordinates 0…1; default `[[0, 0], [1, 1]]`; no effect at
    ///     `[[0, 0], [1, 1]]`.
    ///   - green: Green. Points with x rising, all coordinates 0…1; default `[[0, 0], [1, 1]]`; no effect at
    ///     `[[0, 0], [1, 1]]`.
    ///   - blue: Blue. Points with x rising, all coordinates 0…1; default `[[0, 0], [1, 1]]`; no effect at
    ///     `[[0, 0], [1, 1]]`.
    public static func toneCurve(
        all: [SIMD2<Double>]? = nil,
        red: [SIMD2<Double>]? = nil,
        green: [SIMD2<Double>]? = nil,
        blue: [SIMD2<Double>]? = nil
    ) -> Self {
        var stage = Self("tone-curve")
        stage.give("all", all)
        stage.give("red", red)
        stage.give("green", green)
        stage.give("blue", blue)
        return stage
    }

    /// Moves the brightest tones up or down and leaves dark ones unchanged.
    ///
    /// The filter `whites`. A parameter that is nil has its default, and is left out of the recipe.
    ///
    /// - Parameter amount: Amount. From -1 to 1, default `0`; no effect at `0`.
    public static func whites(amount: Double? = nil) -> Self {
        var stage = Self("whites")
        stage.give("amount", amount)
        return stage
    }
}
