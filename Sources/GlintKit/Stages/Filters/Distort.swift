// Made by `make docs` from the headers of the files in Shaders/; edit those.
import Filters

extension Recipe.Stage {
    /// Magnifies the picture around a point like a lens, or pinches it below 0.
    ///
    /// The filter `bulge`. A parameter that is nil has its default, and is left out of the recipe.
    ///
    /// - Parameters:
    ///   - amount: Amount. From -1 to 1, default `0.5`; no effect at `0`.
    ///   - radius: Radius. From 0.05 to 1, default `0.4`.
    ///   - center: Center. From the left and the top, each 0…1 of the picture; default `[0.5, 0.5]`.
    public static func bulge(
        amount: Double? = nil,
        radius: Double? = nil,
        center: SIMD2<Double>? = nil
    ) -> Self {
        var stage = Self("bulge")
        stage.give("amount", amount)
        stage.give("radius", radius)
        stage.give("center", center)
        return stage
    }

    /// Twists the picture around a point, most in the middle.
    ///
    /// The filter `swirl`. A parameter that is nil has its default, and is left out of the recipe.
    ///
    /// - Parameters:
    ///   - angle: Angle. From -360 to 360 °, default `120`; no effect at `0`.
    ///   - radius: Radius. From 0.05 to 1, default `0.4`.
    ///   - center: Center. From the left and the top, each 0…1 of the picture; default `[0.5, 0.5]`.
    public static func swirl(
        angle: Double? = nil,
        radius: Double? = nil,
        center: SIMD2<Double>? = nil
    ) -> Self {
        var stage = Self("swirl")
        stage.give("angle", angle)
        stage.give("radius", radius)
        stage.give("center", center)
        return stage
    }
}
