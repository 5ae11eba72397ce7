// Made by `make docs` from the headers of the files in Shaders/; edit those.
import Filters

extension Recipe.Stage {
    /// Replaces each pixel by the mean of a square around it.
    ///
    /// The filter `box-blur`. A parameter that is nil has its default, and is left out of the recipe.
    ///
    /// - Parameter radius: Radius. From 0 to 60 px, default `8`; no effect at `0`.
    public static func boxBlur(radius: Double? = nil) -> Self {
        var stage = Self("box-blur")
        stage.give("radius", radius)
        return stage
    }

    /// Softens the picture evenly; the standard deviation is half the radius.
    ///
    /// The filter `gaussian-blur`. A parameter that is nil has its default, and is left out of the recipe.
    ///
    /// - Parameter radius: Radius. From 0 to 200 px, default `10`; no effect at `0`.
    public static func gaussianBlur(radius: Double? = nil) -> Self {
        var stage = Self("gaussian-blur")
        stage.give("radius", radius)
        return stage
    }

    /// Blurs like a wide-open lens: points of light become discs.
    ///
    /// The filter `lens-blur`. A parameter that is nil has its default, and is left out of the recipe.
    ///
    /// - Parameters:
    ///   - radius: Radius. From 0 to 60 px, default `16`; no effect at `0`.
    ///   - highlights: Highlights. From 0 to 1, default `0.5`.
    public static func lensBlur(
        radius: Double? = nil,
        highlights: Double? = nil
    ) -> Self {
        var stage = Self("lens-blur")
        stage.give("radius", radius)
        stage.give("highlights", highlights)
        return stage
    }

    /// Replaces each channel by the median of a square around the pixel; removes specks and keeps edges.
    ///
    /// The filter `median`. A parameter that is nil has its default, and is left out of the recipe.
    ///
    /// - Parameter radius: Radius. From 0 to 3 px, default `1`; no effect at `0`.
    public static func median(radius: Int? = nil) -> Self {
        var stage = Self("median")
        stage.give("radius", radius)
        return stage
    }

    /// Smears along a straight line, as if the camera moved during the exposure.
    ///
    /// The filter `motion-blur`. A parameter that is nil has its default, and is left out of the recipe.
    ///
    /// - Parameters:
    ///   - length: Length. From 0 to 300 px, default `40`; no effect at `0`.
    ///   - angle: Angle. From -90 to 90 °, default `0`.
    public static func motionBlur(
        length: Double? = nil,
        angle: Double? = nil
    ) -> Self {
        var stage = Self("motion-blur")
        stage.give("length", length)
        stage.give("angle", angle)
        return stage
    }

    /// Smooths surfaces and keeps edges: a bilateral filter.
    ///
    /// The filter `surface-blur`. A parameter that is nil has its default, and is left out of the recipe.
    ///
    /// - Parameters:
    ///   - radius: Radius. From 0 to 12 px, default `5`; no effect at `0`.
    ///   - threshold: Threshold. From 0.01 to 0.5, default `0.1`.
    public static func surfaceBlur(
        radius: Double? = nil,
        threshold: Double? = nil
    ) -> Self {
        var stage = Self("surface-blur")
        stage.give("radius", radius)
        stage.give("threshold", threshold)
        return stage
    }

    /// Keeps a band sharp and blurs the rest, so that the scene looks like a miniature.
    ///
    /// The filter `tilt-shift`. A parameter that is nil has its default, and is left out of the recipe.
    ///
    /// - Parameters:
    ///   - radius: Radius. From 0 to 100 px, default `24`; no effect at `0`.
    ///   - center: Center. From the left and the top, each 0…1 of the picture; default `[0.5, 0.5]`.
    ///   - angle: Angle. From -90 to 90 °, default `0`.
    ///   - width: Sharp band. From 0 to 1, default `0.15`.
    ///   - feather: Transition. From 0.01 to 1, default `0.3`.
    public static func tiltShift(
        radius: Double? = nil,
        center: SIMD2<Double>? = nil,
        angle: Double? = nil,
        width: Double? = nil,
        feather: Double? = nil
    ) -> Self {
        var stage = Self("tilt-shift")
        stage.give("radius", radius)
        stage.give("center", center)
        stage.give("angle", angle)
        stage.give("width", width)
        stage.give("feather", feather)
        return stage
    }

    /// Smears away from a point, as if the lens zoomed during the exposure.
    ///
    /// The filter `zoom-blur`. A parameter that is nil has its default, and is left out of the recipe.
    ///
    /// - Parameters:
    ///   - amount: Amount. From 0 to 1, default `0.3`; no effect at `0`.
    ///   - center: Center. From the left and the top, each 0…1 of the picture; default `[0.5, 0.5]`.
    public static func zoomBlur(
        amount: Double? = nil,
        center: SIMD2<Double>? = nil
    ) -> Self {
        var stage = Self("zoom-blur")
        stage.give("amount", amount)
        stage.give("center", center)
        return stage
    }
}
