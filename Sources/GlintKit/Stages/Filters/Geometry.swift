// Made by `make docs` from the headers of the files in Shaders/; edit those.
import Filters

extension Recipe.Stage {
    /// Crops the picture to a rectangle in pixels, or each side by a percentage of the width or height; at
    /// least one pixel remains.
    ///
    /// The filter `crop`. A parameter that is nil has its default, and is left out of the recipe.
    ///
    /// - Parameters:
    ///   - left: Left. From 0 to 100 %, default `0`; no effect at `0`.
    ///   - top: Top. From 0 to 100 %, default `0`; no effect at `0`.
    ///   - right: Right. From 0 to 100 %, default `0`; no effect at `0`.
    ///   - bottom: Bottom. From 0 to 100 %, default `0`; no effect at `0`.
    ///   - x: X. The left edge of the rectangle; the percentages then crop the rectangle. From 0 to 1000000
    ///     px, default `0`; no effect at `0`.
    ///   - y: Y. The top edge of the rectangle. From 0 to 1000000 px, default `0`; no effect at `0`.
    ///   - width: Width. The rectangle's width; 0 extends to the picture's edge. From 0 to 1000000 px,
    ///     default `0`; no effect at `0`.
    ///   - height: Height. The rectangle's height; 0 extends to the picture's edge. From 0 to 1000000 px,
    ///     default `0`; no effect at `0`.
    public static func crop(
        left: Double? = nil,
        top: Double? = nil,
        right: Double? = nil,
        bottom: Double? = nil,
        x: Int? = nil,
        y: Int? = nil,
        width: Int? = nil,
        height: Int? = nil
    ) -> Self {
        var stage = Self("crop")
        stage.give("left", left)
        stage.give("top", top)
        stage.give("right", right)
        stage.give("bottom", bottom)
        stage.give("x", x)
        stage.give("y", y)
        stage.give("width", width)
        stage.give("height", height)
        return stage
    }

    /// Mirrors the picture.
    ///
    /// The filter `flip`. A parameter that is nil has its default, and is left out of the recipe.
    ///
    /// - Parameters:
    ///   - horizontal: Left to Right. By default `true`; no effect at `false`.
    ///   - vertical: Top to Bottom. By default `false`; no effect at `false`.
    public static func flip(
        horizontal: Bool? = nil,
        vertical: Bool? = nil
    ) -> Self {
        var stage = Self("flip")
        stage.give("horizontal", horizontal)
        stage.give("vertical", vertical)
        return stage
    }

    /// What `fit` of `resize` can be.
    public enum ResizeFit: String, Sendable, CaseIterable {
        /// Stretch.
        case stretch
        /// Inside.
        case inside
        /// Cover.
        case cover
    }

    /// Makes the picture larger or smaller; a width or height of 0 keeps the proportions.
    ///
    /// The filter `resize`. A parameter that is nil has its default, and is left out of the recipe.
    ///
    /// - Parameters:
    ///   - scale: Scale. From 0.01 to 10, default `1`; no effect at `1`.
    ///   - width: Width. From 0 to 60000 px, default `0`; no effect at `0`.
    ///   - height: Height. From 0 to 60000 px, default `0`; no effect at `0`.
    ///   - fit: Fit. How proportions are handled if width and height are both set: Inside keeps them and the
    ///     whole picture, Cover keeps them and crops the excess evenly at two sides. By default `.stretch`.
    ///   - longest: Longest Side. Reduces the picture until its longer side has this length, and never
    ///     enlarges; replaces scale, width and height. 0 is off. From 0 to 60000 px, default `0`; no effect
    ///     at `0`.
    ///   - linear: In Linear Light. By default `false`; no effect at `false`.
    public static func resize(
        scale: Double? = nil,
        width: Int? = nil,
        height: Int? = nil,
        fit: ResizeFit? = nil,
        longest: Int? = nil,
        linear: Bool? = nil
    ) -> Self {
        var stage = Self("resize")
        stage.give("scale", scale)
        stage.give("width", width)
        stage.give("height", height)
        stage.give("fit", fit)
        stage.give("longest", longest)
        stage.give("linear", linear)
        return stage
    }

    /// Rotates the picture clockwise; corners left empty by straightening are cropped.
    ///
    /// The filter `rotate`. A parameter that is nil has its default, and is left out of the recipe.
    ///
    /// - Parameters:
    ///   - turns: Quarter Turns. From 0 to 3, default `0`; no effect at `0`.
    ///   - angle: Straighten. From -45 to 45 °, default `0`; no effect at `0`.
    public static func rotate(
        turns: Int? = nil,
        angle: Double? = nil
    ) -> Self {
        var stage = Self("rotate")
        stage.give("turns", turns)
        stage.give("angle", angle)
        return stage
    }
}
