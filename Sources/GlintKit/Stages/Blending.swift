import Filters

extension Recipe.Stage {
    /// The stage with its result blended over its input with another mode:
    ///
    ///     [.gaussianBlur(radius: 20).blended(.screen, opacity: 0.5)]
    ///
    /// - Parameters:
    ///   - mode: how the result is blended over the input.
    ///   - opacity: the opacity of the result, 0…1.
    public func blended(_ mode: BlendMode = .normal, opacity: Double = 1) -> Self {
        var stage = self
        stage.blend = mode
        stage.opacity = opacity
        return stage
    }

    /// The stage limited to regions of the picture, which replace those it had:
    ///
    ///     [.exposure(stops: -1).limited(to: .gradient(from: [0.5, 0], to: [0.5, 0.4]))]
    ///
    /// - Parameter regions: one to ``Region/maximumInStage``, combined in their order as described at
    ///   ``Region``; none for the whole picture.
    public func limited(to regions: Region...) -> Self {
        var stage = self
        stage.regions = regions
        return stage
    }
}
