// Made by `make docs` from the headers of the files in Shaders/; edit those.
import Filters

extension Recipe.Stage {
    /// Strengthens or softens local contrast in the midtones, without halos along edges.
    ///
    /// The filter `clarity`. A parameter that is nil has its default, and is left out of the recipe.
    ///
    /// - Parameters:
    ///   - amount: Amount. From -1 to 1, default `0.4`; no effect at `0`.
    ///   - radius: Radius. From 5 to 200 px, default `50`.
    public static func clarity(
        amount: Double? = nil,
        radius: Double? = nil
    ) -> Self {
        var stage = Self("clarity")
        stage.give("amount", amount)
        stage.give("radius", radius)
        return stage
    }

    /// What `method` of `deinterlace` can be.
    public enum DeinterlaceMethod: String, Sendable, CaseIterable {
        /// Along Edges.
        case edges
        /// Rows Between.
        case bob
        /// Both Fields.
        case blend
    }

    /// What `field` of `deinterlace` can be.
    public enum DeinterlaceField: String, Sendable, CaseIterable {
        /// Upper Field.
        case upper
        /// Lower Field.
        case lower
    }

    /// Converts a video's interlaced frames, whose even and odd rows were recorded at different times, to
    /// full frames.
    ///
    /// The filter `deinterlace`. A parameter that is nil has its default, and is left out of the recipe.
    ///
    /// - Parameters:
    ///   - amount: Amount. From 0 to 1, default `1`; no effect at `0`.
    ///   - method: Method. Along Edges and Rows Between keep one field and fill in the rows of the other;
    ///     Both Fields blends them, which shows moving objects twice. By default `.edges`.
    ///   - field: Keep. By default `.upper`.
    public static func deinterlace(
        amount: Double? = nil,
        method: DeinterlaceMethod? = nil,
        field: DeinterlaceField? = nil
    ) -> Self {
        var stage = Self("deinterlace")
        stage.give("amount", amount)
        stage.give("method", method)
        stage.give("field", field)
        return stage
    }

    /// Reduces the noise of high sensitivities, separately in brightness and color, and keeps edges.
    ///
    /// The filter `noise-reduction`. A parameter that is nil has its default, and is left out of the recipe.
    ///
    /// - Parameters:
    ///   - luma: Brightness. From 0 to 1, default `0.3`; no effect at `0`.
    ///   - chroma: Color. From 0 to 1, default `0.5`; no effect at `0`.
    public static func noiseReduction(
        luma: Double? = nil,
        chroma: Double? = nil
    ) -> Self {
        var stage = Self("noise-reduction")
        stage.give("luma", luma)
        stage.give("chroma", chroma)
        return stage
    }

    /// Strengthens the finest detail of brightness and leaves colors unchanged.
    ///
    /// The filter `sharpen`. A parameter that is nil has its default, and is left out of the recipe.
    ///
    /// - Parameter amount: Amount. From 0 to 2, default `0.6`; no effect at `0`.
    public static func sharpen(amount: Double? = nil) -> Self {
        var stage = Self("sharpen")
        stage.give("amount", amount)
        return stage
    }

    /// Strengthens differences from a blurred copy that exceed the threshold; the blur's standard deviation
    /// is half the radius.
    ///
    /// The filter `unsharp-mask`. A parameter that is nil has its default, and is left out of the recipe.
    ///
    /// - Parameters:
    ///   - amount: Amount. From 0 to 3, default `1`; no effect at `0`.
    ///   - radius: Radius. From 0 to 100 px, default `4`; no effect at `0`.
    ///   - threshold: Threshold. From 0 to 0.25, default `0`.
    public static func unsharpMask(
        amount: Double? = nil,
        radius: Double? = nil,
        threshold: Double? = nil
    ) -> Self {
        var stage = Self("unsharp-mask")
        stage.give("amount", amount)
        stage.give("radius", radius)
        stage.give("threshold", threshold)
        return stage
    }
}
